/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { chatRefOf } from '../../sandbox/conversation/apiChat';
import {
	type RealN8n,
	chainWorkflow,
	createAndPublish,
	referenceTo,
	restart,
	startRealN8n,
	unpublishWorkflow,
} from '../helpers/realN8n';
import { control, say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

/** The people who are asked at once. */
const PEOPLE = Number(process.env.PEOPLE ?? 30);

let real: RealN8n;
beforeAll(async () => {
	real = await startRealN8n();
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

const trigger = (filters: object) => node('Messages', 'messagingPlatformTrigger', 2, { events: ['new_message'], filters });

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
