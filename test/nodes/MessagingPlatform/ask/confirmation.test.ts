import { byId } from '../../../helpers/runAction';
import type { INodeParameters } from 'n8n-workflow';
import { ACCOUNT, type SigningPlatform, startSigningPlatform } from '../../../helpers/deliveries';
import { handOver, pressIn } from '../../../helpers/handOver';
import { type PlatformOptions, RICH } from '../../../helpers/scriptedPlatform';
import type { Reply } from '../../../helpers/servers';
import { usePlatform } from '../../../helpers/usePlatform';
import { waitFor } from '../../../helpers/waitFor';
import { FakeN8n } from '../../../helpers/fakeN8n';
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

const NOTED = { options: { confirmation: 'Noted, thank you' } };

const ask = async (chatRef: string, more: object = {}) =>
	await n8n.ask({ sendTo: 'chat', chat: byId(chatRef), message: 'Ship it?', ...more } as INodeParameters);
/** The texts of the messages after the question. */
const sent = () =>
	platform
		.sent()
		.slice(1)
		.map(({ text }) => text);

/** A response that comes when it is released. */
function held<Result>(result: Result) {
	let release = () => {};
	const response = new Promise<Result>((resolve) => (release = () => resolve(result)));
	return { response, release: () => release() };
}

/** Presses a button of the question, and gives the status that the trigger gets. */
async function press(asked: Execution, command: object = {}): Promise<number> {
	const apiToken = String(signing.credential.apiToken);
	const { channel, channelId, chatId, buttons } = platform.sent()[0] as Record<string, object[]>;
	const [{ payload }] = buttons as [{ payload: string }];
	const pressed = { channel, channelId, chatId, payload, ...command };
	const event = { id: 'press-1', accountId: ACCOUNT, name: 'EndUserActionCommand', command: pressed };
	const execution = { base: n8n.base, id: asked.id, resumeToken: asked.resumeToken };
	return (await handOver({ execution, press: pressIn(JSON.stringify(event), apiToken), apiToken })).status;
}

test.each<[string, object]>([
	['an approval', {}],
	['a choice', { responseType: 'choice', choices: { choice: [{ label: 'Red' }] } }],
])('confirms %s once in the chat that was asked', async (_what, more) => {
	const asked = await ask('tg_1_77', { ...more, ...NOTED });
	expect(await press(asked)).toBe(200);
	await waitFor(() => sent().length > 0);
	expect(platform.sent()[1]).toEqual({ channel: 'tg', channelId: 1, chatId: '77', text: 'Noted, thank you' });
	await waitFor(() => asked.status === 'finished');
	// a late one
	expect(await press(asked)).toBe(409);
	expect(sent()).toHaveLength(1);
	expect(n8n.logs).toEqual([]);
});

const BIG = '9007199254740995';
const PHONE = { remoteAddress: 'tel:+442079460958' };
test.each<[object, object, string]>([
	[{ sendTo: 'tbChatId', tbChatId: BIG }, { tbChatId: BIG }, `"tbChatId":${BIG},`],
	[{ sendTo: 'phone', phoneNumber: '+44 20 7946 0958' }, PHONE, `"remoteAddress":"${PHONE.remoteAddress}",`],
])('writes to the same recipient as the question, with every digit: %j', async (to, command, expected) => {
	const asked = await ask('', { ...to, channel: byId('viber_9007199254740993'), ...NOTED });
	expect(await press(asked, { channelId: '9007199254740993', ...command })).toBe(200);
	await waitFor(() => sent().length > 0);
	const address = '"channel":"viber","channelId":9007199254740993';
	expect(String(platform.to('/messages')[1]?.body)).toBe(`{${address},${expected}"text":"Noted, thank you"}`);
});

test('confirms once if several presses come at the same moment', async () => {
	const asked = await ask('tg_1_77', NOTED);
	const statuses = await Promise.all([press(asked), press(asked), press(asked)]);
	expect(statuses.filter((status) => status === 200)).toHaveLength(1);
	await waitFor(() => sent().length > 0);
	expect((await ask('tg_1_77')).status).toBe('waiting');
	expect(sent()).toEqual(['Noted, thank you', 'Ship it?']);
});

test.each<[string, object, (asked: Execution) => Promise<unknown>]>([
	['the option is empty', { options: { confirmation: ' \n' } }, press],
	['someone presses in another chat', NOTED, async (asked) => await press(asked, { chatId: '78' })],
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

test('continues before the platform has taken the confirmation', async () => {
	const asked = await ask('tg_1_77', NOTED);
	const { response, release } = held(undefined);
	answer = async ({ url }) => (url === '/api/messages' ? await response : undefined);
	expect(await press(asked)).toBe(200);
	await waitFor(() => asked.status === 'finished');
	expect(asked.outputs).toMatchObject([[{ json: { data: { approved: true } } }]]);
	release();
	await waitFor(() => sent().length > 0);
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

test('waits for the platform as long as the Request Options of the question say', async () => {
	const asked = await ask('tg_1_77', { ...NOTED, requestOptions: { timeout: 300 } });
	const givenUp: string[] = [];
	const { response: later, release } = held(undefined);
	answer = async ({ url, body }, response) => {
		if (url !== '/api/messages') return undefined;
		response.once('close', () => givenUp.push(String(body)));
		return await later;
	};
	const usual = ask('tg_1_78');
	await waitFor(() => sent().length > 0);
	expect(await press(asked)).toBe(200);
	await waitFor(() => givenUp.length > 0);
	release();
	expect(givenUp).toEqual([expect.stringContaining('Noted, thank you')]);
	await usual;
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
	const confirmed = async (tags: Reply | Promise<Reply>) => {
		let isAsked = false;
		answer = async ({ url }) => {
			if (url.endsWith('/api/chats/70001/tags')) return isAsked ? await tags : NONE;
			return undefined;
		};
		const options = { ...NOTED.options, excludedTags: ['taken over'] };
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
