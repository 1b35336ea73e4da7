import type { Received, Reply } from '../../../helpers/servers';
import { itemsOf, overWire, single } from '../../../helpers/runAction';

describe('preparedMessage: create', () => {
	const parameters = { resource: 'preparedMessage', operation: 'create', text: 'Thanks' };

	/** A platform that reports the account's id and accepts new messages. */
	function service({ method, url }: Received): Reply {
		if (method === 'GET') return { body: { tg: [{ channel: { channel: 'tg', channelId: 1, accountId: 'acc-1' } }] } };
		return single(`{"id":"${url.includes('chainActions') ? 'a-1' : 'p-1'}"}`);
	}

	test("finds the account's id once for all items", async () => {
		const { calls, items, error } = await overWire(parameters, service, { items: itemsOf({}, {}, {}) });
		expect(error).toBeUndefined();
		expect(calls[0]).toBe('GET /api/channels?v=1.0.0');
		expect(calls.slice(1)).toEqual(
			[1, 2, 3].map(() => 'POST /api/preparedMessages {"text":"Thanks","ownerType":"Account","ownerId":"acc-1"}'),
		);
		expect(items).toEqual([0, 1, 2].map((item) => ({ json: { id: 'p-1' }, pairedItem: { item } })));
	});

	test('says what to do about an account that cannot be found, and about a wrong token', async () => {
		const none = await overWire(parameters, { body: { capability: null } });
		expect(none.error?.message).toBe("The account that owns the message wasn't found, because it has no channels yet");
		expect(none.error?.description).toContain('"Account ID"');
		expect((await overWire(parameters, { status: 401 })).error?.message).toBe("The API token wasn't accepted");
	});
});

test('preparedMessage: update keeps the last of several items for one message', async () => {
	const prepared = { preparedMessageId: 'p/1', text: '={{ $json.text }}', additionalFields: { ownerId: 'acc-9' } };
	const texts = Array.from({ length: 25 }, (_, index) => `text ${index}`);
	const items = itemsOf(...texts.map((text) => ({ text })));
	const { calls } = await overWire({ resource: 'preparedMessage', operation: 'update', ...prepared }, single('{}'), { items });
	expect(calls.map((call) => /text \d+/.exec(call)?.[0])).toEqual(texts);
});
