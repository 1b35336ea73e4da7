import { accepted, byId, itemsOf, listOf, overWire } from '../../../helpers/runAction';

describe.each([
	['assign', 'POST'],
	['remove', 'DELETE'],
])('%s', (operation, method) => {
	const parameters = { resource: 'tag', operation, chat: byId('42'), tagName: byId('VIP', 'name') };

	test.each(['', '{"cut', '{"$value":null}'])('accepts a 202 with the body %j as one, too', async (body) => {
		const { items, error } = await overWire(parameters, { status: 202, body });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ accepted: true });
	});

	test('takes chat and tag from expressions; the name is one part of the path, with the spaces at its ends', async () => {
		const given = { ...parameters, chat: byId('={{ $json.tbChatId }}'), tagName: byId('={{ $json.tag }}', 'name') };
		const options = { items: itemsOf({ tbChatId: '9007199254740993', tag: ' a/ü 🎁 ' }) };
		const { calls, items } = await overWire(given, accepted, options);
		expect(calls).toEqual([`${method} /api/chats/9007199254740993/tags/%20a%2F%C3%BC%20%F0%9F%8E%81%20`]);
		expect(items[0]?.json).toMatchObject({ tbChatId: '9007199254740993', tagName: ' a/ü 🎁 ' });
	});

	test.each([
		[{ chat: byId('={{ "" }}') }, 'Chat is empty'],
		[{ tagName: byId('={{ "" }}', 'name') }, 'Tag is empty'],
		[{ tagName: byId('..', 'name') }, '".." can\'t be part of a URL: it has a special meaning there. Use another name.'],
	])('refuses %j before the request', async (wrong, message) => {
		const { calls, error } = await overWire({ ...parameters, ...wrong }, accepted);
		expect(calls).toEqual([]);
		expect(error?.message).toBe(message);
	});
});

describe('tag: create', () => {
	const parameters = { resource: 'tag', operation: 'create', newTagName: '={{ $json.name }}' };

	/** Each name's form in a path (RFC 3986); test/properties has any name. */
	const NAMES: Array<[string, string]> = [
		['VIP', 'VIP'],
		[' a/b\\100% ', '%20a%2Fb%5C100%25%20'],
		['\u00a0🎁\t', '%C2%A0%F0%9F%8E%81%09'],
	];

	test('encodes every name as one part of the path, and returns it unchanged', async () => {
		const options = { items: itemsOf(...NAMES.map(([name]) => ({ name }))) };
		const { calls, items, error } = await overWire(parameters, accepted, options);
		expect(error).toBeUndefined();
		expect(calls.sort()).toEqual(NAMES.map(([, part]) => `POST /api/tags/${part}`).sort());
		expect(items).toEqual(NAMES.map(([tagName], item) => ({ json: { accepted: true, tagName }, pairedItem: { item } })));
	});

	test.each([
		['', /^Tag Name is empty$/],
		['..', /can't be part of a URL/],
		['\ud83c', /cut in half/],
	])('refuses the name %j before the request', async (name, message) => {
		const { calls, error } = await overWire(parameters, accepted, { items: itemsOf({ name }) });
		expect(calls).toEqual([]);
		expect(error?.message).toMatch(message);
	});
});

describe('tag: getForChat', () => {
	const parameters = { resource: 'tag', operation: 'getForChat', chat: byId('9223372036854775807') };

	test('lists the tags of one chat, with exact IDs', async () => {
		const { calls, items, error } = await overWire(parameters, listOf('{"name":"VIP","tagId":9007199254740993}'));
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/chats/9223372036854775807/tags']);
		expect(items[0]?.json).toEqual({ name: 'VIP', tagId: '9007199254740993', tbChatId: '9223372036854775807' });
	});

	test('reports an unknown chat as such', async () => {
		const body = { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'no chat' } };
		const { error } = await overWire(parameters, { status: 404, body });
		expect(error?.message).toBe("The platform doesn't know this chat");
		expect(error?.description).toContain('The platform says: no chat');
	});
});
