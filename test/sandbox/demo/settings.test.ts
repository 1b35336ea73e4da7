/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import path from 'node:path';
import { n8nEnvironment } from '../../../sandbox/demo/boot';
import { DemoFailure, readSettings } from '../../../sandbox/demo/settings';

describe("the demo's settings", () => {
	test('has defaults, and takes empty variables for none', () => {
		const expected = { n8nPort: 5678, sandboxPort: 5680, filePort: 5681, folder: path.resolve(__dirname, '../../../.demo') };
		expect(readSettings({})).toEqual(expected);
		expect(readSettings({ DEMO_N8N_PORT: '', DEMO_SANDBOX_PORT: ' ', DEMO_FOLDER: '' })).toEqual(expected);
	});

	test.each([
		...['0', '65536', '-1', '80.5', '0x50', 'http'].map((port) => [
			{ DEMO_SANDBOX_PORT: port },
			`DEMO_SANDBOX_PORT isn't a port: ${port}`,
		]),
		[{ DEMO_N8N_PORT: '5680' }, 'DEMO_N8N_PORT is 5680, and DEMO_SANDBOX_PORT 5680'],
		[{ DEMO_N8N_PORT: '5681' }, 'DEMO_N8N_PORT is 5681, and DEMO_SANDBOX_PORT 5680'],
		[{ DEMO_SANDBOX_PORT: '65535' }, 'DEMO_SANDBOX_PORT 65535'],
	] as Array<[Record<string, string>, string]>)('refuses %j: the sandbox needs two ports, and n8n another one', (env, words) => {
		expect(() => readSettings(env)).toThrow(DemoFailure);
		expect(() => readSettings(env)).toThrow(words);
	});
});

describe("the environment of the demo's n8n", () => {
	const names = ['N8N_ENCRYPTION_KEY', 'DB_TYPE', 'WEBHOOK_URL', 'NODE_OPTIONS', 'NO_PROXY', 'MY_OWN'] as const;
	const before = names.map((name) => [name, process.env[name]] as const);

	afterEach(() => {
		for (const [name, value] of before) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
	});

	const environment = (env?: Record<string, string | undefined>) =>
		n8nEnvironment({
			installed: { node: '/opt/node24/bin/node', script: '/opt/n8n/bin/n8n' },
			userFolder: '/tmp/user',
			port: 1234,
			brokerPort: 1235,
			env,
		});

	test("keeps the user's own n8n, database and Node.js settings out, and everything else in", () => {
		const own = { N8N_ENCRYPTION_KEY: 'secret', DB_TYPE: 'postgresdb', NODE_OPTIONS: '--inspect' };
		Object.assign(process.env, own, { MY_OWN: 'x', NO_PROXY: 'intranet.example' });
		const env = environment({ N8N_LOG_LEVEL: 'debug' });
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
