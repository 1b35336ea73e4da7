import { byId } from '../../../helpers/runAction';
import type { INodeParameters } from 'n8n-workflow';
import { type Press, writeMessage } from '../../../../nodes/shared/handOver';
import { createRandom, Fuzzer } from '../../../helpers/fuzzer';
import { type HandOver, handOver, keysOf, pressIn } from '../../../helpers/handOver';
import { RICH } from '../../../helpers/scriptedPlatform';
import { ACCOUNT, startSigningPlatform, type SigningPlatform } from '../../../helpers/deliveries';
import { FakeN8n } from '../../../helpers/fakeN8n';
import { usePlatform } from '../../../helpers/usePlatform';
import type { Execution } from '../../../helpers/waitingExecutions';

let signing: SigningPlatform;
let n8n: FakeN8n;
let asked: Execution;
let payload: string;
beforeAll(async () => {
	signing = await startSigningPlatform();
});
const platform = usePlatform({ channels: { tg_1: RICH } });
const ask = async () => {
	asked = await n8n.ask({ sendTo: 'chat', chat: byId('tg_1_77'), message: 'Ship it?' } as INodeParameters);
	[{ payload }] = platform.sent().at(-1)?.buttons as [{ payload: string }];
};
beforeEach(async () => {
	n8n = await FakeN8n.start({ credential: credential() });
	await ask();
});
afterEach(async () => await n8n.close());
afterAll(async () => await signing.close());

const credential = () => ({
	...signing.credential,
	baseUrl: platform.credential.baseUrl,
	keyOrigins: signing.keyServer.origin,
	accountId: ACCOUNT,
});

const apiToken = () => String(signing.credential.apiToken);

/** The event of a press, as the platform sends it. */
function eventOfPress(): string {
	const command = { channel: 'tg', channelId: 1, chatId: '77', payload };
	return JSON.stringify({ id: 'press-1', accountId: ACCOUNT, name: 'EndUserActionCommand', command });
}

/** The press that a trigger hands over. */
const pressed = (change: Partial<Press> = {}): Press => ({ ...pressIn(eventOfPress(), apiToken()), ...change });

type Call = Partial<Omit<HandOver, 'execution'>>;

/** The request of a person who knows the execution's own address, with its secret. */
async function call(differing: Call = {}) {
	const execution = { base: n8n.base, id: asked.id, resumeToken: asked.resumeToken };
	return await handOver({ execution, press: pressed(), apiToken: apiToken(), ...differing });
}

const expectWaiting = () => expect([asked.status, asked.outputs]).toEqual(['waiting', []]);

test('accepts what a trigger hands over', async () => {
	expect((await call()).status).toBe(200);
	expect(asked.outputs).toMatchObject([[{ json: { data: { approved: true } } }]]);
});

/** Exchanges a part of a message's text after it was signed. */
const exchange =
	(from: string, to: string) =>
	({ body, signature }: ReturnType<typeof writeMessage>) => {
		const text = body.toString();
		if (!text.includes(from)) throw new Error(`${text} has no ${from}`);
		return { body: text.replace(from, to), signature };
	};

const FORM = { 'content-type': 'multipart/form-data; boundary=x' };

describe('anyone who knows the address of the waiting execution, with its secret, and not the API token', () => {
	test.each<[string, () => Call]>([
		['signs nothing', () => ({ change: ({ body }) => ({ body }) })],
		['signs with another API token', () => ({ apiToken: 'another-token' })],
		['signs with the execution’s secret', () => ({ apiToken: asked.resumeToken })],
		['takes the signature of another message', () => ({ change: ({ body }) => ({ body, signature: otherSignature() }) })],
		['adds to the message', () => ({ change: ({ body, signature }) => ({ body: `${body} `, signature }) })],
		['changes the choice', () => ({ change: exchange('"choice":0', '"choice":1') })],
		['adds __proto__', () => ({ change: exchange('{', '{"__proto__":{"given":{"choice":1}},') })],
		['sends too much', () => ({ change: ({ signature }) => ({ body: JSON.stringify('x'.repeat(5_000_000)), signature }) })],
		['sends a form', () => ({ headers: FORM, change: () => ({ body: '--x--' }) })],
		["sends an event with the platform's own token", eventOfPlatform],
	])('cannot answer: %s', async (_what, make) => {
		expect((await call(make())).status).toBe(403);
		expectWaiting();
		expect(n8n.logs).toEqual(["An answer wasn't accepted, because no trigger with this credential passed it on."]);
	});

	test('cannot replay a message after a minute, nor use one from the future', async () => {
		for (const ms of [-60_000, -300_000, 60_100, 300_000]) {
			const answer = await call({ at: Date.now() + ms });
			expect([answer.status, answer.text]).toEqual([503, '{"error":"unavailable"}']);
		}
		expectWaiting();
		expect(n8n.logs.join()).toMatch(/passed on at another time, or the clocks of n8n's processes differ/);
		expect((await call({ at: Date.now() - 50_000 })).status).toBe(200);
	});

	const otherSignature = () => writeMessage(pressed({ given: { choice: 1 } }), Date.now(), keysOf(apiToken())).signature;

	function eventOfPlatform(): Call {
		const body = eventOfPress();
		return { headers: { authorization: `JWT ${signing.token()}` }, change: () => ({ body }) };
	}
});

describe('a trigger with the same API token cannot hand over', () => {
	const another = { channel: 'tg', channelId: '1', chatId: '78' };
	test.each<[string, Partial<Press>, string, string]>([
		['a press of another account', { accountId: 'other' }, 'forbidden', 'it comes from another account'],
		['a press for another execution', { executionId: '77' }, 'forbidden', 'it belongs to another question'],
		['a press for an earlier question', { tag: 'AAAA' }, 'forbidden', 'it belongs to another question'],
		['a button that is not there', { given: { choice: 2 } }, 'forbidden', 'the question has no such button'],
		['a press from another chat', { chat: another }, 'refused', 'it comes from another chat'],
		[
			'a press from a channel without a chat',
			{ chat: { channel: 'tg', channelId: '1' } },
			'refused',
			'it comes from another chat',
		],
	])('%s', async (_what, change, error, words) => {
		const { status, text } = await call({ press: pressed(change) });
		expect([status, text]).toEqual([403, JSON.stringify({ error })]);
		expectWaiting();
		expect(n8n.logs).toEqual([`An answer wasn't accepted, because ${words}.`]);
	});
});

test('answers 503 when a credential cannot be read', async () => {
	n8n.setCredential({});
	expect((await call()).status).toBe(503);
	expectWaiting();
});

test('ends every press in an answer or in a refusal, and never in a failed execution', async () => {
	const fuzzer = new Fuzzer(createRandom(20_261_122));
	for (let round = 0; round < 150; round += 1) {
		const odd = { ...pressed(), ...fuzzer.object(), ...(fuzzer.int(3) === 0 ? { chat: fuzzer.object() } : {}) } as Press;
		const change = ({ body, signature }: ReturnType<typeof writeMessage>) => ({
			body: fuzzer.mutate(body.toString()),
			signature,
		});
		const { status } = await call(round % 2 === 0 ? { change } : { press: odd });
		expect([200, 403, 503]).toContain(status);
		if (status === 200) await ask();
	}
});
