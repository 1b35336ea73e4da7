import type { INodeParameters } from 'n8n-workflow';
import type { Reply } from '../../../helpers/servers';
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
