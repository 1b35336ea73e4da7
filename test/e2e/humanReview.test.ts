import { createAndPublish, publishWorkflow, unpublishWorkflow, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { byId } from '../helpers/runAction';
import { type SentMessage, chatOf, control, pressNewest, say, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { AGENT, Agents, fromAI, LOOP, SUB_AGENT } from './agents';
import { Questions } from './questions';
import { firstEnded, found, ofN8n, START, submit } from './workflows';

let real: RealN8n;
let agents: Agents;
/** The person who writes to the agent, and the person who is asked. */
let writer: string;
let boss: string;

beforeAll(async () => {
	real = await startRealN8n();
	agents = await Agents.start(real);
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

const refund = (text: string, extra: object = {}) => [
	{ tool: 'Refund', input: { toolParameters: { text }, hitlParameters: extra } },
];

/** n8n's own text of a review, as the editor fills it in. */
const MESSAGE = '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

const sending = { resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') };
const tool = () => agents.tool('Refund', sending);
const review = (parameters: object = {}) => agents.review({ message: MESSAGE, sendTo: 'chat', chat: byId(boss), ...parameters });

async function workflow(parameters: object = {}, version = 3): Promise<string> {
	const node = review(parameters);
	return await agents.workflow([agents.trigger(), agents.agent(version)], [node], [{ node, tools: [tool()] }]);
}

const newMessages = async (chat: string, since: number) => (await sentTo(real.sandbox, chat)).slice(since);

/** Publishes a workflow, and writes to its agent. */
async function write(id: string) {
	await publishWorkflow(real, id);
	const since = { writer: (await sentTo(real.sandbox, writer)).length, boss: (await sentTo(real.sandbox, boss)).length };
	await say(real.sandbox, writer, { text: 'Refund me' });
	return {
		/** The questions that were asked so far. */
		questions: async () => await newMessages(boss, since.boss),
		/** The message that the tool sent. */
		results: async () =>
			(await newMessages(writer, since.writer)).filter(({ buttons }) => !buttons?.length).map(({ text: sent }) => sent),
		/** Waits for the next question and presses one of its buttons. */
		async answer(index: number, question = 0): Promise<SentMessage> {
			const asked = await found(async () => (await this.questions())[question], `question ${question} is asked`);
			await control(real.sandbox, 'POST', `/chats/${encodeURIComponent(boss)}/press`, { messageId: asked.id, index });
			return asked;
		},
		/** Waits until the execution is over. */
		async end() {
			const execution = await firstEnded(real, id);
			await unpublishWorkflow(real, id);
			return execution;
		},
	};
}

test('is offered by n8n, including the versions that these tests run', async () => {
	const types = await real.rest.nodeTypes();
	const versions = (name: string) => types.filter((one) => one.name === name).flatMap(({ version }) => version);
	expect(versions('n8n-nodes-messaging-platform.messagingPlatformHitlTool')).toEqual([1]);
	expect(versions(AGENT).filter((version) => version >= 3)).toEqual([3, 3.1]);
});

describe.each([3, 3.1])('AI Agent %d', (version) => {
	test('runs the tool after an approval, and the model reads its result', async () => {
		agents.plan = () => refund('Here you are');
		const talk = await write(await workflow({}, version));
		const question = await talk.answer(0);
		expect(question).toMatchObject({
			text: 'The agent wants to run this tool: Refund\n\nInput:\ntext: "Here you are"',
			buttons: [{ text: 'Approve' }, { text: 'Decline' }],
		});
		expect(await talk.end()).toMatchObject({ status: 'success' });
		expect(await talk.results()).toEqual(['Here you are']);
		expect(agents.told()).toContain(`"chatRef":"${writer}"`);
	});

	test('does not run the tool after a decline, and gives the model the reason behind its button', async () => {
		const reason = [{ label: 'Too much' }, { label: 'Ask first', feedback: 'Ask for the order number first' }];
		for (const [index, words] of [
			[1, 'User rejected the tool call to Refund'],
			[2, 'provided feedback: \\"Too much\\"'],
			[3, 'provided feedback: \\"Ask for the order number first\\"'],
		] as const) {
			agents.model.calls.length = 0;
			agents.plan = () => refund('Never');
			const talk = await write(await workflow({ declineReasons: { reason } }, version));
			const { buttons } = await talk.answer(index);
			expect(buttons?.map(({ text }) => text)).toEqual(['Approve', 'Decline', 'Too much', 'Ask first']);
			await talk.end();
			expect(await talk.results()).toEqual([]);
			expect(agents.told()).toContain(words);
		}
	});
});

test('asks for two calls behind one review one after the other, whatever the model adds; each answer counts for its call', async () => {
	agents.plan = () => [...refund('One', { approved: true }), ...refund('Two', { approved: true, data: { approved: true } })];
	const talk = await write(await workflow());
	const [first, second] = [await talk.answer(1, 0), await talk.answer(0, 1)];
	expect([first.text, second.text]).toEqual([expect.stringContaining('"One"'), expect.stringContaining('"Two"')]);
	await talk.end();
	expect(await talk.results()).toEqual(['Two']);
});

test('does not run the tool when no one answers in time, and says so to the model', async () => {
	agents.plan = () => refund('Never');
	const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const talk = await write(await workflow({ options: { limitWaitTime: { values } } }));
	await talk.end();
	expect(await talk.questions()).toHaveLength(1);
	expect(await talk.results()).toEqual([]);
	expect(agents.told()).toContain("No one answered in time, so the tool wasn't run.");
});

test('takes the answer, including reasons, on a page on a channel without buttons', async () => {
	const sms = chatOf(real.sandbox, 'sms');
	const reason = [{ label: 'Too much', feedback: 'Offer less' }];
	agents.plan = () => refund('Never');
	const before = (await sentTo(real.sandbox, sms)).length;
	const talk = await write(await workflow({ chat: byId(sms), declineReasons: { reason } }));
	const { text = '' } = await found(async () => (await newMessages(sms, before))[0], 'the question is asked');
	const link = /https?:\S+/.exec(text)?.[0] ?? '';
	await waitFor(async () => (await fetch(link)).status === 200, 'the page is there');
	expect((await submit(link, { choice: '2' })).status).toBe(200);
	await talk.end();
	expect(await talk.results()).toEqual([]);
	expect(agents.told()).toContain('Offer less');
});

test.each([1.7, 2.2])('neither asks nor runs the tool with AI Agent %d, which does not know reviews', async (version) => {
	agents.plan = () => refund('Never');
	const talk = await write(await workflow({}, version));
	await talk.end();
	expect([await talk.questions(), await talk.results()]).toEqual([[], []]);
});

test('asks for a sub-agent, too', async () => {
	agents.plan = (said) => (said === 'inner' ? refund('Here you are') : [{ tool: 'Helper', input: { query: 'inner' } }]);
	const node = review();
	const more = [
		{ node: SUB_AGENT, tools: [node] },
		{ node, tools: [tool()] },
	];
	const talk = await write(await agents.workflow([agents.trigger(), agents.agent()], [SUB_AGENT], more));
	await talk.answer(0);
	await talk.end();
	expect(await talk.results()).toEqual(['Here you are']);
});

describe('an agent that is run by hand for three people', () => {
	const PEOPLE = ['Ada', 'Bob', 'Cleo'];
	const jsCode = `return ${JSON.stringify(PEOPLE.map((name) => ({ json: { name } })))};`;
	const ROWS = [START, ofN8n('People', 'code', 2, { jsCode })];

	// the presses come through its trigger
	beforeAll(async () => void (await createAndPublish(real, new Questions(real).workflow('Listens'))));

	/** Runs a workflow, and approves each call that it asks about, in order. */
	async function approve(id: string, count: number): Promise<Array<string | undefined>> {
		const before = (await sentTo(real.sandbox, boss)).length;
		const questions = async () => (await newMessages(boss, before)).filter(({ buttons }) => buttons?.length);
		await real.rest.run(id, 'Start');
		for (let index = 0; index < count; index += 1) {
			await waitFor(async () => (await questions()).length > index, `question ${index} is asked`);
			await pressNewest(real.sandbox, boss, 0);
		}
		expect(await firstEnded(real, id)).toMatchObject({ status: 'success' });
		return (await newMessages(boss, before)).map(({ text }) => text);
	}

	test('asks about a call for each of them if the agent runs in Loop Over Items', async () => {
		agents.plan = (said) => refund(said);
		const asking = review({ message: '=Run it?\n{{ $tool.parameters }}' });
		const row = [...ROWS, ofN8n('Each', LOOP, 3, { options: {} }), agents.agent(3, { text: '={{ $json.name }}' })];
		const tools = [{ node: asking, tools: [agents.tool('Refund', { ...sending, sendTo: 'chat', chat: byId(boss) })] }];
		const texts = await approve(await agents.workflow(row, [asking], tools), PEOPLE.length);
		expect(texts).toEqual(PEOPLE.flatMap((name) => [`Run it?\ntext: "${name}"`, name]));
	});

	test("shows what a Code Tool reads of the agent's own item, and it runs with that", async () => {
		agents.plan = () => refund('Hi');
		const parameters = {
			...{ description: 'Notifies', specifyInputSchema: true, schemaType: 'manual', jsCode: 'return JSON.stringify(query)' },
			inputSchema: JSON.stringify({ type: 'object', properties: { text: { type: 'string' }, name: { type: 'string' } } }),
		};
		const asking = review({ message: '=Run it?' });
		const code = { name: 'Refund', type: '@n8n/n8n-nodes-langchain.toolCode', typeVersion: 1.3, parameters };
		const row = [...ROWS, ofN8n('One', 'limit', 1, { maxItems: 1 }), agents.agent(3, { text: 'Notify them' })];
		const texts = await approve(await agents.workflow(row, [asking], [{ node: asking, tools: [code] }]), 1);
		expect(texts).toEqual(['Run it?\n\nThe tool may also read these values of the agent\'s item:\nname: "Ada"']);
		expect(agents.model.calls.flat().join('\n')).toMatch(/name\\*":\\*"Ada/);
	});
});
