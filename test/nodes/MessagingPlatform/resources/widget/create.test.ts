import { overWire, single } from '../../../../helpers/runAction';

const channel = { channel: 'tg', id: 'our_bot', slug: '', enabled: true };
const channels = { channel: [channel] };
const parameters = { resource: 'widget', operation: 'create', channels };
const answer = single('{"id":"w-1","channels":[]}');
const HEAD = 'POST /api/widgets ';
const CHANNELS = '"channels":[{"channel":"tg","id":"our_bot","enabled":true}]';

const settingsOf = (count: number, value = 'x') => ({
	setting: Array.from({ length: count }, (_, index) => ({ name: `my-${index}`, value })),
});

describe('widget: create', () => {
	test.each<[object, string]>([
		[
			{
				custom: { settings: { setting: [{ name: 'my-a', value: 'b' }] }, settingsJson: '{"my-n":9007199254740993,"my-t":true}' },
			},
			`{"my-n":9007199254740993,"my-t":true,"my-a":"b",${CHANNELS}}`,
		],
		[
			{
				custom: {
					settings: {
						setting: [
							{ name: 'my-t', value: '={{ true }}' },
							{ name: 'my-n', value: '={{ 5 }}' },
							{ name: 'my-l', value: '={{ [1] }}' },
						],
					},
				},
			},
			`{"my-t":true,"my-n":5,"my-l":[1],${CHANNELS}}`,
		],
	])('%j', async (fields, body) => {
		const { calls, items, error } = await overWire({ ...parameters, ...fields }, answer);
		expect(error).toBeUndefined();
		expect(JSON.parse(calls[0]?.slice(HEAD.length) ?? '')).toEqual(JSON.parse(body));
		expect(calls).toEqual([expect.stringContaining(body.includes('9007199254740993') ? ':9007199254740993' : HEAD)]);
		expect(items).toEqual([{ json: { id: 'w-1', channels: [] }, pairedItem: { item: 0 } }]);
	});

	test('sends 50 custom settings of 1,024 bytes, even in a script of two bytes per letter', async () => {
		const { calls, error } = await overWire({ ...parameters, custom: { settings: settingsOf(50, 'я'.repeat(512)) } }, answer);
		expect(error).toBeUndefined();
		expect(calls).toHaveLength(1);
	});

	test.each<[object, string]>([
		[{ channels: {} }, 'Channels is empty, but a widget needs at least 1 channel'],
		[{ channels: { channel: [{ ...channel, channel: '={{ "sms" }}' }] } }, 'Channel 1: Channel Type can\'t be "sms"'],
		[{ channels: { channel: [channel, { ...channel, id: '={{ "" }}' }] } }, 'Channel 2: ID is empty'],
		[{ custom: { settings: settingsOf(51) } }, 'A widget can have up to 50 custom settings, but this one would have 51'],
		[
			{ custom: { settings: settingsOf(1, 'x'.repeat(1025)) } },
			'Custom setting my-0 is too large: the limit is 1024 bytes (1 KB), but it has 1025',
		],
		[
			{ custom: { settings: settingsOf(1, 'я'.repeat(513)) } },
			'Custom setting my-0 is too large: the limit is 1024 bytes (1 KB), but it has 1026',
		],
		[
			{ custom: { settingsJson: '{"bg-color":"red"}' } },
			"The custom setting bg-color has the same name as one of the platform's own settings",
		],
		[
			{ custom: { settingsJson: '={{ [1] }}' } },
			'Custom Settings (JSON) must be an object like {"name": "value"}, but it is [1]',
		],
		[
			{ custom: { buttons: { button: [{}, {}, {}] } } },
			'Custom Channel Buttons has 3 buttons, but the platform documents only 2',
		],
		[{ greeting: { showWelcome: '={{ "no" }}' } }, 'Show Greeting must be true or false'],
		[{ greeting: { welcomeSeconds: '={{ 1.5 }}' } }, 'Seconds Until Shown must be a whole number, but it is 1.5'],
		[{ custom: { customChannelsTotal: '={{ null }}' } }, 'Custom Channels Total must be a whole number, but it is null'],
	])('refuses %j before the request', async (fields, message) => {
		const { calls, error } = await overWire({ ...parameters, ...fields }, answer);
		expect(calls).toEqual([]);
		expect(error?.message).toBe(message);
	});
});
