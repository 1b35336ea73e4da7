import fc from 'fast-check';
import { overWire, single, byId, itemsOf, listOf, loadChoices } from '../../../helpers/runAction';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/servers';

describe('widget: create', () => {
	const channel = { channel: 'tg', id: 'our_bot', slug: '', enabled: true };
	const channels = { channel: [channel] };
	const parameters = { resource: 'widget', operation: 'create', channels };
	const answer = single('{"id":"w-1","channels":[]}');

	const settingsOf = (count: number, value = 'x') => ({
		setting: Array.from({ length: count }, (_, index) => ({ name: `my-${index}`, value })),
	});

	test('sends 50 custom settings of 1,024 bytes, even in a script of two bytes per letter', async () => {
		const { calls, error } = await overWire({ ...parameters, custom: { settings: settingsOf(50, 'я'.repeat(512)) } }, answer);
		expect(error).toBeUndefined();
		expect(calls).toHaveLength(1);
	});

	test.each<[object, string]>([
		[{ channels: {} }, 'Channels is empty, but a widget needs at least 1 channel'],
		[{ channels: { channel: [{ ...channel, channel: '={{ "sms" }}' }] } }, 'Channel 1: Channel Type can\'t be "sms"'],
		[{ greeting: { welcomeSeconds: '={{ 1.5 }}' } }, 'Seconds Until Shown must be a whole number, but it is 1.5'],
		[{ custom: { settings: settingsOf(51) } }, 'A widget can have up to 50 custom settings, but this one would have 51'],
		[
			{ custom: { settings: settingsOf(1, 'x'.repeat(1025)) } },
			'Custom setting my-0 is too large: the limit is 1024 bytes (1 KB), but it has 1025',
		],
		[
			{ custom: { settingsJson: '{"bg-color":"red"}' } },
			"The custom setting bg-color has the same name as one of the platform's own settings",
		],
		[
			{ custom: { buttons: { button: [{}, {}, {}] } } },
			'Custom Channel Buttons has 3 buttons, but the platform documents only 2',
		],
	])('refuses %j before the request', async (fields, message) => {
		const { calls, error } = await overWire({ ...parameters, ...fields }, answer);
		expect(calls).toEqual([]);
		expect(error?.message).toBe(message);
	});
});

describe('widget: update', () => {
	const parameters = { resource: 'widget', operation: 'update', widgetId: byId('W-1') };
	const READ = 'GET /api/widgets/by_user/@me';
	const PUT = 'PUT /api/widgets/W-1 ';
	const widget =
		'{"id":"w-1","userId":"u","accountId":"a","channels":[{"channel":"tg","id":"b","slug":null}],"bg-color":"red",' +
		'"custom-channel-id":9007199254740993,"my-x":"1","custom-channel-link":"https://a","gone":null}';
	const widgets = listOf('{"id":"other","channels":[]}', widget);
	const answer = single('{"id":"w-1"}');

	test('keeps what the user did not touch: the widget is read and sent as a whole, digit for digit', async () => {
		const { calls, items, error } = await overWire(
			{ ...parameters, appearance: { bgColor: '#0000ff' }, custom: { settings: { setting: [{ name: 'my-y', value: '2' }] } } },
			[widgets, answer],
		);
		expect(error).toBeUndefined();
		expect(calls).toEqual([
			READ,
			`${PUT}{"channels":[{"channel":"tg","id":"b","slug":null}],"bg-color":"#0000ff","custom-channel-id":9007199254740993,"my-x":"1","custom-channel-link":"https://a","my-y":"2"}`,
		]);
		expect(items).toEqual([{ json: { id: 'w-1' }, pairedItem: { item: 0 } }]);
	});

	test("refuses a widget that is not among the user's, and sends nothing", async () => {
		const { calls, error } = await overWire({ ...parameters, widgetId: byId('w-9') }, [widgets, answer]);
		expect(calls).toEqual([READ]);
		expect(error?.message).toBe("Widget w-9 doesn't exist or belongs to another user");
	});

	test('says of an empty list that there are no widgets, not that this one is missing', async () => {
		for (const empty of [listOf(''), { body: {} }]) {
			const { calls, error } = await overWire({ ...parameters, widgetId: byId('w-9') }, [empty, answer]);
			expect(calls).toEqual([READ]);
			expect(error?.message).toMatch(/^Widget w-9 wasn't changed: the platform lists no widgets for the user/);
		}
	});

	test('does not refuse a large setting that the platform has already', async () => {
		const large = listOf(JSON.stringify({ id: 'w-1', channels: [{ channel: 'tg', id: 'b' }], 'my-large': 'я'.repeat(1024) }));
		const { error, calls } = await overWire({ ...parameters, greeting: { showWelcome: true } }, [large, answer]);
		expect(error).toBeUndefined();
		expect(calls).toHaveLength(2);
	});

	test("counts the widget's existing custom settings towards the limit", async () => {
		const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`my-${index}`, 'x']));
		const full = listOf(JSON.stringify({ id: 'w-1', channels: [{ channel: 'tg', id: 'b' }], ...fifty }));
		const change = (name: string) => ({ custom: { settings: { setting: [{ name, value: 'new' }] } } });
		expect((await overWire({ ...parameters, ...change('my-0') }, [full, answer])).error).toBeUndefined();
		const { calls, error } = await overWire({ ...parameters, ...change('my-50') }, [full, answer]);
		expect(calls).toEqual([READ]);
		expect(error?.message).toBe('A widget can have up to 50 custom settings, but this one would have 51');
	});

	describe('one channel', () => {
		const two = listOf(
			'{"id":"w-1","channels":[{"channel":"tg","id":"a_b","slug":"Shop","enabled":true,"since":9007199254740993},{"channel":"vk","id":"c"}]}',
		);
		const TG = '{"channel":"tg","id":"a_b","slug":"Shop","enabled":true,"since":9007199254740993}';
		const VK = '{"channel":"vk","id":"c"}';
		const row = (channel: string, id: string, slug = '', enabled: boolean | string = true) => ({
			channel: [{ channel, id, slug, enabled }],
		});
		const removing = (...removeChannels: string[]) => ({ furtherChanges: { removeChannels } });

		test.each<[string, object, string]>([
			['is added', { channels: row('viber', 'd') }, `${TG},${VK},{"channel":"viber","id":"d","enabled":true}`],
			[
				'is changed, and keeps its caption and what this node does not know',
				{ channels: row('tg', ' a_b ', '', false) },
				`{"channel":"tg","id":"a_b","slug":"Shop","enabled":false,"since":9007199254740993},${VK}`,
			],
			['is removed', removing('tg_a_b'), VK],
			[
				'is removed and added anew',
				{ ...removing('tg_a_b'), channels: row('tg', 'a_b') },
				`${VK},{"channel":"tg","id":"a_b","enabled":true}`,
			],
			['that is the last one: the platform decides', removing('tg_a_b', 'vk_c'), ''],
		])('%s', async (_what, change, channels) => {
			const { calls, error } = await overWire({ ...parameters, ...change }, [two, answer]);
			expect(error).toBeUndefined();
			expect(calls).toEqual([READ, `${PUT}{"channels":[${channels}]}`]);
		});

		test.each(['={{ "no" }}', '={{ null }}'])('is switched by nothing else: %s', async (enabled) => {
			const { calls, error } = await overWire({ ...parameters, channels: row('viber', 'd', '', enabled) }, [two, answer]);
			expect(calls).toEqual([READ]);
			expect(error?.message).toBe('Channel 1: Enabled must be true or false');
		});

		test.each(['"x"', 'null', '[null,5,"x",{"channel":{},"id":1}]'])(
			'does not crash with hostile channels: %s',
			async (channels) => {
				const { error, calls } = await overWire({ ...parameters, ...removing('tg_a'), channels: row('tg', 'a') }, [
					listOf(`{"id":"w-1","channels":${channels}}`),
					answer,
				]);
				expect(error).toBeUndefined();
				expect(calls[1]).toContain('{"channel":"tg","id":"a","enabled":true}]}');
			},
		);
	});

	describe('settings', () => {
		const SETTINGS = '"bg-color":"red","my-x":"1","кампания":"2","custom-channel-link7":"c"';
		const FIELDS =
			'"createdTs":"2026-01-01","widgetCode":"<script>","plan":"pro","campaign":"spring","enabled":true,"$count":1,"_links":{}';
		const full = listOf(`{"id":"w-1","userId":"u",${SETTINGS},${FIELDS},"channels":[]}`);

		test('sends back a widget with arbitrary keys', async () => {
			const given = fc.dictionary(
				fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('constructor', 'toString', '', 'a b', 'a,b', '0', 'plan')),
				fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 1 })),
				{ noNullPrototype: true },
			);
			await fc.assert(
				fc.asyncProperty(given, async (settings) => {
					const ids = { id: 'w-1', userId: 'u', accountId: 'a' };
					const channels = [{ channel: 'tg', id: 'b' }];
					const returned = JSON.stringify({ ...settings, channels, ...ids });
					const { requests, error } = await overWire(parameters, [listOf(returned), answer]);
					expect(error).toBeUndefined();
					const isPart = ([name, value]: [string, unknown]) => !Object.hasOwn(ids, name) && value !== null;
					const withoutPrototype = (name: string, value: unknown) => (name === '__proto__' ? undefined : value);
					const expected = Object.entries(JSON.parse(returned, withoutPrototype) as object).filter(isPart);
					expect(JSON.parse(String(requests[1]?.body))).toEqual(Object.fromEntries(expected));
				}),
				{ numRuns: 25 },
			);
		});

		test("remove one: the platform's, a custom one, or a button's", async () => {
			const furtherChanges = { removeSettings: ['bg-color', 'кампания', 'custom-channel-link7', 'campaign', 'absent'] };
			const { calls } = await overWire({ ...parameters, furtherChanges }, [full, answer]);
			expect(calls[1]).toBe(`${PUT}{"my-x":"1",${FIELDS.replace('"campaign":"spring",', '')},"channels":[]}`);
		});
	});

	test('keeps the changes of several items for one widget', async () => {
		let stored: object = { id: 'w-1', channels: [{ channel: 'tg', id: 'b' }] };
		const { error } = await overWire(
			{ ...parameters, custom: { settingsJson: '={{ $json.settings }}' } },
			({ method, body }) => {
				if (method !== 'PUT') return { body: { $items: [stored] } };
				stored = { id: 'w-1', ...(JSON.parse(String(body)) as object) };
				return { body: { $value: stored } };
			},
			{ items: itemsOf({ settings: { 'my-a': 1 } }, { settings: { 'my-b': 2 } }) },
		);
		expect(error).toBeUndefined();
		expect(stored).toEqual({ id: 'w-1', channels: [{ channel: 'tg', id: 'b' }], 'my-a': 1, 'my-b': 2 });
	});
});

describe('the parts of a widget', () => {
	const widget =
		'{"id":"W-1","userId":"u","createdTs":"t","plan":"pro","gone":null,"bg-color":"red","my-x":9007199254740993,"show-welcome":true,' +
		'"channels":[{"channel":"tg","id":"shop_bot","slug":"Shop"},{"channel":"vk","id":"club","slug":null},null,{"channel":{},"id":"x"}]}';
	let service: ScriptedServer;
	beforeEach(async () => {
		service = await startScriptedServer(() => listOf('{"id":"w-0","my-other":1}', widget, '{"id":"w-2"}'));
	});
	afterEach(async () => await service.close());
	const chosen = (id: string) => ({ resource: 'widget', operation: 'update', widgetId: byId(id) });

	test.each([
		[
			'getWidgetChannels',
			[
				{ name: 'Shop – Telegram', value: 'tg_shop_bot' },
				{ name: 'club – VK', value: 'vk_club' },
			],
		],
		[
			'getWidgetSettings',
			[
				{ name: 'createdTs: t', value: 'createdTs' },
				{ name: 'plan: pro', value: 'plan' },
				{ name: 'bg-color: red', value: 'bg-color' },
				{ name: 'my-x: 9007199254740993', value: 'my-x' },
				{ name: 'show-welcome: true', value: 'show-welcome' },
			],
		],
	] as const)('show in %s those of the chosen widget', async (method, options) => {
		expect(await loadChoices(method, service.credential, chosen('w-1'))).toEqual(options);
		expect(service.requests.map(({ url }) => url)).toEqual(['/api/widgets/by_user/@me']);
	});

	test('say so for a widget without any', async () => {
		expect(await loadChoices('getWidgetChannels', service.credential, chosen('w-2'))).toEqual([
			{ name: 'This widget has no channels', value: '', disabled: true },
		]);
	});

	test.each(['', 'w-9', '={{ $json.id }}'])('say without a widget (%j) what to do', async (id) => {
		for (const method of ['getWidgetChannels', 'getWidgetSettings'] as const) {
			expect(await loadChoices(method, service.credential, chosen(id))).toEqual([
				{ name: 'Choose the widget first', value: '', disabled: true },
			]);
		}
	});
});
