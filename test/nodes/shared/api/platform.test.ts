/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { stringify } from 'flatted';
import { type Outcome, runOperation } from '../../../helpers/runAction';
import { type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';

const WORD = 'never-to-be-seen-7d1f';
const get = { resource: 'memo', operation: 'get', chat: { __rl: true, mode: 'id', value: 'tg_1_2' } };
const update = { ...get, operation: 'update', updateFields: { memo: 'private words' } };
const memo: Reply = { body: { $value: { memo: 'm' } } };

/** Everything that n8n keeps or shows of an execution, as it stores it. */
const stored = ({ run, error, items }: Outcome) => stringify([run, error, error?.stack, error?.cause, items]);

const credentialFor = (baseUrl: string) => ({ apiToken: WORD, baseUrl, notificationUrl: '', issuer: '', keyOrigins: '' });

const runAt = async (baseUrl: string, parameters: Parameters<typeof runOperation>[0]['parameters'] = get, more = {}) =>
	await runOperation({ parameters, credential: credentialFor(baseUrl), ...more });

describe('redirects', () => {
	const services: ScriptedServer[] = [];
	const start = async (answer: Parameters<typeof startScriptedServer>[0]) => {
		const service = await startScriptedServer(answer);
		services.push(service);
		return service;
	};
	afterEach(async () => await Promise.all(services.splice(0).map(async (service) => await service.close())));
	const redirect = (location: string, status = 302): Reply => ({ status, headers: { location } });

	test.each([301, 302])('%i within the origin is followed with the token', async (status) => {
		const service = await start(({ url }) => (url === '/api/chats/tg_1_2/memo' ? redirect('/new?x=1', status) : memo));
		const { items, error } = await runAt(`${service.origin}/api`);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ memo: 'm' });
		expect(service.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
			['/api/chats/tg_1_2/memo', `Bearer ${WORD}`],
			['/new?x=1', `Bearer ${WORD}`],
		]);
	});

	test.each([301, 302])(
		"%i to another origin is not followed, not even without the token: its answer would be taken for the service's",
		async (status) => {
			const other = await start(() => memo);
			const service = await start(() => redirect(`${other.origin}/stolen`, status));
			const { items, error } = await runAt(service.origin);
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				`${service.origin} redirects to ${other.origin}, which is outside the credential's addresses, so nothing was sent there`,
			);
			expect(error?.description).toBe('If this is the new URL of the platform, enter it in the credential.');
			expect(other.requests).toEqual([]);
		},
	);

	test('a change is sent again unchanged within the origin, and never to another one', async () => {
		const other = await start(() => memo);
		const inside = await start(({ url }) => (url === '/v2' ? memo : redirect('/v2')));
		expect((await runAt(inside.origin, update)).error).toBeUndefined();
		expect(inside.requests.map(({ method, body }) => `${method} ${body.toString()}`)).toEqual([
			'POST {"memo":"private words"}',
			'POST {"memo":"private words"}',
		]);
		const outside = await start(() => redirect(other.origin));
		const { error } = await runAt(outside.origin, update);
		expect(error?.message).toBe(
			`${outside.origin} redirects to ${other.origin}, which is outside the credential's addresses, so nothing was sent there`,
		);
		expect(other.requests).toEqual([]);
	});
});

describe('no answer', () => {

	test.each([
		['GET', 'notSent', 'keep'],
		['PUT', 'unknown', 'replace'],
	])('a %s that broke off on the way to a change: it is %s', async (method, outcome, updateMode) => {
		const service = await startScriptedServer((_request, response) => void response.destroy());
		const chainAction = { resource: 'chainAction', operation: 'update', chainActionId: { __rl: true, mode: 'id', value: 'a-1' } };
		const { items } = await runAt(
			service.origin,
			{ ...chainAction, updateMode, actionFields: { actionType: 'nothing', description: 'Menu' } },
			{ continueOnFail: true },
		);
		await service.close();
		expect(service.requests.map((request) => request.method)).toEqual([method]);
		expect(items).toMatchObject([{ json: { details: { outcome } } }]);
	});

	test('a server that never answers; the time-out that the user set counts', async () => {
		const service = await startScriptedServer(() => undefined);
		const usual = runAt(service.origin, get);
		const own = runAt(service.origin, { ...get, requestOptions: { timeout: 150 } });
		const outcome = await Promise.race([own, usual]);
		await service.close();
		expect(outcome).toBe(await own);
		expect(await usual).not.toBe(outcome);
		expect(outcome.error?.message).toBe(`${new URL(service.origin).host} didn't respond in time`);
		expect(stored(outcome)).not.toContain(WORD);
	});
});

describe('the token stays out of everything that n8n keeps', () => {
	test.each<[string, Reply]>([
		['401', { status: 401 }],
		['500', { status: 500, body: { $error: {} } }],
		['broken JSON', { body: '{' }],
		['a web page', { status: 404, body: '<html>' }],
		['a redirect elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
		['a success', memo],
	])('%s, stopping and continuing', async (_name, answer) => {
		const service = await startScriptedServer(() => answer);
		for (const parameters of [get, update]) {
			for (const continueOnFail of [false, true]) {
				const outcome = await runAt(service.origin, parameters, { continueOnFail });
				expect(stored(outcome)).toContain('runData');
				expect(stored(outcome)).not.toContain(WORD);
			}
		}
		expect(service.requests.every(({ headers }) => headers.authorization === `Bearer ${WORD}`)).toBe(true);
		await service.close();
	});

	test('even when the credential itself is wrong', async () => {
		for (const apiToken of [`${WORD} \u0000x`, `${WORD}\nx`, `${WORD}й`]) {
			const outcome = await runOperation({ parameters: get, credential: { ...credentialFor('http://127.0.0.1:9'), apiToken } });
			expect(outcome.error?.message).toContain(
				"The credential's API Token contains a space, a line break or an unusual character",
			);
			expect(stored(outcome)).not.toContain(WORD);
		}
	});
});
