import { accepted, byId, itemsOf, overWire } from '../../../helpers/runAction';

describe.each([
	['assign', 'POST'],
	['remove', 'DELETE'],
])('%s', (operation, method) => {
	const parameters = { resource: 'tag', operation, chat: byId('42'), tagName: byId('={{ " a/ü " }}', 'name') };

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
});

test('create encodes the name as one part of the path, returns it unchanged, and refuses one that is none', async () => {
	const parameters = { resource: 'tag', operation: 'create', newTagName: '={{ $json.name }}' };
	const items = itemsOf({ name: ' a/b\\100% ' }, { name: '..' });
	const outcome = await overWire(parameters, accepted, { items, continueOnFail: true });
	expect(outcome.calls).toEqual(['POST /api/tags/%20a%2Fb%5C100%25%20']);
	const error: unknown = expect.stringContaining("can't be part of a URL");
	expect(outcome.items).toMatchObject([{ json: { accepted: true, tagName: ' a/b\\100% ' } }, { json: { error } }]);
});
