import { byId, overWire } from '../../../../helpers/overWire';

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

const accountCapability = {
	textSupported: true,
	textMaxSize: 70,
	photoSupported: false,
	audioSupported: false,
	videoSupported: false,
	filesSupported: false,
	buttonsSupported: false,
	statusSupported: false,
	locationSupported: false,
};

describe('channel: getCapabilities', () => {
	test('one item a channel, flat', async () => {
		const { calls, items, error } = await overWire(parameters, { body });
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/channels?v=1.0.0']);
		expect(items).toEqual([
			{
				json: {
					accountId: 'a',
					channelId: 12,
					channel: 'tg',
					id: 'TG-12',
					title: 'Shop',
					channelRef: 'tg_12',
					freeTextSupported: true,
					textSupported: true,
					textMaxSize: 4096,
					photoSupported: true,
					photoMimeMask: 'jpg;png',
					audioSupported: false,
					videoSupported: false,
					filesSupported: true,
					filesMimeMask: '*;!exe',
					buttonsSupported: true,
					statusSupported: false,
					locationSupported: true,
					maxAttachmentsPerMessage: 10,
					messageSendIntervalMs: 1000,
					somethingNew: 7,
					templateCapability: null,
					accountCapability,
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					channel: 'sms',
					channelId: 1,
					channelRef: 'sms_1',
					freeTextSupported: false,
					templateCapability: { isTemplate: true },
					accountCapability,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('what is absent or null in a capability object is not supported', async () => {
		const channel = { channel: 'tg', channelId: 1 };
		const nothing = { ...accountCapability, textSupported: false, textMaxSize: undefined };
		for (const freeTextCapability of [{}, { locationSupported: null, videoRestrictions: null }]) {
			const { items } = await overWire(parameters, { body: { tg: [{ channel, freeTextCapability }] } });
			expect(items[0]?.json).toEqual({ ...channel, channelRef: 'tg_1', freeTextSupported: true, ...nothing });
		}
	});

	test('raw: the body as it came, with the minimum over all channels', async () => {
		const { items } = await overWire({ ...parameters, simplify: false }, { body });
		expect(items).toEqual([{ json: body, pairedItem: { item: 0 } }]);
	});

	test('one channel of all, from the list or an expression', async () => {
		const { items } = await overWire({ ...parameters, channel: byId('={{ "sms_" + 1 }}') }, { body });
		expect(items.map(({ json }) => json.channelRef)).toEqual(['sms_1']);
		const { error } = await overWire({ ...parameters, channel: byId('tg_99') }, { body });
		expect(error?.message).toBe('There is no channel tg_99');
	});

	test('an id beyond 2^53 keeps its digits in channelId and channelRef', async () => {
		const text = '{"vk":[{"channel":{"channel":"vk","channelId":9007199254740993}}],"capability":null}';
		const { items } = await overWire(parameters, { body: text });
		expect(items[0]?.json).toMatchObject({ channelId: '9007199254740993', channelRef: 'vk_9007199254740993' });
	});

	test('hostile shapes give items or none, never a crash', async () => {
		const { items, error } = await overWire(parameters, { body: '{"tg":[null,5,"x",{}],"vk":{},"sms":null,"capability":[]}' });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.channel)).toEqual(['tg', 'tg', 'tg', 'tg']);
		expect((await overWire(parameters, { body: '[]' })).items).toEqual([]);
	});
});
