/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { check as checkPlatform } from '../../../sandbox/check/check';
import { type Report, reportSchema } from '../../../sandbox/check/report';
import { contract } from '../../../sandbox/contract/validator';
import { parseJson, printJson } from '../../../sandbox/core/json';
import { ROOT } from '../../../sandbox/demo/paths';
import { freePort } from '../../../sandbox/demo/ports';
import { type Sandbox, startSandbox } from '../../../sandbox/server';
import { call } from '../../helpers/sandbox';
import { listen } from '../../helpers/servers';

interface Ended {
	code: number;
	output: string;
}

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'check-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const reportFile = () => path.join(folder, 'report.json');
const report = (): Report => reportSchema.parse(parseJson(readFileSync(reportFile(), 'utf8')));

/** Runs the check as its command does. */
async function check(token: string, args: string[], onOutput: (output: string) => void = () => undefined): Promise<Ended> {
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
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(async () => await sandbox.close());

	/** The addresses for a run that receives deliveries. */
	const receiving = async (): Promise<string[]> => {
		const port = String(await freePort());
		const urls = ['--base-url', sandbox.baseUrl, '--notification-url', sandbox.notificationUrl];
		return [...urls, '--delivery-url', `http://127.0.0.1:${port}/hook`, '--port', port];
	};

	/** Does something once, when the output asks for it. */
	const once = (words: string, act: () => unknown) => {
		let isDone = false;
		return (output: string) => {
			if (isDone || !output.includes(words)) return;
			isDone = true;
			act();
		};
	};

	const addressOf = (tbChatId: number) => {
		const { channel, channelId, chatId } = sandbox.state.chats.find((chat) => chat.tbChatId === tbChatId) ?? {};
		return `${channel}_${channelId}_${chatId}`;
	};

	const personWrites = async (body: object) => await call(sandbox, 'POST /sandbox/chats/70001/messages', { body });

	test('makes every request that changes nothing, finds the contract kept, and writes to no one', async () => {
		const messagesBefore = sandbox.state.chats.map(({ messages }) => messages.length);
		const { code, output } = await check(sandbox.apiToken, ['--base-url', sandbox.baseUrl]);
		expect(output).toMatch(/\d+ responses, 0 differences/);
		expect(code).toBe(0);
		expect(sandbox.state.chats.map(({ messages }) => messages.length)).toEqual(messagesBefore);
		const { answers } = report();
		const reading = [...contract().operations.values()].filter(({ method }) => method === 'get').map(({ id }) => id);
		expect([...new Set(answers.map(({ operation }) => operation))].sort()).toEqual(reading.sort());
		expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 401, 404]));
		const text = readFileSync(reportFile(), 'utf8') + output;
		const { chats, channels } = sandbox.state;
		expect(chats.length).toBeGreaterThan(0);
		const personal = [
			sandbox.apiToken,
			sandbox.accountId,
			...chats.flatMap((chat) => [chat.remoteFirstName, chat.remoteLastName, chat.chatId, String(chat.tbChatId)]),
			...channels.flatMap(({ botUsername, title, phone }) => [botUsername, title, phone]),
		].filter((one): one is string => typeof one === 'string' && one.length > 3);
		expect(personal.length).toBeGreaterThan(10);
		for (const one of personal) expect(text).not.toContain(one);
	});

	test('says what only an account can: the forms of a chat, the next page, a file, and the response to a burst', async () => {
		const { code, output } = await check(sandbox.apiToken, ['--base-url', sandbox.baseUrl, '--burst', '8']);
		expect([code, report().account]).toEqual([
			0,
			{
				'a chat has': expect.stringMatching(/remoteContact\.channelUsername \(string\).*lastMessage\.sentTimestamp/),
				'the link to the next page leads to': expect.stringMatching(
					/with from, .*\$skip\. Our own path with this query: 200, \d+ chats, \d+ of them new$/,
				),
				'a file is': expect.any(String),
				'8 reads at once': expect.stringMatching(/^8 x 200, in [\d.]+ s$/),
			},
		]);
		for (const [what, finding] of Object.entries(report().account ?? {})) expect(output).toContain(`${what}: ${finding}`);
	});

	test('counts what is refused as too fast, says when the next one is taken, and never sends the token to a file', async () => {
		const seen: Array<[string, unknown]> = [];
		let left = 3;
		const { origin, close } = await listen(
			createServer(({ url = '', headers }, response) => {
				seen.push([url, headers.authorization]);
				const chat = {
					id: 'tg_1_2',
					tagSet: [{ name: 'a' }],
					remoteContact: { userPicUrl: `${origin.replace('127.0.0.1', 'localhost')}/file?sig=x` },
				};
				const $nextPage = `https://elsewhere.example/chats?from=0&%24skip=1`;
				response.setHeader('x-correlation-id', '1').setHeader('content-type', 'application/json');
				if (!url.startsWith('/tags')) return response.end(printJson({ $items: url.includes('skip') ? [] : [chat], $nextPage }));
				left -= 1;
				if (left >= 0) return response.end('{"$items":[],"$count":0}');
				setTimeout(() => (left = 9), 100);
				return response.writeHead(429, { 'retry-after': '1' }).end();
			}),
		);
		await check('a-token-of-ours', ['--base-url', origin, '--burst', '6']);
		await close();
		expect(report().account).toEqual({
			'a chat has': 'tagSet (list of object)',
			'the link to the next page leads to':
				'another protocol, host, pathname, with from, $skip. Our own path with this query: 200, 0 chats, 0 of them new',
			'a file is': 'at another host, http://, signed with sig. Without the token: 200',
			'6 reads at once': expect.stringMatching(/^\d x 200, \d x 429 with Retry-After 1, in/),
			'the next one was taken': expect.stringMatching(/^after \d+ s$/),
		});
		expect(seen.filter(([url]) => url.startsWith('/file'))).toEqual([['/file?sig=x', undefined]]);
	});

	test('waits for a delivery, reports what its token claims, and removes the webhook', async () => {
		const before = sandbox.state.webhooks.length;
		const args = [...(await receiving()), '--issuer', sandbox.issuer];
		const writes = once('Write a message', async () => await personWrites({ text: 'A secret of mine' }));
		const { code, output } = await check(sandbox.apiToken, args, writes);
		expect(output).toContain('The webhook was removed');
		expect(code).toBe(0);
		expect(report().delivery).toMatchObject({
			operation: 'new_message',
			differences: [],
			header: { scheme: 'JWT', alg: 'RS512', x5u: 'at the origin of the Notification URL' },
			claims: { iss: 'the issuer that was expected', sub: "the event's accountId" },
		});
		expect(readFileSync(reportFile(), 'utf8')).not.toContain('A secret of mine');
		expect(sandbox.state.webhooks).toHaveLength(before);
	});

	describe('a text that is too long', () => {
		const sentTo = (tbChatId: number) => sandbox.state.chats.find((chat) => chat.tbChatId === tbChatId)?.messages ?? [];

		afterAll(async () => {
			await call(sandbox, 'PATCH /sandbox/settings', { body: { rules: { wholeStatus: true }, eventLayout: 'nested' } });
		});

		/** Runs the check with --split-to for a chat whose channel takes short texts only; another chat is sent a message meanwhile. */
		async function checkSplit(more: string[] = []): Promise<Ended & { text: string }> {
			await call(sandbox, 'PATCH /sandbox/channels/tg/4100', { body: { capability: { textRestrictions: { maxSize: 60 } } } });
			const sendElsewhere = once('Sent.', async () => {
				const { channel, channelId, chatId } = sandbox.state.chats.find((one) => one.tbChatId !== 70001) ?? {};
				await call(sandbox, 'POST /api/messages', { raw: printJson({ channel, channelId, chatId, text: 'Elsewhere' }) });
			});
			const args = [...(await receiving()), '--split-to', addressOf(70001), ...more];
			const ended = await check(sandbox.apiToken, args, sendElsewhere);
			return { ...ended, text: readFileSync(reportFile(), 'utf8') };
		}

		// The check waits until its time is up if the whole message has no status.
		test.each([
			[true, 'flat', [], 'the whole message has a delivery status of its own', ['a part', 'the whole message']],
			[false, 'nested', ['--minutes', '0.15'], 'only the parts of the message have delivery statuses', ['a part']],
		])(
			'is sent, and its statuses are recorded: wholeStatus %s, layout %s',
			async (wholeStatus, eventLayout, more, finding, kinds) => {
				await call(sandbox, 'PATCH /sandbox/settings', { body: { rules: { wholeStatus }, eventLayout } });
				const [webhooks, before] = [sandbox.state.webhooks.length, sentTo(70001).length];
				const { code, output, text } = await checkSplit(more);
				expect(output).toContain(finding);
				expect(code).toBe(0);
				const { split } = report();
				expect(split).toMatchObject({ operation: 'sendMessage', status: 200, differences: [], finding });
				const statuses = (split?.statuses ?? []) as Array<Record<string, unknown>>;
				expect([...new Set(statuses.map(({ of }) => of))].sort()).toEqual(kinds);
				// equal values have equal stand-ins: each part names the whole message
				const whole = new Set(statuses.filter(({ of }) => of === 'a part').map(({ masterMessageId }) => masterMessageId));
				expect(whole.size).toBe(1);
				const shape = split?.shape as { $value: { id: string; compositeMessageType: string; childMessages: unknown[] } };
				expect([...whole]).toEqual([shape.$value.id]);
				for (const { of, compositeMessageType, messageId } of statuses) {
					expect(compositeMessageType).toBe(of === 'a part' ? 'CHILD_MESSAGE' : 'MASTER_MESSAGE');
					expect(messageId === shape.$value.id).toBe(of === 'the whole message');
				}
				expect(sandbox.state.webhooks).toHaveLength(webhooks);
				const sent = sentTo(70001).slice(before);
				expect(sent.length).toBeGreaterThan(2);
				const { hostname, host } = new URL(sandbox.baseUrl);
				const secrets = [
					sandbox.apiToken,
					host,
					hostname,
					sandbox.accountId,
					...sent.flatMap(({ id, text: own }) => [id, String(own)]),
				];
				for (const secret of secrets) expect(text + output).not.toContain(secret);
			},
		);

		test('is not sent when its channel does not exist', async () => {
			const before = sandbox.state.chats.map(({ messages }) => messages.length);
			const { code, output } = await check(sandbox.apiToken, [...(await receiving()), '--split-to', 'tg_404_1']);
			expect(output).toContain('The account has no channel for the chat of --split-to');
			expect(code).toBe(1);
			expect(sandbox.state.chats.map(({ messages }) => messages.length)).toEqual(before);
		});
	});

	test('a message to reply to is sent, and what its status and the reply bring back is recorded', async () => {
		await call(sandbox, 'POST /api/chats/70001/tags/VIP');
		const webhooks = sandbox.state.webhooks.length;
		const reply = once('Sent.', async () => {
			const replyToMessageId = sandbox.state.chats.find(({ tbChatId }) => tbChatId === 70001)?.messages.at(-1)?.id;
			await personWrites({ text: 'A typed answer', replyToMessageId });
		});
		const args = [...(await receiving()), '--minutes', '0.15', '--reply-in', addressOf(70001)];
		const { code, output } = await check(sandbox.apiToken, args, reply);
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
		expect(sandbox.state.webhooks).toHaveLength(webhooks);
		expect(readFileSync(reportFile(), 'utf8') + output).not.toMatch(/A typed answer|VIP/);
	});

	test('a report makes a sandbox answer as that platform did', async () => {
		await check(sandbox.apiToken, ['--base-url', sandbox.baseUrl]);
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
	const bodies: Record<string, unknown> = {
		'/api/channels': { $count: 1, $items: [{ channel: 'tg', channelId: 'four', newField: 'Anna', '+79005550101': 1 }] },
		'/api/tags': '<html>',
		'/api/widgets/by_user/@me': { $count: 0 },
	};

	test('reports every difference, with names that could be a person replaced', async () => {
		const seen: string[] = [];
		const server = createServer((request, response) => {
			seen.push(request.headers.authorization ?? '');
			const body = bodies[(request.url ?? '').split('?')[0] ?? ''] ?? { $error: { sc: 404, scn: 'X', msg: 'Anna' }, $count: 0 };
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		});
		const { origin, close } = await listen(server);
		try {
			const { code } = await check('a-token-of-mine', ['--base-url', `${origin}/api`]);
			expect(code).toBe(0);
			const of = (what: string) =>
				report()
					.answers.find((one) => one.what === what)
					?.differences.join('\n') ?? '';
			expect(of('the channels')).toMatch(/channelId must be integer/);
			expect(of('the channels')).toMatch(/\(newField\)/);
			expect(of('the channels')).toMatch(/\(name-\d+\)/);
			expect(of('the channels')).toContain('there is no header x-correlation-id');
			expect(of('the tags')).toContain("the body isn't JSON");
			expect(of('the widgets')).toMatch(/\$items/);
			const text = readFileSync(reportFile(), 'utf8');
			for (const secret of ['Anna', '79005550101', 'a-token-of-mine', origin]) expect(text).not.toContain(secret);
			expect(new Set(seen)).toEqual(new Set(['Bearer a-token-of-mine', 'Bearer not-a-token']));
		} finally {
			await close();
		}
	});

	test('a field with the host of the Notification URL in its name keeps the report back', async () => {
		const server = createServer((_request, response) => response.end('{"$count":1,"$items":[{"LocalHost":1}]}'));
		const { origin, close } = await listen(server);
		try {
			const { code, output } = await check('token', ['--base-url', origin, '--notification-url', 'http://localhost:9']);
			expect(output).toContain('The report would have contained a secret');
			expect(code).toBe(1);
			expect(existsSync(reportFile())).toBe(false);
		} finally {
			await close();
		}
	});

	test('a redirect is not followed, so the token goes nowhere else', async () => {
		const elsewhere: string[] = [];
		const other = await listen(createServer((request, response) => response.end(String(elsewhere.push(request.url ?? '')))));
		const server = createServer((_request, response) => response.writeHead(302, { location: other.origin }).end());
		const { origin, close } = await listen(server);
		try {
			await check('a-token-of-mine', ['--base-url', origin]);
			expect(report().answers[0]?.differences.join()).toContain('The contract has no answer 302');
			expect(elsewhere).toEqual([]);
		} finally {
			await close();
			await other.close();
		}
	});

	test('reports a platform that does not answer, without its address', async () => {
		const port = await freePort();
		const { code } = await check('a-token-of-mine', ['--base-url', `http://127.0.0.1:${port}`]);
		expect(code).toBe(0);
		expect(report().answers[0]).toEqual({
			what: 'the channels',
			operation: 'getChannels',
			differences: ['no response (ECONNREFUSED)'],
		});
		expect(readFileSync(reportFile(), 'utf8')).not.toContain(String(port));
	});
});

const BASE = ['--base-url', 'http://127.0.0.1:9'];

test.each([
	['no token', '', BASE, /MESSAGING_PLATFORM_TOKEN is empty/],
	['no address', 'token', [], /--base-url is missing/],
	['an address without https', 'token', ['--base-url', 'http://example.com'], /must start with https/],
	['no Notification URL', 'token', [...BASE, '--delivery-url', 'https://example.com'], /--notification-url is missing/],
	['no Delivery URL', 'token', [...BASE, '--split-to', 'tg_1_1'], /--split-to needs --delivery-url/],
	['a chat that is no chatRef', 'token', [...BASE, '--split-to', '5'], /--split-to must be a chatRef/],
])('a command with %s is not run', async (_case, token, args, message) => {
	const { code, output } = await check(token, args);
	expect(output).toMatch(message);
	expect(code).toBe(1);
	expect(existsSync(reportFile())).toBe(false);
});

test('the command takes the token from the environment, and fails if it is not there', () => {
	const run = (token: string, ...args: string[]) =>
		spawnSync(process.execPath, ['--require', 'tsx/cjs', 'sandbox/check/main.ts', ...args], {
			cwd: ROOT,
			encoding: 'utf8',
			env: { ...process.env, MESSAGING_PLATFORM_TOKEN: token },
		});
	expect(run('', ...BASE)).toMatchObject({ status: 1, stderr: expect.stringContaining('MESSAGING_PLATFORM_TOKEN is empty') });
	expect(run('token')).toMatchObject({ status: 1, stderr: expect.stringContaining('--base-url is missing') });
});
