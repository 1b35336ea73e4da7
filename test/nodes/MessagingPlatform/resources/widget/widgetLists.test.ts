import { widgetChannelName } from '../../../../../nodes/MessagingPlatform/resources/widget/widgetLists';
import { loadChoices, byId, listOf } from '../../../../helpers/runAction';
import { type ScriptedServer, startScriptedServer } from '../../../../helpers/servers';

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

	test.each(['', 'w-9', '={{ $json.id }}'])('say without a widget (%j) what to do', async (id) => {
		for (const method of ['getWidgetChannels', 'getWidgetSettings'] as const) {
			expect(await loadChoices(method, service.credential, chosen(id))).toEqual([
				{ name: 'Choose the widget first', value: '', disabled: true },
			]);
		}
	});

	test('say so for a widget without any', async () => {
		expect(await loadChoices('getWidgetChannels', service.credential, chosen('w-2'))).toEqual([
			{ name: 'This widget has no channels', value: '', disabled: true },
		]);
	});
});

describe('the members of a widget', () => {
	test.each<[Parameters<typeof widgetChannelName>[0], string | undefined]>([
		[{ channel: 'tg', id: 'our_bot', name: 'x' }, 'tg_our_bot'],
		[{ channel: 'sms', id: 4100 }, 'sms_4100'],
		[{ channel: 'tg' }, undefined],
		[{ id: 'our_bot' }, undefined],
		[{ channel: {}, id: 'x' }, undefined],
		[{ channel: 'tg', id: true }, undefined],
		['tg_our_bot', undefined],
		[null, undefined],
		[undefined, undefined],
		[[], undefined],
	])('name the channel %j %s', (element, name) => {
		expect(widgetChannelName(element)).toBe(name);
	});
});
