import { startSandbox, type Sandbox } from '../../sandbox/server';
import { FakeN8n } from '../helpers/fakeN8n';
import { credentialOf } from '../helpers/publishTrigger';
import { runOperation } from '../helpers/runAction';
import { ACCOUNT, bodiesIn, objectOf, tokenOf } from './bodies';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox()));
afterAll(async () => await sandbox.close());

describe.each(bodiesIn('token').filter((file) => file.includes('claims')))('a token with the claims of %s', (file) => {
	const token = tokenOf(`token/${file}`);

	test('is about 1,400 characters long, as those of the sandbox are', () => {
		for (const one of [token, sandbox.apiToken]) expect(Math.round(one.length / 100)).toBe(14);
	});

	test.each(['', '/'])('reads the chats, with the Base URL ending in /api%s', async (ending) => {
		sandbox.state.tokens.push({ token, expiresMs: Infinity, revoked: false, rights: 'all' });
		const credential = { ...credentialOf(sandbox), apiToken: token, baseUrl: `${sandbox.baseUrl}${ending}` };
		const { error, items } = await runOperation({ parameters: { resource: 'chat', operation: 'getAll', limit: 3 }, credential });
		expect([error, items.length]).toEqual([undefined, 3]);
	});

	test('names the account whose events are accepted, and the account needs no channel for that', async () => {
		sandbox.state.tokens.push({ token, expiresMs: Infinity, revoked: false, rights: 'all' });
		sandbox.state.channels = [];
		const workflow = new FakeN8n({ credential: { ...credentialOf(sandbox), apiToken: token } });
		await workflow.publish();
		expect(JSON.stringify(workflow.database)).toContain(ACCOUNT);
		await workflow.unpublish();
	});
});

test('their addresses differ from each other only by the slash and the scheme', () => {
	const { baseUrl, baseUrlAsSomeClientsWriteIt } = objectOf('addresses.json');
	const same = (baseUrlAsSomeClientsWriteIt as string[]).map((url) => url.replace(/^http:/, 'https:').replace(/\/$/, ''));
	expect(new Set(same)).toEqual(new Set([baseUrl]));
});
