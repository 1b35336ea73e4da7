/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../sandbox/demo/paths';
import { freePort } from '../../sandbox/demo/ports';
import { loadExample } from '../../sandbox/demo/provision';
import { N8nRest } from '../../sandbox/demo/rest';
import { createAndPublish, startRealN8n, type RealN8n, waitForWebhooks } from '../helpers/realN8n';
import { control, say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { found } from './workflows';

const chatSchema = z.object({ $items: z.array(z.object({ text: z.string() })) });

/** Everything is printed by then; more than a start on a loaded machine needs. */
const START_MS = 180_000;

/** `npm start` as a process of its own. */
interface DemoProcess {
	/** All that it has printed. */
	output(): string;
	/** Waits for this in the output. */
	untilPrinted(text: string): Promise<void>;
	/** Sends a signal to npm, as a process manager would. */
	kill(signal: NodeJS.Signals): void;
	/** The exit code, or the name of the signal. */
	ended: Promise<number | string>;
}

/** Runs `npm start` with these variables, for example its ports and its folder, and with these arguments. */
function startDemo(env: Record<string, string>, args: string[] = []): DemoProcess {
	const child = spawn('npm', ['start', '--', ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
	const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
	return {
		output: () => output,
		untilPrinted: async (text) => {
			const printed = () => output.includes(text);
			const isOver = () => child.exitCode !== null || child.signalCode !== null;
			await waitFor(() => printed() || isOver(), `"${text}" is printed`, START_MS).catch(() => undefined);
			if (!printed()) throw new Error(`npm start did not print "${text}":\n${output}`);
		},
		kill: (signal) => void child.kill(signal),
		ended,
	};
}

/** Runs `npm start`, which has to say these words and to end. */
async function expectFailure(env: Record<string, string>, ...words: string[]): Promise<void> {
	const demo = startDemo(env);
	expect(await demo.ended).toBe(1);
	for (const one of words) expect(demo.output()).toContain(one);
	expect(demo.output()).not.toMatch(/^\s+at /m);
}

/** Checks if something answers at this address. */
async function answers(url: string): Promise<boolean> {
	return await fetch(url).then(
		() => true,
		() => false,
	);
}

const READY = 'Stop with Ctrl-C';

describe('npm start', () => {
	let env: Record<'DEMO_FOLDER' | 'DEMO_N8N_PORT' | 'DEMO_SANDBOX_PORT', string>;
	let demo: DemoProcess | undefined;

	beforeAll(async () => {
		env = {
			DEMO_FOLDER: await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-demo-')),
			DEMO_N8N_PORT: String(await freePort()),
			DEMO_SANDBOX_PORT: String(await freePort()),
		};
	});

	afterAll(async () => {
		demo?.kill('SIGTERM');
		await demo?.ended;
		await rm(env.DEMO_FOLDER, { recursive: true, force: true });
	});

	const n8n = () => `http://127.0.0.1:${env.DEMO_N8N_PORT}`;
	const sandbox = () => `http://127.0.0.1:${env.DEMO_SANDBOX_PORT}`;
	const printed = (pattern: RegExp) => pattern.exec(demo?.output() ?? '')?.[1] ?? `nothing like ${pattern}`;

	/** Follows the demo's instructions with the address that it prints, and returns the texts of the chat. */
	const writeAsTold = async (text: string): Promise<string[]> => {
		const messages = printed(/curl -H .* (http\S+\/messages)/);
		const headers = { 'content-type': 'application/json' };
		await fetch(messages, { method: 'POST', headers, body: JSON.stringify({ text }) });
		const answered = async () => {
			const { $items } = chatSchema.parse(await (await fetch(messages)).json());
			const texts = $items.map((message) => message.text);
			return texts.at(-1) === text ? undefined : texts;
		};
		return await found(answered, 'the answer', 5_000);
	};

	/** Ends npm as a process manager would, and waits until nothing of the demo answers any more. */
	const stop = async () => {
		demo?.kill('SIGTERM');
		await demo?.ended;
		await waitFor(async () => !(await answers(n8n())) && !(await answers(sandbox())), 'everything has ended');
		demo = undefined;
	};

	test('prints the places for looking, writing and reading the reply, and all of them work', async () => {
		demo = startDemo(env);
		await demo.untilPrinted(READY);
		expect(demo.output()).toContain(`${n8n()}/workflow/`);
		expect(demo.output()).toMatch(/log in with +\S+@\S+ +password +\S+/);
		const page = await fetch(printed(/in the browser +(http\S+)/));
		expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		expect((await writeAsTold('First')).slice(-2)).toEqual(['First', 'You wrote: First']);
	});

	const password = () => printed(/log in with +\S+ +password +(\S+)/);

	/** n8n's REST interface, logged in with what the demo prints. */
	const logIn = async () => {
		const rest = new N8nRest(n8n());
		await rest.login({ email: printed(/log in with +(\S+)/), password: password() });
		return rest;
	};

	test('has a password of its own, which only the owner of the folder can read', async () => {
		const file = path.join(env.DEMO_FOLDER, 'password.txt');
		expect(await readFile(file, 'utf8')).toBe(`${password()}\n`);
		expect(password()).toMatch(/^D1-[\w-]{16}$/);
		const modeOf = async (name: string) => (await stat(path.join(env.DEMO_FOLDER, name))).mode & 0o777;
		expect([await modeOf('password.txt'), await modeOf('n8n')]).toEqual([0o600, 0o700]);
		await expect(logIn()).resolves.toBeInstanceOf(N8nRest);
	});

	test('refuses to change packages over REST', async () => {
		const refused = (await logIn()).call('POST', '/rest/community-packages', z.unknown(), {
			name: 'n8n-nodes-messaging-platform',
		});
		await expect(refused).rejects.toMatchObject({ status: 400, reason: expect.stringContaining('managed via environment') });
	});

	test('imports a recipe into the n8n that runs, unpublished and with a tag, and only once', async () => {
		for (const run of ['first', 'second']) {
			const recipe = startDemo(env, ['--recipe', 'new-chat-to-crm']);
			expect([run, await recipe.ended]).toEqual([run, 0]);
			expect(recipe.output()).toContain(`The recipe "New chat to CRM row" is in n8n: ${n8n()}/workflow/`);
		}
		const rest = await logIn();
		const schema = z.array(z.object({ name: z.string(), active: z.boolean(), tags: z.array(z.object({ name: z.string() })) }));
		const workflows = await rest.call('GET', '/rest/workflows', schema);
		expect(workflows.filter(({ name }) => name === 'New chat to CRM row')).toEqual([
			{ name: 'New chat to CRM row', active: false, tags: [{ name: 'Recipe' }] },
		]);
	});

	test('refuses a second start with the same folder and says why', async () => {
		await expectFailure({ ...env, DEMO_N8N_PORT: String(await freePort()) }, 'The sandbox is already running');
		expect(await answers(n8n())).toBe(true);
	});

	test('ends everything that it started, and has kept it all at the next start', async () => {
		const editor = printed(/(http\S+\/workflow\/\S+)/);
		const before = password();
		await stop();
		demo = startDemo(env);
		await demo.untilPrinted(READY);
		expect(password()).toBe(before);
		expect(printed(/(http\S+\/workflow\/\S+)/)).toBe(editor);
		const texts = ['First', 'You wrote: First', 'Second', 'You wrote: Second'];
		expect((await writeAsTold('Second')).slice(-4)).toEqual(texts);
		await stop();
	});

	test('names a busy port and its variable', async () => {
		const other = createServer().listen(Number(env.DEMO_N8N_PORT), '127.0.0.1');
		await expectFailure(env, `Port ${env.DEMO_N8N_PORT}`, 'DEMO_N8N_PORT=');
		other.close();
	});
});

const linkSchema = z.object({ name: z.string(), url: z.string(), waits: z.boolean().optional() });

const stateSchema = z.object({
	messages: z.array(
		z.object({
			id: z.string(),
			chatRef: z.string(),
			direction: z.string(),
			text: z.string().optional(),
			buttons: z.array(z.object({ text: z.string() })),
			origin: linkSchema.optional(),
		}),
	),
	webhooks: z.array(z.object({ workflow: linkSchema.optional() })),
});

describe("the sandbox's look into n8n", () => {
	let real: RealN8n;
	let echoId: string;
	let approvalId: string;

	beforeAll(async () => {
		real = await startRealN8n({ withLookout: true });
		echoId = (await createAndPublish(real, await loadExample('echo-bot.json', real.credential))).id;
		approvalId = (await createAndPublish(real, await loadExample('order-approval.json', real.credential))).id;
		await waitForWebhooks(real.sandbox, 2);
	});

	afterAll(async () => {
		await real?.close();
	});

	const state = async () => stateSchema.parse(await (await fetch(`${real.sandbox.origin}/sandbox/state`)).json());

	const sent = async (text: string) =>
		(await state()).messages.find((one) => one.direction === 'outbound' && one.text?.includes(text));

	test('names the workflow of each webhook', async () => {
		const named = async () => (await state()).webhooks.map(({ workflow }) => workflow?.name).sort();
		await waitFor(async () => (await named()).every((name) => name !== undefined), 'both are named');
		expect(await named()).toEqual(['Echo bot', 'Order approval in Telegram']);
	});

	test('finds the workflow and the execution that sent each reply, and follows a question to its end', async () => {
		await say(real.sandbox, '70001', { text: '/order 15 tulips' });
		await waitFor(async () => (await sent('You wrote'))?.origin !== undefined, 'the origin of the echo');
		await waitFor(async () => (await sent('New order'))?.origin?.waits === true, 'the origin of the question');
		const [[echo], [approval]] = [await real.rest.listExecutions(echoId), await real.rest.listExecutions(approvalId)];
		expect((await sent('You wrote'))?.origin).toEqual({
			name: 'Echo bot',
			url: `${real.n8n.origin}/workflow/${echoId}/executions/${echo?.id}`,
		});
		const question = await sent('New order');
		expect(question?.origin).toEqual({
			name: 'Order approval in Telegram',
			url: `${real.n8n.origin}/workflow/${approvalId}/executions/${approval?.id}`,
			waits: true,
		});
		const press = { messageId: question?.id, index: 0 };
		await control(real.sandbox, 'POST', '/chats/70001/press', press);
		await waitFor(async () => (await sent('New order'))?.origin?.waits === false, 'the end of the question');
		await waitFor(async () => (await sent('Good news'))?.origin !== undefined, 'the origin of the decision');
		expect((await sent('Good news'))?.origin?.name).toBe('Order approval in Telegram');
	});
});
