/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { SAVED_WITHIN_MS } from '../../../../nodes/MessagingPlatformTrigger/delivery/handOver';
import { MAX_LINES, WINDOW_MS } from '../../../../nodes/shared/lineLimit';
import { makeButtonKey } from '../../../../nodes/shared/waiting/buttonKey';
import { readNote } from '../../../../nodes/shared/waiting/handOver';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/scriptedServer';
import { ACCOUNT, deliveryOf } from '../../../helpers/signedDeliveries';
import type { TriggerSetup } from '../../../helpers/startTrigger';
import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers();
const TOKEN = 'a'.repeat(64);
const NOW = Math.floor(Date.now() / 60_000) * 60_000;
let n8n: ScriptedServer;
let answers: Array<Reply | undefined>;
let onRequest: ((request: Received, response: ServerResponse) => void) | undefined;
let executions = 0;

beforeEach(async () => {
	answers = [];
	onRequest = undefined;
	n8n = await startScriptedServer((request, response) => {
		onRequest?.(request, response);
		return answers.length > 1 ? answers.shift() : answers[0];
	});
});
afterEach(async () => await n8n.close());

async function start(setup: Partial<TriggerSetup> = {}): Promise<void> {
	await stage.start({ waitingBaseUrl: `${n8n.origin}/base/webhook-waiting`, now: () => NOW, ...setup });
}

/** The press of a button of a question that nobody has answered yet; the body of the answer, or the code of the refusal. */
async function press(askedAt = NOW, executionId = String((executions += 1)), id?: string): Promise<string | undefined> {
	const key = { executionId, choice: 0, tag: 'abcd', askedAt, resumeToken: TOKEN };
	const payload = makeButtonKey(key, String(stage.platform.credential.apiToken));
	const command = { channel: 'tg', channelId: 1, chatId: '77', payload };
	const body = JSON.stringify({ id, accountId: ACCOUNT, name: 'EndUserActionCommand', command });
	const { status, code } = await stage.trigger.send(deliveryOf(body, stage.platform.token({ now: NOW })));
	return status === 200 ? code : `${status} ${code}`;
}

describe('what a waiting execution is sent', () => {
	test('the delivery as it came, at the address of the execution, with a note of the trigger', async () => {
		await start();
		answers = [{}];
		expect(await press(NOW, '4711')).toBe('handed_over');
		const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: Buffer.alloc(0) }] = n8n.requests;
		expect([method, url]).toEqual(['POST', `/base/webhook-waiting/4711/messaging-platform-answer?signature=${TOKEN}`]);
		expect(headers['content-type']).toBe('application/json');
		expect(JSON.parse(body.toString())).toMatchObject({ name: 'EndUserActionCommand', command: { chatId: '77' } });
		const note = readNote(
			headers['x-messaging-platform-note'],
			{ executionId: '4711', body },
			String(stage.platform.credential.apiToken),
		);
		// the clock tolerance, and the time for which the press is offered
		expect(note).toMatchObject({ host: { hostname: '127.0.0.1' }, toleranceMs: 38_000 });
	});

	test('the press alone: the trigger starts no workflow with it, also when it wants all events', async () => {
		await start({ parameters: { events: ['*'] } });
		answers = [{}];
		expect(await press()).toBe('handed_over');
		expect(stage.trigger.executions).toEqual([]);
	});

	test('nothing while n8n tells no address of its executions: the press is to be sent again', async () => {
		await start({ waitingBaseUrl: '' });
		expect(await press()).toBe('503 hand_over');
		expect(stage.trigger.logs).toEqual([expect.stringContaining('(n8n tells no address of waiting executions)')]);
		expect(n8n.requests).toEqual([]);
	});
});

describe('what n8n says of an execution', () => {
	const said = (message: unknown) => ({ code: 0, message });

	test.each<[number, object | string]>([
		[200, {}],
		[201, ''],
		[204, ''],
		[299, 'anything'],
	])('%i %j: it goes on with the press, and takes no further one', async (status, body) => {
		await start();
		answers = [{ status, body }];
		expect(await press(NOW, '17')).toBe('handed_over');
		expect(await press(NOW, '17')).toBe('over');
		expect(n8n.requests).toHaveLength(1);
	});

	test.each<[number, object]>([
		[404, said('The execution "17" does not exist.')],
		[409, said('The execution "17 has finished already.')],
		[500, said('The execution "17 has finished already.')],
	])('%i %j: it has ended, and n8n is not asked again', async (status, body) => {
		await start();
		answers = [{ status, body }];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual(['over', 'over']);
		expect(n8n.requests).toHaveLength(1);
	});

	test.each<[number, object]>([
		[401, said('Invalid token')],
		[403, { error: 'forbidden' }],
		[404, said('no waiting webhook')],
		[409, said('it waits elsewhere')],
		[409, said('it is runninglate')],
		[404, said('it doesnot exist')],
		[403, { error: 'The execution "17" does not exist.' }],
	])('%i %j: it did not take this press, and may take the next one', async (status, body) => {
		await start();
		answers = [{ status, body }, {}];
		expect([await press(NOW, '17'), await press(NOW, '17')]).toEqual(['over', 'handed_over']);
		expect(n8n.requests).toHaveLength(2);
	});

	test.each<[number, object | string]>([
		[300, {}],
		[400, said('no')],
		[410, { error: 'gone' }],
		[500, said('something else')],
		[500, said('a problem of the execution')],
		[404, {}],
		[404, { message: ['it does not exist'], error: 404 }],
		[404, 'null'],
		[404, '<html>The page does not exist.</html>'],
		[403, ''],
	])('%i %j: it tells nothing of the execution, and the press is to be sent again', async (status, body) => {
		await start();
		answers = [{ status, body }];
		expect(await press()).toBe('503 hand_over');
		expect(stage.trigger.logs).toEqual([expect.stringContaining(`(${new URL(n8n.origin).host} answered HTTP ${status})`)]);
	});

	test('of a long answer the beginning is read, and tells nothing', async () => {
		await start();
		answers = [{ status: 403, body: said(`${'x'.repeat(20_000)} has finished`) }];
		expect(await press()).toBe('503 hand_over');
	});

	test('an answer that breaks off is none', async () => {
		await start();
		onRequest = (_request, response) => void response.writeHead(404).write('{"mess', () => response.destroy());
		answers = [undefined];
		expect(await press()).toBe('503 hand_over');
		expect(stage.trigger.logs.join()).toMatch(/\(127\.0\.0\.1:\d+: (ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)\)/);
	});
});

describe('an execution that runs', () => {
	const running = { status: 409, body: { message: 'The execution "1" is running already.' } };
	const contested = { status: 500, body: { message: 'There was a problem executing the workflow' } };

	test('may not have saved yet that it waits: while its question is new, the press is offered again and again', async () => {
		await start();
		answers = [running, running, {}];
		expect(await press(NOW - SAVED_WITHIN_MS + 60_000)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(3);
	});

	test.each([NOW, NOW - SAVED_WITHIN_MS])('and could not be resumed is offered the press again and again', async (askedAt) => {
		await start();
		answers = [contested, contested, {}];
		expect(await press(askedAt)).toBe('handed_over');
		expect(n8n.requests).toHaveLength(3);
	});

	test('of an older question goes on with the rest of its workflow, and may ask again', async () => {
		await start();
		answers = [running, {}];
		expect([await press(NOW - SAVED_WITHIN_MS, '17'), await press(NOW, '17')]).toEqual(['over', 'handed_over']);
		expect(n8n.requests).toHaveLength(2);
	});

	test.each([NOW, NOW - SAVED_WITHIN_MS])('after another press came first has its answer', async (askedAt) => {
		await start();
		answers = [contested, running];
		expect([await press(askedAt, '17'), await press(askedAt, '17')]).toEqual(['over', 'over']);
		expect(n8n.requests).toHaveLength(2);
	});
});

describe('an event that the platform sends again', () => {
	test('is handed over once', async () => {
		await start();
		answers = [{}];
		expect([await press(NOW, '17', 'e-1'), await press(NOW, '18', 'e-1')]).toEqual(['handed_over', 'duplicate']);
		expect(n8n.requests).toHaveLength(1);
	});

	test('gets its chance when it could not be handed over before', async () => {
		await start();
		answers = [{ status: 500 }, {}];
		expect([await press(NOW, '17', 'e-1'), await press(NOW, '17', 'e-1')]).toEqual(['503 hand_over', 'handed_over']);
	});

	test('while the first is still on its way is to be sent once more', async () => {
		await start();
		let arrived: () => void = () => undefined;
		const arrival = new Promise<void>((resolve) => (arrived = resolve));
		let answer: () => void = () => undefined;
		onRequest = (_request, response) => {
			answer = () => void response.writeHead(200).end();
			arrived();
		};
		answers = [undefined];
		const first = press(NOW, '17', 'e-1');
		await arrival;
		expect(await press(NOW, '17', 'e-1')).toBe('503 in_progress');
		answer();
		expect(await first).toBe('handed_over');
	}, 20_000);
});

test('what is pressed for nothing gets some lines a minute, and the number of the others', async () => {
	let now = NOW;
	const ids = { workflow: 'workflow', node: 'one' };
	await start({ now: () => now, ids });
	answers = [{ status: 404, body: { message: 'The execution "17" does not exist.' } }];
	for (let times = 0; times < MAX_LINES + 2; times += 1) expect(await press(NOW, '17')).toBe('over');
	expect(stage.trigger.logs).toHaveLength(MAX_LINES);
	expect(stage.trigger.logs[0]).toBe('A button was pressed for execution 17, which does not wait for this press (any more).');
	ids.node = 'other';
	await press(NOW, '17');
	expect(stage.trigger.logs).toHaveLength(MAX_LINES + 1);
	ids.node = 'one';
	now += WINDOW_MS;
	await press(NOW, '17');
	expect(stage.trigger.logs.slice(MAX_LINES + 1)).toEqual([
		expect.stringMatching(/^Buttons pressed: 2 more like the lines above/),
		expect.stringContaining('for execution 17'),
	]);
});
