/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { n8nEnvironment } from '../../../sandbox/demo/boot';
import { tryLock } from '../../../sandbox/demo/lock';
import { freePort } from '../../../sandbox/demo/ports';
import { loadExample } from '../../../sandbox/demo/provision';
import { checkRecipe, listOf, readArguments, readRecipes } from '../../../sandbox/demo/recipes';
import { N8nRest } from '../../../sandbox/demo/rest';
import { DemoFailure, readSettings } from '../../../sandbox/demo/settings';
import { startScriptedServer } from '../../helpers/servers';

describe('the arguments', () => {
	test.each<[string[], object]>([
		[[], { kind: 'start' }],
		[['--recipes'], { kind: 'list' }],
		[['--recipe=echo-bot'], { kind: 'start', recipe: 'echo-bot' }],
		[['--recipe', 'examples/echo-bot.json'], { kind: 'start', recipe: 'echo-bot' }],
	])('are read: %j', (args, request) => {
		expect(readArguments(args)).toEqual(request);
	});

	test.each([[['--recipe']], [['--recipes', 'echo-bot']], [['--recipe', 'echo-bot', 'ai-agent']], [['echo-bot']]])(
		'are refused, and the right ones named: %j',
		(args) => {
			expect(() => readArguments(args)).toThrow(DemoFailure);
			expect(() => readArguments(args)).toThrow('npm start -- --recipe echo-bot imports one');
		},
	);
});

describe('the recipes', () => {
	test('are listed with a sentence about each, and the way to import one', async () => {
		const recipes = await readRecipes();
		for (const { about } of recipes) expect(about).toMatch(/^[A-Z].*\.$/);
		const text = listOf(recipes);
		expect(text).toMatch(/^echo-bot +Someone writes to one of your channels/m);
		expect(text).toContain('npm start -- --recipe <name>');
		await expect(checkRecipe('echo-bot')).resolves.toBeUndefined();
		await expect(checkRecipe('../package')).rejects.toThrow("There's no recipe ../package.");
	});

	test.each([
		['echo-bot.json', 'Nothing to set.'],
		['dialog-in-steps.json', 'To set: *Data table* of **Get Questions**.'],
	])('have a credential, for which the note no longer asks: %s', async (file, says) => {
		const type = 'messagingPlatformApi';
		const { nodes } = await loadExample(file, { id: '1', name: 'Sandbox', type });
		expect(JSON.stringify(nodes)).toContain(`"credentials":{"${type}":{"id":"1","name":"Sandbox"}}`);
		expect(JSON.stringify(nodes)).toContain(says);
	});
});

describe('the settings', () => {
	test('have defaults, and take empty variables for none', () => {
		const expected = { n8nPort: 5678, sandboxPort: 5680, filePort: 5681, folder: path.resolve(__dirname, '../../../.demo') };
		expect(readSettings({})).toEqual(expected);
		expect(readSettings({ DEMO_N8N_PORT: '', DEMO_SANDBOX_PORT: ' ', DEMO_FOLDER: '' })).toEqual(expected);
	});

	test.each<[Record<string, string>, string]>([
		[{ DEMO_SANDBOX_PORT: '0' }, "DEMO_SANDBOX_PORT isn't a port: 0"],
		[{ DEMO_SANDBOX_PORT: '65536' }, "DEMO_SANDBOX_PORT isn't a port: 65536"],
		[{ DEMO_SANDBOX_PORT: '0x50' }, "DEMO_SANDBOX_PORT isn't a port: 0x50"],
		[{ DEMO_N8N_PORT: '5680' }, 'DEMO_N8N_PORT is 5680, and DEMO_SANDBOX_PORT 5680'],
		[{ DEMO_N8N_PORT: '5681' }, 'DEMO_N8N_PORT is 5681, and DEMO_SANDBOX_PORT 5680'],
		[{ DEMO_SANDBOX_PORT: '65535' }, 'DEMO_SANDBOX_PORT 65535'],
	])('refuse %j: the sandbox needs two ports, and n8n another one', (env, words) => {
		expect(() => readSettings(env)).toThrow(DemoFailure);
		expect(() => readSettings(env)).toThrow(words);
	});

	test('find a free port, which the system gives to no connection', async () => {
		const ports = await Promise.all(Array.from({ length: 200 }, async () => await freePort()));
		expect(ports.filter((port) => port < 11_000 || port >= 32_000)).toEqual([]);
		const server = createServer().listen(ports[0], '127.0.0.1');
		await once(server, 'listening');
		server.close();
	});
});

describe("the environment of the demo's n8n", () => {
	const own = { N8N_ENCRYPTION_KEY: 'secret', DB_TYPE: 'postgresdb', NODE_OPTIONS: '--inspect' };
	const others = { MY_OWN: 'x', NO_PROXY: 'intranet.example' };
	const before = { ...process.env };

	afterEach(() => {
		for (const name of Object.keys({ ...own, ...others })) {
			if (before[name] === undefined) delete process.env[name];
			else process.env[name] = before[name];
		}
	});

	test("keeps the user's own n8n, database and Node.js settings out, and everything else in", () => {
		Object.assign(process.env, own, others);
		const env = n8nEnvironment({
			installed: { node: '/opt/node24/bin/node', script: '/opt/n8n/bin/n8n' },
			...{ userFolder: '/tmp/user', port: 1234, brokerPort: 1235, env: { N8N_LOG_LEVEL: 'debug' } },
		});
		expect(env).toMatchObject({
			...{ MY_OWN: 'x', N8N_USER_FOLDER: '/tmp/user', N8N_PORT: '1234', N8N_LOG_LEVEL: 'debug' },
			...{ N8N_LISTEN_ADDRESS: '127.0.0.1', WEBHOOK_URL: 'http://127.0.0.1:1234/' },
			// it never goes through a proxy to itself
			NO_PROXY: '127.0.0.1,localhost,intranet.example',
		});
		for (const name of [...Object.keys(own), 'NODE_ENV', 'JEST_WORKER_ID']) expect(env[name]).toBeUndefined();
		expect(env.PATH?.split(path.delimiter)[0]).toBe('/opt/node24/bin');
	});
});

describe('the lock', () => {
	let folder: string;
	let file: string;
	beforeEach(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-lock-'));
		file = path.join(folder, 'deep/demo.pid');
	});
	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	const take = async () => {
		const unlock = await tryLock(file);
		if (typeof unlock === 'number') throw new Error(`taken by ${unlock}`);
		expect(await readFile(file, 'utf8')).toBe(String(process.pid));
		return unlock;
	};

	test('is given to one of many at once, names its owner to the others, and can be taken again', async () => {
		const results = await Promise.all(Array.from({ length: 20 }, async () => await tryLock(file)));
		const [unlock, ...more] = results.filter((result) => typeof result === 'function');
		expect(more).toEqual([]);
		expect(await tryLock(file)).toBe(process.pid);
		await unlock?.();
		await (
			await take()
		)();
	});

	test("is taken over from a process that is gone, even if it hadn't written its name", async () => {
		await (
			await take()
		)();
		const { pid } = spawnSync(process.execPath, ['--version']);
		for (const left of [String(pid), '']) {
			await writeFile(file, left);
			const unlock = await take();
			await unlock();
		}
	});
});

describe('publishing', () => {
	const REFUSED = { status: 400, body: { message: 'Parameter "Chat" is required.' } };
	const problem =
		'Cannot publish workflow: 1 node have configuration issues:\n\nNode "Model":\n  - Error validating node parameters';
	const OUT_OF_TIME = { status: 400, body: { message: problem } };
	const PUBLISHED = { body: { data: { id: 'w', name: 'Agent', active: true, versionId: 'v', nodes: [] } } };

	test.each([
		['is tried again if n8n had no time to check the nodes', [OUT_OF_TIME], { active: true }, 2],
		['fails if n8n refuses it a second time', [OUT_OF_TIME, OUT_OF_TIME], 'n8n answered 400', 2],
		['fails if n8n refuses it for another reason', [REFUSED], 'n8n answered 400', 1],
	])('%s', async (_what, answers, result, count) => {
		const n8n = await startScriptedServer(({ method }) => (method === 'GET' ? PUBLISHED : (answers.shift() ?? PUBLISHED)));
		const published = new N8nRest(n8n.origin).publish('w');
		if (typeof result === 'string') await expect(published).rejects.toThrow(result);
		else expect(await published).toMatchObject(result);
		const requests = n8n.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);
		expect(requests).toEqual(Array(count).fill('/rest/workflows/w/activate'));
		await n8n.close();
	});
});
