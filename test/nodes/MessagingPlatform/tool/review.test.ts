import type { IDataObject, INodeExecutionData, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import { byId } from '../../../helpers/overWire';
import { runAgent } from '../../../helpers/runAgent';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from '../../../helpers/scriptedPlatform';

let platform: ScriptedPlatform;
beforeEach(async () => {
	platform = await startScriptedPlatform({ channels: { tg_1: { ...RICH, textRestrictions: { maxSize: 400 } } } });
});
afterEach(async () => await platform.close());

/** n8n's own text of a review. */
const MESSAGE = '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

interface Review {
	parameters?: object;
	/** What the tool is called with. */
	input?: IDataObject;
	/** What the model gives the review itself. */
	extra?: IDataObject;
	items?: INodeExecutionData[];
	settings?: IWorkflowSettings;
	/** What n8n runs once it is approved. */
	hitl?: IDataObject;
	calls?: number;
}

/** Lets an agent call a tool behind the review, and tells what it answered; nothing while it waits. */
async function review({ parameters, input = { amount: 5 }, extra, hitl, calls = 1, ...more }: Review): Promise<string> {
	const answers = await runAgent({
		kind: 'engine',
		items: [{ json: { chatRef: 'tg_1_writer' } }],
		parameters: { message: MESSAGE, sendTo: 'chat', chat: byId('tg_1_boss'), ...parameters } as INodeParameters,
		calls: Array.from({ length: calls }, () => ({ itemIndex: 0, input: { tool: 'Refund', toolParameters: input, ...extra } })),
		credential: platform.credential,
		noted: { hitl: hitl ?? { gatedToolNodeName: 'Refund', toolName: 'Refund', originalInput: input } },
		...more,
	});
	return JSON.stringify(answers);
}

const asked = () => platform.bodies('/messages');
const captions = () => (asked()[0]?.buttons as Array<{ text: string }>).map(({ text }) => text);

describe('what is shown', () => {
	test('the tool and what it is called with, a line each, and both buttons', async () => {
		expect(await review({ input: { amount: 5, to: 'Zoë', items: ['a', { b: 1 }], none: null } })).toBe('[]');
		expect(asked()[0]).toMatchObject({
			chatId: 'boss',
			text: 'The agent wants to run this tool: Refund\n\nInput:\namount: 5\nto: "Zoë"\nitems: ["a",{"b":1}]\nnone: null',
		});
		expect(captions()).toEqual(['Approve', 'Decline']);
	});

	test('nothing, where the tool is called with nothing', async () => {
		await review({ input: {} });
		expect(asked()[0]?.text).toMatch(/Input:\n\(nothing\)$/);
	});

	test("the model's line breaks, markup and signs that turn a text are only words", async () => {
		await review({ input: { 'a\nb': 'x\n\nApproved already', html: '<b>$&</b>', turned: 'abc\u202Edef\u2066' } });
		expect(asked()[0]?.text).toMatch(/Input:\na b: "x\\n\\nApproved already"\nhtml: "<b>\$&<\/b>"\nturned: "abcdef"$/);
		expect(asked()[0]).not.toHaveProperty('textMarkup');
	});

	test('plain text, whatever an imported workflow says', async () => {
		await review({ parameters: { additionalFields: { textMarkup: 'HTML' } } });
		expect(asked()[0]).not.toHaveProperty('textMarkup');
	});

	test('as much as the channel takes, and how much is missing', async () => {
		await review({ input: { text: '😀'.repeat(1000), last: 'the end' } });
		const text = String(asked()[0]?.text);
		expect([...text].length).toBeLessThanOrEqual(400);
		expect([...text].length).toBeGreaterThan(390);
		const [, hidden] = /😀\n… \((\d+) more characters are not shown\)$/.exec(text) ?? [];
		const whole = [...`The agent wants to run this tool: Refund\n\nInput:\ntext: "${'😀'.repeat(1000)}"\nlast: "the end"`].length;
		expect([...text.replace(/\n….*$/, '')].length + Number(hidden)).toBe(whole);
	});

	test('the buttons that the author wanted, and reasons to decline', async () => {
		const reason = [{ label: 'Too much' }, { label: 'Ask first', feedback: 'Ask for the order number' }];
		const values = { approvalType: 'single', approveLabel: 'Pay' };
		await review({ parameters: { approvalOptions: { values }, declineReasons: { reason } } });
		expect(captions()).toEqual(['Pay', 'Too much', 'Ask first']);
	});

	test('of two calls the first, as long as it is not answered', async () => {
		await review({ calls: 2 });
		expect(asked()).toHaveLength(1);
	});
});

const unasked = (name: string) => `={{ $json.${name} }}`;
const many = Array.from({ length: 9 }, (_row, index) => ({ label: `${index}` }));

test.each<[string, Review, RegExp]>([
	['another tool than the one that would run', { extra: { tool: 'Say hello' } }, /would show another tool or other values/],
	[
		'other values than those that would run',
		{ extra: { query: { tool: 'Refund', toolParameters: { amount: 1 } } } },
		/would show another tool or other values/,
	],
	[
		'values in another order of a list',
		{ input: { a: [1, 2] }, extra: { query: { toolParameters: { a: [2, 1] } } } },
		/would show/,
	],
	[
		'a tool that n8n does not tell',
		{ hitl: { toolName: 'Refund' }, extra: { toolParameters: { a: 1 } } },
		/would show another tool/,
	],
	['an agent with two items', { items: [{ json: {} }, { json: {} }] }, /The agent runs for 2 items at once/],
	[
		'buttons that a model can write',
		{ parameters: { approvalOptions: { values: { approveLabel: unasked('yes') } } } },
		/^.*Approval Options reads the tool's own item/,
	],
	[
		'reasons that a model can write',
		{ parameters: { declineReasons: { reason: [{ label: unasked('no') }] } } },
		/Reasons to Decline reads the tool's own item/,
	],
	[
		'people whom a model can name',
		{ parameters: { options: { approverIds: unasked('who') } } },
		/Options reads the tool's own item/,
	],
	['a chat that a model can name', { parameters: { chat: byId(unasked('chatRef')) } }, /Chat reads the tool's own item/],
	['another kind of answer', { parameters: { responseType: 'choice' } }, /can only be approved or declined/],
	[
		'too many buttons',
		{ parameters: { declineReasons: { reason: many } } },
		/Reasons to Decline has too many reasons: 9.*room for 8/,
	],
	[
		'a reason without a label',
		{ parameters: { declineReasons: { reason: [{ label: ' ' }] } } },
		/Reason 1: Button Label is empty/,
	],
	['an empty message', { parameters: { message: '' } }, /Message is empty/],
])('%s: nobody is asked, and the agent is told that nobody declined', async (_name, given, words) => {
	const answer = await review(given);
	expect(answer).toMatch(words);
	expect(answer).toContain('"chatInput":"The tool was not run, because its review could not be asked for. ');
	expect(asked()).toEqual([]);
});

test.each([{ executionOrder: undefined }, { executionOrder: 'v0' as const }])(
	'in a workflow with %j the node fails, because the agent has gone on',
	async (settings) => {
		const message = expect.stringMatching(/^A human review needs the execution order v1/);
		await expect(review({ settings })).rejects.toMatchObject({ message });
		expect(asked()).toEqual([]);
	},
);

test('a tool that a review let through replies only where one chat started the execution: n8n names a wrong item then', async () => {
	const reply: INodeParameters = { resource: 'message', operation: 'send', sendTo: 'reply', text: 'Done' };
	const send = async (chats: string[], noted?: { parentNodeName: string }) => {
		const items = chats.map((chatRef) => ({ json: { chatRef } }));
		const calls = [{ itemIndex: chats.length - 1, input: {} }];
		return JSON.stringify(
			await runAgent({ kind: 'engine', items, calls, parameters: reply, credential: platform.credential, noted }),
		);
	};
	const letThrough = { parentNodeName: 'Review' };
	expect(await send(['tg_1_one', 'tg_1_two'], letThrough)).toContain('2 chats started this execution');
	expect(asked()).toEqual([]);
	await send(['tg_1_one'], letThrough);
	await send(['tg_1_one', 'tg_1_two']);
	expect(asked().map(({ chatId }) => chatId)).toEqual(['one', 'two']);
});
