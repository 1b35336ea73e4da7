import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { deliverSigned, messageOf } from '../e2e/delivery';
import { ofN8n } from '../e2e/workflows';
import { listTables, tablesPath, type RealN8n } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import { startGate, type Gate } from '../queue/servers';
import { type Change, replacing, useRecipe } from './recipe';

/** Chats or messages that get two events at the same moment. */
const KEYS = 12;
const CHAT = { channel: 'tg', channelId: 4100 };
type WithRest = Pick<RealN8n, 'rest'>;

/** The path of a data table; undefined if there is none of this name. */
export async function findTable({ rest }: WithRest, table: string): Promise<string | undefined> {
	return (await listTables(rest)).find(({ name }) => name === table)?.path;
}

/** Makes a data table with text columns, and returns its path. */
export async function createTable({ rest }: WithRest, name: string, columns: string[]): Promise<string> {
	const tables = await tablesPath(rest);
	const body = { name, columns: columns.map((column) => ({ name: column, type: 'string' })) };
	const { id } = await rest.call('POST', tables, z.object({ id: z.string() }), body);
	return `${tables}/${id}`;
}

/** Adds rows to a data table, by its path. */
export async function insertRows({ rest }: WithRest, path: string, data: Array<Record<string, string>>): Promise<void> {
	await rest.call('POST', `${path}/insert`, z.unknown(), { data, returnType: 'count' });
}

/** Deletes the rows of a data table, by its path, that have this in a column. */
export async function deleteRows({ rest }: WithRest, path: string, columnName: string, value: string): Promise<void> {
	const filter = JSON.stringify({ type: 'and', filters: [{ columnName, condition: 'eq', value }] });
	await rest.call('DELETE', `${path}/rows?filter=${encodeURIComponent(filter)}`, z.unknown());
}

/** The rows of a data table; none if there is no such table. */
export async function rowsOf(real: WithRest, table: string): Promise<Array<Record<string, unknown>>> {
	const path = await findTable(real, table);
	if (path === undefined) return [];
	const rowsSchema = z.object({ data: z.array(z.record(z.unknown())) });
	return (await real.rest.call('GET', `${path}/rows?take=250`, rowsSchema)).data;
}

/** Puts a call of a gate behind a node, so that executions stop there until the gate opens. */
export function holdBehind(name: string, gate: Gate): Change {
	const request = ofN8n('Gate', 'httpRequest', 4.2, { url: gate.origin, options: {} });
	const held = { ...request, id: randomUUID(), position: [0, 500] };
	return (definition) => {
		const { [name]: behind, ...others } = definition.connections;
		const connections = { ...others, [name]: { main: [[{ node: 'Gate', type: 'main', index: 0 }]] }, Gate: behind };
		return { ...definition, nodes: [...definition.nodes, held], connections };
	};
}

/** Two n8n processes each start once for an event: the trigger of one process would leave the copy out. */
const asTwoProcesses = replacing([/"options":\{\}/g, '"options":{"deduplicate":false}']);

/** Delivers events at the same moment. */
export async function deliverAll(real: RealN8n, url: string, bodies: object[]): Promise<void> {
	const statuses = await Promise.all(bodies.map(async (body) => await deliverSigned(real, url, {}, body)));
	expect(new Set(statuses)).toEqual(new Set([200]));
}

/** Runs the examples that keep something in a data table, when events come at the same moment. */
export function testDataTables(started: () => RealN8n): void {
	const recipe = useRecipe(started);
	let gate: Gate;
	beforeAll(async () => (gate = await startGate()));
	beforeEach(() => gate.shut());
	afterEach(() => gate.open());
	afterAll(async () => await gate?.close());

	const deliver = async (bodies: object[]) => await deliverAll(recipe.real, recipe.url, bodies);

	/** Delivers events, and lets the executions continue at the same moment. */
	async function deliverAtOnce(bodies: object[]): Promise<void> {
		await deliver(bodies);
		await waitFor(() => gate.waiting().length === bodies.length, 'all executions are at the gate');
		gate.open();
		expect(new Set(await recipe.quiet())).toEqual(new Set(['success']));
	}

	const event = (name: string, command: object) => ({ id: randomUUID(), accountId: recipe.sandbox.accountId, name, command });

	const keys = Array.from({ length: KEYS }, (_, index) => `99${String(index).padStart(3, '0')}`);

	test('answers once, in answer-a-burst-once.json, a message that comes while the earlier ones are forgotten', async () => {
		await recipe.publish('answer-a-burst-once.json', holdBehind('Was This the Last?', gate));
		const say = (text: string) => messageOf(recipe.sandbox.accountId, { ...CHAT, chatId: '271828182', text });
		await deliver([say('First')]);
		await waitFor(() => gate.waiting().length === 1, 'the first is about to be forgotten');
		await deliver([say('Second')]);
		const remembered = async () => (await rowsOf(recipe.real, 'Waiting messages')).map(({ text }) => text);
		await waitFor(async () => (await remembered()).includes('Second'), 'the second is remembered');
		gate.open();
		await waitFor(async () => (await remembered()).length === 0, 'nothing waits');
		await recipe.quiet();
		const answers = recipe.sandbox.state.chats.flatMap(({ messages }) => messages.map(({ text }) => text ?? ''));
		expect(answers.filter((text) => text.startsWith('You wrote:'))).toEqual(['You wrote:\nFirst', 'You wrote:\nSecond']);
	});

	test('keeps one row of a chat in new-chat-to-crm.json when its event comes twice at once', async () => {
		await recipe.publish('new-chat-to-crm.json', holdBehind('Create Table If Missing', gate), asTwoProcesses);
		const opened = keys.map((chatId) => event('NewChatCreatedCommand', { ...CHAT, chatId, remoteUsername: `user ${chatId}` }));
		await deliverAtOnce([...opened, ...opened]);
		const rows = (await rowsOf(recipe.real, 'Customers')).map(({ chatRef, username }) => [chatRef, username]);
		expect(rows.sort()).toEqual(keys.map((chatId) => [`tg_4100_${chatId}`, `user ${chatId}`]));
	});

	test('keeps one row of a message in delivery-report.json when its status and its read receipt come at once', async () => {
		await recipe.publish('delivery-report.json', holdBehind('Create Table If Missing', gate), asTwoProcesses);
		const events = keys.flatMap((messageId) => {
			const sent = { ...CHAT, chatId: '271828182', messageId };
			return [
				event('MessageDeliveryCommand', { ...sent, deliveryStatus: 'DELIVERED', isFinal: true }),
				event('ChannelMessageReadCommand', { ...sent, timestamp: 1_700_000_000_000 }),
			];
		});
		await deliverAtOnce(events);
		const rows = (await rowsOf(recipe.real, 'Deliveries')).map(({ messageId, status, readAt }) => [
			messageId,
			status,
			Boolean(readAt),
		]);
		expect(rows.sort()).toEqual(keys.map((messageId) => [messageId, 'DELIVERED', true]));
	});
}
