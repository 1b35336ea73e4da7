import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { resources } from '../../../../nodes/MessagingPlatform/resources';
import { type AgentKind, describeTool, runAgent } from '../../../helpers/runAgent';
import { type ScriptedPlatform, RICH, startScriptedPlatform } from '../../../helpers/scriptedPlatform';

const KINDS: AgentKind[] = ['engine', 'direct'];

let platform: ScriptedPlatform;
beforeEach(async () => {
	platform = await startScriptedPlatform({ channels: { tg_4100: RICH } });
});
afterEach(async () => await platform.close());

const send: INodeParameters = { resource: 'message', operation: 'send' };

/** Lets a model call a tool, and gives what went out and what the model got. */
async function call(kind: AgentKind, parameters: INodeParameters, input: Record<string, unknown>) {
	const items = [{ json: { event: 'new_message', chatRef: 'tg_4100_writer', tbChatId: 7 } }];
	const calls = [{ itemIndex: 0, input: input as INodeParameters }];
	const answers = await runAgent({ kind, parameters, items, calls, credential: platform.credential });
	return { sent: platform.bodies('/messages'), answer: JSON.stringify(answers) };
}

describe('a tool with nothing filled in', () => {
	test('asks the model only for the text with Send, and says that Markdown is not shown', async () => {
		const { description, args } = await describeTool(send);
		expect(description).toMatch(/^Send a message to the person in this chat/);
		expect(args).toEqual({
			Text: { description: expect.stringMatching(/Plain text only: .*Markdown/) as string, optional: false },
		});
	});

	test.each(KINDS)("keeps the author's Text, called by the %s", async (kind) => {
		const { sent } = await call(kind, { ...send, text: 'Ours' }, { Text: 'Theirs' });
		expect(sent).toMatchObject([{ text: 'Ours' }]);
		expect((await describeTool({ ...send, text: 'Ours' })).args).toEqual({});
	});

	test.each(
		resources.flatMap(({ option, operations }) => operations.map((one) => [option.value, one.option.value, one] as const)),
	)('describes %s: %s to the model', async (resource, operation, { option, reach }) => {
		const { description } = await describeTool({ resource, operation });
		const isCallable = reach === 'account' || reach === 'conversation';
		expect(description.length).toBeGreaterThan(15);
		if (!isCallable) expect(description).toBe(`${option.action} in Messaging Platform`);
	});

	test("keeps the author's own description of a tool", async () => {
		const toolDescription = 'Tells the customer when the flowers come.';
		expect((await describeTool({ ...send, toolDescription })).description).toBe(toolDescription);
	});
});

describe('buttons of a model', () => {
	const withButtons: INodeParameters = { ...send, buttonsInput: 'json' };

	test('may be left out', async () => {
		const { args } = await describeTool(withButtons);
		expect(args.Buttons).toEqual({ description: expect.stringContaining('Leave out for none') as string, optional: true });
	});

	test.each(KINDS)('are a list, or none, called by the %s', async (kind) => {
		await call(kind, withButtons, { Text: 'Ready?' });
		const link = { type: 'HyperLinkButton', text: 'Site', link: 'https://example.com/' };
		const Buttons = JSON.stringify([{ text: 'Yes', payload: 'yes' }, link]);
		await call(kind, withButtons, { Text: 'Ready?', Buttons });
		await call(kind, withButtons, { Text: 'Ready?', Buttons: '' });
		const sent = platform.bodies('/messages').map(({ buttons }) => buttons);
		expect(sent).toEqual([undefined, [{ type: 'ActionButton', text: 'Yes', payload: 'yes' }, link], undefined]);
	});
});

test.each(['MARKDOWN', 'Markdown', ' markdown '])('are understood however a model writes a choice: %s', async (markup) => {
	const parameters = {
		...send,
		additionalFields: { textMarkup: "={{ $fromAI('markup', 'PLAIN, HTML or MARKDOWN', 'string', 'PLAIN') }}" },
	};
	const { sent } = await call('engine', parameters, { Text: '*Hi*', markup });
	expect(sent).toMatchObject([{ textMarkup: 'MARKDOWN' }]);
	expect((await describeTool(parameters)).args.markup).toMatchObject({ optional: true });
});

test('asks no model for anything in a node', () => {
	const { description } = new MessagingPlatform();
	const node = { typeVersion: 1 };
	const filled = resources.map(({ option, operations }) =>
		operations.map((operation) => {
			const given = { resource: option.value, operation: operation.option.value, buttonsInput: 'json' };
			return NodeHelpers.getNodeParameters(description.properties, given, true, false, node, description);
		}),
	);
	expect(JSON.stringify(filled)).not.toMatch(/\$fromAI|toolDescription/);
});

test.each(KINDS)('asks the model for the note with Note: Update, called by the %s', async (kind) => {
	const update: INodeParameters = { resource: 'memo', operation: 'update' };
	expect((await describeTool(update)).args).toEqual({
		Note: { description: expect.stringMatching(/replaces/) as string, optional: false },
	});
	await call(kind, update, { Note: 'Likes tulips' });
	expect(platform.bodies('/chats/tg_4100_writer/memo')).toEqual([{ memo: 'Likes tulips' }]);
	await call(kind, { ...update, updateFields: { phones: ['+1'] } }, { Note: 'Likes tulips' });
	expect(platform.bodies('/chats/tg_4100_writer/memo')[1]).toEqual({ phones: ['+1'] });
});
