import { overWire, single, byId, itemsOf, listOf, loadChoices } from '../../../helpers/runAction';
import { startScriptedServer } from '../../../helpers/servers';

describe('widget: update', () => {
	const parameters = { resource: 'widget', operation: 'update', widgetId: byId('W-1') };
	const READ = 'GET /api/widgets/by_user/@me';
	const PUT = 'PUT /api/widgets/W-1 ';
	const answer = single('{"id":"w-1"}');
	const CHANNELS = '"channels":[{"channel":"tg","id":"b"}]';
	/** Updates the widget w-1 that the platform lists with these members. */
	const update = async (members: string, change: object) =>
		await overWire({ ...parameters, ...change }, [listOf('{"id":"other","channels":[]}', `{"id":"w-1",${members}}`), answer]);
	const custom = (name: string) => ({ custom: { settings: { setting: [{ name, value: '2' }] } } });

	test('keeps what the user did not touch: the widget is read and sent as a whole, digit for digit', async () => {
		const kept = '"custom-channel-id":9007199254740993,"my-x":"1","custom-channel-link":"https://a"';
		const channels = '"channels":[{"channel":"tg","id":"b","slug":null}]';
		const { calls, items, error } = await update(
			`"userId":"u","accountId":"a",${channels},"bg-color":"red",${kept},"gone":null`,
			{ appearance: { bgColor: '#0000ff' }, ...custom('my-y') },
		);
		expect(error).toBeUndefined();
		expect(calls).toEqual([READ, `${PUT}{${channels},"bg-color":"#0000ff",${kept},"my-y":"2"}`]);
		expect(items).toEqual([{ json: { id: 'w-1' }, pairedItem: { item: 0 } }]);
	});

	const lists = "Widget w-9 wasn't changed: the platform lists no widgets for the user";
	test.each([
		["not among the user's", listOf('{"id":"w-1"}'), "Widget w-9 doesn't exist or belongs to another user"],
		['in no list', { body: {} }, lists],
	])('refuses a widget that is %s, and sends nothing', async (_what, listed, message) => {
		const { calls, error } = await overWire({ ...parameters, widgetId: byId('w-9') }, [listed, answer]);
		expect(calls).toEqual([READ]);
		expect(error?.message).toContain(message);
	});

	test("counts the widget's existing custom settings towards the limit", async () => {
		const fifty = `${CHANNELS},${Array.from({ length: 50 }, (_, index) => `"my-${index}":"x"`).join(',')}`;
		expect((await update(fifty, custom('my-0'))).error).toBeUndefined();
		const { calls, error } = await update(fifty, custom('my-50'));
		expect(calls).toEqual([READ]);
		expect(error?.message).toBe('A widget can have up to 50 custom settings, but this one would have 51');
	});

	const TG = '{"channel":"tg","id":"a_b","slug":"Shop","enabled":true,"since":9007199254740993}';
	const VK = '{"channel":"vk","id":"c"}';
	const row = (channel: string, id: string, enabled = true) => ({ channels: { channel: [{ channel, id, slug: '', enabled }] } });
	const removing = (...removeChannels: string[]) => ({ furtherChanges: { removeChannels } });

	test.each<[string, object, string]>([
		['adds a channel', row('viber', 'd'), `${TG},${VK},{"channel":"viber","id":"d","enabled":true}`],
		['changes one, and keeps its caption', row('tg', ' a_b ', false), `${TG.replace('"enabled":true', '"enabled":false')},${VK}`],
		['removes one', removing('tg_a_b'), VK],
		['replaces one', { ...removing('tg_a_b'), ...row('tg', 'a_b') }, `${VK},{"channel":"tg","id":"a_b","enabled":true}`],
	])('%s', async (_what, change, channels) => {
		const { calls, error } = await update(`"channels":[${TG},${VK}]`, change);
		expect([error, calls]).toEqual([undefined, [READ, `${PUT}{"channels":[${channels}]}`]]);
	});

	test.each(['"x"', 'null', '[null,5,"x",{"channel":{},"id":1}]'])('survives hostile channels: %s', async (channels) => {
		const { error, calls } = await update(`"channels":${channels}`, { ...removing('tg_a'), ...row('tg', 'a') });
		expect(error).toBeUndefined();
		expect(calls[1]).toContain('{"channel":"tg","id":"a","enabled":true}]}');
	});

	test("removes settings: the platform's, a custom one, or a button's", async () => {
		const fields = '"createdTs":"2026","widgetCode":"<script>","plan":"pro","enabled":true,"$count":1,"_links":{},"channels":[]';
		const removed = '"bg-color":"red","кампания":"2","custom-channel-link7":"c","campaign":"spring"';
		const furtherChanges = { removeSettings: ['bg-color', 'кампания', 'custom-channel-link7', 'campaign', 'absent'] };
		const { calls } = await update(`${removed},"my-x":"1",${fields}`, { furtherChanges });
		expect(calls[1]).toBe(`${PUT}{"my-x":"1",${fields}}`);
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
	const FIRST = { 'Choose the widget first': '' };

	test.each([
		['getWidgetChannels', 'w-1', { 'Shop – Telegram': 'tg_shop_bot', 'club – VK': 'vk_club' }],
		[
			'getWidgetSettings',
			'w-1',
			{
				...{ 'createdTs: t': 'createdTs', 'plan: pro': 'plan', 'bg-color: red': 'bg-color' },
				...{ 'my-x: 9007199254740993': 'my-x', 'show-welcome: true': 'show-welcome' },
			},
		],
		['getWidgetChannels', 'w-2', { 'This widget has no channels': '' }],
		['getWidgetChannels', '', FIRST],
		['getWidgetSettings', '={{ $json.id }}', FIRST],
	] as const)('are shown in %s for the widget %s', async (method, id, options) => {
		const service = await startScriptedServer(() => listOf('{"id":"w-0","my-other":1}', widget, '{"id":"w-2"}'));
		const parameters = { resource: 'widget', operation: 'update', widgetId: byId(id) };
		const choices = await loadChoices(method, service.credential, parameters);
		await service.close();
		expect(choices).toEqual(
			Object.entries(options).map(([name, value]) => ({ name, value, ...(value === '' && { disabled: true }) })),
		);
		if (id === 'w-1') expect(service.requests.map(({ url }) => url)).toEqual(['/api/widgets/by_user/@me']);
	});
});
