import { credentialData } from '../../sandbox/demo/provision';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { control, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { ACCOUNT, objectOf, tokenOf } from '../real/bodies';
import { deliverSigned } from './delivery';
import { EchoBot } from './echoBot';
import { ACTION } from './workflows';

describe('the first contact with a platform that sends what real clients have seen', () => {
	let real: RealN8n;

	beforeAll(async () => {
		real = await startRealN8n();
		const { rest, sandbox, credential } = real;
		const apiToken = tokenOf('token/api-token-claims-year.json');
		sandbox.state.accountId = ACCOUNT;
		sandbox.state.tokens.push({ token: apiToken, expiresMs: Infinity, revoked: false, rights: 'all' });
		await rest.updateCredential(credential, { ...credentialData(sandbox), apiToken });
		await control(sandbox, 'POST', '/channels', { channel: 'whatsapp', channelId: 2311 });
		for (let person = 1; person <= 120; person++) {
			await control(sandbox, 'POST', '/chats', { channel: 'whatsapp', channelId: 2311, phone: String(79990000000 + person) });
		}
	});

	afterAll(async () => await real?.close());

	test('the editor lists people by their names, on the second page, too, and finds them by a part', async () => {
		const { id, name, type } = real.credential;
		const page = async (paginationToken?: unknown, filter?: string) =>
			await real.rest.listSearch({
				method: 'searchChats',
				path: 'parameters.chat',
				nodeType: ACTION,
				version: 1,
				credentials: { [type]: { id, name } },
				parameters: { resource: 'message', operation: 'send', sendTo: 'chat' },
				paginationToken,
				filter,
			});
		const first = await page();
		const second = await page(first.paginationToken);
		const names = [...first.results, ...second.results].map((one) => one.name);
		expect(first.results.length).toBeLessThan(names.length);
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(
			expect.arrayContaining([expect.stringMatching(/^Zoë Müller – /), expect.stringMatching(/^山田|^太郎/)]),
		);
		expect((await page(undefined, 'иван')).results).toMatchObject([{ name: expect.stringMatching(/^Мария Иванова – /) }]);
	});

	test('a message of 2018 starts the workflow, and its person gets an answer', async () => {
		const bot = await EchoBot.create(real);
		const { url } = await bot.publish();
		const body = objectOf('webhooks/new_message-2018.json');
		expect(await deliverSigned(real, url, { accountId: ACCOUNT }, body)).toBe(200);
		const chatRef = 'whatsapp_2311_79990000001';
		await waitFor(async () => (await textsTo(real.sandbox, chatRef)).length > 0, 'the answer');
		expect(await textsTo(real.sandbox, chatRef)).toEqual(['You wrote: Здравствуйте']);
	});
});
