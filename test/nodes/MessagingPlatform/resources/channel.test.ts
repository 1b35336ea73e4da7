import { listOf, overWire } from '../../../helpers/runAction';

describe('channel: getAll', () => {
	const parameters = { resource: 'channel', operation: 'getAll' };
	const channels = listOf(
		'{"channel":"tg","channelId":9223372036854775807,"id":"TG-1","botName":null}',
		'{"channel":"sms","channelId":2,"phone":"+1","somethingNew":{"a":1}}',
	);

	test('returns as many as the limit says, 50 by default, all with Return All', async () => {
		const many = listOf(...Array.from({ length: 60 }, (_, index) => `{"channel":"tg","channelId":${index}}`));
		expect((await overWire({ ...parameters, limit: 1 }, many)).items).toHaveLength(1);
		expect((await overWire(parameters, many)).items).toHaveLength(50);
		expect((await overWire({ ...parameters, returnAll: true }, many)).items).toHaveLength(60);
	});

	test.each(['={{ 0 }}', '={{ 1.5 }}'])('refuses a limit of %s before the request', async (limit) => {
		const { calls, error } = await overWire({ ...parameters, limit }, channels);
		expect(calls).toEqual([]);
		expect(error?.message).toMatch(/^Limit must be a whole number above 0, but it is /);
	});
});

describe('channel: getCapabilities', () => {
	const parameters = { resource: 'channel', operation: 'getCapabilities' };

	const NOTHING = {
		textSupported: false,
		photoSupported: false,
		audioSupported: false,
		videoSupported: false,
		filesSupported: false,
		buttonsSupported: false,
		statusSupported: false,
		locationSupported: false,
	};

	test('treats absent or null members of a capability object as unsupported, and leaves out an unknown size', async () => {
		const channel = { channel: 'tg', channelId: 1 };
		const read = async (freeTextCapability: object) => {
			const { items } = await overWire(parameters, { body: { tg: [{ channel, freeTextCapability }] } });
			return items[0]?.json;
		};
		const nothing = { channelRef: 'tg_1', channel: 'tg', capability: NOTHING };
		expect(await read({})).toEqual(nothing);
		expect(await read({ textRestrictions: null, videoRestrictions: null, locationSupported: null })).toEqual(nothing);
		const unsized = { ...nothing, capability: { ...NOTHING, textSupported: true, videoSupported: true } };
		expect(await read({ textRestrictions: {}, videoRestrictions: {} })).toEqual(unsized);
	});

	test('gives items or none for hostile shapes, never a crash', async () => {
		const { items, error } = await overWire(parameters, { body: '{"tg":[null,5,"x",{}],"vk":{},"sms":null,"capability":[]}' });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.channel)).toEqual(['tg', 'tg', 'tg', 'tg']);
		expect((await overWire(parameters, { body: '[]' })).items).toEqual([]);
	});
});
