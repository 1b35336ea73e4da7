/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { deliverUntilAccepted } from '../e2e/delivery';
import { allEnded, ofN8n, START } from '../e2e/workflows';
import { chainWorkflow, type RealN8n, restart } from '../helpers/realN8n';
import { chatOf, control } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { startGate } from '../queue/servers';
import { rowsOf } from './dataTables';
import { replacing, useRecipe } from './recipe';

const TABLE = 'Notifications sent';
/** The number of notifications of the large test; a third of them fail. */
const MANY = Number(process.env.NOTIFICATIONS ?? 30);
/** For n8n when there are many: thousands of executions at once take more memory than there is (docs/guides/recipes/next-channel.md). */
export const FOR_MANY = process.env.NOTIFICATIONS ? { N8N_CONCURRENCY_PRODUCTION_LIMIT: '20' } : undefined;
/** The latest that a status comes, in ms. */
const LATEST_MS = 2_000;
const PATIENCE_MS = 120_000 + MANY * 1_000;
/** The number of an order of one test: each test has a letter of its own. */
const orderIn = (letter: string) => new RegExp(`\\b${letter}-(\\d+)`);

/** The example after its setup, started once for each copy of a status: the trigger of one process would leave the copy out. */
const setUp = replacing(
	['"channel":{"__rl":true,"mode":"list","value":""}', '"channel":"whatsappb_9007199254740993"'],
	['"templateId":""', '"templateId":"1001"'],
	['{"deliveryStatus":"final"},"options":{}', '{"deliveryStatus":"final"},"options":{"deduplicate":false}'],
);
const impatient = replacing(['minutes: 30', 'seconds: 1'], ['"minutes","minutesInterval":1', '"seconds","secondsInterval":2']);

/** A workflow that calls another one with a list of notifications. */
function caller(id: string, list: string, chatRef: string, letter: string): WorkflowDefinition {
	const value = {
		chatRef,
		phone: '=+7900556{{ 1000 + $json.number }}',
		name: 'Ada',
		orderNumber: `=${letter}-{{ $json.number }}`,
	};
	const schema = Object.keys(value).map((name) => ({ id: name, displayName: name, type: 'string', display: true }));
	const workflowInputs = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
	const workflowId = { __rl: true, mode: 'id', value: id };
	return chainWorkflow('Caller', [
		START,
		ofN8n('List', 'httpRequest', 4.2, { url: list, options: {} }),
		ofN8n('Notify', 'executeWorkflow', 1.2, { workflowId, workflowInputs, options: {} }),
	]);
}

/** Runs next-channel.json. */
export function testNextChannel(started: () => RealN8n): void {
	const recipe = useRecipe(started);
	let letter = '@';

	// the sandbox's own statuses don't come: the tests send them
	beforeAll(async () => await control(recipe.sandbox, 'PATCH', '/settings', { statusDelayMs: 86_400_000 }));
	beforeEach(() => (letter = String.fromCharCode(letter.charCodeAt(0) + 1)));

	/** The messages of this test to the chats of a channel. */
	const messages = (channel: string) =>
		recipe.sandbox.state.chats
			.filter((chat) => chat.channel === channel)
			.flatMap((chat) => chat.messages)
			.filter(({ direction, text }) => direction === 'outbound' && orderIn(letter).test(text ?? ''));

	const first = () => messages('tg');

	const orderOf = ({ text }: { text?: string }) => Number(orderIn(letter).exec(text ?? '')?.[1]);

	/** The orders whose people got the template. */
	const fallbacks = () =>
		messages('whatsappb')
			.map(orderOf)
			.sort((one, other) => one - other);

	/** Calls the workflow with notifications numbered from 0; the returned function waits for its end. */
	async function notify(count: number): Promise<() => Promise<void>> {
		const { real } = recipe;
		const gate = await startGate(count);
		const list = `${gate.origin}/list`;
		const { id } = await real.rest.createWorkflow(caller(recipe.id, list, chatOf(recipe.sandbox, 'tg'), letter));
		await real.rest.run(id, 'Start');
		return async () => {
			await allEnded(real, id, PATIENCE_MS);
			await gate.close();
		};
	}

	async function report(message: { id: string }, deliveryStatus: string): Promise<void> {
		const command = { channel: 'tg', channelId: 4100, chatId: '271828182', messageId: message.id, deliveryStatus, isFinal: true };
		const body = { id: randomUUID(), accountId: recipe.sandbox.accountId, name: 'MessageDeliveryCommand', command };
		const answers = [1, 2].map(async () => await deliverUntilAccepted(recipe.real, recipe.url, body));
		expect(await Promise.all(answers)).toEqual([200, 200]);
	}

	/** Waits until nothing of the workflow runs any more, so that no further message can come. */
	async function quiet(): Promise<void> {
		const executions = await allEnded(recipe.real, recipe.id, PATIENCE_MS);
		expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
	}

	/** The state of each message of this test. */
	const states = async () =>
		(await rowsOf(recipe.real, TABLE)).filter((row) => String(row.orderNumber).startsWith(letter)).map(({ state }) => state);

	test(`sends one fallback for each failure of ${MANY} and no other, whenever and however often statuses come`, async () => {
		await recipe.publish('next-channel.json', setUp);
		const ended = await notify(MANY);
		const reports: Array<Promise<void>> = [];
		for (let next = 0; next < MANY;) {
			await waitFor(() => first().length > next, 'a message', PATIENCE_MS);
			for (const message of first().slice(next)) {
				const status = orderOf(message) % 3 === 0 ? 'BLOCKED' : 'DELIVERED';
				const delayMs = Math.floor((LATEST_MS * (orderOf(message) % 11)) / 10);
				reports.push(pause(delayMs).then(async () => await report(message, status)));
				next += 1;
			}
		}
		await Promise.all(reports);
		await ended();
		const failing = Array.from({ length: Math.ceil(MANY / 3) }, (_, index) => index * 3);
		await waitFor(() => fallbacks().length >= failing.length, 'the fallbacks are sent', PATIENCE_MS);
		await quiet();
		expect(fallbacks()).toEqual(failing);
	});

	test('sends the template for a status that comes after a restart, and never twice if n8n stopped before it was sent', async () => {
		await recipe.publish('next-channel.json', setUp);
		await (
			await notify(3)
		)();
		const slow = { kind: 'slow', delayMs: 600_000, match: { method: 'POST', path: '^/api/messages$', body: 'whatsappb' } };
		await recipe.fault(slow);
		const [failing, delivered, stopped] = [...first()].sort((one, other) => orderOf(one) - orderOf(other));
		if (!failing || !delivered || !stopped) throw new Error('Three messages were not sent');
		await report(stopped, 'ERROR');
		await waitFor(async () => (await states()).includes('failed'), 'the message is claimed', PATIENCE_MS);
		await restart(recipe.real);
		await control(recipe.sandbox, 'DELETE', '/faults');
		await report(stopped, 'ERROR');
		await report(delivered, 'DELIVERED');
		await report(failing, 'ERROR');
		await waitFor(() => fallbacks().includes(0), 'the fallback is sent', PATIENCE_MS);
		await allEnded(recipe.real, recipe.id, PATIENCE_MS);
		expect([[0], [0, 2]]).toContainEqual(fallbacks());
		expect((await states()).sort()).toEqual(['delivered', 'failed', 'failed']);
	});

	test('sends the template once if no final status comes in time, even if one comes later', async () => {
		await recipe.publish('next-channel.json', setUp, impatient);
		await (
			await notify(2)
		)();
		await waitFor(() => fallbacks().length >= 2, 'the templates are sent', PATIENCE_MS);
		for (const message of first()) await report(message, 'ERROR');
		await quiet();
		expect(fallbacks()).toEqual([0, 1]);
	});
}
