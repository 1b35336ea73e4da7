import { itemsOf, overWire, single } from '../../../../helpers/runAction';

const parameters = {
	resource: 'preparedMessage',
	operation: 'update',
	preparedMessageId: 'p/1',
	text: '={{ $json.text ?? "New" }}',
	additionalFields: { ownerId: 'acc-9' },
};
const answer = single('{"id":"p/1","text":"New"}');

describe('preparedMessage: update', () => {

	test('keeps the last of several items for one message', async () => {
		const texts = Array.from({ length: 25 }, (_, index) => `text ${index}`);
		const { calls } = await overWire(parameters, answer, { items: itemsOf(...texts.map((text) => ({ text }))) });
		expect(calls.map((call) => /text \d+/.exec(call)?.[0])).toEqual(texts);
	});

	test('refuses an empty id before the request', async () => {
		const { calls, error } = await overWire({ ...parameters, preparedMessageId: '={{ " " }}' }, answer);
		expect(calls).toEqual([]);
		expect(error?.message).toBe('Prepared Message ID is empty');
	});
});
