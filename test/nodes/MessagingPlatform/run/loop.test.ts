import { sleep, type INodeParameters } from 'n8n-workflow';
import type { Received, Reply } from '../../../helpers/servers';
import { byId, itemsOf, listOf, overWire, accepted, single } from '../../../helpers/runAction';
import { callAllByMcp } from '../../../helpers/runAgent';
import { startScriptedPlatform } from '../../../helpers/scriptedPlatform';

const memo = { resource: 'memo', operation: 'get', chat: byId('={{ $json.chat }}') };

function memoOf({ url }: Received): Reply {
	if (url.includes('tg_1_bad')) return { status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'Chat not found' } } };
	return { body: { $value: { memo: url } } };
}
const chatsOf = (...chats: Array<number | string>) => itemsOf(...chats.map((chat) => ({ chat })));
const many = (count: number) => Array.from({ length: count }, (_, index) => `tg_1_${index}`);

describe.each([
	['as a custom operation', false],
	['by its routing, as where a tool is called directly', true],
])('a declarative operation, run %s', (_name, directly) => {
	test('yields an item with the error for exactly the failed item, whether the platform or the node refused', async () => {
		const items = chatsOf('tg_1_a', 'tg_1_bad', 'nonsense', 'tg_1_b');
		const outcome = await overWire(memo, memoOf, { directly, continueOnFail: true, items });
		expect(outcome.calls).toHaveLength(3);
		const unknown = {
			error: "The platform doesn't know this chat",
			details: {
				advice: expect.stringMatching(/The platform says: Chat not found\.$/) as string,
				...{ status: 404, code: 404, name: 'NOT_FOUND' },
			},
		};
		const advice: unknown = expect.stringContaining('tg_12345_67890');
		const invalid = { error: "Chat isn't a chatRef or tbChatId: nonsense", details: { advice } };
		const found = (chatRef: string) => ({ memo: `/api/chats/${chatRef}/memo`, chatRef });
		const jsons = [found('tg_1_a'), unknown, invalid, found('tg_1_b')];
		expect(outcome.items).toEqual(jsons.map((json, item) => ({ json, pairedItem: { item } })));
	});

	test('throws the error of the first failed item, which names its item', async () => {
		const { error, items } = await overWire(memo, memoOf, { directly, items: chatsOf('tg_1_a', 'tg_1_bad', 'x') });
		expect(items).toEqual([]);
		expect(error?.message).toBe(`${directly ? '' : 'Item 2 of 3: '}The platform doesn't know this chat`);
		// the editor would add it to the message, counted from 0
		expect(error?.context?.itemIndex).toBe(directly ? 1 : undefined);
	});

	test('starts no further item after a failure', async () => {
		const { calls } = await overWire(memo, memoOf, { directly, items: chatsOf('tg_1_bad', ...many(99)) });
		expect(calls.length).toBeLessThanOrEqual(60);
	});

	test('makes 10 requests at once, no more, and all items come out in order', async () => {
		const waiting: Array<() => void> = [];
		let most = 0;
		const answer = async ({ url }: Received) => {
			await new Promise<void>((resolve) => {
				waiting.push(resolve);
				// with fewer at once this would never end; an 11th would come within the pause, since all are local
				if (waiting.length < 10) return;
				void sleep(50).then(() => {
					most = Math.max(most, waiting.length);
					waiting.splice(0).forEach((respond) => respond());
				});
			});
			return { body: { $value: { memo: url } } };
		};
		const { items, error } = await overWire(memo, answer, { directly, items: chatsOf(...many(40)) });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.memo)).toEqual(many(40).map((chat) => `/api/chats/${chat}/memo`));
		expect(most).toBe(10);
	});
});

test.each([
	['a read', {}],
	['a read, in the pause between two batches', { batching: { batch: { batchSize: 3, batchInterval: 60_000 } } }],
])('an execution that is stopped ends as canceled and says what went through: %s', async (_what, requestOptions) => {
	let stop = () => {};
	let answered = 0;
	let waiting = 0;
	const answer = async ({ url }: Received) => {
		if (!/\b100[0-2]\b/.test(url)) {
			waiting += 1;
			// ten are under way again only when the first three are through
			if (waiting === 10) stop();
			return await new Promise<Reply>(() => {});
		}
		answered += 1;
		// nothing can be seen of a pause but that it is there
		if (answered === 3 && 'batching' in requestOptions) void sleep(300).then(() => stop());
		return single('{"memo":"m"}');
	};
	const items = chatsOf(...Array.from({ length: 40 }, (_, index) => 1_000 + index));
	const parameters = { ...memo, requestOptions } as INodeParameters;
	const { run } = await overWire(parameters, answer, { items, started: (cancel) => (stop = cancel) });
	expect(run.status).toBe('canceled');
	expect(run.data.resultData.error?.description).toContain('Items 1 to 3 of 40 were already processed. Leave');
});

test('the error of a node is that of the first item that failed, whichever finished first', async () => {
	for (const slow of ['tg_1_0', 'tg_1_1']) {
		const failing = async ({ url }: Received) => {
			if (url.includes(slow)) await sleep(50);
			return { status: 404, body: {} };
		};
		const { error } = await overWire(memo, failing, { items: chatsOf('tg_1_0', 'tg_1_1') });
		expect(error?.message).toMatch(/^Item 1 of 2: /);
	}
	const { error } = await overWire(memo, memoOf, { items: chatsOf('tg_1_bad') });
	expect(error?.description).not.toContain('processed');
});

describe('the batches of Request Options', () => {
	const batching = (batch: object) => ({ ...memo, requestOptions: { batching: { batch } } }) as INodeParameters;

	test.each<[string, object, number[]]>([
		['a size with a fraction counts without it', { batchSize: 2.9 }, [0, 0, 2]],
		['a size of 0 is one item', { batchSize: 0 }, [0, 1, 2]],
		['a size that is no number is one item', { batchSize: '2' }, [0, 1, 2]],
		['an interval that is no number is none', { batchSize: 1, batchInterval: '60000' }, [0, 0, 0]],
	])('have a pause after all of the one before are finished: %s', async (_rule, batch, through) => {
		const begins: Array<{ at: number; through: number }> = [];
		let answered = 0;
		const answer = async () => {
			begins.push({ at: performance.now(), through: answered });
			await sleep(100);
			answered += 1;
			return single('{}');
		};
		await overWire(batching({ batchInterval: 100, ...batch }), answer, { items: chatsOf(1, 2, 3) });
		expect(begins.map((one) => one.through)).toEqual(through);
		expect((begins[2]?.at ?? 0) - (begins[0]?.at ?? 0)).toBeGreaterThanOrEqual(through[2] === 0 ? 0 : 199);
	});
});

describe('the custom operation and the routing of an operation', () => {
	test('make the same requests and the same items', async () => {
		const parameters = { resource: 'tag', operation: 'getForChat', chat: byId('={{ $json.chat }}') };
		const answer = listOf('{"name":"a"}', '{"name":"b"}');
		const items = chatsOf(...Array.from({ length: 12 }, (_, index) => 70_000 + index));
		const custom = await overWire(parameters, answer, { items });
		const direct = await overWire(parameters, answer, { items, directly: true });
		expect(custom.error).toBeUndefined();
		expect(custom.calls).toHaveLength(12);
		expect(custom.calls.sort()).toEqual(direct.calls.sort());
		expect(custom.items).toEqual(direct.items);
	});

	test('keep separate parameters for tools that are called at the same time', async () => {
		const platform = await startScriptedPlatform({ answer: () => accepted });
		const tag = { resource: 'tag', operation: 'create', allowBeyondConversation: true };
		const tools = ['one', 'two', 'three'].map((newTagName) => ({ ...tag, newTagName }));
		await callAllByMcp(tools, {}, {}, platform.credential);
		await platform.close();
		expect(platform.requests.map(({ url }) => url).sort()).toEqual(['/api/tags/one', '/api/tags/three', '/api/tags/two']);
	});
});

test.each([
	['a read that comes before a change', 'GET'],
	['a change', 'PUT'],
])('a call follows the Request Options of its item: %s', async (_which, held) => {
	const update = { resource: 'chainAction', operation: 'update', actionFields: { description: 'new' } };
	const { items, error } = await overWire(
		{ ...update, chainActionId: byId('={{ $json.id }}'), requestOptions: { timeout: '={{ $json.timeout }}' } },
		({ method, url }) => (method === held && url.endsWith('/b') ? new Promise<Reply>(() => {}) : single('{"action":"nothing"}')),
		{ items: itemsOf({ id: 'a', timeout: 600_000 }, { id: 'b', timeout: 300 }), continueOnFail: true },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.error)).toEqual([undefined, expect.stringMatching(/didn't respond in time$/)]);
});
