import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { deliverSigned, messageOf } from '../e2e/delivery';
import { createAndPublish, hasEnded, listTables, tablesPath, unpublishWorkflow, type RealN8n } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import { startGate, type Gate } from '../queue/gate';

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

/** The rows of a data table; none if there is no such table. */
export async function rowsOf(real: WithRest, table: string): Promise<Array<Record<string, unknown>>> {
	const path = await findTable(real, table);
	if (path === undefined) return [];
	const rowsSchema = z.object({ data: z.array(z.record(z.unknown())) });
	return (await real.rest.call('GET', `${path}/rows?take=250`, rowsSchema)).data;
}

/** Puts a call of a gate behind a node, so that executions stop there until the gate opens. */
export function holdBehind(definition: WorkflowDefinition, name: string, gate: Gate): WorkflowDefinition {
	const held = {
		id: randomUUID(),
		name: 'Gate',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [0, 500],
		parameters: { url: gate.origin, options: {} },
	};
	const { [name]: behind, ...others } = definition.connections;
	const connections = { ...others, [name]: { main: [[{ node: 'Gate', type: 'main', index: 0 }]] }, Gate: behind };
	return { ...definition, nodes: [...definition.nodes, held], connections };
}

/** Two n8n processes each start once for an event: the trigger of one process would leave the copy out. */
function asTwoProcesses(definition: WorkflowDefinition): WorkflowDefinition {
	return JSON.parse(JSON.stringify(definition).replaceAll('"options":{}', '"options":{"deduplicate":false}'));
}

/** Runs the examples that keep something in a data table, when events come at the same moment. */
export function testDataTables(started: () => RealN8n): void {
	let real: RealN8n;
	let gate: Gate;
	let published: { id: string; url: string } | undefined;

	beforeAll(async () => {
		real = started();
		gate = await startGate();
	}, 900_000);

	beforeEach(() => gate.shut());

	afterEach(async () => {
		gate.open();
		if (published) await unpublishWorkflow(real, published.id);
		published = undefined;
	});

	afterAll(async () => {
		await gate?.close();
	});

	async function publish(file: string, change: (definition: WorkflowDefinition) => WorkflowDefinition): Promise<string> {
		published = await createAndPublish(real, change(await loadExample(file, real.credential)));
		return published.url;
	}

	async function deliver(url: string, bodies: object[]): Promise<void> {
		const statuses = await Promise.all(bodies.map(async (body) => await deliverSigned(real, url, {}, body)));
		expect(new Set(statuses)).toEqual(new Set([200]));
	}

	/** Delivers events, and lets the executions continue at the same moment. */
	async function deliverAtOnce(url: string, bodies: object[]): Promise<void> {
		await deliver(url, bodies);
		await waitFor(() => gate.waiting().length === bodies.length, 'all executions are at the gate');
		gate.open();
		const executions = async () => await real.rest.listExecutions(published?.id ?? '', 100);
		await waitFor(async () => (await executions()).every(hasEnded), 'all executions have ended');
		expect(new Set((await executions()).map(({ status }) => status))).toEqual(new Set(['success']));
	}

	const event = (name: string, command: object) => ({ id: randomUUID(), accountId: real.sandbox.accountId, name, command });

	const keys = Array.from({ length: KEYS }, (_, index) => `99${String(index).padStart(3, '0')}`);

	test('answers once, in answer-a-burst-once.json, a message that comes while the earlier ones are forgotten', async () => {
		const url = await publish('answer-a-burst-once.json', (definition) => holdBehind(definition, 'Was This the Last?', gate));
		const say = (text: string) => messageOf(real.sandbox.accountId, { ...CHAT, chatId: '271828182', text });
		await deliver(url, [say('First')]);
		await waitFor(() => gate.waiting().length === 1, 'the first is about to be forgotten');
		await deliver(url, [say('Second')]);
		const remembered = async () => (await rowsOf(real, 'Waiting messages')).map(({ text }) => text);
		await waitFor(async () => (await remembered()).includes('Second'), 'the second is remembered');
		gate.open();
		await waitFor(async () => (await remembered()).length === 0, 'nothing waits');
		const executions = async () => await real.rest.listExecutions(published?.id ?? '', 100);
		await waitFor(async () => (await executions()).every(hasEnded), 'both executions have ended');
		const answers = real.sandbox.state.chats.flatMap(({ messages }) => messages.map(({ text }) => text ?? ''));
		expect(answers.filter((text) => text.startsWith('You wrote:'))).toEqual(['You wrote:\nFirst', 'You wrote:\nSecond']);
	});

	test('keeps one row of a chat in new-chat-to-crm.json when its event comes twice at once', async () => {
		const url = await publish('new-chat-to-crm.json', (definition) =>
			asTwoProcesses(holdBehind(definition, 'Create Table If Missing', gate)),
		);
		const opened = keys.map((chatId) => event('NewChatCreatedCommand', { ...CHAT, chatId, remoteUsername: `user ${chatId}` }));
		await deliverAtOnce(url, [...opened, ...opened]);
		const rows = (await rowsOf(real, 'Customers')).map(({ chatRef, username }) => [chatRef, username]);
		expect(rows.sort()).toEqual(keys.map((chatId) => [`tg_4100_${chatId}`, `user ${chatId}`]));
	});

	test('keeps one row of a message in delivery-report.json when its status and its read receipt come at once', async () => {
		const url = await publish('delivery-report.json', (definition) =>
			asTwoProcesses(holdBehind(definition, 'Create Table If Missing', gate)),
		);
		const events = keys.flatMap((messageId) => {
			const sent = { ...CHAT, chatId: '271828182', messageId };
			return [
				event('MessageDeliveryCommand', { ...sent, deliveryStatus: 'DELIVERED', isFinal: true }),
				event('ChannelMessageReadCommand', { ...sent, timestamp: 1_700_000_000_000 }),
			];
		});
		await deliverAtOnce(url, events);
		const rows = (await rowsOf(real, 'Deliveries')).map(({ messageId, status, readAt }) => [messageId, status, Boolean(readAt)]);
		expect(rows.sort()).toEqual(keys.map((messageId) => [messageId, 'DELIVERED', true]));
	});
}
