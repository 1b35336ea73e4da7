/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '../../sandbox/demo/ports';
import { N8nRest, N8nRestError } from '../../sandbox/demo/rest';
import { answers, startDemo, type DemoProcess } from './demoProcess';
import { waitFor } from '../helpers/waitFor';

const chatSchema = z.object({ $items: z.array(z.object({ text: z.string() })) });

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
		await fetch(messages, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ text }),
		});
		let texts: string[] = [];
		await waitFor(
			async () => {
				const { $items } = chatSchema.parse(await (await fetch(messages)).json());
				texts = $items.map((message) => message.text);
				return texts.at(-1) !== text;
			},
			'the answer',
			5_000,
		);
		return texts;
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
		for (const [name, mode] of [
			['password.txt', 0o600],
			['n8n', 0o700],
		] as const) {
			expect([name, (await stat(path.join(env.DEMO_FOLDER, name))).mode & 0o777]).toEqual([name, mode]);
		}
		await expect(logIn()).resolves.toBeInstanceOf(N8nRest);
	});

	test.each<['POST' | 'PATCH' | 'DELETE', string, object | undefined]>([
		['POST', '/rest/community-packages', { name: 'n8n-nodes-messaging-platform' }],
		['POST', '/rest/community-packages', { name: 'n8n-nodes-messaging-platform', verify: true, version: '1.0.0' }],
		['PATCH', '/rest/community-packages', { name: 'n8n-nodes-messaging-platform', version: '0.0.1' }],
		['DELETE', '/rest/community-packages?name=n8n-nodes-messaging-platform', undefined],
	])('refuses to change packages over REST: %s %s %j', async (method, call, body) => {
		const rest = await logIn();
		const refused = rest.call(method, call, z.unknown(), body);
		await expect(refused).rejects.toBeInstanceOf(N8nRestError);
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
		const wrong = startDemo(env, ['--recipe', 'none-such']);
		expect(await wrong.ended).toBe(1);
		expect(wrong.output()).toContain("There's no recipe none-such.");
		expect(wrong.output()).not.toMatch(/^\s+at /m);
	});

	test('refuses a second start with the same folder and says why', async () => {
		const second = startDemo({ ...env, DEMO_N8N_PORT: String(await freePort()) });
		expect(await second.ended).toBe(1);
		expect(second.output()).toContain('The sandbox is already running');
		expect(second.output()).not.toMatch(/^\s+at /m);
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

	test.each(['DEMO_N8N_PORT', 'DEMO_SANDBOX_PORT'] as const)('names a busy port and its variable %s', async (variable) => {
		const other = createServer().listen(Number(env[variable]), '127.0.0.1');
		try {
			const busy = startDemo(env);
			expect(await busy.ended).toBe(1);
			expect(busy.output()).toContain(`Port ${env[variable]}`);
			expect(busy.output()).toContain(`${variable}=`);
			expect(busy.output()).not.toMatch(/^\s+at /m);
			expect(other.listening).toBe(true);
		} finally {
			other.close();
		}
	});
});
