import { sleep, type INodeParameters } from 'n8n-workflow';
import { type Received, type Reply, startScriptedServer } from '../../../helpers/servers';
import { runOperation, byId, itemsOf, listOf, overWire, accepted, single } from '../../../helpers/runAction';
import { callAllByMcp } from '../../../helpers/runAgent';
import { startScriptedPlatform } from '../../../helpers/scriptedPlatform';

const memo = { resource: 'memo', operation: 'get', chat: byId('={{ $json.chat }}') };

function memoOf({ url }: Received): Reply {
	if (url.includes('tg_1_bad')) return { status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'Chat not found' } } };
	return { body: { $value: { memo: url } } };
}

describe.each([
	['as a custom operation', false],
	['by its routing, as where a tool is called directly', true],
])('a declarative operation, run %s', (_name, directly) => {
	test('yields an item with the error for exactly the failed item, whether the platform or the node refused', async () => {
		const chats = ['tg_1_a', 'tg_1_bad', 'nonsense', 'tg_1_b'];
		const { items, calls } = await overWire(memo, memoOf, {
			directly,
			continueOnFail: true,
			items: itemsOf(...chats.map((chat) => ({ chat }))),
		});
		expect(calls).toHaveLength(3);
		expect(items).toEqual([
			{ json: { memo: '/api/chats/tg_1_a/memo', chatRef: 'tg_1_a' }, pairedItem: { item: 0 } },
			{
				json: {
					error: "The platform doesn't know this chat",
					details: {
						advice: expect.stringMatching(/The platform says: Chat not found\.$/),
						status: 404,
						code: 404,
						name: 'NOT_FOUND',
					},
				},
				pairedItem: { item: 1 },
			},
			{
				json: {
					error: "Chat isn't a chatRef or tbChatId: nonsense",
					details: { advice: expect.stringContaining('tg_12345_67890') },
				},
				pairedItem: { item: 2 },
			},
			{ json: { memo: '/api/chats/tg_1_b/memo', chatRef: 'tg_1_b' }, pairedItem: { item: 3 } },
		]);
	});

	test('throws the error of the first failed item, which names its item', async () => {
		const { error, items } = await overWire(memo, memoOf, {
			directly,
			items: itemsOf({ chat: 'tg_1_a' }, { chat: 'tg_1_bad' }, { chat: 'x' }),
		});
		expect(items).toEqual([]);
		const isLoop = !directly;
		expect(error?.message).toBe(`${isLoop ? 'Item 2 of 3: ' : ''}The platform doesn't know this chat`);
		// the editor would add it to the message, counted from 0
		expect(error?.context?.itemIndex).toBe(isLoop ? undefined : 1);
	});

	test('starts no further item after a failure', async () => {
		const chats = ['tg_1_bad', ...Array.from({ length: 200 }, (_, index) => `tg_1_${index}`)];
		const { calls } = await overWire(memo, memoOf, { directly, items: itemsOf(...chats.map((chat) => ({ chat }))) });
		expect(calls.length).toBeLessThanOrEqual(60);
	});

	test('makes 10 requests at once, no more, and all items come out in order', async () => {
		const waiting: Array<() => void> = [];
		let most = 0;
		const service = await startScriptedServer(async ({ url }) => {
			await new Promise<void>((resolve) => {
				waiting.push(resolve);
				// with fewer at once this would never end; an 11th would come within the pause, since all are local
				if (waiting.length === 10) {
					void sleep(50).then(() => {
						most = Math.max(most, waiting.length);
						waiting.splice(0).forEach((answer) => answer());
					});
				}
			});
			return { body: { $value: { memo: url } } };
		});
		const chats = Array.from({ length: 120 }, (_, index) => ({ chat: `tg_1_${index}` }));
		const { items, error } = await runOperation({
			parameters: memo,
			directly,
			credential: service.credential,
			items: itemsOf(...chats),
		});
		await service.close();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.memo)).toEqual(chats.map(({ chat }) => `/api/chats/${chat}/memo`));
		expect(most).toBe(10);
	});
});

describe('an execution that is stopped ends as canceled and says what went through', () => {
	test.each([
		['a read', memo, {}, { $value: { memo: 'm' } }],
		['a read, in the pause between two batches', memo, { batching: { batch: { batchSize: 3, batchInterval: 60_000 } } }, {}],
	])('%s', async (_what, parameters, requestOptions, body) => {
		let stop = () => {};
		const isPaused = 'batching' in requestOptions;
		let answered = 0;
		let waiting = 0;
		const service = await startScriptedServer(async ({ url }) => {
			if (!/\b100[0-2]\b/.test(url)) {
				waiting += 1;
				// ten are under way again only when the first three are through
				if (waiting === 10) stop();
				return await new Promise<Reply>(() => {});
			}
			answered += 1;
			// nothing can be seen of a pause but that it is there
			if (answered === 3 && isPaused) void sleep(300).then(() => stop());
			return body === undefined ? { status: 202 } : { body };
		});
		const { run } = await runOperation({
			parameters: { ...parameters, requestOptions },
			items: itemsOf(...Array.from({ length: 40 }, (_, index) => ({ chat: 1_000 + index }))),
			credential: service.credential,
			started: (cancel) => (stop = cancel),
		});
		await service.close();
		expect(run.status).toBe('canceled');
		expect(run.data.resultData.error?.description).toContain('Items 1 to 3 of 40 were already processed. Leave');
	});
});

test('the error of a node is that of the first item that failed, whichever finished first', async () => {
	for (const slow of ['tg_1_0', 'tg_1_1']) {
		const failing = async ({ url }: Received) => {
			if (url.includes(slow)) await sleep(50);
			return { status: 404, body: {} };
		};
		const { error } = await overWire(memo, failing, { items: itemsOf({ chat: 'tg_1_0' }, { chat: 'tg_1_1' }) });
		expect(error?.message).toMatch(/^Item 1 of 2: /);
	}
	const { error } = await overWire(memo, memoOf, { items: itemsOf({ chat: 'tg_1_bad' }) });
	expect(error?.description).not.toContain('processed');
});

describe('the batches of Request Options', () => {
	/** When each request came, in ms, and how many were answered then. */
	async function begun(batch: object): Promise<Array<{ at: number; through: number }>> {
		let through = 0;
		const begins: Array<{ at: number; through: number }> = [];
		const answer = async () => {
			begins.push({ at: performance.now(), through });
			await sleep(100);
			through += 1;
			return single('{}');
		};
		const parameters = { ...memo, requestOptions: { batching: { batch } } } as INodeParameters;
		expect((await overWire(parameters, answer, { items: itemsOf(...CHATS) })).error).toBeUndefined();
		return begins;
	}
	const CHATS = [1, 2, 3].map((chat) => ({ chat }));

	test.each<[string, object, number[]]>([
		['a size with a fraction counts without it', { batchSize: 2.9, batchInterval: 1 }, [0, 0, 2]],
		['a size of 0 is one item', { batchSize: 0, batchInterval: 1 }, [0, 1, 2]],
		['a size that is no number is one item', { batchSize: '2', batchInterval: 1 }, [0, 1, 2]],
		['a pause that is no number is none', { batchSize: 1, batchInterval: '60000' }, [0, 0, 0]],
	])('%s', async (_rule, batch, through) => {
		expect((await begun(batch)).map((one) => one.through)).toEqual(through);
	});

	test('have a pause after all of the one before are finished', async () => {
		const [first, , third] = await begun({ batchSize: 2, batchInterval: 200 });
		expect((third?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(299);
	});
});

describe('directCalls', () => {
	const chat = byId('={{ $json.tbChatId }}');

	const OPERATIONS: Array<[string, INodeParameters, Reply]> = [
		[
			'tag: get for chat',
			{ resource: 'tag', operation: 'getForChat', chat, tbChatId: chat },
			listOf('{"name":"a"}', '{"name":"b"}'),
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
});

describe('a call', () => {
	const update = {
		resource: 'chainAction',
		operation: 'update',
		chainActionId: byId('={{ $json.id }}'),
		actionFields: { description: 'new' },
	};

	test.each([
		['a read that comes before a change', 'GET'],
		['a change', 'PUT'],
	])('follows the Request Options of its item: %s', async (_which, held) => {
		const { items, error } = await overWire(
			{ ...update, requestOptions: { timeout: '={{ $json.timeout }}' } },
			({ method, url }) =>
				method === held && url.endsWith('/b') ? new Promise<Reply>(() => {}) : single('{"action":"nothing"}'),
			{ items: itemsOf({ id: 'a', timeout: 600_000 }, { id: 'b', timeout: 300 }), continueOnFail: true },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.error)).toEqual([undefined, expect.stringMatching(/didn't respond in time$/)]);
	});
});
