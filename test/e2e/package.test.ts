import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import { freePort } from '../../sandbox/demo/ports';
import { OPERATIONS } from '../helpers/operationTable';
import { chainWorkflow, referenceTo, runByHand, startRealN8n, type RealN8n } from '../helpers/realN8n';
import { sentTo } from '../helpers/sandbox';

const ACTION = 'n8n-nodes-messaging-platform.messagingPlatform';
const TRIGGER = 'n8n-nodes-messaging-platform.messagingPlatformTrigger';

describe('the packed package in a real n8n', () => {
	let real: RealN8n;

	beforeAll(async () => {
		real = await startRealN8n();
	});

	afterAll(async () => await real?.close());

	describe('types', () => {
		test('has both nodes under their true names, and the action as an AI tool', async () => {
			const types = await real.rest.nodeTypes();
			const names = types.filter(({ name }) => /messagingPlatform/i.test(name)).map(({ name }) => name);
			expect(new Set(names)).toEqual(new Set([ACTION, TRIGGER, `${ACTION}Tool`, `${ACTION}HitlTool`]));
			expect(types.find(({ name }) => name === ACTION)?.displayName).toBe('Messaging Platform');
			expect(types.find(({ name }) => name === TRIGGER)).toMatchObject({
				displayName: 'Messaging Platform Trigger',
				version: 2,
			});
		});

		test('serves every icon of the nodes and the credential, light and dark, as SVG', async () => {
			const nodes = (await real.rest.nodeTypes()).filter(({ name }) => name === ACTION || name === TRIGGER);
			const credentials = (await real.rest.credentialTypes()).filter(({ name }) => name === CREDENTIAL_TYPE);
			expect([...nodes, ...credentials]).toHaveLength(3);
			for (const { name, iconUrl } of [...nodes, ...credentials]) {
				expect(iconUrl).toMatchObject({ light: expect.any(String), dark: expect.any(String) });
				for (const url of Object.values(iconUrl ?? {})) {
					const response = await fetch(`${real.n8n.origin}/${url}`);
					expect([name, url, response.status]).toEqual([name, url, 200]);
					expect(response.headers.get('content-type')).toContain('image/svg+xml');
					expect(await response.text()).toContain('<svg');
				}
			}
		});
	});

	describe('schema previews', () => {
		const names = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
			Object.keys(operations).map((operation) => `${ACTION}/1.0.0/${resource}/${operation}`),
		);

		test.each([...names, `${TRIGGER}/2.0.0/output`])('serves %s', async (name) => {
			const response = await fetch(`${real.n8n.origin}/schemas/${name}.json`);
			expect(response.status).toBe(200);
			expect(await response.json()).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
		});
	});

	describe('credential test', () => {
		const check = async (change: Record<string, string>) =>
			await real.rest.testCredential(real.credential, { ...credentialData(real.sandbox), ...change });

		test('passes with the platform\'s token and address, even pasted with spaces and "Bearer"', async () => {
			expect(await check({})).toMatchObject({ status: 'OK' });
			const { apiToken, baseUrl } = real.sandbox;
			expect(await check({ apiToken: ` Bearer ${apiToken}\n`, baseUrl: ` ${baseUrl}// ` })).toMatchObject({ status: 'OK' });
		});

		test('names the token when it is wrong, and does not repeat it', async () => {
			const { status, message } = await check({ apiToken: 'wrong-secret-token' });
			expect(status).toBe('Error');
			expect(message).toMatch(/token/i);
			expect(message).not.toContain('wrong-secret-token');
		});

		test("names the address when it is not the API's", async () => {
			const { status, message } = await check({ baseUrl: `${real.sandbox.origin}/elsewhere` });
			expect(status).toBe('Error');
			expect(message).toContain(`Enter ${real.sandbox.origin}/api as the Base URL`);
		});

		test('reports that the host does not answer', async () => {
			const { status, message } = await check({ baseUrl: `http://127.0.0.1:${await freePort()}/api` });
			expect(status).toBe('Error');
			expect(message).toMatch(/reach|answer|connect|refused/i);
		});
	});

	describe('list search', () => {
		const search = async (method: string, path: string, filter?: string) => {
			const { id, name, type } = real.credential;
			const { results } = await real.rest.listSearch({
				method,
				path: `parameters.${path}`,
				nodeType: ACTION,
				version: 1,
				credentials: { [type]: { id, name } },
				parameters: { resource: 'message', operation: 'send', sendTo: 'chat' },
				filter,
			});
			return results;
		};

		test('lists channels with the digits of ids beyond 2^53', async () => {
			const values = (await search('searchChannels', 'channel')).map(({ value }) => value);
			expect(values).toContain('tg_4100');
			expect(values).toContain('whatsappb_9007199254740993');
		});

		test('finds a chat by a part of the name, in any script and case', async () => {
			expect(await search('searchChats', 'chat', 'иван')).toMatchObject([
				{ name: expect.stringContaining('Мария Иванова'), value: 'tg_4100_314159265' },
			]);
			expect(await search('searchChats', 'chat', 'no such person')).toEqual([]);
		});
	});

	test('sends when it is run from the editor', async () => {
		const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
		const chat = { __rl: true, mode: 'list', value: 'tg_4100_314159265' };
		const parameters = { resource: 'message', operation: 'send', sendTo: 'chat', chat, text: 'By hand' };
		const send = { name: 'Send', type: ACTION, typeVersion: 1, credentials: referenceTo(real.credential), parameters };
		const { id } = await real.rest.createWorkflow(chainWorkflow('By hand', [start, send]));
		const { status, output } = await runByHand(real.rest, id, 'Start');
		expect(status).toBe('success');
		expect(output.Send).toMatchObject([{ outcome: 'sent', tbChatId: '9223372036854775807' }]);
		expect(await sentTo(real.sandbox, '9223372036854775807')).toMatchObject([{ text: 'By hand' }]);
	});
});
