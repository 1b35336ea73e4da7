/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { chatRefOf } from '../../sandbox/conversation/apiChat';
import {
	type ChainNode,
	type RealN8n,
	chainWorkflow,
	createAndPublish,
	hasEnded,
	referenceTo,
	restart,
	runByHand,
	startRealN8n,
	unpublishWorkflow,
} from '../helpers/realN8n';
import { control, say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned, messageOf } from './delivery';
import { operatorWrites, TAG } from './operator';
import { AFTER, callOf, Questions } from './questions';

/** The people who are asked at once. */
const PEOPLE = Number(process.env.PEOPLE ?? 30);

let real: RealN8n;
let questions: Questions;
beforeAll(async () => {
	// as docs/guides/ask-and-wait.md wants it: otherwise, a restart can undo an answer
	real = await startRealN8n({ env: { N8N_EVENTBUS_RECOVERY_MODE: 'simple' } });
	questions = new Questions(real);
	await control(real.sandbox, 'PATCH', '/settings', {
		deliveryConcurrency: 1_000,
		deliveryTimeoutMs: 0,
		resendDelaysMs: [2_000, 5_000],
	});
});
afterAll(async () => await real?.close());

const PACKAGE = 'n8n-nodes-messaging-platform';

const node = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>) => ({
	...{ name, type: `${PACKAGE}.${type}`, typeVersion, parameters },
	credentials: referenceTo(real.credential),
});

const trigger = (filters: object, options: object = {}) =>
	node('Messages', 'messagingPlatformTrigger', 2, { events: ['new_message'], filters, options });

const ask = (name: string, message: string, parameters: object = {}) =>
	node(name, 'messagingPlatform', 1, {
		...{ resource: 'message', operation: 'sendAndWait', sendTo: 'reply', message, responseType: 'freeText' },
		...parameters,
	});

const send = (text: string) =>
	node('Send', 'messagingPlatform', 1, { resource: 'message', operation: 'send', sendTo: 'reply', text });

async function openChats(count: number, from: number): Promise<string[]> {
	const [first] = real.sandbox.state.channels;
	const { channel, channelId } = first ?? {};
	const chatRefs: string[] = [];
	for (let index = 0; index < count; index++) {
		const body = { channel, channelId, chatId: String(from + index), firstName: `Person ${index}` };
		chatRefs.push((await control<{ chatRef: string }>(real.sandbox, 'POST', '/chats', body)).chatRef);
	}
	await real.sandbox.settled();
	return chatRefs;
}

/** The texts that the account has sent to a chat. */
function textsIn(chatRef: string): Array<string | undefined> {
	const chat = real.sandbox.state.chats.find((one) => chatRefOf(one) === chatRef);
	return (chat?.messages ?? []).flatMap(({ direction, text }) => (direction === 'outbound' ? [text] : []));
}

/** As many as n8n lists at once. */
const MAX_LISTED = 100;

const executions = async (workflow: string) => await real.rest.listExecutions(workflow, MAX_LISTED);

test(`${PEOPLE} people who are asked at once each have their own answer, although n8n is killed in between`, async () => {
	const workflow = chainWorkflow('Asks', [
		trigger({ textIs: 'ask me' }),
		ask('Ask', 'How many?', { answerCheck: 'number' }),
		send('={{ $json.data.value }} for {{ $json.data.chatRef }}'),
	]);
	const { id } = await createAndPublish(real, workflow);
	const chatRefs = await openChats(PEOPLE, 910_000);
	await Promise.all(chatRefs.map(async (chatRef) => await say(real.sandbox, chatRef, { text: 'ask me' })));
	const allWait = async () => {
		const isAsked = chatRefs.every((chatRef) => textsIn(chatRef).length === 1);
		return isAsked && (await executions(id)).every(({ status }) => status === 'waiting');
	};
	await waitFor(allWait, 'all executions wait');
	await restart(real, true);
	const shuffled = chatRefs
		.map((chatRef, index) => ({ chatRef, index }))
		.sort((one, other) => ((one.index * 7) % 11) - ((other.index * 7) % 11));
	await Promise.all(shuffled.map(async ({ chatRef, index }) => await say(real.sandbox, chatRef, { text: ` ${index} ` })));
	await waitFor(() => chatRefs.every((chatRef) => textsIn(chatRef).length === 2), 'each has an answer');
	expect(chatRefs.map(textsIn)).toEqual(chatRefs.map((chatRef, index) => ['How many?', `${index} for ${chatRef}`]));
	await waitFor(async () => (await executions(id)).every(({ status }) => status === 'success'), 'each execution has ended');
	expect(await executions(id)).toHaveLength(Math.min(PEOPLE, MAX_LISTED));
	await unpublishWorkflow(real, id);
}, 1_800_000);

test('a bot asks for name, phone and date, repeats a question if the answer is none, and starts again with the next message', async () => {
	const workflow = chainWorkflow('Booking', [
		trigger({}),
		ask('Ask name', 'Your name?'),
		ask('Ask phone', 'Your phone?', { answerCheck: 'phone', askAgainWith: 'With the country code, please' }),
		ask('Ask date', 'Which day?', { answerCheck: 'date' }),
		send("={{ $('Ask name').item.json.data.text }}, {{ $('Ask phone').item.json.data.value }}, {{ $json.data.value }}"),
	]);
	const { id } = await createAndPublish(real, workflow);
	const [chat = ''] = await openChats(1, 930_000);
	const talk = async (text: string, reply: string) => {
		const before = textsIn(chat).length;
		await say(real.sandbox, chat, { text });
		await waitFor(() => textsIn(chat).length > before, `"${reply}" after "${text}"`);
		expect(textsIn(chat).slice(before)).toEqual([reply]);
	};
	await talk('Hello', 'Your name?');
	await talk('Ada', 'Your phone?');
	await talk('020 7946 0958', 'With the country code, please');
	await talk('+44 20 7946 0958', 'Which day?');
	await talk('3.12.2026', 'Ada, +442079460958, 2026-12-03');
	expect(await executions(id)).toHaveLength(1);
	await talk('Hello again', 'Your name?');
	expect(await executions(id)).toHaveLength(2);
	await unpublishWorkflow(real, id);
});

describe('a message while a question waits in its chat', () => {
	const choice = [{ label: 'Morning', value: 'am' }, { label: 'In the evening' }];
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };

	/** The questions, by the text that has them asked. */
	const ASKED: Record<string, object> = {
		text: {},
		choice: { responseType: 'choice', choices: { choice } },
		approval: { responseType: 'approval', options: { approverIds: '4242' } },
		// behind its first output is what happens without an answer
		number: { answerCheck: 'number', tries: 2, options: { separateOutputs: true } },
		briefly: { options: { limitWaitTime: { values: limit } } },
		deleted: {},
		excluded: { options: { excludedTags: [TAG], separateOutputs: true } },
	};
	const published = new Map<string, { id: string; url: string }>();
	/** Starts with every message that answers nothing. */
	let others: { id: string; url: string };
	let chats = 940_000;

	beforeAll(async () => {
		for (const [text, parameters] of Object.entries(ASKED)) {
			const workflow = chainWorkflow(text, [trigger({ textIs: text }), ask('Ask', 'Well?', parameters), AFTER]);
			published.set(text, await createAndPublish(real, workflow));
		}
		others = await createAndPublish(real, chainWorkflow('Others', [trigger({}), AFTER]));
	});

	/** Has a question asked, in a chat of its own unless one is given, and waits for the execution's status. */
	async function asked(text: string, chatRef?: string, status = 'waiting') {
		const [chat = ''] = chatRef === undefined ? await openChats(1, (chats += 1)) : [chatRef];
		const { id: workflow = '' } = published.get(text) ?? {};
		const before = (await executions(workflow)).length;
		const asking = async () => {
			const [newest, ...older] = await executions(workflow);
			return newest?.status === status && older.length === before ? newest : undefined;
		};
		await say(real.sandbox, chat, { text });
		await waitFor(async () => (await asking()) !== undefined, `its status is ${status}`);
		await real.sandbox.settled();
		const { channel, channelId, chatId, tbChatId } = real.sandbox.state.chats.find((one) => chatRefOf(one) === chat) ?? {};
		const names = { channel, channelId, chatId, tbChatId: Number(tbChatId) };
		const message = (words: string, change: object = {}) =>
			messageOf(real.sandbox.accountId, { ...names, text: words, ...change });
		return { id: (await asking())?.id ?? '', chat, message };
	}

	/** The executions of others, once all have ended: n8n's list leaves out one that ends at that moment. */
	async function started(): Promise<number> {
		let count = -1;
		await waitFor(async () => {
			const all = await executions(others.id);
			const isSettled = all.length === count && all.every(hasEnded);
			count = all.length;
			return isSettled;
		}, 'all of them have ended');
		return count;
	}

	/** Delivers a message: the response, or the log of one that n8n couldn't decide, and how many workflows it started. */
	async function deliver(body: object, token: object = {}, { url } = others): Promise<[response: unknown, started: number]> {
		const before = await started();
		const status = await deliverSigned(real, url, token, body);
		return [status < 500 ? status : real.n8n.lines.slice(-3), (await started()) - before];
	}
	const ANSWERS = [200, 0];
	const STARTS = [200, 1];

	const outputOf = async (id: string) => (await questions.ended(id)).output.After;

	test('answers only if the person wrote it there, after the question; what comes next starts the workflow', async () => {
		const { id, message } = await asked('text');
		const attacks: Array<[change: object, started: number]> = [
			[{ chatId: '1', tbChatId: 1 }, 1],
			[{ channelId: 4101 }, 1],
			[{ sentTimestamp: '2020-01-01T00:00:00Z' }, 1],
			[{ direction: 'outbound', reason: 'operator_sent_message' }, 0],
			[{ direction: 'outbound', senderInfo: { endpointType: 'BOT_API' } }, 0],
			[{ direction: 'outbound', reason: 'tb_sent_auto_reply_message' }, 0],
		];
		for (const [change, started] of attacks) {
			const seen = [await deliver(message('Six', change)), await questions.status(id)];
			expect([change, ...seen]).toEqual([change, [200, started], 'waiting']);
		}
		expect(await deliver(message('Seven'))).toEqual(ANSWERS);
		expect(await outputOf(id)).toMatchObject([{ data: { text: 'Seven', value: 'Seven', timedOut: false } }]);
		expect(await deliver(message('Eight'))).toEqual(STARTS);
	});

	test('answers once through all triggers, and neither its copy nor its token with another text answers the next question', async () => {
		const first = await asked('text');
		const id = randomUUID();
		const token = { now: Date.now(), claims: { jti: id } };
		const bodies = ['Seven', 'Eight'].map((words) => first.message(words, { id }));
		const replay = async (body: object) => [await deliver(body, token), await deliver(body, token, published.get('choice'))];
		expect(await replay(bodies[0] ?? {})).toEqual([ANSWERS, ANSWERS]);
		expect(await outputOf(first.id)).toMatchObject([{ data: { text: 'Seven' } }]);
		const second = await asked('text', first.chat);
		for (const body of bodies) expect(await replay(body)).toEqual([ANSWERS, ANSWERS]);
		expect((await deliver({ ...second.message('Nine'), accountId: randomUUID() }, token))[0]).toBe(401);
		expect(await questions.status(second.id)).toBe('waiting');
		expect(await deliver(second.message('Ten'))).toEqual(ANSWERS);
		expect(await outputOf(second.id)).toMatchObject([{ data: { text: 'Ten' } }]);
	});

	test('chooses by a caption or a number, and approves only by a caption of the right person', async () => {
		for (const [words, value] of [
			['in the EVENING!', 'In the evening'],
			['1', 'am'],
		] as const) {
			const { id, message } = await asked('choice');
			expect(await deliver(message(words))).toEqual(ANSWERS);
			expect(await outputOf(id)).toMatchObject([{ data: { choice: value, text: words } }]);
		}
		const { id, message } = await asked('approval');
		const by = (channelUserId: string) => ({ remoteContact: { channelUserId } });
		for (const [words, person] of [
			['1', '4242'],
			['Approve it all', '4242'],
			['Approve', '1'],
		] as const) {
			expect([words, await deliver(message(words, by(person)))]).toEqual([words, STARTS]);
		}
		expect(await questions.status(id)).toBe('waiting');
		expect(await deliver(message('approve', by('4242')))).toEqual(ANSWERS);
		expect(await outputOf(id)).toMatchObject([{ data: { approved: true } }]);
	});

	test('starts the workflow after a question that ended without an answer, which says why', async () => {
		const brief = await asked('briefly');
		const ended: Array<[Awaited<ReturnType<typeof asked>>, object]> = [[brief, { timedOut: true }]];
		const invalid = await asked('number');
		for (const words of ['many', 'a lot']) expect(await deliver(invalid.message(words))).toEqual(ANSWERS);
		ended.push([invalid, { reason: 'invalid', text: 'a lot' }]);
		const taken = await asked('text');
		const takes = await createAndPublish(real, chainWorkflow('Takes over', [trigger({}, { takeoverTag: TAG }), AFTER]));
		await operatorWrites(real.sandbox, taken.chat);
		await real.sandbox.settled();
		await unpublishWorkflow(real, takes.id);
		ended.push([taken, { reason: 'takenOver' }]);
		for (const [question, data] of ended) {
			expect(await outputOf(question.id)).toMatchObject([{ data }]);
			expect([data, await deliver(question.message('Hello?'))]).toEqual([data, STARTS]);
		}
		const { id, message } = await asked('deleted');
		const { id: workflow = '' } = published.get('deleted') ?? {};
		await unpublishWorkflow(real, workflow);
		await real.rest.deleteWorkflow(workflow);
		expect(await questions.status(id)).toBeUndefined();
		expect(await deliver(message('Hello?'))).toEqual(STARTS);
	});

	test('answers the second question in the chat if that replaces the first; otherwise the second is not sent', async () => {
		const { id, chat, message } = await asked('text');
		const start: ChainNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
		const second = async (options: object) => {
			const there = { sendTo: 'chat', chat: { __rl: true, mode: 'id', value: chat }, options };
			return (await real.rest.createWorkflow(chainWorkflow('Second', [start, ask('Ask', 'And?', there), AFTER]))).id;
		};
		const { error } = await runByHand(real.rest, await second({}), 'Start');
		expect(error).toMatch(/^Another question already waits for an answer in this chat/);
		expect([textsIn(chat), await questions.status(id)]).toEqual([['Well?'], 'waiting']);
		const { executionId = '' } = await real.rest.run(await second({ replace: true }), 'Start');
		expect(await outputOf(id)).toMatchObject([{ data: { reason: 'replaced' } }]);
		await waitFor(async () => (await questions.status(executionId)) === 'waiting', 'the second waits');
		expect(await deliver(message('Seven'))).toEqual(ANSWERS);
		expect(await outputOf(executionId)).toMatchObject([{ data: { text: 'Seven' } }]);
	});

	test('asks no one whose chat has an excluded tag: the item leaves through "No Answer", and the next message starts the workflow', async () => {
		const [tagged = ''] = await openChats(1, (chats += 1));
		await control(real.sandbox, 'PUT', `/chats/${tagged}/operator/tags/${TAG}`);
		const { id, message } = await asked('excluded', tagged, 'success');
		expect(await outputOf(id)).toMatchObject([{ chatRef: tagged, outcome: 'skipped', skippedBecause: 'tag', tag: TAG }]);
		expect(textsIn(tagged)).toEqual([]);
		expect(await deliver(message('Hello?'))).toEqual(STARTS);
	});

	test('answers the question of a sub-workflow, although n8n is killed in between, and the workflow that called it continues', async () => {
		const call = await callOf(real.rest, [ask('Ask', 'Well?')]);
		published.set('call', await createAndPublish(real, chainWorkflow('call', [trigger({ textIs: 'call' }), call, AFTER])));
		const { id, chat, message } = await asked('call');
		expect(textsIn(chat)).toEqual(['Well?']);
		await restart(real, true);
		expect(await deliver(message('Seven'))).toEqual(ANSWERS);
		expect(await outputOf(id)).toMatchObject([{ data: { text: 'Seven', value: 'Seven' } }]);
	});
});
