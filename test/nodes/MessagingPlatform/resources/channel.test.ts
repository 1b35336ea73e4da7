import { listOf, overWire } from '../../../helpers/runAction';

describe('channel: getAll', () => {
	const parameters = { resource: 'channel', operation: 'getAll' };
	const many = listOf(...Array.from({ length: 60 }, (_, index) => `{"channel":"tg","channelId":${index}}`));

	test.each([
		[{ limit: 1 }, 1],
		[{}, 50],
		[{ returnAll: true }, 60],
	])('with %j returns %d channels', async (given, count) => {
		const { items } = await overWire({ ...parameters, ...given }, many);
		expect([items.length, items[0]?.json.channelRef]).toEqual([count, 'tg_0']);
	});
});

describe('channel: getCapabilities', () => {
	const parameters = { resource: 'channel', operation: 'getCapabilities' };

	const KINDS = ['text', 'photo', 'audio', 'video', 'files', 'buttons', 'status', 'location'];
	const NOTHING = Object.fromEntries(KINDS.map((kind) => [`${kind}Supported`, false]));

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
