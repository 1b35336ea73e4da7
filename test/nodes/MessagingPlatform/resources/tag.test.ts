import { accepted, byId, itemsOf, listOf, overWire } from '../../../helpers/runAction';

describe.each([
	['assign', 'POST', true],
	['remove', 'DELETE', false],
])('%s', (operation, method, assigned) => {
	const parameters = { resource: 'tag', operation, chat: byId('42'), tagName: byId('VIP', 'name') };

	test('turns the 202 into an item that says what was accepted for which chat', async () => {
		const { calls, items, error } = await overWire(parameters, accepted);
		expect(error).toBeUndefined();
		expect(calls).toEqual([`${method} /api/chats/42/tags/VIP`]);
		expect(items).toEqual([{ json: { accepted: true, tbChatId: 42, tagName: 'VIP', assigned }, pairedItem: { item: 0 } }]);
	});

	test.each([{ body: 'Accepted' }, { body: '' }, { body: '<html></html>' }, { body: '{"cut' }, { body: '{"$value":null}' }])(
		'accepts a 202 with the body %j as one, too',
		async ({ body }) => {
			const { items, error } = await overWire(parameters, { status: 202, body });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ accepted: true });
		},
	);

	test('takes chat and tag from expressions; the name is one part of the path, with the spaces at its ends', async () => {
		const { calls, items } = await overWire(
			{ ...parameters, chat: byId('={{ $json.tbChatId }}'), tagName: byId('={{ $json.tag }}', 'name') },
			accepted,
			{ items: itemsOf({ tbChatId: '9007199254740993', tag: ' a/ü 🎁 ' }) },
		);
		expect(calls).toEqual([`${method} /api/chats/9007199254740993/tags/%20a%2F%C3%BC%20%F0%9F%8E%81%20`]);
		expect(items[0]?.json).toMatchObject({ tbChatId: '9007199254740993', tagName: ' a/ü 🎁 ' });
	});

	test('takes the tag as a plain text too, as an AI model gives it', async () => {
		expect((await overWire({ ...parameters, tagName: 'VIP' }, accepted)).calls).toEqual([`${method} /api/chats/42/tags/VIP`]);
	});

	test.each([
		[{ chat: byId('={{ "" }}') }, 'Chat is empty'],
		[{ tagName: byId('={{ "" }}', 'name') }, 'Tag is empty'],
		[{ tagName: byId('={{ "  " }}', 'name') }, 'Tag is empty'],
		[{ tagName: byId('..', 'name') }, '".." can\'t be part of a URL: it has a special meaning there. Use another name.'],
	])('refuses %j before the request', async (wrong, message) => {
		const { calls, error } = await overWire({ ...parameters, ...wrong }, accepted);
		expect(calls).toEqual([]);
		expect(error?.message).toBe(message);
	});
});

describe('create', () => {
	const parameters = { resource: 'tag', operation: 'create', newTagName: '={{ $json.name }}' };

	/** Each name's form in a path (RFC 3986). */
	const NAMES: Array<[string, string]> = [
		['VIP', 'VIP'],
		['a/b', 'a%2Fb'],
		['100%', '100%25'],
		['two words', 'two%20words'],
		[' spaces at its ends ', '%20spaces%20at%20its%20ends%20'],
		['\u00a0x\t', '%C2%A0x%09'],
		['скидка', '%D1%81%D0%BA%D0%B8%D0%B4%D0%BA%D0%B0'],
		['🎁', '%F0%9F%8E%81'],
		['a?b#c&d=e', 'a%3Fb%23c%26d%3De'],
		['..x', '..x'],
		['%2e%2e', '%252e%252e'],
		['a\\b', 'a%5Cb'],
	];

	describe('tag: create', () => {
		test('encodes every name as one part of the path, and returns it unchanged', async () => {
			const { calls, items, error } = await overWire(parameters, accepted, {
				items: itemsOf(...NAMES.map(([name]) => ({ name }))),
			});
			expect(error).toBeUndefined();
			expect(calls.sort()).toEqual(NAMES.map(([, part]) => `POST /api/tags/${part}`).sort());
			expect(items).toEqual(NAMES.map(([tagName], item) => ({ json: { accepted: true, tagName }, pairedItem: { item } })));
		});

		test.each([
			['', /^Tag Name is empty$/],
			['   ', /^Tag Name is empty$/],
			['.', /can't be part of a URL/],
			['..', /can't be part of a URL/],
			['\ud83c', /cut in half/],
			[['a', 'b'], /^Tag Name must be text, but it is a list$/],
		])('refuses the name %j before the request', async (name, message) => {
			const { calls, error } = await overWire(parameters, accepted, { items: itemsOf({ name }) });
			expect(calls).toEqual([]);
			expect(error?.message).toMatch(message);
		});

		test('shows a name that contains a known error code unchanged', async () => {
			const exists = { status: 400, body: { $error: { sc: 1003, scn: 'UNIQUE_CONSTRAINT_FAILED', msg: 'preexisting' } } };
			const { error } = await overWire(parameters, exists, { items: itemsOf({ name: 'preexisting' }) });
			expect(error?.message).toBe('Something with this name or ID already exists');
		});
	});
});

describe('getForChat', () => {
	const parameters = { resource: 'tag', operation: 'getForChat', chat: byId('9223372036854775807') };

	describe('tag: getForChat', () => {
		test('lists the tags of one chat, with exact IDs', async () => {
			const { calls, items, error } = await overWire(parameters, listOf('{"name":"VIP","tagId":9007199254740993}'));
			expect(error).toBeUndefined();
			expect(calls).toEqual(['GET /api/chats/9223372036854775807/tags']);
			expect(items[0]?.json).toEqual({ name: 'VIP', tagId: '9007199254740993', tbChatId: '9223372036854775807' });
		});

		test('reports an unknown chat as such', async () => {
			const { error } = await overWire(parameters, {
				status: 404,
				body: { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'no chat' } },
			});
			expect(error?.message).toBe("The platform doesn't know this chat");
			expect(error?.description).toContain('The platform says: no chat');
		});
	});
});
