import { byId } from '../../../helpers/runAction';
import type { INodeParameters } from 'n8n-workflow';
import { type Press, PRESS, sign } from '../../../../nodes/shared/handOver';
import fc from 'fast-check';
import { edits, oddObjects } from '../../../helpers/fuzzer';
import { type HandOver, handOver, keysOf, pressIn } from '../../../helpers/handOver';
import { type PlatformOptions, RICH } from '../../../helpers/scriptedPlatform';
import { ACCOUNT, startSigningPlatform, type SigningPlatform } from '../../../helpers/deliveries';
import type { Reply } from '../../../helpers/servers';
import { FakeN8n } from '../../../helpers/fakeN8n';
import { usePlatform } from '../../../helpers/usePlatform';
import { waitFor } from '../../../helpers/waitFor';
import type { Execution } from '../../../helpers/waitingExecutions';

const INTERVAL_MS = 150;

let signing: SigningPlatform;
let n8n: FakeN8n;
/** Times of the messages' arrival: ms of the monotonic clock. */
let times: number[];
let answer: PlatformOptions['answer'];
beforeAll(async () => {
	signing = await startSigningPlatform();
});
const platform = usePlatform({
	channels: { tg_1: RICH, viber_9007199254740993: RICH, vk_1: { ...RICH, messageSendIntervalMs: INTERVAL_MS } },
	answer: async (request, response) => {
		if (request.url === '/api/messages') times.push(performance.now());
		return await answer?.(request, response);
	},
});
beforeEach(async () => {
	times = [];
	answer = undefined;
	const { baseUrl } = platform.credential;
	const credential = { ...signing.credential, baseUrl, keyOrigins: signing.keyServer.origin, accountId: ACCOUNT };
	n8n = await FakeN8n.start({ credential });
});
afterEach(async () => await n8n.close());
afterAll(async () => await signing.close());

const apiToken = () => String(signing.credential.apiToken);

const ask = async (chatRef: string, more: object = {}) =>
	await n8n.ask({ sendTo: 'chat', chat: byId(chatRef), message: 'Ship it?', ...more } as INodeParameters);

/** The event of a press of a question's first button, as the platform sends it. */
function eventOfPress(question = 0, more: object = {}): string {
	const { channel, channelId, chatId, buttons } = platform.sent().at(question) as Record<string, object[]>;
	const [{ payload }] = buttons as [{ payload: string }];
	const command = { channel, channelId, chatId, payload, ...more };
	return JSON.stringify({ id: 'press-1', accountId: ACCOUNT, name: 'EndUserActionCommand', command });
}

type Call = Partial<Omit<HandOver, 'execution'>>;

/** The request of a trigger, or of a person who knows the execution's own address, with its secret. */
async function call({ id, resumeToken }: Execution, event: string, differing: Call = {}) {
	const execution = { base: n8n.base, id, resumeToken };
	return await handOver({ execution, press: pressIn(event, apiToken()), apiToken: apiToken(), ...differing });
}

describe('an answer', () => {
	let asked: Execution;
	beforeEach(async () => (asked = await ask('tg_1_77')));
	const pressed = (change: Partial<Press> = {}): Press => ({ ...pressIn(eventOfPress(-1), apiToken()), ...change });
	const handOn = async (differing?: Call) => await call(asked, eventOfPress(-1), differing);

	const expectWaiting = () => expect([asked.status, asked.outputs]).toEqual(['waiting', []]);

	/** Exchanges a part of a message's text after it was signed. */
	const exchange =
		(from: string, to: string) =>
		({ body, signature }: ReturnType<typeof sign>) => {
			const text = body.toString();
			if (!text.includes(from)) throw new Error(`${text} has no ${from}`);
			return { body: text.replace(from, to), signature };
		};

	describe('anyone who knows the address of the waiting execution, with its secret, and not the API token', () => {
		test.each<[string, () => Call]>([
			['signs nothing', () => ({ change: ({ body }) => ({ body }) })],
			['signs with another API token', () => ({ apiToken: 'another-token' })],
			['takes the signature of another message', () => ({ change: ({ body }) => ({ body, signature: otherSignature() }) })],
			['changes the choice', () => ({ change: exchange('"choice":0', '"choice":1') })],
			['adds __proto__', () => ({ change: exchange('{', '{"__proto__":{"given":{"choice":1}},') })],
			['sends too much', () => ({ change: ({ signature }) => ({ body: JSON.stringify('x'.repeat(5_000_000)), signature }) })],
			["sends an event with the platform's own token", eventOfPlatform],
		])('cannot answer: %s', async (_what, make) => {
			expect((await handOn(make())).status).toBe(403);
			expectWaiting();
			expect(n8n.logs).toEqual(["An answer wasn't accepted, because no trigger with this credential passed it on."]);
		});

		test('cannot replay a message after a minute, nor use one from the future', async () => {
			for (const ms of [-60_000, -300_000, 60_100, 300_000]) {
				const answer = await handOn({ at: Date.now() + ms });
				expect([answer.status, answer.text]).toEqual([503, '{"error":"unavailable"}']);
			}
			expectWaiting();
			expect(n8n.logs.join()).toMatch(/passed on at another time, or the clocks of n8n's processes differ/);
			expect((await handOn({ at: Date.now() - 50_000 })).status).toBe(200);
		});

		const otherSignature = () => sign(pressed({ given: { choice: 1 } }), PRESS, Date.now(), keysOf(apiToken())).signature;

		function eventOfPlatform(): Call {
			const body = eventOfPress(-1);
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
		])('%s', async (_what, change, error, words) => {
			const { status, text } = await handOn({ press: pressed(change) });
			expect([status, text]).toEqual([403, JSON.stringify({ error })]);
			expectWaiting();
			expect(n8n.logs).toEqual([`An answer wasn't accepted, because ${words}.`]);
		});
	});

	test('answers 503 when a credential cannot be read', async () => {
		n8n.setCredential({});
		expect((await handOn()).status).toBe(503);
		expectWaiting();
	});

	test('ends every press in an answer or in a refusal, and never in a failed execution', async () => {
		const odd = fc.record({ fields: oddObjects, chat: fc.option(oddObjects, { nil: undefined }), edit: edits });
		for (const [round, { fields, chat, edit }] of fc.sample(odd, { numRuns: 150, seed: 20_261_122 }).entries()) {
			const press = { ...pressed(), ...fields, ...(chat && { chat }) } as Press;
			const change = ({ body, signature }: ReturnType<typeof sign>) => ({ body: edit(body.toString()), signature });
			const { status } = await handOn(round % 2 === 0 ? { change } : { press });
			expect([200, 403, 503]).toContain(status);
			if (status === 200) asked = await ask('tg_1_77');
		}
	});
});

describe('a confirmation', () => {
	const NOTED = { options: { confirmation: 'Noted, thank you' } };

	const sent = () =>
		platform
			.sent()
			.slice(1)
			.map(({ text }) => text);

	function held<Result>(result: Result) {
		let release = () => {};
		const response = new Promise<Result>((resolve) => (release = () => resolve(result)));
		return { response, release: () => release() };
	}

	/** Presses a button of the question, and gives the status that the trigger gets. */
	const press = async (asked: Execution, command?: object) => (await call(asked, eventOfPress(0, command))).status;

	test('confirms an answer once, to the same recipient as the question, with every digit', async () => {
		const to = { sendTo: 'phone', phoneNumber: '+44 20 7946 0958', channel: byId('viber_9007199254740993') };
		const remoteAddress = 'tel:+442079460958';
		const asked = await ask('', { ...to, ...NOTED });
		expect(await press(asked, { channelId: '9007199254740993', remoteAddress })).toBe(200);
		await waitFor(() => sent().length > 0 && asked.status === 'finished');
		// a late one
		expect(await press(asked, { channelId: '9007199254740993', remoteAddress })).toBe(409);
		expect([sent().length, n8n.logs]).toEqual([1, []]);
		const address = `"channel":"viber","channelId":9007199254740993,"remoteAddress":"${remoteAddress}"`;
		expect(String(platform.to('/messages')[1]?.body)).toBe(`{${address},"text":"Noted, thank you"}`);
	});

	test.each<[string, object, (asked: Execution) => Promise<unknown>]>([
		['the option is empty', { options: { confirmation: ' \n' } }, press],
		[
			'n8n continues with an answer that another process took',
			NOTED,
			async (asked) => {
				// after n8n has looked whether the execution waits, and before it continues
				n8n.instead = () => (queueMicrotask(() => asked.pretend('running')), false);
				expect(await press(asked)).toBe(500);
				n8n.instead = undefined;
			},
		],
		['the answer comes too late', NOTED, async (asked) => [await asked.timeOut(), await press(asked)]],
	])('confirms nothing if %s', async (_when, more, act) => {
		await act(await ask('tg_1_77', more));
		await ask('tg_1_77');
		expect(sent()).toEqual(['Ship it?']);
	});

	test('keeps the answer and logs a line if the confirmation fails', async () => {
		const asked = await ask('tg_1_77', NOTED);
		const refused = { status: 400, body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'chat closed' } } };
		answer = ({ url }) => (url === '/api/messages' ? refused : undefined);
		expect(await press(asked)).toBe(200);
		await waitFor(() => n8n.logs.length > 0 && asked.status === 'finished');
		expect(n8n.logs).toEqual(["The confirmation of an answer wasn't sent: The platform didn't accept the message: chat closed"]);
		expect(asked.outputs).toMatchObject([[{ json: { data: { approved: true } } }]]);
	});

	test('keeps no one waiting in its channel if the trigger has hung up before n8n looks at the answer', async () => {
		const asked = await ask('vk_1_77', NOTED);
		n8n.instead = async (_request, response) => {
			await new Promise((resolve) => response.destroy().once('close', resolve));
			return false;
		};
		await expect(press(asked)).rejects.toThrow();
		n8n.instead = undefined;
		await waitFor(() => asked.status === 'finished');
		await ask('vk_1_77');
		expect(sent()).toEqual(['Ship it?']);
	});

	describe('a confirmation of a question with excluded tags', () => {
		const NONE = { body: { $count: 0, $items: [] } };
		/** Asks, and lets the platform answer what the chat's tags are by the time of the confirmation. */
		const confirmed = async (tags: Reply | Promise<Reply>, excludedTags = ['taken over']) => {
			let isAsked = false;
			answer = async ({ url }) => {
				if (url.endsWith('/api/chats/70001/tags')) return isAsked ? await tags : NONE;
				return undefined;
			};
			const options = { ...NOTED.options, excludedTags };
			const asked = await ask('', { sendTo: 'tbChatId', channel: byId('tg_1'), tbChatId: '70001', options });
			isAsked = true;
			expect(await press(asked, { tbChatId: '70001' })).toBe(200);
		};

		test('goes before what is sent later, on a channel without an interval', async () => {
			const { response, release } = held<Reply>(NONE);
			await confirmed(response);
			const later = ask('tg_1_77');
			// in another channel nothing waits
			await ask('viber_9007199254740993_1', { message: 'And this?' });
			expect(sent()).toEqual(['And this?']);
			release();
			await later;
			expect(sent()).toEqual(['And this?', 'Noted, thank you', 'Ship it?']);
		});

		test('goes out without a look at the tags if none is excluded', async () => {
			await confirmed(NONE, []);
			await waitFor(() => sent().includes('Noted, thank you'));
			expect(platform.calls().filter((one) => one.endsWith('/tags'))).toEqual([]);
		});

		const unsent = "The confirmation of an answer wasn't sent: The platform doesn't know this chat";
		test.each<[string, Reply, string[]]>([
			['the chat has one of them by then', { body: { $count: 1, $items: [{ name: 'taken over' }] } }, []],
			['the tags cannot be read', { status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND' } } }, [unsent]],
		])('is not sent if %s', async (_what, tags, logs) => {
			await confirmed(tags);
			await ask('tg_1_77');
			expect(sent()).toEqual(['Ship it?']);
			expect(n8n.logs).toEqual(logs);
		});
	});

	test("keeps the channel's pace, in one line with the question and with what is sent later", async () => {
		const asked = await ask('vk_1_77', NOTED);
		expect(await press(asked)).toBe(200);
		await ask('vk_1_77');
		expect(sent()).toEqual(['Noted, thank you', 'Ship it?']);
		const [question = 0, confirmation = 0, next = 0] = times;
		expect(confirmation - question).toBeGreaterThanOrEqual(INTERVAL_MS);
		expect(next - confirmation).toBeGreaterThanOrEqual(INTERVAL_MS);
	});
});
