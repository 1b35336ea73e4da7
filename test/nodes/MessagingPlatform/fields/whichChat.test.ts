import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { accepted, byId, itemsOf, listOf, overWire, single } from '../../../helpers/runAction';
import { runAgent } from '../../../helpers/runAgent';
import type { Received, Reply } from '../../../helpers/servers';
import { startScriptedPlatform } from '../../../helpers/scriptedPlatform';

const { description } = new MessagingPlatform();

const EVENT = { event: 'new_message', chatRef: 'tg_4100_chat_with_underscores', tbChatId: '9007199254740993' };
const KEYS = { chatRef: EVENT.chatRef, tbChatId: EVENT.tbChatId };

/** Every operation on one chat: its other parameters, and its request with CHAT in place of the chat. */
const OPERATIONS: Array<[string, string, INodeParameters, string]> = [
	['chat', 'block', {}, 'PATCH /api/chats/CHAT {"blocked":true}'],
	['chat', 'unblock', {}, 'PATCH /api/chats/CHAT {"blocked":false}'],
	['tag', 'assign', { tagName: byId('vip', 'name') }, 'POST /api/chats/CHAT/tags/vip'],
	['tag', 'remove', { tagName: byId('vip', 'name') }, 'DELETE /api/chats/CHAT/tags/vip'],
	['tag', 'getForChat', {}, 'GET /api/chats/CHAT/tags'],
	['memo', 'get', {}, 'GET /api/chats/CHAT/memo'],
	['memo', 'update', { updateFields: { memo: 'x' } }, 'POST /api/chats/CHAT/memo {"memo":"x"}'],
];

function answer({ method, url }: Received): Reply {
	if (url.endsWith('/memo')) return single('{"memo":"x"}');
	return method === 'GET' ? listOf('{"name":"vip"}') : accepted;
}

/** Lists the visible fields of a node that is saved with these parameters. */
function openInEditor(parameters: INodeParameters): INodeParameters {
	const node = { typeVersion: 1 };
	return NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description) ?? {};
}

/** Returns the parameters as the editor saves them. */
function save(parameters: INodeParameters): INodeParameters {
	const node = { typeVersion: 1 };
	return NodeHelpers.getNodeParameters(description.properties, parameters, false, false, node, description) ?? {};
}

describe.each(OPERATIONS)('%s: %s', (resource, operation, more, line) => {
	const parameters: INodeParameters = { resource, operation, ...more };
	const isMemo = resource === 'memo';
	const lineOf = (chat: string) => line.replace('CHAT', chat);
	const lineOfEvent = lineOf(isMemo ? EVENT.chatRef : EVENT.tbChatId);
	const other = isMemo ? 'vk_1_other' : '77';

	test.each([undefined, 'paired', 'unpaired'] as const)(
		'takes the chat of the trigger with nothing to fill in (a node between: %s)',
		async (between) => {
			const { calls, items, error } = await overWire(parameters, answer, { items: itemsOf(EVENT), trigger: true, between });
			expect(error).toBeUndefined();
			expect(calls[0]).toBe(lineOfEvent);
			expect(items[0]?.json).toMatchObject(KEYS);
		},
	);

	test('takes the chat of the item if no trigger started the workflow, as in a sub-workflow', async () => {
		const { calls, error } = await overWire(parameters, answer, { items: itemsOf(EVENT) });
		expect(error).toBeUndefined();
		expect(calls).toEqual([lineOfEvent]);
	});

	test('says what to do if there is no chat', async () => {
		const { calls, error } = await overWire(parameters, answer, { items: itemsOf({ event: 'ChannelConnected' }), trigger: true });
		expect(calls).toEqual([]);
		expect(error?.message).toBe('No chat to take from the trigger');
		expect(error?.description).toContain('set "Which Chat" to "Choose"');
	});

	test.each<[string, INodeParameters, string]>([
		['a chat and no choice: the chat', { chat: byId(other) }, lineOf(other)],
		[
			'a chat from the list and no choice: the chat',
			{ chat: { ...byId(other, 'list'), cachedResultName: 'Zoë' } },
			lineOf(other),
		],
		['an expression and no choice: the expression', { chat: byId(`={{ "${other}" }}`) }, lineOf(other)],
		['a chat as plain text and no choice: the chat', { chat: other }, lineOf(other)],
		['neither: the trigger', {}, lineOfEvent],
		['an empty chat and no choice: the trigger', { chat: byId('', 'list') }, lineOfEvent],
		['the choice and a chat: the chat', { chatFrom: 'chat', chat: byId(other) }, lineOf(other)],
		['the trigger, and a chat that was chosen before: the trigger', { chatFrom: 'trigger', chat: byId(other) }, lineOfEvent],
	])('runs a workflow that is saved with %s', async (_saved, saved, expected) => {
		const { calls, error } = await overWire({ ...parameters, ...saved }, answer, { items: itemsOf(EVENT), trigger: true });
		expect(error).toBeUndefined();
		expect(calls).toEqual([expected]);
		// the parameters after someone opened and saved it
		const again = await overWire(save(openInEditor({ ...parameters, ...saved })), answer, {
			items: itemsOf(EVENT),
			trigger: true,
		});
		expect(again.calls).toEqual([expected]);
	});

	test('refuses a choice without a value instead of using the trigger', async () => {
		const chosen = { ...parameters, chatFrom: 'chat', chat: byId('={{ "" }}') };
		const { calls, error } = await overWire(chosen, answer, { items: itemsOf(EVENT), trigger: true });
		expect(calls).toEqual([]);
		expect(error?.message).toBe('Chat is empty');
	});

	test('lets no expression decide whose chat it is', async () => {
		const chatFrom = '={{ $json.from }}';
		const { calls, error } = await overWire({ ...parameters, chatFrom, chat: byId(other) }, answer, {
			items: itemsOf({ ...EVENT, from: 'chat' }),
			trigger: true,
		});
		expect(calls).toEqual([]);
		expect(error?.message).toBe("Which Chat can't be set by an expression or an AI model");
	});

	test('does not let a model change Which Chat', async () => {
		const platform = await startScriptedPlatform({ answer });
		const call = async (given: INodeParameters, input: object) =>
			JSON.stringify(
				await runAgent({
					kind: 'engine',
					parameters: { ...parameters, ...given },
					items: [{ json: EVENT }],
					calls: [{ itemIndex: 0, input: { ...input } }],
					credential: platform.credential,
				}),
			);
		try {
			await call({}, { chatFrom: 'chat', chat: other });
			await call({ chatFrom: 'trigger' }, { chatFrom: 'chat', chat: other });
			await call({ chatFrom: 'chat', chat: byId('', 'list') }, { chatFrom: 'chat', chat: other });
			const lines = platform.requests.map(({ method, url, body }) => [method, url, String(body)].filter(Boolean).join(' '));
			expect(lines).toEqual([lineOfEvent, lineOfEvent, lineOfEvent]);
			const chatFrom = "={{ $fromAI('from', 'as you like', 'string') }}";
			expect(await call({ chatFrom, chat: byId(other) }, { from: 'chat' })).toContain("Which Chat can't be set");
			expect(platform.requests).toHaveLength(3);
		} finally {
			await platform.close();
		}
	});
});

describe.each(OPERATIONS.filter(([resource]) => resource !== 'memo'))(
	'%s: %s, which takes a number',
	(resource, operation, more) => {
		const parameters = { resource, operation, ...more };

		test('refuses a chat address with advice, and searches nowhere', async () => {
			const { calls, error } = await overWire({ ...parameters, chat: byId('={{ $json.chatRef }}') }, answer, {
				items: itemsOf(EVENT),
				trigger: true,
			});
			expect(calls).toEqual([]);
			expect(error?.message).toBe(`Chat needs a tbChatId, but it is the chatRef ${EVENT.chatRef}`);
			expect(error?.description).toContain('Set "Which Chat" to "From the Trigger"');
		});

		test.each([undefined, null, '', 'tg_1_2', 1.5, {}, '9223372036854775808'])(
			'treats %j as an event without a chat ID, and says so',
			async (tbChatId) => {
				const { calls, error } = await overWire(parameters, answer, { items: itemsOf({ ...EVENT, tbChatId }), trigger: true });
				expect(calls).toEqual([]);
				expect(error?.message).toBe('The event that started this execution has no tbChatId');
				expect(error?.description).toContain('set "Which Chat" to "Choose"'.replace('set', 'Set'));
			},
		);
	},
);
