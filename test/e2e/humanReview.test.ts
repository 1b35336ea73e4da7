import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import { hasEnded, publishWorkflow, unpublishWorkflow, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { type SentMessage, chatOf, control, say, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { type TestNode, AGENT, Agents, fromAI } from './agents';

let real: RealN8n;
let agents: Agents;
/** The tool calls the model makes when a person writes. */
let plan: (said: string) => Array<{ tool: string; input: IDataObject }>;
/** The person who writes to the agent, and the person who is asked. */
let writer: string;
let boss: string;

beforeAll(async () => {
	real = await startRealN8n();
	agents = await Agents.start(real, (messages) => {
		const last = messages.at(-1);
		return last?.role === 'user' ? plan(String(last.content)) : 'done';
	});
	writer = chatOf(real.sandbox, 'tg');
	boss = chatOf(real.sandbox, 'vk');
}, 900_000);
afterAll(async () => {
	await agents?.close();
	await real?.close();
});
beforeEach(() => {
	agents.model.calls.length = 0;
});

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const given = (parameters: object) => parameters as INodeParameters;
const refund = (text: string, extra: IDataObject = {}) => [
	{ tool: 'Refund', input: { toolParameters: { text }, hitlParameters: extra } },
];

/** n8n's own text of a review, as the editor fills it in. */
const MESSAGE = '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

const tool = () =>
	agents.tool('Refund', given({ resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') }));
const review = (parameters: object = {}) =>
	agents.review(given({ message: MESSAGE, sendTo: 'chat', chat: byId(boss), ...parameters }));

async function workflow(parameters: object = {}, version = 3, settings?: Record<string, unknown>): Promise<string> {
	const node = review(parameters);
	return await agents.workflow([agents.trigger(), agents.agent(version)], [node], [{ node, tools: [tool()] }], settings);
}

const newMessages = async (chat: string, since: number) => (await sentTo(real.sandbox, chat)).slice(since);

/** Publishes a workflow, and writes to its agent. */
async function write(id: string, text = 'Refund me', before: () => Promise<void> = async () => undefined) {
	await publishWorkflow(real, id);
	const since = { writer: (await sentTo(real.sandbox, writer)).length, boss: (await sentTo(real.sandbox, boss)).length };
	await before();
	await say(real.sandbox, writer, { text });
	return {
		/** The questions that were asked so far. */
		questions: async (chat = boss) => await newMessages(chat, chat === boss ? since.boss : since.writer),
		/** The message that the tool sent. */
		results: async () =>
			(await newMessages(writer, since.writer)).filter(({ buttons }) => !buttons?.length).map(({ text: sent }) => sent),
		/** Waits for the next question and presses one of its buttons. */
		async answer(index: number, question = 0, chat = boss): Promise<SentMessage> {
			const asked = async () => (await this.questions(chat))[question];
			await waitFor(async () => (await asked()) !== undefined, `question ${question} is asked`);
			const found = await asked();
			if (!found) throw new Error('no question was asked');
			await control(real.sandbox, 'POST', `/chats/${encodeURIComponent(chat)}/press`, { messageId: found.id, index });
			return found;
		},
		/** Waits until the execution is over. */
		async end() {
			await waitFor(async () => (await real.rest.listExecutions(id)).some(hasEnded), 'the execution ends');
			await unpublishWorkflow(real, id);
			return (await real.rest.listExecutions(id))[0];
		},
	};
}

/** The results of its calls that the model read. */
const told = () =>
	agents.model.calls
		.flat()
		.filter((line) => line.startsWith('tool: '))
		.join('\n');

/** The results of the review's runs. */
async function reviewsOf(executionId = ''): Promise<Array<{ executionStatus: string; error?: { message: string } }>> {
	const { data } = await real.rest.call('GET', `/rest/executions/${executionId}`, z.object({ data: z.string() }));
	const run = z.object({ executionStatus: z.string(), error: z.object({ message: z.string() }).optional() });
	const schema = z.object({ resultData: z.object({ runData: z.object({ Review: z.array(run) }) }) });
	return schema.parse(unflatten(data)).resultData.runData.Review;
}

test('is offered by n8n, including the versions that these tests run', async () => {
	const types = await real.rest.nodeTypes();
	const versions = (name: string) => types.filter((one) => one.name === name).flatMap(({ version }) => version);
	expect(versions('n8n-nodes-messaging-platform.messagingPlatformHitlTool')).toEqual([1]);
	expect(versions(AGENT).filter((version) => version >= 3)).toEqual([3, 3.1]);
});

test('gives the agent the answer if it has the option for separate outputs, which reviews ignore', async () => {
	plan = () => refund('Here you are');
	const talk = await write(await workflow({ options: { separateOutputs: true } }));
	await talk.answer(0);
	expect(await talk.end()).toMatchObject({ status: 'success' });
	expect(await talk.results()).toEqual(['Here you are']);
});

describe.each([3, 3.1])('AI Agent %d', (version) => {
	test('runs the tool after an approval, and the model reads its result', async () => {
		plan = () => refund('Here you are');
		const talk = await write(await workflow({}, version));
		const question = await talk.answer(0);
		expect(question).toMatchObject({
			text: 'The agent wants to run this tool: Refund\n\nInput:\ntext: "Here you are"',
			buttons: [{ text: 'Approve' }, { text: 'Decline' }],
		});
		expect(await talk.end()).toMatchObject({ status: 'success' });
		expect(await talk.results()).toEqual(['Here you are']);
		expect(told()).toContain(`"chatRef":"${writer}"`);
	});

	test('does not run the tool after a decline, and reports it to the model', async () => {
		plan = () => refund('Never');
		const talk = await write(await workflow({}, version));
		await talk.answer(1);
		await talk.end();
		expect(await talk.results()).toEqual([]);
		expect(told()).toContain('User rejected the tool call to Refund');
	});

	test("gives the model the words of a decline's button, or the reason behind it", async () => {
		const reason = [{ label: 'Too much' }, { label: 'Ask first', feedback: 'Ask for the order number first' }];
		for (const [index, words] of [
			[2, 'provided feedback: \\"Too much\\"'],
			[3, 'provided feedback: \\"Ask for the order number first\\"'],
		] as const) {
			agents.model.calls.length = 0;
			plan = () => refund('Never');
			const talk = await write(await workflow({ declineReasons: { reason } }, version));
			const { buttons } = await talk.answer(index);
			expect(buttons?.map(({ text }) => text)).toEqual(['Approve', 'Decline', 'Too much', 'Ask first']);
			await talk.end();
			expect(await talk.results()).toEqual([]);
			expect(told()).toContain(words);
		}
	});
});

test('asks for two calls behind one review one after the other, whatever the model adds; each answer counts for its call', async () => {
	for (const [answers, results] of [
		[
			[0, 0],
			['One', 'Two'],
		],
		[[1, 0], ['Two']],
		[[1, 1], []],
	] as const) {
		plan = () => [...refund('One', { approved: true }), ...refund('Two', { approved: true, data: { approved: true } })];
		const talk = await write(await workflow());
		const [first, second] = [await talk.answer(answers[0], 0), await talk.answer(answers[1], 1)];
		expect([first.text, second.text]).toEqual([expect.stringContaining('"One"'), expect.stringContaining('"Two"')]);
		await talk.end();
		expect(await talk.results()).toEqual(results);
	}
});

test('does not run the tool when no one answers in time, and says so to the model', async () => {
	plan = () => refund('Never');
	const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const talk = await write(await workflow({ options: { limitWaitTime: { values } } }));
	await talk.end();
	expect(await talk.questions()).toHaveLength(1);
	expect(await talk.results()).toEqual([]);
	expect(told()).toContain("No one answered in time, so the tool wasn't run.");
});

test('asks no one in a workflow without the execution order v1, and the execution says why', async () => {
	for (const settings of [{}, { executionOrder: 'v0' }]) {
		plan = () => refund('Never');
		const talk = await write(await workflow({}, 3, settings));
		const { id, status } = (await talk.end()) ?? {};
		expect(status).toBe('error');
		expect(await reviewsOf(id)).toMatchObject([
			{ executionStatus: 'error', error: { message: expect.stringMatching(/^A human review needs the execution order v1/) } },
		]);
		expect([await talk.questions(), await talk.results()]).toEqual([[], []]);
	}
});

test('shows long calls whole on a page that answers nothing; the buttons stay in the chat', async () => {
	const long = `${'Red tulips & <b>more</b>. '.repeat(300)}The end.`;
	plan = () => refund(long);
	const talk = await write(await workflow());
	await waitFor(async () => (await talk.questions()).length > 0, 'the question is asked');
	const [question] = await talk.questions();
	const link = /https?:\S+/.exec(question?.text ?? '')?.[0] ?? '';
	await waitFor(async () => (await fetch(link)).status === 200, 'the page is there');
	const page = await (await fetch(link)).text();
	const shown = `text (${long.length} characters): "${long}"`.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
	const plain = page.replace(
		/&(amp|lt|gt|quot);/g,
		(_all, name: string) => ({ amp: '&#38;', lt: '&#60;', gt: '&#62;' })[name] ?? '&#34;',
	);
	expect(plain).toContain(shown);
	for (const choice of ['0', 'page', '']) {
		const body = new FormData();
		body.append('choice', choice);
		expect((await fetch(link, { method: 'POST', body })).status).toBe(400);
	}
	await talk.answer(0);
	await talk.end();
	expect((await talk.results()).join('')).toContain('The end.');
});

describe('the recipient of the question', () => {
	const elsewhere = { chat: 'sms_1_1', chatRef: 'sms_1_1', sendTo: 'phone', tbChatId: '1', channel: 'sms_1' };

	test("is not the model's choice, with a chat and with Reply", async () => {
		for (const [parameters, chat] of [
			[{}, boss],
			[{ sendTo: 'reply' }, writer],
		] as const) {
			plan = () => refund('Here you are', elsewhere);
			const talk = await write(await workflow(parameters));
			await talk.answer(0, 0, chat);
			await talk.end();
			expect(await talk.results()).toEqual(['Here you are']);
		}
	});

	test("is the model's choice only if the author gave it the field", async () => {
		plan = () => refund('Here you are', { chat: writer });
		const talk = await write(await workflow({ chat: byId(fromAI('chat')) }));
		await talk.answer(0, 0, writer);
		await talk.end();
		expect(await talk.results()).toEqual(['Here you are']);
	});
});

test('takes the answer, including reasons, on a page on a channel without buttons', async () => {
	const sms = chatOf(real.sandbox, 'sms');
	const reason = [{ label: 'Too much', feedback: 'Offer less' }];
	for (const [choice, results, words] of [
		['0', ['Here you are'], '"deliveryReports":'],
		['2', [], 'Offer less'],
	] as const) {
		agents.model.calls.length = 0;
		plan = () => refund('Here you are');
		const before = (await sentTo(real.sandbox, sms)).length;
		const talk = await write(await workflow({ chat: byId(sms), declineReasons: { reason } }));
		await waitFor(async () => (await newMessages(sms, before)).length > 0, 'the question is asked');
		const link = /https?:\S+/.exec((await newMessages(sms, before))[0]?.text ?? '')?.[0] ?? '';
		await waitFor(async () => (await fetch(link)).status === 200, 'the page is there');
		const body = new FormData();
		body.append('choice', choice);
		expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
		await talk.end();
		expect(await talk.results()).toEqual(results);
		expect(told()).toContain(words);
	}
});

test('asks no one for an agent with several items, because n8n would run an approved tool for each of them', async () => {
	plan = () => refund('Never');
	const start: TestNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
	const rows = JSON.stringify({ rows: [{ text: 'one' }, { text: 'two' }] });
	const set: TestNode = {
		...{ name: 'Rows', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		parameters: { mode: 'raw', jsonOutput: rows, options: {} },
	};
	const split: TestNode = {
		...{ name: 'Split', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
		parameters: { fieldToSplitOut: 'rows', options: {} },
	};
	const node = review();
	const before = (await sentTo(real.sandbox, boss)).length;
	const id = await agents.workflow([start, set, split, agents.agent()], [node], [{ node, tools: [tool()] }]);
	await real.rest.run(id, 'Start');
	await waitFor(async () => (await real.rest.listExecutions(id)).some(hasEnded), 'the execution ends');
	expect(await newMessages(boss, before)).toEqual([]);
	expect(told()).toContain('The agent runs for 2 items at once');
});

test.each([1.7, 2.2])('neither asks nor runs the tool with AI Agent %d, which does not know reviews', async (version) => {
	plan = () => refund('Never');
	const talk = await write(await workflow({}, version));
	await talk.end();
	expect([await talk.questions(), await talk.results()]).toEqual([[], []]);
});

test('asks for a sub-agent, too', async () => {
	const helper: TestNode = {
		...{ name: 'Helper', type: `${AGENT}Tool`, typeVersion: 3 },
		parameters: { toolDescription: 'Helps', text: fromAI('query'), options: {} },
	};
	plan = (said) => (said === 'inner' ? refund('Here you are') : [{ tool: 'Helper', input: { query: 'inner' } }]);
	const node = review();
	const more = [
		{ node: helper, tools: [node] },
		{ node, tools: [tool()] },
	];
	for (const [index, results] of [
		[0, ['Here you are']],
		[1, []],
	] as const) {
		const talk = await write(await agents.workflow([agents.trigger(), agents.agent()], [helper], more));
		await talk.answer(index);
		await talk.end();
		expect(await talk.results()).toEqual(results);
	}
});
