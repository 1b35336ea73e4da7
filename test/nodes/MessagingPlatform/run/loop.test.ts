import { sleep } from 'n8n-workflow';
import { type Received, type Reply, startScriptedServer } from '../../../helpers/servers';
import { runOperation, byId, itemsOf, listOf, overWire } from '../../../helpers/runAction';

const memo = { resource: 'memo', operation: 'get', chat: { __rl: true, mode: 'id', value: '={{ $json.chat }}' } };
const tags = { resource: 'tag', operation: 'getForChat', chat: { __rl: true, mode: 'id', value: '={{ $json.chat }}' } };

function memoOf({ url }: Received): Reply {
	if (url.includes('tg_1_bad')) return { status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'Chat not found' } } };
	return { body: { $value: { memo: url } } };
}

describe.each([
	['as a custom operation', false],
	['by its routing, as where a tool is called directly', true],
])('a declarative operation, run %s', (_name, directly) => {
	describe('"Continue on Fail"', () => {
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

		test('pairs every output item even if items give several or none', async () => {
			const answer = ({ url }: Received) => {
				if (url.includes('/2/')) return { status: 500 };
				return url.includes('/3/') ? listOf() : listOf('{"name":"a"}', '{"name":"b"}');
			};
			const { items } = await overWire(tags, answer, {
				directly,
				continueOnFail: true,
				items: itemsOf({ chat: 1 }, { chat: 2 }, { chat: 3 }, { chat: 4 }),
			});
			expect(items.map(({ json, pairedItem }) => [json.name ?? json.error, pairedItem])).toEqual([
				['a', { item: 0 }],
				['b', { item: 0 }],
				['The platform failed to process the request', { item: 1 }],
				['a', { item: 3 }],
				['b', { item: 3 }],
			]);
		});
	});

	describe('no "Continue on Fail"', () => {
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

	test('returns a failure as data to a tool, with how to correct the call', async () => {
		const { items, error } = await overWire({ ...memo, chat: byId("={{ 'nonsense' }}") }, memoOf, { directly, tool: true });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					error: expect.stringMatching(
						/^Chat isn't a chatRef or tbChatId: nonsense\. .*example tg_12345_67890.*Correct the arguments/,
					),
				},
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('an execution that is stopped ends as canceled and says what went through', () => {
	const block = { resource: 'chat', operation: 'block', chat: byId('={{ $json.chat }}') };

	test.each([
		['a read', memo, {}, { $value: { memo: 'm' } }],
		['a change', block, {}, undefined],
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
