import type { ExecutionSummary } from '../../sandbox/demo/restSchemas';
import {
	chainWorkflow,
	createAndPublish,
	hasEnded,
	type RealN8n,
	referenceTo,
	runByHand,
	startRealN8n,
	toStderr,
} from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

/** The requests per second that the platform takes, and at once. */
const RATE = 8;

/** As many executions as n8n lists at once. */
const PEOPLE = 100;
const MAILING = 40;

let real: RealN8n;

beforeAll(async () => {
	real = await startRealN8n();
	// each event goes out at once, and waits for n8n's answer as long as it takes
	await control(real.sandbox, 'PATCH', '/settings', { deliveryConcurrency: 1_000, deliveryTimeoutMs: 0 });
});
afterAll(async () => await real?.close());

const slowDown = async (retryAfterSeconds: number) =>
	await control(real.sandbox, 'PATCH', '/settings', { ratePerSecond: RATE, rateBurst: RATE, retryAfterSeconds });

/** Opens chats with people who have never written. */
async function openChats(count: number, from: number): Promise<string[]> {
	const chatIds = Array.from({ length: count }, (_, index) => String(from + index));
	for (const chatId of chatIds) {
		await control(real.sandbox, 'POST', '/chats', { channel: 'tg', channelId: 4100, chatId, firstName: `Person ${chatId}` });
	}
	await real.sandbox.settled();
	return chatIds;
}

/** The texts that the account has sent to each of these chats. */
function textsIn(chatIds: string[]): Array<Array<string | undefined>> {
	return chatIds.map((chatId) => {
		const chat = real.sandbox.state.chats.find((one) => one.channel === 'tg' && one.chatId === chatId);
		return (chat?.messages ?? []).flatMap(({ direction, text }) => (direction === 'outbound' ? [text] : []));
	});
}

const sendNode = (parameters: object) => ({
	name: 'Send',
	type: 'n8n-nodes-messaging-platform.messagingPlatform',
	typeVersion: 1,
	credentials: referenceTo(real.credential),
	parameters: {
		...{ resource: 'message', operation: 'send', sendTo: 'chat' },
		chat: { __rl: true, mode: 'id', value: '={{ $json.chatRef }}' },
		...parameters,
	},
});

describe('a platform that takes 8 requests per second', () => {
	test(`an echo bot answers each of ${PEOPLE} people who write at once, without Retry-After`, async () => {
		const chatIds = await openChats(PEOPLE, 810_000);
		const { id } = await createAndPublish(
			real,
			chainWorkflow('Echo', [
				{
					name: 'Messages',
					type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger',
					typeVersion: 2,
					credentials: referenceTo(real.credential),
					parameters: { events: ['new_message'] },
				},
				sendNode({ text: '=You wrote: {{ $json.text }}' }),
			]),
		);
		await slowDown(0);
		const begin = Date.now();
		await Promise.all(
			chatIds.map(async (chatId) => {
				await control(real.sandbox, 'POST', `/chats/tg_4100_${chatId}/messages`, { text: `Hello ${chatId}` });
			}),
		);
		await waitFor(() => textsIn(chatIds).every(({ length }) => length > 0), 'everyone has an answer', 120_000);
		const seconds = (Date.now() - begin) / 1_000;
		toStderr(`${PEOPLE} answers took ${seconds.toFixed(1)} s`);
		await real.sandbox.settled();
		expect(textsIn(chatIds)).toEqual(chatIds.map((chatId) => [`You wrote: Hello ${chatId}`]));
		let executions: ExecutionSummary[] = [];
		const ended = async () => {
			executions = await real.rest.listExecutions(id, PEOPLE);
			return executions.length === PEOPLE && executions.every(hasEnded);
		};
		await waitFor(ended, 'all executions end', 60_000);
		expect(executions.map(({ status }) => status)).toEqual(Array.from({ length: PEOPLE }, () => 'success'));
	}, 300_000);

	test(`a mailing reaches each of ${MAILING} people once, with Retry-After: 1`, async () => {
		const chatIds = await openChats(MAILING, 820_000);
		const people = JSON.stringify(chatIds.map((chatId) => ({ chatRef: `tg_4100_${chatId}` })));
		const { id } = await real.rest.createWorkflow(
			chainWorkflow('Mailing', [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
				{
					name: 'People',
					type: 'n8n-nodes-base.code',
					typeVersion: 2,
					parameters: { jsCode: `return ${people}.map((json) => ({ json }));` },
				},
				sendNode({ text: 'We are open on Sunday.' }),
			]),
		);
		await slowDown(1);
		const { status, output } = await runByHand(real.rest, id, 'Start', 120_000);
		expect(status).toBe('success');
		expect(output.Send).toHaveLength(MAILING);
		expect(textsIn(chatIds)).toEqual(chatIds.map(() => ['We are open on Sunday.']));
	}, 300_000);
});
