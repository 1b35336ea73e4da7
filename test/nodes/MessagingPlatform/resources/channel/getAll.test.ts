import { listOf, overWire } from '../../../../helpers/runAction';

const parameters = { resource: 'channel', operation: 'getAll' };
const channels = listOf(
	'{"channel":"tg","channelId":9223372036854775807,"id":"TG-1","botName":null}',
	'{"channel":"sms","channelId":2,"phone":"+1","somethingNew":{"a":1}}',
);

describe('channel: getAll', () => {
	test('lists the channels with exact ids, null and unknown fields unchanged, each with its channelRef', async () => {
		const { calls, items, error } = await overWire(parameters, channels);
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/channels']);
		expect(items).toEqual([
			{
				json: {
					channel: 'tg',
					channelId: '9223372036854775807',
					id: 'TG-1',
					botName: null,
					channelRef: 'tg_9223372036854775807',
				},
				pairedItem: { item: 0 },
			},
			{
				json: { channel: 'sms', channelId: 2, phone: '+1', somethingNew: { a: 1 }, channelRef: 'sms_2' },
				pairedItem: { item: 0 },
			},
		]);
	});

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
