import { byId, itemsOf, listOf, overWire, single } from '../../../../helpers/overWire';

const parameters = { resource: 'widget', operation: 'update', widgetId: byId('W-1') };
const READ = 'GET /api/widgets/by_user/@me';
const PUT = 'PUT /api/widgets/W-1 ';
const widget =
	'{"id":"w-1","userId":"u","accountId":"a","channels":[{"channel":"tg","id":"b","slug":null}],"bg-color":"red",' +
	'"custom-channel-id":9007199254740993,"my-x":"1","custom-channel-link":"https://a","gone":null}';
const widgets = listOf('{"id":"other","channels":[]}', widget);
const answer = single('{"id":"w-1"}');

describe('widget: update', () => {
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

	test('channels are replaced as a list', async () => {
		const channels = { channel: [{ channel: 'vk', id: 'club1', slug: 'Club', enabled: true }] };
		const { requests } = await overWire({ ...parameters, channels }, [widgets, answer]);
		expect(JSON.parse(String(requests[1]?.body))).toMatchObject({
			channels: [{ channel: 'vk', id: 'club1', slug: 'Club', enabled: true }],
			'bg-color': 'red',
		});
	});

	test('"Replace Everything" sends only what is set, without reading', async () => {
		const channels = { channel: [{ channel: 'vk', id: 'club1', slug: '', enabled: true }] };
		const { calls } = await overWire({ ...parameters, updateMode: 'replace', channels }, [answer]);
		expect(calls).toEqual([`${PUT}{"channels":[{"channel":"vk","id":"club1","enabled":true}]}`]);
	});

	test('"Replace Everything" without a channel is refused before the request', async () => {
		const { calls, error } = await overWire({ ...parameters, updateMode: 'replace' }, [answer]);
		expect(calls).toEqual([]);
		expect(error?.message).toBe('Channels is empty, but a widget needs at least 1 channel');
	});

	test("a widget that is not among the user's is an error, and nothing is sent", async () => {
		const { calls, error } = await overWire({ ...parameters, widgetId: byId('w-9') }, [widgets, answer]);
		expect(calls).toEqual([READ]);
		expect(error?.message).toBe('There is no widget w-9');
	});

	test('the limit of custom settings counts the ones that the widget has already', async () => {
		const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`my-${index}`, 'x']));
		const full = listOf(JSON.stringify({ id: 'w-1', channels: [{ channel: 'tg', id: 'b' }], ...fifty }));
		const change = (name: string) => ({ custom: { settings: { setting: [{ name, value: 'new' }] } } });
		expect((await overWire({ ...parameters, ...change('my-0') }, [full, answer])).error).toBeUndefined();
		const { calls, error } = await overWire({ ...parameters, ...change('my-50') }, [full, answer]);
		expect(calls).toEqual([READ]);
		expect(error?.message).toBe('Custom Settings may be 50 at most, but the widget would have 51');
	});

	test('a large setting that the service has already is no reason to refuse', async () => {
		const large = listOf(JSON.stringify({ id: 'w-1', channels: [{ channel: 'tg', id: 'b' }], 'my-large': 'я'.repeat(1024) }));
		const { error, calls } = await overWire({ ...parameters, greeting: { showWelcome: true } }, [large, answer]);
		expect(error).toBeUndefined();
		expect(calls).toHaveLength(2);
	});

	test('items for one widget do not lose each other', async () => {
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
