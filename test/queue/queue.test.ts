import { Agents, fromAI } from '../e2e/agents';
import { deliverSigned, deliverUntilAccepted } from '../e2e/delivery';
import { ADA, type AskedInChat, Questions } from '../e2e/questions';
import { AFTER, found, submit } from '../e2e/workflows';
import { chainWorkflow, publishWorkflow, runByHand, unpublishWorkflow } from '../helpers/realN8n';
import { byId } from '../helpers/runAction';
import { type SentMessage, chatOf, say, sentTo } from '../helpers/sandbox';
import { Story } from './story';
import { broadcasting, recovering, replying, replyingOnce, replyingToTheFirst, waiting } from './workflows';
import { waitFor } from '../helpers/waitFor';

const CHATS_OF_ONE_CHANNEL = ['70001', '9223372036854775807'];
let story: Story;
let questions: Questions;
/** The pace of the channel that the messages go to. */
const INTERVAL_MS = 200;

beforeAll(async () => {
	// A lost worker's execution keeps its data only as long as no one takes it for lost: docs/operate/queue-mode.md, "Settings".
	const recovery = { QUEUE_WORKER_LOCK_DURATION: '3600000', N8N_EVENTBUS_RECOVERY_MODE: 'simple' };
	story = await Story.begin(recovery);
	questions = new Questions(story);
	// Set from the start, because every process remembers the channels for a few minutes.
	const [channel] = story.sandbox.state.channels;
	if (channel === undefined) throw new Error('The sandbox has no channel');
	channel.capability = { ...channel.capability, messageSendIntervalMs: INTERVAL_MS };
});

afterAll(async () => {
	await story?.end();
});

/** A question that is left waiting while every process restarts. */
let kept: AskedInChat;

/** Presses a button; the press is delivered to one of the webhook processors, once or until it's accepted. */
async function press(processor: number, payload: string | undefined, again = false): Promise<number> {
	const url = at(processor, story.sandbox.state.webhooks[0]?.url);
	const body = questions.pressed(payload);
	return again ? await deliverUntilAccepted(story, url, body) : await deliverSigned(story, url, {}, body);
}

/** A person writes, and the published workflow asks. */
async function ask(workflowId: string): Promise<{ executionId: string; question: SentMessage }> {
	const known = new Set((await story.rest.listExecutions(workflowId)).map(({ id }) => id));
	await say(story.sandbox, ADA, { text: 'Please ask' });
	const { id: executionId } = await found(async () => {
		const all = await story.rest.listExecutions(workflowId);
		return all.find(({ id, status }) => status === 'waiting' && !known.has(id));
	}, 'the execution waits');
	return { executionId, question: (await questions.inChat()).at(-1) as SentMessage };
}

/** The number of times that workers have begun an execution: to ask, and to continue. */
const begun = (executionId: string) =>
	[0, 1].flatMap((worker) => story.begunBy(worker)).filter((id) => id === executionId).length;

/** The ids of a workflow's executions with a status. */
const executionsThat = async (workflowId: string, wanted: string) =>
	(await story.rest.listExecutions(workflowId)).filter(({ status }) => status === wanted).map(({ id }) => id);

/** The address of a webhook at one of the processors. */
function at(processor: number, url = ''): string {
	const { pathname, search } = new URL(url);
	return `${story.cluster.processes.webhook[processor]?.origin}${pathname}${search}`;
}

const APPROVED = [{ data: expect.objectContaining({ approved: true, timedOut: false }) }];

describe('questions', () => {
	let workflowId: string;

	beforeAll(async () => {
		workflowId = await story.publish(questions.workflow('Asks'));
	});

	test.each([0, 1])('the answer comes through webhook processor %i, and a worker continues with it', async (processor) => {
		const { executionId, payloads } = await questions.asked();
		expect(await press(processor, payloads[0])).toBe(200);
		expect((await questions.ended(executionId)).output.After).toEqual(APPROVED);
		expect(begun(executionId)).toBe(2);
		expect(await press(1 - processor, payloads[1])).toBe(200);
		expect((await questions.ended(executionId)).output.After).toEqual(APPROVED);
	});

	afterAll(async () => {
		kept = await questions.asked();
		await unpublishWorkflow(story, workflowId);
	});
});

describe('a link', () => {
	let workflowId: string;
	beforeAll(async () => {
		const asking = questions.ask({ responseType: 'freeText', answerWith: 'page' });
		workflowId = await story.publish(chainWorkflow('Asks with a link', [questions.trigger(), asking, AFTER]));
	});
	afterAll(async () => await unpublishWorkflow(story, workflowId));

	test.each([0, 1])(
		'shows its page at both webhook processors, and the form that %i takes continues the execution',
		async (processor) => {
			const { executionId, question } = await ask(workflowId);
			const link = question.buttons?.[0]?.link;
			for (const one of [0, 1]) {
				const page = await fetch(at(one, link));
				expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<textarea')]);
			}
			expect(await questions.status(executionId)).toBe('waiting');
			const thanks = await submit(at(processor, link), { 'field-0': 'At the back door' });
			expect([thanks.status, await thanks.text()]).toEqual([200, expect.stringContaining('Thank you')]);
			expect((await questions.ended(executionId)).output.After).toMatchObject([
				{ data: { text: 'At the back door', timedOut: false } },
			]);
			expect(begun(executionId)).toBe(2);
			const again = await fetch(at(1 - processor, link));
			expect(await again.text()).toContain('No action required');
		},
	);
});

test('a button that is pressed at both webhook processors at once is confirmed once', async () => {
	const confirmation = 'Noted, thank you';
	const confirmed = async () => (await sentTo(story.sandbox, ADA)).filter(({ text }) => text === confirmation).length;
	const workflowId = await story.publish(questions.workflow('Confirms', { options: { confirmation } }));
	for (let round = 1; round <= 3; round += 1) {
		const { executionId, question } = await ask(workflowId);
		const presses = (question.buttons ?? []).map(async ({ payload }, processor) => await press(processor, payload, true));
		expect(await Promise.all(presses)).toEqual([200, 200]);
		await questions.ended(executionId);
		await waitFor(async () => (await confirmed()) >= round, 'the answer is confirmed');
	}
	await ask(workflowId);
	expect(await confirmed()).toBe(3);
	await unpublishWorkflow(story, workflowId);
});

describe('a human review', () => {
	let agents: Agents;
	let workflowId: string;
	beforeAll(async () => {
		agents = await Agents.start(story);
		agents.plan = () => [{ tool: 'Refund', input: { toolParameters: { text: 'Here you are' }, hitlParameters: {} } }];
		const refund = { resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') };
		const to = { sendTo: 'chat', chat: byId(chatOf(story.sandbox, 'tg')) };
		const [tool, review] = [agents.tool('Refund', refund), agents.review({ message: 'Refund?', ...to })];
		workflowId = await agents.workflow([agents.trigger(), agents.agent()], [review], [{ node: review, tools: [tool] }]);
		await publishWorkflow(story, workflowId);
	});
	afterAll(async () => {
		await unpublishWorkflow(story, workflowId);
		await agents?.close();
	});

	test.each([
		{ button: 0, processor: 0, refunds: 1 },
		{ button: 1, processor: 1, refunds: 0 },
	])(
		'with button $button pressed at webhook processor $processor runs its tool $refunds times',
		async ({ button, processor, refunds }) => {
			const refunded = async () => (await sentTo(story.sandbox, ADA)).filter(({ text }) => text === 'Here you are').length;
			const before = await refunded();
			const { executionId, question } = await ask(workflowId);
			expect(await press(processor, question.buttons?.[button]?.payload, true)).toBe(200);
			const find = async () => (await story.rest.listExecutions(workflowId)).find(({ id }) => id === executionId);
			await waitFor(async () => (await find())?.status === 'success', 'the execution ends');
			expect((await refunded()) - before).toBe(refunds);
			expect(begun(executionId)).toBe(2);
		},
	);
});

describe('events', () => {
	let workflowId: string;

	test('publishing registers one webhook, at the load balancer', async () => {
		workflowId = await story.publish(replying(story.credential));
		expect(story.sandbox.state.webhooks).toEqual([
			expect.objectContaining({
				events: ['EndUserActionCommand', 'new_message'],
				url: expect.stringMatching(`^${story.cluster.balancer.origin}/webhook/`),
			}),
		]);
	});

	test('each webhook processor refuses a delivery without a token', async () => {
		const url = story.sandbox.state.webhooks[0]?.url ?? '';
		for (const processor of story.cluster.processes.webhook) {
			const { pathname } = new URL(url);
			const headers = { 'content-type': 'application/json' };
			const response = await fetch(processor.origin + pathname, { method: 'POST', headers, body: '{"id":"forged"}' });
			expect([response.status, await response.json()]).toEqual([401, { error: 'unauthorized' }]);
		}
		expect(await story.rest.listExecutions(workflowId)).toEqual([]);
	});

	test('both processors accept events, and both workers execute them, once each', async () => {
		const events = await story.write(20);
		await story.untilReplied(events);
		expect(await story.accepted(events)).toEqual(events);
		const executions = events.flatMap((event) => story.executionsOf(event));
		expect(executions).toHaveLength(20);
		const exchanges = story.cluster.balancer.exchanges.filter(({ eventId }) => events.includes(eventId));
		expect(new Set(exchanges.map(({ processor }) => processor))).toEqual(new Set([0, 1]));
		const begun = [story.begunBy(0), story.begunBy(1)];
		expect(begun.flat().sort()).toEqual(expect.arrayContaining(executions.sort()));
		expect(Math.min(...begun.map((one) => one.length))).toBeGreaterThan(0);
	});

	test('an event whose answer is lost is sent again to the other processor, and starts there a second execution', async () => {
		story.cluster.balancer.loseAnswer();
		const [event = ''] = await story.write(1);
		await waitFor(() => story.executionsOf(event).length === 2, 'both copies were executed');
		const processors = story.cluster.balancer.exchanges.filter(({ eventId }) => eventId === event);
		expect(new Set(processors.map(({ processor }) => processor)).size).toBe(2);
	});

	test('in the example workflow with Remove Duplicates, it is handled once', async () => {
		await unpublishWorkflow(story, workflowId);
		workflowId = await story.publish(replyingOnce(story.credential));
		story.cluster.balancer.loseAnswer();
		const [event = ''] = await story.write(1);
		await waitFor(async () => (await executionsThat(workflowId, 'success')).length === 2, 'both copies came to their end');
		expect(story.executionsOf(event)).toHaveLength(1);
	});

	test('with a counter in Redis, of two copies at the same moment on both processors exactly one is handled', async () => {
		await unpublishWorkflow(story, workflowId);
		const redis = await story.rest.createCredential('Redis', 'redis', {
			...{ host: '127.0.0.1', port: story.cluster.redis.port, database: 0, user: '', password: '', ssl: false },
		});
		workflowId = await story.publish(replyingToTheFirst(story.credential, redis));
		const events = await story.sendingTwice(async () => await story.write(10));
		await waitFor(async () => (await executionsThat(workflowId, 'success')).length === 20, 'all copies came to their end');
		expect(events.map((event) => story.executionsOf(event).length)).toEqual(events.map(() => 1));
	});

	test('a restart of every process registers nothing twice, and events keep coming', async () => {
		const [before] = story.sandbox.state.webhooks;
		await story.cluster.stopAll();
		await story.cluster.startAll();
		await story.logIn();
		await story.untilReplied(await story.write(4));
		expect(story.sandbox.state.webhooks).toEqual([before]);
	});

	test('a question that waited meanwhile is answered', async () => {
		expect(await press(1, kept.payloads[0])).toBe(200);
		expect((await questions.ended(kept.executionId)).output.After).toEqual(APPROVED);
	});

	test('unpublishing removes the webhook', async () => {
		await unpublishWorkflow(story, workflowId);
		expect(story.sandbox.state.webhooks).toEqual([]);
	});
});

describe('the loss of a part', () => {
	let workflowId: string;

	beforeAll(async () => {
		workflowId = await story.publish(waiting(story.credential, story.gate.origin));
	});

	afterAll(async () => {
		await unpublishWorkflow(story, workflowId);
	});

	/** Each event that was answered 200 has been executed, whatever happened. */
	async function expectNothingLost(events: string[]): Promise<void> {
		await waitFor(async () => {
			const deliveries = await story.deliveries();
			return deliveries.every(({ status }) => status !== 'pending');
		}, 'the service is done with every event');
		expect(await story.accepted(events)).toEqual(events);
		await story.untilReplied(events);
	}

	test('a webhook processor, in the middle of a burst: what it did not answer is sent again', async () => {
		const writing = story.write(120);
		await waitFor(() => story.cluster.balancer.exchanges.length > 30, 'the burst is under way');
		await story.cluster.kill('webhook', 1);
		await expectNothingLost(await writing);
		await story.cluster.startProcess('webhook', 1);
	});

	test('Redis, in the middle of a burst: what was accepted before and after is executed', async () => {
		const writing = story.write(120);
		const before = story.cluster.balancer.exchanges.length;
		await waitFor(() => story.cluster.balancer.exchanges.length > before + 20, 'the burst is under way');
		await story.cluster.redis.stop('SIGKILL');
		await story.cluster.redis.start();
		await expectNothingLost(await writing);
	});

	test('a worker, in the middle of executions: the other takes what waits, and the example workflow runs again what it had begun', async () => {
		story.gate.shut();
		const events = await story.write(14);
		// Two workers with five executions each; the others wait in Redis.
		await waitFor(() => story.gate.waiting().length === 10, 'both workers are busy');
		const begun = new Set(story.begunBy(0));
		await story.cluster.kill('worker', 0);
		story.gate.open();
		await waitFor(async () => {
			const open = (await story.rest.listExecutions(workflowId)).filter(({ status }) => status !== 'success');
			return open.length === 5 && open.every(({ id }) => begun.has(id));
		}, 'the other worker has done the rest');
		const lost = await executionsThat(workflowId, 'running');
		// Run again, they take longer than the workflow waits for them.
		story.gate.shut();
		const recovery = await story.rest.createWorkflow(
			await recovering(story.credential, await story.n8nApi(), story.cluster.origin),
		);
		await runByHand(story.rest, recovery.id, 'Run Every 5 Minutes');
		await waitFor(() => story.gate.waiting().length === 5, 'all five are run again');
		expect(await executionsThat(workflowId, 'running')).toHaveLength(5);
		expect((await executionsThat(workflowId, 'canceled')).sort()).toEqual(lost.sort());
		story.gate.open();
		await expectNothingLost(events);
		await waitFor(async () => (await executionsThat(workflowId, 'running')).length === 0, 'none is running');
		const second = await runByHand(story.rest, recovery.id, 'Run Every 5 Minutes');
		expect(second.output['Run Execution Again']).toBeUndefined();
		expect(events.flatMap((event) => story.executionsOf(event))).toHaveLength(14);
		await story.cluster.startProcess('worker', 0);
	});
});

test('two executions that send to one channel: each keeps the pace of the channel, together they may be twice as fast', async () => {
	const workflowId = await story.publish(broadcasting(story.credential, `${story.gate.origin}/list`));
	await story.write(2, CHATS_OF_ONE_CHANNEL);
	const sends = () =>
		story.sandbox.state.chats.flatMap(({ messages }) => messages.filter(({ text }) => /^\d+ \d+$/.test(text ?? '')));
	await waitFor(() => sends().length === 40, 'everything is sent');
	const executions = new Map<string, number[]>();
	for (const { text = '', sentTimestamp } of sends()) {
		const execution = text.split(' ')[1] ?? '';
		executions.set(execution, [...(executions.get(execution) ?? []), new Date(sentTimestamp ?? 0).getTime()]);
	}
	expect(executions.size).toBe(2);
	for (const times of executions.values()) {
		const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
		// The stand-in notes when a request arrived, some ms after it was sent.
		expect(Math.min(...gaps)).toBeGreaterThan(INTERVAL_MS - 60);
	}
	await unpublishWorkflow(story, workflowId);
});
