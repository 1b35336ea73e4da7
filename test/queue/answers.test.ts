import type { INodeParameters } from 'n8n-workflow';
import { Agents, fromAI } from '../e2e/agents';
import { deliverUntilAccepted } from '../e2e/delivery';
import { ADA, AFTER, Questions } from '../e2e/questions';
import { chainWorkflow, publishWorkflow, unpublishWorkflow } from '../helpers/realN8n';
import { type SentMessage, chatOf, say, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { Story } from './story';

let story: Story;
let questions: Questions;

beforeAll(async () => {
	story = await Story.begin({ N8N_EVENTBUS_RECOVERY_MODE: 'simple' });
	questions = new Questions(story);
});
afterAll(async () => await story?.end());

/** A person writes, and the published workflow asks. */
async function ask(workflowId: string): Promise<{ executionId: string; question: SentMessage }> {
	const known = new Set((await story.rest.listExecutions(workflowId)).map(({ id }) => id));
	const before = (await questions.inChat()).length;
	await say(story.sandbox, ADA, { text: 'Please ask' });
	let executionId = '';
	await waitFor(async () => {
		const all = await story.rest.listExecutions(workflowId);
		executionId = all.find(({ id, status }) => status === 'waiting' && !known.has(id))?.id ?? '';
		return executionId !== '';
	}, 'the execution waits');
	const question = (await questions.inChat())[before];
	if (question === undefined) throw new Error('nothing was asked');
	return { executionId, question };
}

const begun = (executionId: string) =>
	[0, 1].flatMap((worker) => story.begunBy(worker)).filter((id) => id === executionId).length;

/** The address of a webhook at one of the processors. */
function at(processor: number, url = ''): string {
	const { pathname, search } = new URL(url);
	return `${story.cluster.processes.webhook[processor]?.origin}${pathname}${search}`;
}

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
			const form = new FormData();
			form.append('field-0', 'At the back door');
			const thanks = await fetch(at(processor, link), { method: 'POST', body: form });
			expect([thanks.status, await thanks.text()]).toEqual([200, expect.stringContaining('Thank you')]);
			expect((await questions.ended(executionId)).output.After).toMatchObject([
				{ data: { text: 'At the back door', timedOut: false } },
			]);
			expect(begun(executionId)).toBe(2);
			const again = await fetch(at(1 - processor, link));
			expect(await again.text()).toContain('No action required');
		},
	);

	test('takes one of two forms that are sent to both webhook processors at once', async () => {
		const { executionId, question } = await ask(workflowId);
		const texts = ['first', 'second'];
		await Promise.all(
			texts.map(async (text, processor) => {
				const form = new FormData();
				form.append('field-0', text);
				await (await fetch(at(processor, question.buttons?.[0]?.link), { method: 'POST', body: form })).arrayBuffer();
			}),
		);
		const [{ data } = { data: {} }] = (await questions.ended(executionId)).output.After ?? [];
		expect(texts).toContain((data as { text?: string }).text);
		expect(begun(executionId)).toBe(2);
	});
});

test('a button that is pressed at both webhook processors at once is confirmed once', async () => {
	const confirmation = 'Noted, thank you';
	const confirmed = async () => (await sentTo(story.sandbox, ADA)).filter(({ text }) => text === confirmation).length;
	const workflowId = await story.publish(questions.workflow('Confirms', { options: { confirmation } }));
	for (let round = 1; round <= 3; round += 1) {
		const { executionId, question } = await ask(workflowId);
		const presses = (question.buttons ?? []).map(async ({ payload }, processor) => {
			const url = at(processor, story.sandbox.state.webhooks[0]?.url);
			return await deliverUntilAccepted(story, url, questions.pressed(payload));
		});
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
		agents = await Agents.start(story, (messages) => {
			const input = { toolParameters: { text: 'Here you are' }, hitlParameters: {} };
			return messages.at(-1)?.role === 'user' ? [{ tool: 'Refund', input }] : 'done';
		});
		const refund = { resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') };
		const given = { message: 'Refund?', sendTo: 'chat', chat: { __rl: true, mode: 'id', value: chatOf(story.sandbox, 'tg') } };
		const [tool, review] = [agents.tool('Refund', refund), agents.review(given as INodeParameters)];
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
			const url = at(processor, story.sandbox.state.webhooks[0]?.url);
			expect(await deliverUntilAccepted(story, url, questions.pressed(question.buttons?.[button]?.payload))).toBe(200);
			const find = async () => (await story.rest.listExecutions(workflowId)).find(({ id }) => id === executionId);
			await waitFor(async () => (await find())?.status === 'success', 'the execution ends');
			expect((await refunded()) - before).toBe(refunds);
			expect(begun(executionId)).toBe(2);
		},
	);
});
