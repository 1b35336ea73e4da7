import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../../../helpers/runAction';
import { runAgent } from '../../../helpers/runAgent';
import { RICH } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';

const withSize = (maxSize: number) => ({ channels: { tg_1: { ...RICH, textRestrictions: { maxSize } } } });
const platform = usePlatform(withSize(400));
const { sent } = platform;
const captions = () => (sent()[0]?.buttons as Array<{ text: string }>).map(({ text }) => text);

const MESSAGE = '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

type Review = Omit<Partial<Parameters<typeof runAgent>[0]>, 'parameters'> & {
	parameters?: object;
	input?: IDataObject;
	extra?: IDataObject;
	/** The call that n8n runs once it is approved. */
	hitl?: IDataObject;
};

/** Lets an agent call a tool behind the review and returns its answer; nothing while it waits. */
async function review({ parameters, input = { amount: 5 }, extra, hitl, ...more }: Review): Promise<string> {
	const answers = await runAgent({
		kind: 'engine',
		items: [{ json: { chatRef: 'tg_1_writer' } }],
		parameters: { message: MESSAGE, sendTo: 'chat', chat: byId('tg_1_boss'), ...parameters } as INodeParameters,
		calls: [{ itemIndex: 0, input: { tool: 'Refund', toolParameters: input, ...extra } }],
		credential: platform.credential,
		noted: { hitl: hitl ?? { gatedToolNodeName: 'Refund', toolName: 'Refund', originalInput: input } },
		...more,
	});
	return JSON.stringify(answers);
}

describe('the question', () => {
	test('shows the tool and its input, a line each, and both buttons', async () => {
		expect(await review({ input: { amount: 5, to: 'Zoë', items: ['a', { b: 1 }], none: null } })).toBe('[]');
		expect(sent()[0]).toMatchObject({
			chatId: 'boss',
			text: 'The agent wants to run this tool: Refund\n\nInput:\namount: 5\nto: "Zoë"\nitems: ["a",{"b":1}]\nnone: null',
		});
		expect(captions()).toEqual(['Approve', 'Decline']);
	});

	test('is not asked about a call without a value that the tool asks for', async () => {
		const hitl = (originalInput: IDataObject) => ({ gatedToolNodeName: 'Give refund', toolName: 'Give_refund', originalInput });
		const text = '={{ $fromAI("amount", "", "number") }} {{ $fromAI("note", "", "string", "none") }}';
		const gated = { parameters: { text } };
		const ask = async (input: IDataObject) => await review({ input, hitl: hitl(input), extra: { tool: 'Give_refund' }, gated });
		for (const input of [{}, { note: 'x' }, { amount: null }]) {
			expect(await ask(input)).toContain('The call has no value for \\"amount\\", so no one was asked');
		}
		expect(sent()).toEqual([]);
		for (const input of [{ amount: 0 }, { amount: '' }]) expect(await ask(input)).toBe('[]');
		expect(sent()).toHaveLength(2);
	});

	// the effect of each character: Unicode Standard Annex #9 and #44, and "Trojan Source" (CVE-2021-42574)
	test.each([
		['line breaks and controls', 'x\n\u0000\u001B\u007F\u0085\u2028\u2029', 'x\\u000A\\u0000\\u001B\\u007F\\u0085\\u2028\\u2029'],
		['signs that turn the text', 'abc\u202Edef\u2066\u200F\u061C', 'abc\\u202Edef\\u2066\\u200F\\u061C'],
		['signs of no width', '5\u200B0\u2060\uFEFF\u00AD\u034F', '5\\u200B0\\u2060\\uFEFF\\u00AD\\u034F'],
		['joiners without letters', '5\u200D0\u200C', '5\\u200D0\\u200C'],
		['a backslash and quotes', '\\u000A"', '\\\\u000A\\"'],
		['emoji', '👩‍🚀🏳️‍🌈❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣', '👩‍🚀🏳️‍🌈❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣'],
		['joiners between letters', 'می‌خواهم ක්‍රම', 'می‌خواهم ක්‍රම'],
	])('shows %s in names and values', async (_what, given, shown) => {
		await review({ input: { a: given, [`a ${given}`]: { [given]: [given] } } });
		expect(sent()[0]?.text).toBe(
			`The agent wants to run this tool: Refund\n\nInput:\na: "${shown}"\n"a ${shown}": {"${shown}":["${shown}"]}`,
		);
		expect(sent()[0]).not.toHaveProperty('textMarkup');
	});

	test('says so when the tool is called without values, and puts a name in quotes when an author could not ask for it', async () => {
		await review({ input: {} });
		expect(sent()[0]?.text).toMatch(/Input:\n\(without any values\)$/);
		await review({ input: { 'a_B-9': 1, 'amount: 5, note': 2, '\u0430mount': 3, '': 4, [`x${'y'.repeat(64)}`]: 5 } });
		const names = ['a_B-9: 1', '"amount: 5, note": 2', '"\u0430mount": 3', '"": 4', `"x${'y'.repeat(64)}": 5`];
		expect(sent()[1]?.text).toContain(`Input:\n${names.join('\n')}`);
	});

	test.each<IDataObject>([{ query: 'red tulips' }, { tool: 'Refund' }])(
		'asks about %j, which runs exactly as shown, as plain text whatever an imported workflow says',
		async (input) => {
			expect(await review({ input, parameters: { options: { textMarkup: 'HTML' } } })).toBe('[]');
			expect(sent()).toHaveLength(1);
			expect(sent()[0]).not.toHaveProperty('textMarkup');
		},
	);

	test('is behind a link if it is too long, with the buttons in the chat, and is refused if the link does not fit either', async () => {
		const input = { text: '😀'.repeat(1000), last: 'the end' };
		const intro = 'The agent wants to run this tool: Refund\n\n';
		const size = [...`${intro}Input:\ntext (1000 characters): "${input.text}"\nlast: "the end"`].length;
		expect(await review({ input })).toBe('[]');
		const [text = '', link = ''] = String(sent()[0]?.text).split(/\n(?=http)/);
		const note = `The whole question has ${size} characters, too many for this message. Read all of it on the page before you answer.`;
		expect([text, URL.canParse(link)]).toEqual([intro + note, true]);
		expect(sent()[0]?.buttons).toMatchObject([{ type: 'ActionButton' }, { type: 'ActionButton' }]);
		await platform.start(withSize(250));
		const answer = await review({ input });
		expect(answer).toContain("doesn't fit on this channel, and neither does a link to a page that shows it");
		expect(answer).toContain('Use shorter values or a shorter Message');
		expect(sent()).toEqual([]);
	});

	describe("in an author's own text", () => {
		const single = '=Refund {{ $tool.parameters.amount }} to {{ $tool.parameters.to }}?\n\nYours, Shop';

		test('shows every sign of a single value', async () => {
			await review({ parameters: { message: single }, input: { amount: 5, to: 'Zoë\u202E\u200B\tX' } });
			expect(sent()[0]?.text).toBe('Refund 5 to Zoë\\u202E\\u200B\\u0009X?\n\nYours, Shop');
		});

		test.each([
			['with a line break', single, 'Zoë?\n\nApproved'],
			['that the author cuts', '=To {{ $tool.parameters.to.slice(0, 4) }}Approved: no', 'Zoë\u2028X'],
			['whose neighbors the author takes out', "=To {{ $tool.parameters.to.replace(/[*_]/g, '') }}", 'Zoë*\n*Approved'],
			['in a list', '=To {{ $tool.parameters.list }}', 'Zoë\nApproved'],
			['that the model gives the review itself', '=To {{ $json.who }}', 'Zoë\nApproved'],
		])('refuses a value %s', async (_what, message, to) => {
			const answer = await review({ parameters: { message }, input: { amount: 5, to, list: ['a', to] }, extra: { who: to } });
			expect(answer).toMatch(/A value with a line break can't be shown in this question.*Write each value on one line\./);
			expect(sent()).toEqual([]);
		});

		test.each(['=Refund {{ $tool.parameters.amount }}?\n\nYours, Shop', MESSAGE])(
			'takes a value with a line break that is not in it or is listed as data: %j',
			async (message) => {
				expect(await review({ parameters: { message }, input: { amount: 5, to: 'Zoë\nApproved' } })).toBe('[]');
				expect(sent()).toHaveLength(1);
			},
		);
	});

	const langChain = (name: string) => ({ type: `@n8n/n8n-nodes-langchain.${name}` });
	const named = 'The agent wants to run this tool: Refund\n\nInput:\namount: 5';
	const also = "\n\nThe tool may also read these values of the agent's item:\n";
	const some = 'chatRef: "tg_1_writer"\nquery: {"a":1}';
	const rest = `${also}text: "Pay 5,000\\u000A\\u000AApproved"\n${some}`;
	const fromItem = { text: '={{ $json.chatRef }} {{ $fromAI("amount") }}' };
	const ofChat = { text: '={{ $fromAI("amount") }} {{ $fromAI("chatRef", "", "string", "none") }}' };
	test.each<[string, Review, string]>([
		['all for an MCP Client Tool', { gated: langChain('mcpClientTool') }, named + rest],
		['all for a tool that may take whole items', { gated: { type: 'n8n-nodes-base.postgresTool' } }, named + rest],
		["all for this node with a field that reads the tool's item", { gated: { parameters: fromItem } }, named + rest],
		["all below an author's text", { gated: langChain('toolCode'), parameters: { message: 'Refund 5?' } }, `Refund 5?${rest}`],
		['none for this node', { gated: { type: 'n8n-nodes-messaging-platform.messagingPlatformTool' } }, named],
		['what a sub-workflow takes', { gated: { ...langChain('toolWorkflow'), parameters: ofChat } }, named + also + some],
	])("shows of the agent's item, beyond what the call names, %s", async (_what, given, text) => {
		// as the trigger outputs it
		const own = { text: 'Pay 5,000\n\nApproved', amount: 5000, chatRef: 'tg_1_writer' };
		const items = [{ json: { ...own, tool: 'Evil', toolCallId: 'x', query: { a: 1 } } }];
		expect(await review({ ...given, items, bare: true })).toBe('[]');
		expect(sent()[0]?.text).toBe(text);
	});

	test('the buttons that the author wanted, and reasons to decline', async () => {
		const reason = [{ label: 'Too much' }, { label: 'Ask first', feedback: 'Ask for the order number' }];
		const values = { approvalType: 'single', approveLabel: 'Pay' };
		await review({ parameters: { approvalOptions: { values }, declineReasons: { reason } } });
		expect(captions()).toEqual(['Pay', 'Too much', 'Ask first']);
	});
});

const unasked = (name: string) => `={{ $json.${name} }}`;
const CANNOT =
	/can't be compared with what would run, so no one was asked\. Put the arguments into toolParameters by their names/;
const many = Array.from({ length: 9 }, (_row, index) => ({ label: `${index}` }));

const CALL = { type: 'tool_call', args: { amount: 5000 } };
const SHOWS = /would show the reviewer something other than what would run/;
const reads = (field: string) => new RegExp(`${field} reads the tool's own item`);
const approval = (values: object) => ({ parameters: { approvalOptions: { values } } });
test.each<[string, Review, RegExp]>([
	['another tool than the one that would run', { extra: { tool: 'Say hello' } }, SHOWS],
	['other values', { extra: { query: { tool: 'Refund', toolParameters: { amount: 1 } } } }, SHOWS],
	['values in another order', { input: { a: [1, 2] }, extra: { query: { toolParameters: { a: [2, 1] } } } }, SHOWS],
	[
		'an item that LangChain takes for a call',
		{ items: [{ json: CALL }], bare: true },
		/The agent's own item has the type \S*tool_call/,
	],
	['a call without its arguments', { hitl: { toolName: 'Refund' } }, CANNOT],
	['nothing in place of arguments', { input: null as never }, CANNOT],
	['a value that is no JSON', { input: { a: [-0] } }, CANNOT],
	['a name that n8n does not copy', { input: JSON.parse('{"a":{"__proto__":{"b":1}}}') as IDataObject }, CANNOT],
	['values inside "query"', { input: { amount: 5, query: CALL.args } }, /The argument \\"query\\" with this value would make/],
	['arguments inside of arguments', { input: { amount: 5, ...CALL } }, /The argument \\"type\\".* with its own arguments only\./],
	['an agent with two items', { items: [{ json: {} }, { json: {} }] }, /The agent runs for 2 items at once/],
	['buttons that a model can write', approval({ approveLabel: unasked('yes') }), reads('Approval Options')],
	['people of a model', { parameters: { options: { approverIds: unasked('who') } } }, reads('Options')],
	['a chat that a model can name', { parameters: { chat: byId(unasked('chatRef')) } }, reads('Chat')],
	['another kind of answer', { parameters: { responseType: 'choice' } }, /can only be approved or declined/],
	['too many buttons', { parameters: { declineReasons: { reason: many } } }, /Reasons to Decline has 9 entries.*room for 8/],
])('%s: asks no one, and lets the agent know that no one declined', async (_name, given, words) => {
	const answer = await review(given);
	expect(answer).toMatch(words);
	expect(answer).toContain('"chatInput":"The tool didn\'t run, because no one could be asked to review it. ');
	expect(sent()).toEqual([]);
});

test('a chat with an excluded tag: asks no one, and lets the agent know why', async () => {
	const answer = ({ url }: { url: string }) =>
		url.endsWith('/tags') ? { body: { $count: 1, $items: [{ name: 'VIP' }] } } : undefined;
	await platform.start({ ...withSize(400), answer });
	const items = [{ json: { event: 'new_message', chatRef: 'tg_1_writer', tbChatId: 7 } }];
	const told = await review({ items, parameters: { sendTo: 'reply', options: { excludedTags: ['VIP'] } } });
	expect(told).toContain('The tool wasn\'t run, because no one was asked. The chat has the tag \\"VIP\\".');
	expect(told).toContain('"skippedBecause":"tag"');
	expect(sent()).toEqual([]);
});

test('fails in a workflow without the execution order v1, because the agent has gone on', async () => {
	const message = expect.stringMatching(/^A human review needs the execution order v1/);
	await expect(review({ settings: { executionOrder: 'v0' } })).rejects.toMatchObject({ message });
	expect(sent()).toEqual([]);
});

test('replies after a review only if one chat started the execution, because n8n names a wrong item otherwise', async () => {
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
	expect(sent()).toEqual([]);
	await send(['tg_1_one'], letThrough);
	await send(['tg_1_one', 'tg_1_two']);
	expect(sent().map(({ chatId }) => chatId)).toEqual(['one', 'two']);
});
