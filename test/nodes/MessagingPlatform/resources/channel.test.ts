import { listOf, overWire } from '../../../helpers/runAction';

describe('getAll', () => {
	const parameters = { resource: 'channel', operation: 'getAll' };
	const channels = listOf(
		'{"channel":"tg","channelId":9223372036854775807,"id":"TG-1","botName":null}',
		'{"channel":"sms","channelId":2,"phone":"+1","somethingNew":{"a":1}}',
	);

	describe('channel: getAll', () => {
		test('returns as many as the limit says, 50 by default, all with Return All', async () => {
			const many = listOf(...Array.from({ length: 60 }, (_, index) => `{"channel":"tg","channelId":${index}}`));
			expect((await overWire({ ...parameters, limit: 1 }, many)).items).toHaveLength(1);
			expect((await overWire(parameters, many)).items).toHaveLength(50);
			expect((await overWire({ ...parameters, returnAll: true }, many)).items).toHaveLength(60);
		});

		test.each(['={{ 0 }}', '={{ -1 }}', '={{ 1.5 }}', '={{ "many" }}', '={{ null }}'])(
			'refuses a limit of %s before the request',
			async (limit) => {
				const { calls, error } = await overWire({ ...parameters, limit }, channels);
				expect(calls).toEqual([]);
				expect(error?.message).toMatch(/^Limit must be a whole number above 0, but it is /);
			},
		);
	});
});

describe('getCapabilities', () => {
	const parameters = { resource: 'channel', operation: 'getCapabilities' };
	const body = {
		tg: [
			{
				channel: { accountId: 'a', channelId: 12, channel: 'tg', id: 'TG-12', title: 'Shop' },
				freeTextCapability: {
					textRestrictions: { maxSize: 4096 },
					photoRestrictions: { mimeMask: 'jpg;png' },
					audioRestrictions: null,
					filesRestrictions: { mimeMask: '*;!exe' },
					buttonsRestrictions: {},
					locationSupported: true,
					maxAttachmentsPerMessage: 10,
					messageSendIntervalMs: 1000,
					somethingNew: 7,
				},
				templateCapability: null,
			},
		],
		sms: [{ channel: { channelId: 1, channel: 'sms' }, freeTextCapability: null, templateCapability: { isTemplate: true } }],
		capability: { textRestrictions: { maxSize: 70 } },
	};

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

	describe('channel: getCapabilities', () => {
		test('outputs one item per channel: its own limits, and those of all channels of the account', async () => {
			const { calls, items, error } = await overWire(parameters, { body });
			expect(error).toBeUndefined();
			expect(calls).toEqual(['GET /api/channels?v=1.0.0']);
			const accountCapability = { ...NOTHING, textSupported: true, textMaxSize: 70 };
			expect(items).toEqual([
				{
					json: {
						channelRef: 'tg_12',
						channel: 'tg',
						title: 'Shop',
						capability: {
							...NOTHING,
							textSupported: true,
							textMaxSize: 4096,
							photoSupported: true,
							photoMimeMask: 'jpg;png',
							filesSupported: true,
							filesMimeMask: '*;!exe',
							buttonsSupported: true,
							locationSupported: true,
							maxAttachmentsPerMessage: 10,
							messageSendIntervalMs: 1000,
							somethingNew: 7,
						},
						accountCapability,
					},
					pairedItem: { item: 0 },
				},
				// no object at all means unknown
				{ json: { channelRef: 'sms_1', channel: 'sms', accountCapability }, pairedItem: { item: 0 } },
			]);
		});

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

		test('changes only their own field for names that make __proto__ when combined', async () => {
			const text =
				'{"tg":[{"channel":{"channel":"tg","channelId":1},"freeTextCapability":{"__Restrictions":{"proto__":{"a":1}}}}]}';
			const { items } = await overWire(parameters, { body: text });
			expect(items[0]?.json).toMatchObject({ channelRef: 'tg_1' });
			expect(items[0]?.json.capability).not.toHaveProperty('a');
		});

		test.each([false, '={{ "false" }}'])('returns the raw body (%s), with the minimum over all channels', async (simplify) => {
			const { items } = await overWire({ ...parameters, simplify }, { body });
			expect(items).toEqual([{ json: body, pairedItem: { item: 0 } }]);
		});

		test('gives items or none for hostile shapes, never a crash', async () => {
			const { items, error } = await overWire(parameters, { body: '{"tg":[null,5,"x",{}],"vk":{},"sms":null,"capability":[]}' });
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.channel)).toEqual(['tg', 'tg', 'tg', 'tg']);
			expect((await overWire(parameters, { body: '[]' })).items).toEqual([]);
		});
	});
});
