/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { deliveryOf, ISSUER, newMessage } from '../../../helpers/deliveries';
import { byId, overWire, runOperation, searchList } from '../../../helpers/runAction';
import { WAITS } from '../../../../nodes/shared/api/platform';
import { type Received, type Reply, startScriptedServer } from '../../../helpers/servers';
import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers();
const TOO_FAST: Reply = { status: 429, headers: { 'retry-after': '0' }, body: { $error: { sc: 429, msg: 'slow down' } } };
const SEND = { resource: 'message', operation: 'send', sendTo: 'chat', chat: byId('tg_1_2'), text: '={{ $json.text }}' };
const MEMO = { resource: 'memo', operation: 'get', chat: byId('tg_1_2') };
const refusing = ({ url }: Received): Reply => (url === '/api/messages' ? TOO_FAST : { body: {} });
const memo: Reply = { body: { $value: { memo: 'm' } } };
const page: Reply = { body: '<html>busy</html>', headers: { 'content-type': 'text/html' } };

/** Runs something with another patience of its requests, in ms. */
async function withPatience<Result>(ms: number, run: () => Promise<Result>): Promise<Result> {
	const { patience } = WAITS;
	WAITS.patience = ms;
	return await run().finally(() => (WAITS.patience = patience));
}

test('every message that is refused as too fast is sent again, and each person gets it once', async () => {
	const texts = ['first', 'second'];
	const refused = new Set<string>();
	const taken: string[] = [];
	const once = ({ url, body }: Received): Reply => {
		if (url !== '/api/messages') return { body: {} };
		const { text } = JSON.parse(body.toString()) as { text: string };
		const isNew = refused.size < refused.add(text).size;
		if (!isNew) taken.push(text);
		return isNew ? TOO_FAST : { body: { $value: { id: 'm-1', tbChatId: 1 } } };
	};
	const { items, error } = await overWire(SEND, once, { items: texts.map((text) => ({ json: { text } })) });
	expect(error).toBeUndefined();
	expect([items.length, taken]).toEqual([2, texts]);
});

test('a refusal holds back every execution, list and trigger with the same origin and token, and no other token', async () => {
	const asked: Array<[string, number]> = [];
	let others: Array<Promise<unknown>> = [];
	let refusedAt = 0;
	const service = await startScriptedServer(({ url, headers }) => {
		asked.push([`${headers.authorization === 'Bearer other' ? 'other ' : ''}${url.split('?')[0] ?? ''}`, performance.now()]);
		if (refusedAt > 0) return url.includes('tags') ? { body: { $items: [] } } : memo;
		refusedAt = performance.now();
		// once the first execution has the refusal
		setTimeout(
			() => (others = [run(), searchList('searchTags', service.credential), receive(), run({ apiToken: 'other' })]),
			100,
		);
		return { status: 429, headers: { 'retry-after': '1' } };
	});
	const run = async (more = {}) => await runOperation({ parameters: MEMO, credential: { ...service.credential, ...more } });
	await stage.start({
		credential: { ...service.credential, issuer: ISSUER, keyOrigins: stage.platform.keyServer.origin },
		parameters: { events: ['*'], filters: { excludedTags: ['operator'] } },
	});
	const receive = async () => await stage.trigger.send(deliveryOf(newMessage(), stage.platform.token()));
	expect((await run()).error).toBeUndefined();
	await Promise.all(others);
	await service.close();
	const early = asked.slice(1).filter(([, at]) => at < refusedAt + 1_000);
	expect(early.map(([name]) => name)).toEqual(['other /api/chats/tg_1_2/memo']);
	expect(asked.map(([name]) => name).sort()).toEqual([
		...['/api/chats/70001/tags', '/api/chats/tg_1_2/memo', '/api/chats/tg_1_2/memo', '/api/chats/tg_1_2/memo'],
		...['/api/tags', 'other /api/chats/tg_1_2/memo'],
	]);
});

test('a file of another origin, which gets no token, is asked for once', async () => {
	const other = await startScriptedServer(() => TOO_FAST);
	const parameters = { resource: 'file', operation: 'download', url: `${other.origin}/a.png` };
	const credential = { ...other.credential, baseUrl: 'https://api.example/api', notificationUrl: '', fileOrigins: other.origin };
	const { error } = await withPatience(3_000, async () => await runOperation({ parameters, credential }));
	await other.close();
	expect([error?.message, other.requests.length]).toEqual(['Too many requests at once', 1]);
});

test('a send that is refused until its patience ends was not sent, and the error has the words of the platform', async () => {
	const options = { items: [{ json: { text: 'x' } }], continueOnFail: true };
	const { items, calls } = await withPatience(300, async () => await overWire(SEND, refusing, options));
	expect(items[0]?.json.details).toMatchObject({ outcome: 'notSent', status: 429, advice: expect.stringContaining('slow down') });
	expect(items[0]?.json.error).toBe('Too many requests at once');
	expect(calls.filter((call) => call.includes('/messages'))).toHaveLength(1);
});

describe('a read', () => {
	test.each<[string, Reply]>([
		['a web page', page],
		['a web page with a 500', { ...page, status: 500 }],
		['a 503', { status: 503 }],
	])('that got %s is repeated once, after a pause', async (_what, reply) => {
		const { items, error, calls } = await overWire(MEMO, [reply, memo]);
		expect(error).toBeUndefined();
		expect(items[0]?.json.memo).toBe('m');
		expect(calls).toHaveLength(2);
	});

	test.each<[string, Reply]>([
		['a web page with a 404', { ...page, status: 404 }],
		["the platform's own failure", { status: 500, body: { $error: { sc: 500, scn: 'INTERNAL' } } }],
		['a refusal', { body: { $error: { sc: 400 } } }],
	])('that got %s is not', async (_what, reply) => {
		const { error, calls } = await overWire(MEMO, [reply, memo]);
		expect(error).toBeDefined();
		expect(calls).toHaveLength(1);
	});
});

test('an execution that is stopped waits no longer', async () => {
	let stop = () => {};
	const service = await startScriptedServer(() => {
		stop();
		return { status: 429, headers: { 'retry-after': '60' } };
	});
	const { error } = await runOperation({
		parameters: MEMO,
		credential: service.credential,
		started: (end) => (stop = () => setImmediate(end)),
	});
	await service.close();
	expect(error?.message).toContain('canceled');
	expect(service.requests).toHaveLength(1);
});
