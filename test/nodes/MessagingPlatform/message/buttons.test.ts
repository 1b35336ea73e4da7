import { RICH, toChat } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';
import { type Run, newAction, byId } from '../../../helpers/runAction';
import type { Received } from '../../../helpers/servers';

const platform = usePlatform({
	channels: { tg_7: RICH, vk_8: RICH, viber_7: RICH, sms_7: { ...RICH, buttonsRestrictions: null } },
});

const run = async (more: object, channel = 'tg_7') => await platform.run(toChat(channel, { text: 'Choose', ...more }));
const json = async (list: unknown, more: object = {}, channel?: string) =>
	await run({ buttonsInput: 'json', buttonsJson: typeof list === 'string' ? list : JSON.stringify(list), ...more }, channel);
const fields = async (button: object[], channel?: string) => await run({ buttonsInput: 'fields', buttons: { button } }, channel);
const sent = () => platform.sent().map(({ buttons }) => buttons);

const link = (address: unknown) => ({ type: 'HyperLinkButton', text: 'Site', link: address });
const contact = { type: 'GetContactButton', text: 'Share' };
const action = (text: string, payload = text) => ({ type: 'ActionButton', text, payload });

test.each(['https://example.com', 'com.example.app://order/7', 'web+app-2://x', 'TEL:+1'])('opens %s', async (address) => {
	expect((await json([link(` ${address}\n`)])).error).toBeUndefined();
	expect(sent()).toEqual([[link(new URL(address).href)]]);
});

test.each(['https://example.com/a\nb', 'tel:', 'javascript:alert("tg://x")', 'data:text/html,mailto:a@b.c'])(
	'does not open %j, which is not a complete URL',
	async (address) => {
		const { error } = await json([link(address)]);
		expect(error?.message).toBe(`Button 1: link isn't a valid URL: ${address}`);
		expect(error?.description).toContain('https://example.com');
		expect(platform.requests).toEqual([]);
	},
);

const full = { ...contact, payload: 'c', oneTime: true, removeKeyboard: false };
test.each<[object, object]>([
	[{ ...full, link: 'x' }, full],
	[{ ...link('https://example.com'), payload: 'p', oneTime: true }, link('https://example.com/')],
	[{ type: null, text: 'Yes', oneTime: true, payload: ' yes ' }, action('Yes', ' yes ')],
	[{ text: 'Yes', payload: 'yes', answer: null }, action('Yes', 'yes')],
	// the caption is the key of a button without one
	[{ text: 'Yes', payload: '' }, action('Yes')],
	// every messenger takes 64 bytes, and no character is cut in two
	[{ text: 'x'.repeat(65) }, action('x'.repeat(65), 'x'.repeat(64))],
	[{ text: `x${'🎁'.repeat(20)}` }, action(`x${'🎁'.repeat(20)}`, `x${'🎁'.repeat(15)}`)],
	[{ text: 'Yes', payload: 'x'.repeat(65) }, action('Yes', 'x'.repeat(65))],
])('sends %j only with the fields of its type', async (button, expected) => {
	expect((await json(button)).error).toBeUndefined();
	expect(sent()).toEqual([[expected]]);
});

test.each([
	['tags.assign', ' customer , VIP,, ', ['customer', 'VIP']],
	['tags.remove', ['a', ' a ', 7], ['a', ' a ', '7']],
])('takes for %s the tags %j', async (name, tags, expected) => {
	expect((await json([{ text: 'Go', answer: { action: name, tags } }])).error).toBeUndefined();
	const actionParameters = { tags: expected };
	expect(platform.bodies('/endUserNotifications/chainActions')).toMatchObject([{ action: name, actionParameters }]);
});

test('reads the quick list from an expression: each caption is the key', async () => {
	expect((await run({ buttonsInput: 'list', buttonsList: "={{ ['Yes, please', '', ' No '] }}" })).error).toBeUndefined();
	expect(sent()).toEqual([[action('Yes, please'), action('No')]]);
});

test.each(['[]', '={{ null }}'])('sends no buttons for an empty list: %s', async (buttonsJson) => {
	expect((await json(buttonsJson)).error).toBeUndefined();
	expect(platform.sent()[0]).not.toHaveProperty('buttons');
});

// specification, "Button flow": it is sent to channels other than tg as an ActionButton; "Button": that one needs a payload
test('gives a contact button outside Telegram always a key: the caption unless you give one', async () => {
	const button = { type: 'GetContactButton', text: ' Share my number ', contactPayload: ' ' };
	await fields([button], 'viber_7');
	await fields([{ ...button, contactPayload: 'c' }], 'viber_7');
	await json({ type: 'GetContactButton', text: 'ф'.repeat(40) }, {}, 'viber_7');
	expect(sent()).toEqual([
		[{ type: 'GetContactButton', text: ' Share my number ', payload: 'Share my number' }],
		[{ type: 'GetContactButton', text: ' Share my number ', payload: 'c' }],
		[{ type: 'GetContactButton', text: 'ф'.repeat(40), payload: 'ф'.repeat(32) }],
	]);
});

test('makes the same request from JSON as from the fields, and takes a single button and a list from an expression', async () => {
	await fields([{ type: 'ActionButton', text: 'Yes', whenPressed: 'payload', payload: 'yes' }]);
	await json([{ type: 'ActionButton', text: 'Yes', payload: 'yes', link: null, clickCount: 3 }]);
	await json('={{ [{ type: "ActionButton", text: "Yes", payload: "yes" }] }}');
	const [body] = platform.sent();
	expect(platform.sent()).toEqual([body, body, body]);
});

const inForm = (row: object) => ({ buttonsInput: 'fields', buttons: { button: [{ text: 'Go', ...row }] } });
const inList = (...lines: string[]) => ({ buttonsInput: 'list', buttonsList: lines.join('\n') });
const inJson = (...buttons: object[]) => ({ buttonsInput: 'json', buttonsJson: JSON.stringify(buttons) });
const SAME_KEY = 'Button 1 and Button 2 would have the same key: ';
test.each<[object, string]>([
	[inForm({ answerTags: [] }), 'Button 1 has neither a reply nor an action'],
	[inForm({ whenPressed: 'tags.remove' }), 'Button 1 has no tags, but "Remove Tags" needs at least one'],
	[inForm({ ...contact, oneTime: '={{ "no" }}' }), 'Button 1: Collapse Keyboard must be true or false'],
	// they are equal when they are shortened
	[inList(`${'x'.repeat(64)}a`, `${'x'.repeat(64)}b`), SAME_KEY + 'x'.repeat(64)],
	[inList(...'123456789ab'), 'Buttons has 11 entries, but a message can have up to 10 buttons'],
	[inJson(contact, action('a')), 'Button 1: a GetContactButton must be the only button in a message, but there are 2'],
	[inJson({ ...link(''), text: 'a' }), "Button 1: link isn't a valid URL: it is empty"],
	[inJson({ text: 'Yes' }, { text: ' Yes ' }), `${SAME_KEY}Yes`],
	[inJson({ text: 'b', payload: 'a' }, { text: 'a' }), `${SAME_KEY}a`],
	[inJson(action(' \n')), 'Button 1 has no caption'],
	[inJson({ text: 'a', answer: [1] }), "Button 1: answer isn't an object"],
	[inJson({ ...action('a'), type: '' }), 'Button 1: type is empty'],
	[inJson({ text: 'a', answer: { action: 'tags.assign', tags: ['VIP', ' '] } }), 'Button 1: tags is empty'],
	[inJson({ text: 'a', answer: { action: 'dance' } }), 'Button 1: action can\'t be "dance"'],
])('refuses before any request: %j', async (given, message) => {
	const { error } = await run(given);
	expect(error?.message).toBe(message);
	expect(error?.description).not.toBe('');
	expect(platform.requests).toEqual([]);
});

describe('a channel without buttons', () => {
	test('fails if that is chosen, and makes nothing before', async () => {
		const { error } = await json([{ text: 'A', answer: { text: 'T' } }], { ifButtonsUnsupported: 'fail' }, 'sms_7');
		expect(error?.message).toBe("Buttons aren't supported by the SMS channel 7");
		expect(error?.description).toContain('Send as Numbered Text');
		expect(platform.calls()).toEqual(['GET /api/channels?v=1.0.0']);
	});

	const odd = '{"tg":[null,{"channel":5},{"channel":{"channel":"tg","channelId":7},"freeTextCapability":"all"}],"capability":[]}';
	test.each([
		['has no such channel', { channels: {} }],
		['has another shape', { channelList: { body: odd } }],
	])('sends buttons when the channel list %s, and the platform decides', async (_why, options) => {
		await platform.start(options);
		const two = [action('Yes <ok>'), link('https://example.com/')];
		expect((await json(two)).error).toBeUndefined();
		expect(sent()).toEqual([two]);
	});
});

describe('automatic replies of buttons', () => {
	const ACTIONS = '/endUserNotifications/chainActions';
	const TAGS = { text: 'Yes', answer: { text: 'Thanks!', action: 'tags.assign', tags: ['buyer', 'vip'] } };
	const SILENT = { text: 'Stop', answer: { action: 'notifications.unsubscribe' } };
	const MINUTES = 60_000;

	const isList = ({ method, url }: Received) => method === 'GET' && url.endsWith(ACTIONS);
	const isCreation = ({ method, url }: Received) => method === 'POST' && url.endsWith(ACTIONS);

	afterEach(() => jest.restoreAllMocks());

	const choosing = (buttons: unknown) => ({ text: 'Choose', buttonsInput: 'json', buttonsJson: JSON.stringify(buttons) });
	/** One execution; a node of its own is a process of its own. */
	const send = async (buttons: unknown, node = newAction(), more: Partial<Run> = {}) =>
		await platform.send(choosing(buttons), { node, ...more });

	const calls = (from = 0) =>
		platform
			.calls()
			.slice(from)
			.map((call) => call.replace('/api', '').replace('/endUserNotifications', ''));
	const made = () => [platform.bodies('/preparedMessages').length, platform.bodies(ACTIONS).length];
	const payloads = () =>
		platform.sent().map(({ buttons }) => (buttons as Array<{ payload: string }>).map(({ payload }) => payload));
	const realNow = Date.now.bind(Date);
	const laterBy = (ms: number) => jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);

	test.each([
		['with a reply and tags', TAGS],
		['without a reply', SILENT],
		['with what a description cannot show whole', { text: `${'👨‍👩‍👧'.repeat(40)}"\n[n8n:1:`, answer: { text: 'x' } }],
	])('finds after a restart a reply %s in the list', async (_which, button) => {
		await send([button]);
		const before = calls().length;
		for (let restart = 0; restart < 2; restart++) expect((await send([button])).error).toBeUndefined();
		expect(calls(before).filter((call) => /hainActions|prepared/.test(call))).toEqual(['GET /chainActions', 'GET /chainActions']);
		expect(payloads()).toEqual([['action-1'], ['action-1'], ['action-1']]);
		expect(String(platform.actions[0]?.description)).not.toMatch(/[\n\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
		expect(String(platform.actions[0]?.description).length).toBeLessThan(200);
	});

	// The marks are in people's accounts: a version that made others would not find what an earlier one has made.
	test('never changes the mark', async () => {
		await send([{ ...TAGS, answer: { ...TAGS.answer, tags: ['vip', 'buyer', 'vip'] } }, SILENT]);
		expect(platform.bodies('/preparedMessages')).toHaveLength(1);
		expect(platform.bodies(ACTIONS).map(({ message, description }) => [message, description])).toEqual([
			[{ id: 'prepared-1' }, 'Answer of the button "Yes" [n8n:1:c2piGuoD_lEnc2Ja:9k1t9-G3]'],
			[undefined, 'Answer of the button "Stop" [n8n:1:2w4D6Tp25AxPohK4:wWZkkTpb]'],
		]);
	});

	test('makes no message without a reply, and needs no account', async () => {
		await platform.start({ channelList: { status: 403, body: {} } });
		expect((await send([SILENT, { ...TAGS, answer: { ...TAGS.answer, text: ' \n' } }])).error).toBeUndefined();
		expect(platform.bodies('/preparedMessages')).toEqual([]);
		expect(platform.bodies(ACTIONS)).toEqual([
			{ action: 'notifications.unsubscribe', description: expect.stringContaining('"Stop"') },
			{ action: 'tags.assign', description: expect.stringContaining('"Yes"'), actionParameters: { tags: ['buyer', 'vip'] } },
		]);
	});

	test.each([
		['another reply', { text: 'Thanks! ' }],
		['tags that only look the same', { tags: ['buyer,vip'] }],
	])('treats a reply with %s as another one, in the same process and after a restart', async (_what, difference) => {
		const button = { text: 'Yes', answer: { ...TAGS.answer, ...difference } };
		const node = newAction();
		await send([TAGS], node);
		await send([button], node);
		await send([TAGS]);
		await send([button]);
		expect(payloads()).toEqual([['action-1'], ['action-2'], ['action-1'], ['action-2']]);
	});

	describe('an automatic reply that changed on the platform', () => {
		type Change = (action: Record<string, unknown> & { message?: object }) => object;
		test.each<[string, number, Change]>([
			['with another action is created again', 2, () => ({ action: 'tags.remove' })],
			['with other tags is created again', 2, () => ({ actionParameters: { tags: ['buyer'] } })],
			['switched off is created again', 2, () => ({ enabled: false })],
			['with another message is created again', 2, () => ({ message: { id: 'prepared-7' } })],
			['with another text is created again', 2, ({ message }) => ({ message: { ...message, text: 'Other' } })],
			['with a file is created again', 2, ({ message }) => ({ message: { ...message, attachments: [{ kind: 'image' }] } })],
			['with a spoilt mark is created again', 2, ({ description }) => ({ description: String(description).slice(0, -3) })],
			['shown with its text stays the same', 1, ({ message }) => ({ message: { ...message, text: 'Thanks!' } })],
			['with its tags in another order stays the same', 1, () => ({ actionParameters: { tags: ['vip', 'buyer'] } })],
			['without what may be absent stays the same', 1, () => ({ enabled: undefined, message: { id: 'prepared-1' } })],
		])('%s', async (_what, actions, change) => {
			await send([TAGS]);
			platform.actions.splice(0, 1, { ...platform.actions[0], ...change(platform.actions[0] ?? {}) });
			await send([TAGS]);
			await send([TAGS]);
			expect(made()[1]).toBe(actions);
			expect(payloads().slice(1)).toEqual([[`action-${actions}`], [`action-${actions}`]]);
		});

		test('is looked up again after five minutes', async () => {
			const node = newAction();
			await send([TAGS], node);
			Object.assign(platform.actions[0] ?? {}, { enabled: false });
			for (const minutes of [4, 6]) {
				laterBy(minutes * MINUTES);
				await send([TAGS], node);
			}
			expect(payloads()).toEqual([['action-1'], ['action-1'], ['action-2']]);
		});

		test.each([
			['chainAction', { chainActionId: byId('action-1'), actionFields: { description: 'Ours' } }],
			['preparedMessage', { preparedMessageId: 'prepared-1', text: 'x', additionalFields: { ownerId: 'account-1' } }],
		])('is looked up at once after %s: Update of this node', async (resource, parameters) => {
			await platform.start({
				answer: ({ method, url }: Received) => {
					if (method === 'PUT') return { body: { $value: {} } };
					return url.endsWith('/action-1') ? { body: { $value: platform.actions[0] } } : undefined;
				},
			});
			const node = newAction();
			await send([TAGS], node);
			expect((await platform.run({ resource, operation: 'update', ...parameters }, { node })).error).toBeUndefined();
			const before = calls().length;
			await send([TAGS], node);
			expect(calls(before)).toContain('GET /chainActions');
		});
	});

	const MARKED = '"id":"a","description":"[n8n:1:AAAAAAAAAAAAAAAA:AAAAAAAA]"';
	test.each([
		'<html>',
		`{"$items":[{${MARKED},"action":"nothing","__proto__":{"enabled":true}}]}`,
		`{"$items":[{"id":"a","description":"${'[n8n:1:'.repeat(50_000)}"}]}`,
		`{"$items":[{${MARKED},"actionParameters":{"tags":${'['.repeat(20_000)}${']'.repeat(20_000)}}}]}`,
	])('stops no message when the list is of another kind: %.60s', async (body) => {
		await platform.start({ answer: (request) => (isList(request) ? { body } : undefined) });
		expect((await send([TAGS])).error).toBeUndefined();
		expect(payloads()).toEqual([['action-1']]);
	});

	test.each([404, 500])('creates a reply when the list cannot be read, and remembers it in the process: %s', async (status) => {
		await platform.start({ answer: (request) => (isList(request) ? { status } : undefined) });
		const node = newAction();
		for (const minutes of [0, 0, 60]) {
			// even if it was too long ago to be sure
			laterBy(minutes * MINUTES);
			expect((await send([TAGS], node)).error).toBeUndefined();
		}
		expect(made()).toEqual([1, 1]);
	});

	test.each([false, true])('looks once for fifty items at once, and creates each reply once (directly: %s)', async (directly) => {
		const chat = byId('={{ $itemIndex % 2 ? "tg_7_1" : "vk_8_1" }}');
		const items = Array.from({ length: 50 }, () => ({ json: {} }));
		const parameters = toChat('tg_7', { chat, ...choosing([TAGS, SILENT]) });
		const { error, items: output } = await platform.run(parameters, { items, directly });
		expect(error).toBeUndefined();
		expect(output).toHaveLength(50);
		expect(platform.requests.filter(isList)).toHaveLength(1);
		expect(made()).toEqual([1, 2]);
		expect(new Set(payloads().map(String))).toEqual(new Set(['action-1,action-2']));
	});

	test('uses its message in the next try if the action could not be created', async () => {
		let refusals = 2;
		await platform.start({ answer: (request) => (isCreation(request) && refusals-- > 0 ? { status: 403 } : undefined) });
		const node = newAction();
		expect((await send([TAGS], node)).error?.message).toBe("The API token's user isn't allowed to do this");
		expect((await send([TAGS], node)).error).toBeDefined();
		expect((await send([TAGS], node)).error).toBeUndefined();
		expect(made()[0]).toBe(1);
		expect(payloads()).toEqual([['action-1']]);
	});

	test('finds an action whose response was lost', async () => {
		await platform.start({
			answer: (request, response) => {
				if (!isCreation(request) || platform.actions.length > 0) return undefined;
				platform.actions.push({ id: 'lost', ...(JSON.parse(String(request.body)) as object), enabled: true });
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
		await platform.start({ answer: (request) => (isCreation(request) ? { body: { $value: value } } : undefined) });
		const { error } = await send([TAGS]);
		expect(error?.message).toContain('the platform returned no ID (POST /endUserNotifications/chainActions)');
		expect(error?.description).toContain("contact the platform's support");
		expect(platform.sent()).toEqual([]);
	});

	test('is not shared with another token or address', async () => {
		await platform.start({
			answer: (request) => {
				// three accounts: what one has, the others do not
				const isAddress = request.url.startsWith('/api/v1');
				if (!isAddress && request.headers.authorization === 'Bearer test-token') return undefined;
				if (request.url.includes('channels')) return { body: {} };
				return { body: isList(request) ? { $items: [] } : { $value: { id: isAddress ? 'of-the-address' : 'of-the-token' } } };
			},
		});
		const node = newAction();
		for (const more of [{}, { apiToken: 'token-of-another-account' }, { baseUrl: `${platform.origin}/api/v1` }, {}]) {
			await send([SILENT], node, { credential: { ...platform.credential, ...more } });
		}
		const bodies = platform.requests.filter(({ url }) => url.endsWith('/messages')).map(({ body }) => String(body));
		const payloads = bodies.map((body) => /"payload":"([^"]+)"/.exec(body)?.[1]);
		expect(payloads).toEqual(['action-1', 'of-the-token', 'of-the-address', 'action-1']);
	});
});
