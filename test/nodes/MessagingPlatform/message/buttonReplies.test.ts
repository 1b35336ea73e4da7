import type { INodeParameters } from 'n8n-workflow';
import { type Run, newAction, runOperation, byId } from '../../../helpers/runAction';
import {
	type PlatformOptions,
	RICH,
	type ScriptedPlatform,
	startScriptedPlatform,
	toChat,
} from '../../../helpers/scriptedPlatform';
import type { Received } from '../../../helpers/servers';

const ACTIONS = '/endUserNotifications/chainActions';

const TAGS = { text: 'Yes', answer: { text: 'Thanks!', action: 'tags.assign', tags: ['buyer', 'vip'] } };
const SILENT = { text: 'Stop', answer: { action: 'notifications.unsubscribe' } };

const isList = ({ method, url }: Received) => method === 'GET' && url.endsWith(ACTIONS);

describe('automatic replies over several executions', () => {
	let platform: ScriptedPlatform;
	const start = async (options: PlatformOptions = {}) => {
		platform = await startScriptedPlatform({ channels: { tg_7: RICH, vk_8: RICH }, ...options });
	};
	afterEach(async () => {
		jest.restoreAllMocks();
		await platform.close();
	});

	/** One execution; a node of its own is a process of its own. */
	const send = async (buttons: unknown, node = newAction(), more: Partial<Run> = {}) =>
		await runOperation({
			parameters: toChat('tg_7', {
				text: 'Choose',
				buttonsInput: 'json',
				buttonsJson: typeof buttons === 'string' ? buttons : JSON.stringify(buttons),
			}) as INodeParameters,
			credential: platform.credential,
			node,
			...more,
		});

	/** The calls since the last look. */
	let seen = 0;
	beforeEach(() => {
		seen = 0;
	});
	const calls = () => {
		const since = platform.requests.slice(seen);
		seen = platform.requests.length;
		return since.map(({ method, url }) => `${method} ${url.replace('/api', '').replace('/endUserNotifications', '')}`);
	};
	const made = () => ({ replies: platform.bodies('/preparedMessages').length, actions: platform.bodies(ACTIONS).length });
	const payloads = () =>
		platform.bodies('/messages').map(({ buttons }) => (buttons as Array<{ payload: string }>).map(({ payload }) => payload));
	const realNow = Date.now.bind(Date);
	/** Moves the clock forward from the start of the test. */
	const laterBy = (ms: number) => jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
	const MINUTES = 60_000;

	test('make one reply and one action in two executions of a process; the second costs one request', async () => {
		await start();
		const node = newAction();
		expect((await send([TAGS], node)).error).toBeUndefined();
		expect(calls()).toEqual([
			'GET /channels?v=1.0.0',
			'GET /chainActions',
			'POST /preparedMessages',
			'POST /chainActions',
			'POST /messages',
		]);
		expect((await send([TAGS], node)).error).toBeUndefined();
		expect(calls()).toEqual(['POST /messages']);
		expect(payloads()).toEqual([['action-1'], ['action-1']]);
	});

	test.each([
		['with a reply and tags', TAGS],
		['without a reply', SILENT],
		['with what a description cannot show whole', { text: `${'👨‍👩‍👧'.repeat(40)}"\n[n8n:1:`, answer: { text: 'x' } }],
	])('find after a restart a reply %s in the list', async (_which, button) => {
		await start();
		await send([button]);
		calls();
		for (let restart = 0; restart < 3; restart++) expect((await send([button])).error).toBeUndefined();
		expect(calls().filter((call) => call.includes('hainActions') || call.includes('prepared'))).toEqual(
			Array.from({ length: 3 }, () => 'GET /chainActions'),
		);
		expect(payloads()).toEqual(Array.from({ length: 4 }, () => ['action-1']));
		expect(String(platform.actions[0]?.description)).not.toMatch(/[\n\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
		expect(String(platform.actions[0]?.description).length).toBeLessThan(200);
	});

	// The marks are in people's accounts: a version that made others would not find what an earlier one has made.
	test('never change their mark', async () => {
		await start();
		const tags = ['vip', 'buyer', 'vip'];
		await send([{ text: 'Yes', answer: { text: 'Thanks!', action: 'tags.assign', tags } }, SILENT]);
		expect(platform.bodies('/preparedMessages')).toHaveLength(1);
		expect(platform.bodies(ACTIONS).map(({ message, description }) => [message, description])).toEqual([
			[{ id: 'prepared-1' }, 'Answer of the button "Yes" [n8n:1:c2piGuoD_lEnc2Ja:9k1t9-G3]'],
			[undefined, 'Answer of the button "Stop" [n8n:1:2w4D6Tp25AxPohK4:wWZkkTpb]'],
		]);
	});

	test('make no message without a reply, and need no account', async () => {
		await start({ channelList: { status: 403, body: {} } });
		expect((await send([SILENT, { ...TAGS, answer: { ...TAGS.answer, text: ' \n' } }])).error).toBeUndefined();
		expect(platform.bodies('/preparedMessages')).toEqual([]);
		expect(platform.bodies(ACTIONS)).toEqual([
			{ action: 'notifications.unsubscribe', description: expect.stringContaining('"Stop"') },
			{ action: 'tags.assign', description: expect.stringContaining('"Yes"'), actionParameters: { tags: ['buyer', 'vip'] } },
		]);
	});

	test.each([
		['another reply', { text: 'Yes', answer: { ...TAGS.answer, text: 'Thanks! ' } }],
		['another action', { text: 'Yes', answer: { ...TAGS.answer, action: 'tags.remove' } }],
		['tags that only look the same', { text: 'Yes', answer: { ...TAGS.answer, tags: ['buyer,vip'] } }],
	])('treat a reply with %s as another one, in the same process and after a restart', async (_what, button) => {
		await start();
		const node = newAction();
		await send([TAGS], node);
		await send([button], node);
		await send([TAGS]);
		await send([button]);
		expect(payloads()).toEqual([['action-1'], ['action-2'], ['action-1'], ['action-2']]);
	});

	describe('an automatic reply that changed on the platform', () => {
		test.each<[string, (action: Record<string, unknown>) => object]>([
			['another action', () => ({ action: 'tags.remove' })],
			['other tags', () => ({ actionParameters: { tags: ['buyer'] } })],
			['switched off', () => ({ enabled: false })],
			['another message', () => ({ message: { id: 'prepared-7' } })],
			['no message', () => ({ message: null })],
			['another text of the message', ({ message }) => ({ message: { ...(message as object), text: 'Other' } })],
			['a file in the message', ({ message }) => ({ message: { ...(message as object), attachments: [{ kind: 'image' }] } })],
			['a spoilt mark', ({ description }) => ({ description: String(description).slice(0, -3) })],
			[
				'the mark of an older answer',
				({ description }) => ({ description: String(description).replace(':1:', ':1:AAAAAAAAAAAAAAAA:AAAAAAAA] [n8n:1:A') }),
			],
		])('is created again, once: %s', async (_what, change) => {
			await start();
			await send([TAGS]);
			platform.actions.splice(0, 1, { ...platform.actions[0], ...change(platform.actions[0] ?? {}) });
			await send([TAGS]);
			await send([TAGS]);
			expect(made().actions).toBe(2);
			expect(payloads().slice(1)).toEqual([['action-2'], ['action-2']]);
		});

		test.each<[string, (action: Record<string, unknown>) => object]>([
			['shown with its text', ({ message }) => ({ message: { ...(message as object), text: 'Thanks!' } })],
			['with its tags in another order', () => ({ actionParameters: { tags: ['vip', 'buyer'] } })],
			['without what may be absent', ({ message }) => ({ enabled: undefined, message: { id: (message as { id: string }).id } })],
		])('stays the same reply %s', async (_what, change) => {
			await start();
			await send([TAGS]);
			platform.actions.splice(0, 1, { ...platform.actions[0], ...change(platform.actions[0] ?? {}) });
			await send([TAGS]);
			expect(made().actions).toBe(1);
		});

		test('is looked up again after five minutes', async () => {
			await start();
			const node = newAction();
			await send([TAGS], node);
			Object.assign(platform.actions[0] ?? {}, { enabled: false });
			laterBy(4 * MINUTES);
			await send([TAGS], node);
			laterBy(6 * MINUTES);
			await send([TAGS], node);
			expect(payloads()).toEqual([['action-1'], ['action-1'], ['action-2']]);
		});

		test.each([
			['chainAction', { chainActionId: byId('action-1'), actionFields: { description: 'Ours' } }],
			['preparedMessage', { preparedMessageId: 'prepared-1', text: 'x', additionalFields: { ownerId: 'account-1' } }],
		])('is looked up at once after %s: Update of this node', async (resource, parameters) => {
			const put = ({ method, url }: Received) => {
				if (method === 'PUT') return { body: { $value: {} } };
				return url.endsWith('/action-1') ? { body: { $value: platform.actions[0] } } : undefined;
			};
			await start({ answer: put });
			const node = newAction();
			await send([TAGS], node);
			const updating = { resource, operation: 'update', ...parameters } as INodeParameters;
			expect((await runOperation({ parameters: updating, credential: platform.credential, node })).error).toBeUndefined();
			calls();
			await send([TAGS], node);
			expect(calls()).toContain('GET /chainActions');
		});
	});

	test.each([
		'{"$items":null}',
		'',
		'<html>',
		`{"$items":[{"id":"a","description":"[n8n:1:AAAAAAAAAAAAAAAA:AAAAAAAA]","action":"nothing","__proto__":{"enabled":true}}]}`,
		`{"$items":[{"id":"a","description":"${'[n8n:1:'.repeat(50_000)}"}]}`,
		`{"$items":[{"id":"a","description":"[n8n:1:AAAAAAAAAAAAAAAA:AAAAAAAA]","actionParameters":{"tags":${'['.repeat(20_000)}${']'.repeat(20_000)}}}]}`,
	])('stops no message when the list is of another kind: %.60s', async (body) => {
		await start({ answer: (request) => (isList(request) ? { body } : undefined) });
		expect((await send([TAGS])).error).toBeUndefined();
		expect(payloads()).toEqual([['action-1']]);
	});

	describe('an automatic reply when the list cannot be read', () => {
		test.each([401, 403, 404, 500])('is created, and remembered by the process: %s', async (status) => {
			await start({ answer: (request) => (isList(request) ? { status } : undefined) });
			const node = newAction();
			expect((await send([TAGS], node)).error).toBeUndefined();
			expect((await send([TAGS], node)).error).toBeUndefined();
			// even if it was too long ago to be sure
			laterBy(60 * MINUTES);
			expect((await send([TAGS], node)).error).toBeUndefined();
			expect(made()).toEqual({ replies: 1, actions: 1 });
		});
	});

	test.each([false, true])(
		'is looked up once by fifty items at once, and each reply is created once (directly: %s)',
		async (directly) => {
			await start();
			const node = newAction();
			const { error, items } = await send([TAGS, SILENT], node, {
				directly,
				parameters: toChat('tg_7', {
					chat: byId('={{ $itemIndex % 2 ? "tg_7_1" : "vk_8_1" }}'),
					text: 'Choose',
					buttonsInput: 'json',
					buttonsJson: JSON.stringify([TAGS, SILENT]),
				}) as INodeParameters,
				items: Array.from({ length: 50 }, () => ({ json: {} })),
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(50);
			expect(platform.requests.filter(isList)).toHaveLength(1);
			expect(made()).toEqual({ replies: 1, actions: 2 });
			expect(new Set(payloads().map(String))).toEqual(new Set(['action-1,action-2']));
		},
	);

	test('serves the next try if its action could not be created', async () => {
		let refusals = 2;
		await start({
			answer: ({ method, url }) => (method === 'POST' && url.endsWith(ACTIONS) && refusals-- > 0 ? { status: 403 } : undefined),
		});
		const node = newAction();
		expect((await send([TAGS], node)).error?.message).toBe("The API token's user isn't allowed to do this");
		expect((await send([TAGS], node)).error).toBeDefined();
		expect((await send([TAGS], node)).error).toBeUndefined();
		expect(made().replies).toBe(1);
		expect(payloads()).toEqual([['action-1']]);
	});

	test('is found if its response was lost', async () => {
		let isLost = true;
		await start({
			answer: ({ method, url, body }, response) => {
				if (!isLost || method !== 'POST' || !url.endsWith(ACTIONS)) return undefined;
				isLost = false;
				const action = JSON.parse(String(body)) as Record<string, unknown>;
				platform.actions.push({ id: 'lost', ...action, enabled: true });
				response.destroy();
				return undefined;
			},
		});
		const node = newAction();
		expect((await send([SILENT], node)).error).toBeDefined();
		expect((await send([SILENT], node)).error).toBeUndefined();
		expect(payloads()).toEqual([['lost']]);
	});

	test.each([{}, { id: null }, { id: ['x'] }])('is refused if its response has no ID: %j', async (value) => {
		await start({
			answer: ({ method, url }) => (method === 'POST' && url.endsWith(ACTIONS) ? { body: { $value: value } } : undefined),
		});
		const { error } = await send([TAGS]);
		expect(error?.message).toContain('the platform returned no ID (POST /endUserNotifications/chainActions)');
		expect(error?.description).toContain("contact the platform's support");
		expect(platform.to('/messages')).toEqual([]);
	});

	test.each([
		['another token', { apiToken: 'token-of-another-account' }],
		['another address', { baseUrl: '/api/v1' }],
	])('is not shared with %s', async (_what, { apiToken, baseUrl }: { apiToken?: string; baseUrl?: string }) => {
		await start({
			answer: (request) => {
				// two accounts: what one has, the other does not
				const isOther = request.headers.authorization !== 'Bearer test-token' || request.url.startsWith('/api/v1');
				if (!isOther) return undefined;
				if (request.url.includes('channels')) return { body: {} };
				if (isList(request)) return { body: { $items: [] } };
				return { body: { $value: { id: 'of-the-other' } } };
			},
		});
		const node = newAction();
		await send([SILENT], node);
		const credential = {
			...platform.credential,
			...(apiToken ? { apiToken } : {}),
			...(baseUrl ? { baseUrl: platform.origin + baseUrl } : {}),
		};
		await send([SILENT], node, { credential });
		await send([SILENT], node);
		const bodies = platform.requests.filter(({ url }) => url.endsWith('/messages')).map(({ body }) => String(body));
		expect(bodies.map((body) => /"payload":"([^"]+)"/.exec(body)?.[1])).toEqual(['action-1', 'of-the-other', 'action-1']);
	});
});
