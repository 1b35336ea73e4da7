/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { chatRefOf } from '../../sandbox/conversation/apiChat';
import {
	type RealN8n,
	chainWorkflow,
	createAndPublish,
	restart,
	runByHand,
	startRealN8n,
	unpublishWorkflow,
} from '../helpers/realN8n';
import { byId } from '../helpers/runAction';
import { control, say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { Questions } from './questions';
import { action, AFTER, callOf, START, trigger } from './workflows';

/** The people who are asked at once. */
const PEOPLE = Number(process.env.PEOPLE ?? 30);

let real: RealN8n;
beforeAll(async () => {
	// as docs/guides/ask-and-wait.md wants it: otherwise, a restart can undo an answer
	real = await startRealN8n({ env: { N8N_EVENTBUS_RECOVERY_MODE: 'simple' } });
	await control(real.sandbox, 'PATCH', '/settings', {
		deliveryConcurrency: 1_000,
		deliveryTimeoutMs: 0,
		resendDelaysMs: [2_000, 5_000],
	});
});
afterAll(async () => await real?.close());

const starts = (textIs: string) => trigger(real.credential, { filters: { textIs } });

const ask = (message: string, parameters: object = {}) =>
	action(real.credential, 'Ask', {
		...{ resource: 'message', operation: 'sendAndWait', sendTo: 'reply', message, responseType: 'freeText' },
		...parameters,
	});

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

test(`${PEOPLE} people who are asked at once each have their own answer, although n8n is killed in between`, async () => {
	const workflow = chainWorkflow('Asks', [
		starts('ask me'),
		ask('How many?', { answerCheck: 'number' }),
		action(real.credential, 'Send', {
			...{ resource: 'message', operation: 'send', sendTo: 'reply' },
			text: '={{ $json.data.value }} for {{ $json.data.chatRef }}',
		}),
	]);
	const { id } = await createAndPublish(real, workflow);
	const chatRefs = await openChats(PEOPLE, 910_000);
	await Promise.all(chatRefs.map(async (chatRef) => await say(real.sandbox, chatRef, { text: 'ask me' })));
	const allWait = async () => {
		const isAsked = chatRefs.every((chatRef) => textsIn(chatRef).length === 1);
		return isAsked && (await real.rest.listExecutions(id)).every(({ status }) => status === 'waiting');
	};
	await waitFor(allWait, 'all executions wait');
	await restart(real, true);
	const shuffled = chatRefs
		.map((chatRef, index) => ({ chatRef, index }))
		.sort((one, other) => ((one.index * 7) % 11) - ((other.index * 7) % 11));
	await Promise.all(shuffled.map(async ({ chatRef, index }) => await say(real.sandbox, chatRef, { text: ` ${index} ` })));
	await waitFor(() => chatRefs.every((chatRef) => textsIn(chatRef).length === 2), 'each has an answer');
	expect(chatRefs.map(textsIn)).toEqual(chatRefs.map((chatRef, index) => ['How many?', `${index} for ${chatRef}`]));
	await waitFor(
		async () => (await real.rest.listExecutions(id)).every(({ status }) => status === 'success'),
		'each execution has ended',
	);
	// n8n lists up to 100
	expect(await real.rest.listExecutions(id)).toHaveLength(Math.min(PEOPLE, 100));
	await unpublishWorkflow(real, id);
}, 1_800_000);

test('answers the question of a sub-workflow, although n8n is killed in between', async () => {
	const call = await callOf(real.rest, [ask('Well?')]);
	const { id } = await createAndPublish(real, chainWorkflow('Calls', [starts('call'), call, AFTER]));
	const [chat = ''] = await openChats(1, 930_000);
	await say(real.sandbox, chat, { text: 'call' });
	const calling = async () => (await real.rest.listExecutions(id))[0];
	await waitFor(async () => (await calling())?.status === 'waiting', 'the workflow that called it waits');
	expect(textsIn(chat)).toEqual(['Well?']);
	await restart(real, true);
	await say(real.sandbox, chat, { text: 'Seven' });
	const { output } = await new Questions(real).ended((await calling())?.id ?? '');
	expect(output.After).toMatchObject([{ data: { text: 'Seven', value: 'Seven' } }]);
	await unpublishWorkflow(real, id);
});

test('sends no second question to a chat in which one waits, unless it replaces that', async () => {
	const questions = new Questions(real);
	const listener = await createAndPublish(real, chainWorkflow('Listens', [starts('nothing'), AFTER]));
	const [chat = ''] = await openChats(1, 940_000);
	const question = (options: object = {}) =>
		chainWorkflow('Asks', [START, ask('Well?', { sendTo: 'chat', chat: byId(chat), options }), AFTER]);
	const first = await questions.begin(question());
	const { error } = await runByHand(real.rest, (await real.rest.createWorkflow(question())).id, 'Start');
	expect(error).toMatch(/^Another question already waits for an answer in this chat/);
	expect([textsIn(chat), await questions.status(first)]).toEqual([['Well?'], 'waiting']);
	const second = await questions.begin(question({ replace: true }));
	expect((await questions.ended(first)).output.After).toMatchObject([{ data: { reason: 'replaced' } }]);
	await say(real.sandbox, chat, { text: 'Seven' });
	expect((await questions.ended(second)).output.After).toMatchObject([{ data: { text: 'Seven' } }]);
	await unpublishWorkflow(real, listener.id);
});
