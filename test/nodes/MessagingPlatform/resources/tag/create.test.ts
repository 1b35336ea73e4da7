import { accepted, itemsOf, overWire } from '../../../../helpers/runAction';

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
