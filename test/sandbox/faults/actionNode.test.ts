import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../helpers/runAction';
import { Receiver, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { control } = running;

const ZOE = { chat: { __rl: true, mode: 'id', value: 'tg_4100_271828182' } };

/** Runs an operation of the action node in n8n-core's engine against the sandbox. */
async function run(resource: string, operation: string, parameters: INodeParameters = {}) {
	const { apiToken, baseUrl, notificationUrl, issuer } = running.sandbox;
	const credential = { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
	return await runOperation({ parameters: { resource, operation, ...parameters }, credential });
}

const send = async (text: string) => await run('message', 'send', { sendTo: 'chat', ...ZOE, text });

const fault = async (body: object) => expect((await control('POST /faults', body)).status).toBe(200);

const sentCount = async () => {
	await running.sandbox.settled();
	return Number((await control('GET /chats/70001/messages')).body.$count) - 1;
};

const requestCount = async () => Number((await control('GET /requests')).body.$count);

test('slow: a late answer is waited for', async () => {
	await fault({ kind: 'slow', delayMs: 300, match: { path: '/messages$' } });
	const { items, error } = await send('patience');
	expect([error, items[0]?.json]).toEqual([undefined, expect.objectContaining({ outcome: 'sent' })]);
});

test.each([
	['error', { status: 500 }, 0],
	['error', { status: 402 }, 0],
	['error', { status: 403 }, 0],
	['drop', { when: 'before' }, 0],
	['drop', { when: 'after' }, 1],
	['drop', { when: 'body' }, 1],
	['html', {}, 0],
	['html', { status: 502 }, 0],
	['brokenJson', {}, 1],
	['errorIn200', { error: { sc: 1003, scn: 'UNIQUE_CONSTRAINT_FAILED', msg: 'from the fault' } }, 1],
])('%s %j fails the send clearly, and it is never repeated', async (kind, settings, arrived) => {
	await fault({ kind, ...settings, match: { method: 'POST', path: '/messages$' } });
	const { error, items } = await send('once');
	expect([error?.name, items]).toEqual([expect.stringMatching(/Error$/), []]);
	expect(error?.message).toMatch(/\w{3}/);
	expect(`${error?.message} ${error?.description}`).not.toContain(running.sandbox.apiToken);
	expect(await sentCount()).toBe(arrived);
	const { text } = await control('GET /requests');
	expect(text.match(/"path":"\/api\/messages"/g)).toHaveLength(1);
});

test.each([301, 302, 307])('a redirect (%d) to another origin gets no token', async (status) => {
	const foreign = await Receiver.start();
	await fault({ kind: 'redirect', status, location: foreign.url, count: 0 });
	await run('channel', 'getAll');
	await foreign.close();
	expect(foreign.received.filter((one) => one.headers.authorization)).toEqual([]);
});

test('emptyBody: the send is not repeated', async () => {
	await fault({ kind: 'emptyBody', match: { path: '/messages$' } });
	await send('once');
	expect(await sentCount()).toBe(0);
	expect((await control('GET /requests')).text.match(/"path":"\/api\/messages"/g)).toHaveLength(1);
});

test('unknownFields: nothing breaks by them', async () => {
	await fault({ kind: 'unknownFields', count: 0 });
	expect((await run('channel', 'getAll', { returnAll: true })).items).toHaveLength(11);
	expect((await send('x')).error).toBeUndefined();
});

test('hugePage: the limit holds, and no page is fetched beyond it', async () => {
	await fault({ kind: 'hugePage', items: 2000, count: 0, match: { path: '/chats$' } });
	const { items, error } = await run('chat', 'getAll', { returnAll: false, limit: 50 });
	expect([error, items.length]).toEqual([undefined, 50]);
	expect(await requestCount()).toBe(1);
});

test('nextPage that names the same page again does not loop forever', async () => {
	await fault({ kind: 'nextPage', to: 'same', count: 0 });
	const { items } = await run('chat', 'getAll', { returnAll: true });
	expect(items.length).toBeLessThanOrEqual(20);
	expect(await requestCount()).toBeLessThanOrEqual(2);
});

test('nextPage on another origin is not followed', async () => {
	const foreign = await Receiver.start();
	await fault({ kind: 'nextPage', to: foreign.url, count: 0 });
	await run('chat', 'getAll', { returnAll: true });
	await foreign.close();
	expect(foreign.received).toEqual([]);
});

test('a token that expires meanwhile is said to have expired', async () => {
	await fault({ kind: 'error', status: 401, body: { $error: { sc: 401, scn: 'UNAUTHORIZED' } } });
	const { error } = await run('channel', 'getAll');
	expect(`${error?.message} ${error?.description}`).toMatch(/token/i);
});
