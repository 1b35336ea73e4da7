import type { INodeParameters } from 'n8n-workflow';
import type { Received, Reply } from '../../../helpers/servers';
import { callAllByMcp } from '../../../helpers/runAgent';
import { startScriptedPlatform } from '../../../helpers/scriptedPlatform';
import { accepted, byId, itemsOf, listOf, overWire, single } from '../../../helpers/runAction';

const chat = byId('={{ $json.tbChatId }}');

const OPERATIONS: Array<[string, INodeParameters, Reply]> = [
	['chat: block', { resource: 'chat', operation: 'block', chat, tbChatId: chat }, accepted],
	['tag: assign', { resource: 'tag', operation: 'assign', chat, tbChatId: chat, tagName: byId('new customer') }, accepted],
	[
		'tag: get for chat',
		{ resource: 'tag', operation: 'getForChat', chat, tbChatId: chat },
		listOf('{"name":"a"}', '{"name":"b"}'),
	],
	[
		'memo: update',
		{ resource: 'memo', operation: 'update', chat, updateFields: { memo: '={{ $json.text }}' } },
		single('{"memo":"m"}'),
	],
	[
		'channel: get many',
		{ resource: 'channel', operation: 'getAll', returnAll: true },
		listOf('{"channel":"tg","channelId":9007199254740993}'),
	],
];

const ITEMS = itemsOf(...Array.from({ length: 30 }, (_, index) => ({ tbChatId: 70_000 + index, text: `Note ${index}` })));

describe('the custom operation and the routing of an operation', () => {
	test.each(OPERATIONS)('make the same requests and the same items: %s', async (_name, parameters, answer) => {
		const custom = await overWire(parameters, answer, { items: ITEMS });
		const direct = await overWire(parameters, answer, { items: ITEMS, directly: true });
		expect(custom.error).toBeUndefined();
		expect(custom.calls).toHaveLength(30);
		expect(custom.calls.sort()).toEqual(direct.calls.sort());
		expect(custom.items).toEqual(direct.items);
	});

	test('fail in the same way, and for the same item, which n8n counts from 0 and the loop as people count', async () => {
		const [, parameters] = OPERATIONS[3] ?? [];
		const answer = ({ url }: Received): Reply => (url.includes('/70003/') ? { status: 404 } : single('{"memo":"m"}'));
		const results = [];
		for (const directly of [false, true]) {
			const { error } = await overWire(parameters ?? {}, answer, { items: ITEMS, directly });
			const description = error?.description?.replace(/ Items .* of 30 were already processed\. .*$/, '');
			results.push({ message: error?.message, description, index: error?.context?.itemIndex });
		}
		const [custom, direct] = results;
		expect(direct?.index).toBe(3);
		expect(custom).toEqual({ ...direct, message: `Item 4 of 30: ${direct?.message}`, index: undefined });
	});

	test('report failed items in the same way', async () => {
		const [, parameters] = OPERATIONS[3] ?? [];
		const answer = ({ url }: Received): Reply => (url.includes('/70003/') ? { status: 404 } : single('{"memo":"m"}'));
		const [custom, direct] = [
			await overWire(parameters ?? {}, answer, { items: ITEMS, continueOnFail: true }),
			await overWire(parameters ?? {}, answer, { items: ITEMS, continueOnFail: true, directly: true }),
		];
		expect(custom.items).toEqual(direct.items);
		expect(custom.items[3]?.json.error).toBeTruthy();
	});
});

test('keep the batches of Request Options', async () => {
	const [, parameters, answer] = OPERATIONS[0] ?? ['', {}, accepted];
	const times: number[] = [];
	const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 150 } } };
	const { calls } = await overWire({ ...parameters, requestOptions }, () => (times.push(Date.now()), answer), {
		items: ITEMS.slice(0, 6),
	});
	expect(calls).toHaveLength(6);
	// two pauses of 150 ms, seen from the service, whose first arrival may itself be late
	expect((times[5] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(200);
});

test('keep separate parameters for tools that are called at the same time', async () => {
	const platform = await startScriptedPlatform({ answer: () => accepted });
	try {
		const tools = ['one', 'two', 'three'].map((newTagName) => ({
			...{ resource: 'tag', operation: 'create', newTagName, allowBeyondConversation: true },
		}));
		await callAllByMcp(tools, {}, {}, platform.credential);
		expect(platform.requests.map(({ url }) => url).sort()).toEqual(['/api/tags/one', '/api/tags/three', '/api/tags/two']);
	} finally {
		await platform.close();
	}
});
