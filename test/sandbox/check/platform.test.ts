/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { check as checkPlatform } from '../../../sandbox/check/check';
import { type Report, reportSchema } from '../../../sandbox/check/report';
import { contract } from '../../../sandbox/contract/validator';
import { parseJson, printJson } from '../../../sandbox/core/json';
import { ROOT } from '../../../sandbox/demo/paths';
import { freePort } from '../../../sandbox/demo/ports';
import { type Sandbox, startSandbox } from '../../../sandbox/server';
import { call, chatOf, control, say, sendTo } from '../../helpers/sandbox';
import { type ScriptedServer, startScriptedServer } from '../../helpers/servers';

let folder: string;
const reportFile = () => path.join(folder, 'report.json');
const reportText = () => readFileSync(reportFile(), 'utf8');
const report = (): Report => reportSchema.parse(parseJson(reportText()));

/** The time limit that tests set, as an option and in ms. It's over when a test says so. */
const [WAIT, WAIT_MS] = ['0.15', 9_000];
let endWait: () => void;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'check-'));
	const later = globalThis.setTimeout;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) => {
		const isWait = ms === WAIT_MS;
		if (isWait) endWait = act;
		// a pause of a second takes no time
		return later(isWait ? () => undefined : act, isWait || ms === 1_000 ? 0 : ms);
	}) as typeof setTimeout);
});
afterEach(() => {
	jest.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

/** Runs the check as its command does. */
async function check(token: string, args: string[], onOutput: (output: string) => void = () => undefined) {
	let output = '';
	const print = (line: string) => {
		output += `${line}\n`;
		onOutput(output);
	};
	try {
		await checkPlatform([...args, '--report', reportFile()], token, print);
		return { code: 0, output };
	} catch (error) {
		return { code: 1, output: output + String(error) };
	}
}

describe('the check of a platform, run on the sandbox', () => {
	let sandbox: Sandbox;
	let zoe: string;
	beforeAll(async () => {
		sandbox = await startSandbox({ resendDelaysMs: [], statusDelayMs: 0 });
		zoe = chatOf(sandbox, 'tg');
	});
	afterAll(async () => await sandbox.close());

	const run = async (args: string[] = [], onOutput?: (output: string) => void) =>
		await check(sandbox.apiToken, ['--base-url', sandbox.baseUrl, ...args], onOutput);

	/** Runs it so that it receives deliveries, and does something once its output asks for it. */
	async function receive(args: string[], words: string, act: () => Promise<void>) {
		const port = String(await freePort());
		const addresses = ['--notification-url', sandbox.notificationUrl, '--delivery-url', `http://127.0.0.1:${port}/hook`];
		let acting: Promise<void> | undefined;
		const webhooks = sandbox.state.webhooks.length;
		const ended = await run([...addresses, '--port', port, '--minutes', WAIT, ...args], (output) => {
			if (output.includes(words)) acting ??= act();
		});
		await acting;
		expect(sandbox.state.webhooks).toHaveLength(webhooks);
		return ended;
	}

	const messages = () => sandbox.state.chats.find(({ tbChatId }) => tbChatId === 70001)?.messages ?? [];
	const counts = () => sandbox.state.chats.map((chat) => chat.messages.length);

	test('makes every request that changes nothing, finds the contract kept, and writes to no one', async () => {
		const before = counts();
		const { code, output } = await run();
		expect(output).toMatch(/\d+ responses, 0 differences/);
		expect([code, counts()]).toEqual([0, before]);
		const { answers } = report();
		const reading = [...contract().operations.values()].filter(({ method }) => method === 'get').map(({ id }) => id);
		expect([...new Set(answers.map(({ operation }) => operation))].sort()).toEqual(reading.sort());
		expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 401, 404]));
		const { chats, channels } = sandbox.state;
		const personal = [
			sandbox.apiToken,
			sandbox.accountId,
			...chats.flatMap((chat) => [chat.remoteFirstName, chat.remoteLastName, chat.chatId, String(chat.tbChatId)]),
			...channels.flatMap(({ botUsername, title, phone }) => [botUsername, title, phone]),
		].filter((one): one is string => typeof one === 'string' && one.length > 3);
		expect(personal.length).toBeGreaterThan(10);
		for (const one of personal) expect(reportText() + output).not.toContain(one);
	});

	test('waits for a delivery, reports what its token claims, and removes the webhook', async () => {
		const writes = async () => await say(sandbox, zoe, { text: 'A secret of mine' });
		const { code, output } = await receive(['--issuer', sandbox.issuer], 'Write a message', writes);
		expect([code, output]).toEqual([0, expect.stringContaining('The webhook was removed')]);
		expect(report().delivery).toMatchObject({
			operation: 'new_message',
			differences: [],
			header: { scheme: 'JWT', alg: 'RS512', x5u: 'at the origin of the Notification URL' },
			claims: { iss: 'the issuer that was expected', sub: "the event's accountId" },
		});
		expect(reportText()).not.toContain('A secret of mine');
	});

	test.each([
		[true, 'flat', 'the whole message has a delivery status of its own', ['a part', 'the whole message']],
		[false, 'nested', 'only the parts of the message have delivery statuses', ['a part']],
	])(
		'sends a text that is too long, and records its statuses: wholeStatus %s, layout %s',
		async (wholeStatus, eventLayout, finding, kinds) => {
			await control(sandbox, 'PATCH', '/settings', { rules: { wholeStatus }, eventLayout });
			await control(sandbox, 'PATCH', '/channels/tg/4100', { capability: { textRestrictions: { maxSize: 60 } } });
			const before = messages().length;
			const { code, output } = await receive(['--split-to', zoe], 'Sent.', async () => {
				await sendTo(sandbox, chatOf(sandbox, 'vk'), { text: 'Elsewhere' });
				await sandbox.settled();
				if (!wholeStatus) endWait();
			});
			await control(sandbox, 'PATCH', '/settings', { rules: { wholeStatus: true }, eventLayout: 'nested' });
			expect([code, output]).toEqual([0, expect.stringContaining(finding)]);
			const { split } = report();
			expect(split).toMatchObject({ operation: 'sendMessage', status: 200, differences: [], finding });
			const { id } = (split?.shape as { $value: { id: string } }).$value;
			const statuses = split?.statuses as Array<Record<string, unknown>>;
			expect([...new Set(statuses.map(({ of }) => of))].sort()).toEqual(kinds);
			// equal values have equal stand-ins: each part names the whole message
			for (const { of, compositeMessageType, messageId, masterMessageId } of statuses) {
				expect([compositeMessageType, of === 'a part' ? masterMessageId : messageId]).toEqual([
					of === 'a part' ? 'CHILD_MESSAGE' : 'MASTER_MESSAGE',
					id,
				]);
			}
			const sent = messages().slice(before);
			expect(sent.length).toBeGreaterThan(2);
			const { hostname, host } = new URL(sandbox.baseUrl);
			const secrets = [sandbox.apiToken, host, hostname, ...sent.flatMap((one) => [one.id, String(one.text)])];
			for (const secret of secrets) expect(reportText() + output).not.toContain(secret);
		},
	);

	test('sends nothing when the channel of --split-to does not exist', async () => {
		const before = counts();
		const { code, output } = await receive(['--split-to', 'tg_404_1'], 'never', async () => await Promise.resolve());
		expect(output).toContain('The account has no channel for the chat of --split-to');
		expect([code, counts()]).toEqual([1, before]);
	});

	test('sends a message to reply to, and records what its status and the reply bring back', async () => {
		await call(sandbox, 'POST /api/chats/70001/tags/VIP');
		const reply = async () => await say(sandbox, zoe, { text: 'A typed answer', replyToMessageId: messages().at(-1)?.id });
		const { code, output } = await receive(['--reply-in', zoe], 'Sent.', reply);
		expect(code).toBe(0);
		expect(report().reply).toMatchObject({
			status: 200,
			differences: [],
			findings: {
				'the delivery status brings back': 'headers: yes, subject: yes, buttons: yes',
				'the message that was replied to has': 'headers: yes, subject: yes, buttons: yes',
				'a tag assigned once more': expect.stringMatching(/^the time (stays|changes)$/),
			},
		});
		expect(reportText() + output).not.toMatch(/A typed answer|VIP/);
	});

	test('makes a sandbox answer with the report as that platform did', async () => {
		await run();
		const replaying = await startSandbox({ replay: reportFile() });
		try {
			const { body: chats } = await call(replaying, 'GET /api/v1/chats');
			const { body: abilities } = await call(replaying, 'GET /api/channels?v=1.0.0');
			const find = (what: string) => report().answers.find((one) => one.what === what)?.shape;
			expect(chats).toEqual(find('the chats, a page at a time'));
			expect(abilities).toEqual(find('what the channels can do'));
			expect(printJson(chats)).toContain('text ');
		} finally {
			await replaying.close();
		}
	});
});

describe('a platform that differs', () => {
	let platform: ScriptedServer;
	const start = async (...answer: Parameters<typeof startScriptedServer>) => {
		platform = await startScriptedServer(...answer);
		return platform.origin;
	};
	afterEach(async () => await platform.close());

	test('is reported with every difference, and with names that could be a person replaced', async () => {
		const bodies: Record<string, string | object> = {
			'/api/channels': { $count: 1, $items: [{ channel: 'tg', channelId: 'four', newField: 'Anna', '+79005550101': 1 }] },
			'/api/tags': '<html>',
			'/api/widgets/by_user/@me': { $count: 0 },
		};
		const unknown = { $error: { sc: 404, scn: 'X', msg: 'Anna' }, $count: 0 };
		const origin = await start(({ url }) => ({ body: bodies[url.split('?')[0] ?? ''] ?? unknown }));
		expect(await check('a-token-of-mine', ['--base-url', `${origin}/api`])).toMatchObject({ code: 0 });
		const of = (what: string) =>
			report()
				.answers.find((one) => one.what === what)
				?.differences.join('\n');
		for (const difference of [/channelId must be integer/, /\(newField\)/, /\(name-\d+\)/, /there is no header x-correlation-id/])
			expect(of('the channels')).toMatch(difference);
		expect(of('the tags')).toContain("the body isn't JSON");
		expect(of('the widgets')).toMatch(/\$items/);
		for (const secret of ['Anna', '79005550101', 'a-token-of-mine', origin]) expect(reportText()).not.toContain(secret);
		const tokens = new Set(platform.requests.map(({ headers }) => headers.authorization));
		expect(tokens).toEqual(new Set(['Bearer a-token-of-mine', 'Bearer not-a-token']));
	});

	test('counts what is refused as too fast, says when the next one is taken, and never sends the token to a file', async () => {
		let left = 3;
		const origin = await start(({ url, headers: { host = '' } }) => {
			const userPicUrl = `http://${host.replace('127.0.0.1', 'localhost')}/file?sig=x`;
			const chat = { id: 'tg_1_2', tagSet: [{ name: 'a' }], remoteContact: { userPicUrl } };
			const $nextPage = `https://elsewhere.example/chats?from=0&%24skip=1`;
			if (!url.startsWith('/tags')) return { body: { $items: [chat], $nextPage } };
			left -= 1;
			// one of the list, two and four of the burst
			if (left === -4) left = 9;
			return left >= 0 ? { body: { $items: [], $count: 0 } } : { status: 429, headers: { 'retry-after': '1' } };
		});
		const { output } = await check('a-token-of-ours', ['--base-url', origin, '--burst', '5']);
		for (const [what, finding] of Object.entries(report().account ?? {})) expect(output).toContain(`${what}: ${finding}`);
		expect(report().account).toEqual({
			'a chat has': 'tagSet (list of object)',
			'the link to the next page leads to':
				'another protocol, host, pathname, with from, $skip. Our own path with this query: 200, 1 chats, 0 of them new',
			'a file is': 'at another host, http://, signed with sig. Without the token: 200',
			'5 reads at once': expect.stringMatching(/^2 x 200, 3 x 429 with Retry-After 1, in/),
			'the next one was taken': 'after 1 s',
		});
		const files = platform.requests.filter(({ url }) => url.startsWith('/file'));
		expect(files.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/file?sig=x', undefined]]);
	});

	test('gets no report saved that has the host of the Notification URL in it', async () => {
		const origin = await start(() => ({ body: '{"$count":1,"$items":[{"LocalHost":1}]}' }));
		const { code, output } = await check('token', ['--base-url', origin, '--notification-url', 'http://localhost:9']);
		expect([code, output]).toEqual([1, expect.stringContaining('The report would have contained a secret')]);
		expect(existsSync(reportFile())).toBe(false);
	});

	test('cannot redirect the token to another place', async () => {
		const origin = await start(() => ({ status: 302, headers: { location: '/elsewhere' } }));
		await check('a-token-of-mine', ['--base-url', origin]);
		expect(report().answers[0]?.differences.join()).toContain('The contract has no answer 302');
		expect(platform.requests.filter(({ url }) => url === '/elsewhere')).toEqual([]);
	});

	test('is reported without its address when it does not answer', async () => {
		const origin = await start(() => undefined);
		await platform.close();
		expect(await check('a-token-of-mine', ['--base-url', origin])).toMatchObject({ code: 0 });
		const differences = ['no response (ECONNREFUSED)'];
		expect(report().answers[0]).toEqual({ what: 'the channels', operation: 'getChannels', differences });
		expect(reportText()).not.toContain(new URL(origin).port);
	});
});

const BASE = ['--base-url', 'http://127.0.0.1:9'];

test.each([
	['no token', '', BASE, /MESSAGING_PLATFORM_TOKEN is empty/],
	['an address without https', 'token', ['--base-url', 'http://example.com'], /must start with https/],
	['no Notification URL', 'token', [...BASE, '--delivery-url', 'https://example.com'], /--notification-url is missing/],
	['no Delivery URL', 'token', [...BASE, '--split-to', 'tg_1_1'], /--split-to needs --delivery-url/],
	['a chat that is no chatRef', 'token', [...BASE, '--split-to', '5'], /--split-to must be a chatRef/],
])('a command with %s is not run', async (_case, token, args, message) => {
	expect(await check(token, args)).toEqual({ code: 1, output: expect.stringMatching(message) });
	expect(existsSync(reportFile())).toBe(false);
});

test('the command takes the token from the environment, and fails with what is missing', () => {
	const env = { ...process.env, MESSAGING_PLATFORM_TOKEN: 'token' };
	const args = ['--require', 'tsx/cjs', 'sandbox/check/main.ts'];
	const ended = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
	expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining('--base-url is missing') });
});
