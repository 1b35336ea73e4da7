import { chatRefOf } from '../../sandbox/conversation/apiChat';
import type { RequestEntry } from '../../sandbox/core/records';
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
	unpublishWorkflow,
} from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned, messageOf } from './delivery';

/** The requests per second that the platform takes, and at once. */
const RATE = 8;

/** As many executions as n8n lists at once. */
const PEOPLE = 100;

const LIMIT_MS = 600_000;

let real: RealN8n;

beforeAll(async () => {
	real = await startRealN8n();
	// each event goes out at once, and waits for n8n's answer as long as it takes
	await control(real.sandbox, 'PATCH', '/settings', { deliveryConcurrency: 1_000, deliveryTimeoutMs: 0 });
});
afterAll(async () => await real?.close());

const slowDown = async (retryAfterSeconds: number) => {
	await control(real.sandbox, 'PATCH', '/settings', { ratePerSecond: RATE, rateBurst: RATE, retryAfterSeconds });
	await control(real.sandbox, 'DELETE', '/requests');
};

const requests = async () => await control<RequestEntry[]>(real.sandbox, 'GET', '/requests');

/** Prints how many requests there were since {@link slowDown}, and how long they took. */
async function print(what: string): Promise<void> {
	const all = await requests();
	const times = all.map(({ receivedTs }) => Date.parse(receivedTs));
	const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
	const refused = all.filter(({ status }) => status === 429).length;
	toStderr(`${what}: ${all.length} requests, ${refused} refused, ${seconds.toFixed(1)} s`);
}

/** Opens chats with people who have never written. */
async function openChats(count: number, from: number): Promise<string[]> {
	const [{ channel, channelId } = {}] = real.sandbox.state.channels;
	const chatRefs: string[] = [];
	for (let index = 0; index < count; index++) {
		const body = { channel, channelId, chatId: String(from + index), firstName: `Person ${index}` };
		chatRefs.push((await control<{ chatRef: string }>(real.sandbox, 'POST', '/chats', body)).chatRef);
	}
	await real.sandbox.settled();
	return chatRefs;
}

/** The texts that the account has sent to each of these chats. */
function textsIn(chatRefs: string[]): Array<Array<string | undefined>> {
	const chats = new Map(real.sandbox.state.chats.map((chat) => [chatRefOf(chat), chat]));
	return chatRefs.map((chatRef) =>
		(chats.get(chatRef)?.messages ?? []).flatMap(({ direction, text }) => (direction === 'outbound' ? [text] : [])),
	);
}

const triggerNode = (parameters: object) => ({
	name: 'Messages',
	type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger',
	typeVersion: 2,
	credentials: referenceTo(real.credential),
	parameters: { events: ['new_message'], ...parameters },
});

const sendNode = (text: string) => ({
	name: 'Send',
	type: 'n8n-nodes-messaging-platform.messagingPlatform',
	typeVersion: 1,
	credentials: referenceTo(real.credential),
	onError: 'continueRegularOutput',
	parameters: {
		...{ resource: 'message', operation: 'send', sendTo: 'chat', text },
		chat: { __rl: true, mode: 'id', value: '={{ $json.chatRef }}' },
	},
});

/** Sends a text to each of these chats by one node, and returns its output. */
async function mail(chatRefs: string[], text: string) {
	const people = JSON.stringify(chatRefs.map((chatRef) => ({ json: { chatRef } })));
	const { id } = await real.rest.createWorkflow(
		chainWorkflow('Mailing', [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
			{ name: 'People', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode: `return ${people};` } },
			sendNode(text),
		]),
	);
	return (await runByHand(real.rest, id, 'Start', LIMIT_MS)).output.Send ?? [];
}

/** The executions of a workflow, once there are so many and all have ended. */
async function executionsOf(id: string, count: number): Promise<ExecutionSummary[]> {
	let executions: ExecutionSummary[] = [];
	const ended = async () => {
		executions = await real.rest.listExecutions(id, count);
		return executions.length === count && executions.every(hasEnded);
	};
	await waitFor(ended, 'all executions end', LIMIT_MS);
	return executions;
}

const write = async (chatRef: string, message: object) =>
	await control(real.sandbox, 'POST', `/chats/${chatRef}/messages`, message);

describe('a platform that takes 8 requests per second', () => {
	test(
		`has an echo bot answer each of ${PEOPLE} people who write at once, without Retry-After`,
		async () => {
			const chatRefs = await openChats(PEOPLE, 810_000);
			const workflow = chainWorkflow('Echo', [triggerNode({}), sendNode('=You wrote: {{ $json.text }}')]);
			const { id } = await createAndPublish(real, workflow);
			await slowDown(0);
			await Promise.all(chatRefs.map(async (chatRef) => await write(chatRef, { text: `Hello ${chatRef}` })));
			const executions = await executionsOf(id, PEOPLE);
			await print(`${PEOPLE} answers`);
			expect(textsIn(chatRefs)).toEqual(chatRefs.map((chatRef) => [`You wrote: Hello ${chatRef}`]));
			expect(executions.map(({ status }) => status)).toEqual(Array.from({ length: PEOPLE }, () => 'success'));
			await unpublishWorkflow(real, id);
		},
		LIMIT_MS,
	);
});

test('a 503 that names a time holds back what follows in both nodes, and its message is in doubt and not repeated', async () => {
	const chatRefs = await openChats(3, 950_000);
	const filters = { excludedTags: ['none'] };
	const { url } = await createAndPublish(real, chainWorkflow('Tags', [triggerNode({ filters })]));
	await slowDown(0);
	const match = { method: 'POST', path: '/messages$' };
	await control(real.sandbox, 'POST', '/faults', { kind: 'error', status: 503, retryAfterSeconds: 3, match });
	const mailing = mail(chatRefs, 'Hello');
	const isRefused = async () => (await requests()).some(({ status }) => status === 503);
	await waitFor(isRefused, 'a message gets the 503');
	// its tags aren't in it, so the trigger asks for them
	const event = messageOf(real.sandbox.accountId, { tbChatId: 70_001 });
	expect(await deliverSigned(real, url, {}, event)).toBe(200);
	const [inDoubt, ...others] = await mailing;
	expect(inDoubt?.details).toMatchObject({ outcome: 'unknown', status: 503 });
	expect(others.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
	expect(textsIn(chatRefs)).toEqual([[], ['Hello'], ['Hello']]);
	const all = (await requests()).map(({ method, path, receivedTs }) => ({ method, path, at: Date.parse(receivedTs) }));
	const from = all.findIndex(({ path }) => path.endsWith('/messages'));
	const [refused, ...later] = all.slice(from);
	expect(later.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
		'GET /api/chats/70001/tags',
		'POST /api/messages',
		'POST /api/messages',
	]);
	for (const { at } of later) expect(at - (refused?.at ?? 0)).toBeGreaterThanOrEqual(3_000);
}, 60_000);
