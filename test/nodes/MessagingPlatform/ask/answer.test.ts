import type { INodeParameters } from 'n8n-workflow';
import { NOTE_HEADER } from '../../../../nodes/shared/waiting/handOver';
import { makeButtonKey } from '../../../../nodes/shared/waiting/buttonKey';
import { createRandom, Fuzzer } from '../../../helpers/fuzzer';
import { type HandOver, handOver } from '../../../helpers/handOver';
import { type ScriptedPlatform, RICH, startScriptedPlatform } from '../../../helpers/scriptedPlatform';
import { ACCOUNT, startSigningPlatform, type SigningPlatform } from '../../../helpers/deliveries';
import { type Asked, type WaitingN8n, startWaitingN8n } from '../../../helpers/waitingN8n';

let signing: SigningPlatform;
let platform: ScriptedPlatform;
let n8n: WaitingN8n;
let asked: Asked;
let payload: string;
beforeAll(async () => {
	signing = await startSigningPlatform();
	platform = await startScriptedPlatform({ channels: { tg_1: RICH } });
});
beforeEach(async () => {
	n8n = await startWaitingN8n(credential());
	asked = await n8n.ask({
		sendTo: 'chat',
		chat: { __rl: true, mode: 'id', value: 'tg_1_77' },
		message: 'Ship it?',
	} as INodeParameters);
	[{ payload }] = platform.bodies('/messages').at(-1)?.buttons as [{ payload: string }];
});
afterEach(async () => await n8n.close());
afterAll(async () => {
	await platform.close();
	await signing.close();
});

const credential = () => ({
	...signing.credential,
	baseUrl: platform.credential.baseUrl,
	keyOrigins: signing.keyServer.origin,
	accountId: ACCOUNT,
});

function press(change: object = {}, envelope: object = {}): string {
	const command = { channel: 'tg', channelId: 1, chatId: '77', payload, ...change };
	return JSON.stringify({ id: 'press-1', accountId: ACCOUNT, name: 'EndUserActionCommand', command, ...envelope });
}

type Call = Partial<Pick<HandOver, 'body' | 'token' | 'noteFor' | 'headers'>>;

/** What somebody sends who knows the execution's own address, with its secret. */
async function call({ body = press(), token = signing.token(), ...differing }: Call = {}) {
	const execution = { base: n8n.base, id: asked.id, resumeToken: asked.resumeToken };
	return await handOver({ execution, body, token, apiToken: String(signing.credential.apiToken), ...differing });
}

const expectWaiting = () => expect([asked.status, asked.outputs]).toEqual(['waiting', []]);

test('what a trigger hands over is taken', async () => {
	expect((await call()).status).toBe(200);
	expect(asked.outputs).toMatchObject([[{ json: { data: { approved: true } } }]]);
});

describe('whoever knows the address of the waiting execution, with its secret, cannot answer', () => {
	test.each<[string, () => Call]>([
		["without a trigger's note", () => ({ headers: { [NOTE_HEADER]: undefined } })],
		['with a note made with another API token', () => ({ noteFor: { apiToken: 'another-token' } })],
		['with the note of another execution', () => ({ noteFor: { executionId: '77' } })],
		['with the note of another body', () => ({ noteFor: { body: press({ chatId: '78' }) } })],
		['without the platform’s token', () => ({ headers: { authorization: undefined } })],
		['with the credential’s API token', () => ({ headers: { authorization: `Bearer ${signing.credential.apiToken}` } })],
		['with a token of another key', () => ({ token: signing.token({ key: signing.otherKey }) })],
		['with a token of another account', () => ({ token: signing.token({ accountId: 'other' }) })],
		['with a token for another host', () => ({ token: signing.token({ audience: 'evil.example' }) })],
		['with an expired token', () => ({ token: signing.token({ claims: { iat: 1_000, exp: 2_000 } }) })],
		['with an event of another account', () => ({ body: press({}, { accountId: 'other' }) })],
		['with another event', () => ({ body: press({}, { name: 'new_message' }) })],
		['with a payload that is no key', () => ({ body: press({ payload: 'yes' }) })],
		['from another chat', () => ({ body: press({ chatId: '78' }) })],
		['with a message of another account inside', () => ({ body: press({ message: { accountId: 'other' } }) })],
		['with a body that is no JSON', () => ({ body: '{' })],
		['without a body', () => ({ body: '' })],
		['with a form', () => ({ headers: { 'content-type': 'text/plain' } })],
	])('%s', async (_what, make) => {
		expect((await call(make())).status).toBe(403);
		expectWaiting();
		expect(n8n.logs.join()).toMatch(/An answer was not taken/);
		expect(n8n.logs.join()).not.toContain(signing.credential.apiToken);
	});

	test('with the key of an earlier question of the same execution, made with the true API token', async () => {
		const { id: executionId, resumeToken } = asked;
		const apiToken = String(signing.credential.apiToken);
		const earlier = makeButtonKey({ executionId, choice: 0, tag: 'AAAA', askedAt: Date.now(), resumeToken }, apiToken);
		expect((await call({ body: press({ payload: earlier }) })).status).toBe(403);
		const unknown = makeButtonKey(
			{ executionId, choice: 1, tag: payload.slice(4, 8), askedAt: Date.now(), resumeToken },
			apiToken,
		);
		expect((await call({ body: press({ payload: unknown }) })).status).toBe(403);
		expectWaiting();
		expect(n8n.logs.join()).toMatch(/belongs to another question.*the question has no such button/s);
	});
});

test('while the key cannot be fetched the answer is 503, and taken afterwards', async () => {
	const x5u = `${signing.keyServer.origin}/keys/late.pem`;
	const token = signing.token({ x5u });
	signing.keyServer.serve('/keys/late.pem', 'down', 503);
	expect((await call({ token })).status).toBe(503);
	expectWaiting();
	signing.keyServer.serve('/keys/other.pem', signing.key.certificatePem);
	expect((await call({ token: signing.token({ x5u: `${signing.keyServer.origin}/keys/other.pem` }) })).status).toBe(200);
	expect(asked.status).toBe('finished');
});

test('a credential that cannot be read is answered 503', async () => {
	n8n.setCredential({});
	expect((await call()).status).toBe(503);
	expectWaiting();
});

test('whatever a press holds, it ends in an answer or in a refusal, and never in a failed execution', async () => {
	const fuzzer = new Fuzzer(createRandom(20_261_122));
	for (let round = 0; round < 150; round += 1) {
		const body = round % 2 === 0 ? fuzzer.mutate(press()) : press(fuzzer.object(), fuzzer.int(3) === 0 ? fuzzer.object() : {});
		const { status } = await call({ body });
		expect([200, 403]).toContain(status);
		if (status === 200)
			asked = await n8n.ask({
				sendTo: 'chat',
				chat: { __rl: true, mode: 'id', value: 'tg_1_77' },
				message: 'x',
			} as INodeParameters);
		[{ payload }] = platform.bodies('/messages').at(-1)?.buttons as [{ payload: string }];
	}
});
