import { Failure } from '../../../shared/failure';
import { readTimestamp } from '../../../shared/timestamp';
import { keysOfChat } from '../../fields/chatKeys';
import { chatPages } from '../../../shared/api/chatPages';
import { group, text } from '../../../shared/parameter';
import { addressedChat } from '../../fields/whichChat';
import { independent, operation } from '../../run/operation';
import { chatOutput, readFrom, simplifyChat } from './getAll';
import { waitingOf } from './lastMessage';

/** Time by which the list starts before the event's message, in ms, because clocks differ. */
const SHORTLY_MS = 5 * 60_000;

const COST = "The platform can't return a single chat, so this reads the list of chats until it finds the right one";

/** As for Get Many, with the person's wait in the place of what matters in lists. */
const SIMPLE = [
	'chatRef',
	'tbChatId',
	'name',
	'username',
	'phone',
	'lastMessage',
	'tags',
	'waitingForReply',
	'waitingSince',
	'lastSender',
];

/** Start of the list for an event's chat: its last message isn't older than the event's. */
function startFor(sentTimestamp: unknown): number | undefined {
	const sentAt = readTimestamp(sentTimestamp);
	return Number.isNaN(sentAt) ? undefined : Math.min(sentAt, Date.now()) - SHORTLY_MS;
}

/** GET {base_url}/v1/chats (specification, "Chats") until the chat is found, because no request for a single chat is documented. */
export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get chat',
		description: 'Get one chat: its tags, about 200 characters of the last message, and whether the person waits for a reply',
	},
	reach: 'conversation',
	reads: true,
	forModels:
		'Get this chat with its tags, its last message, and whether the person is waiting for a reply. lastMessage.text is a preview of about 200 characters.',
	fields: {
		chat: addressedChat,
		simplify: simplifyChat,
		options: group('Options', 'options', 'Add Option', {
			from: text(
				'Active Since',
				'activeSince',
				"Start of the search for the chat, up to 3 months ago. If empty, the search starts shortly before the event's message, or 3 months ago.",
				{ type: 'dateTime', hint: COST },
			).as(readFrom),
		}),
	},
	prepare: independent(async ({ chat: { part, sentTimestamp }, simplify, options }, item) => {
		const from = options.from(item.functions.getTimezone(), startFor(sentTimestamp));
		for await (const chats of chatPages(item.platform, { from }, item.index)) {
			const found = chats.find((chat) => {
				const { chatRef, tbChatId } = keysOfChat(chat);
				return chatRef === part || String(tbChatId) === part;
			});
			if (found) return [chatOutput({ ...found, ...waitingOf(found) }, simplify ? SIMPLE : undefined)];
		}
		throw Failure.forOperator(
			`The chat ${part} isn't among the chats with a message since ${new Date(from).toISOString()}`,
			'Set "Active Since" to an earlier time. The platform lists chats whose last message is up to 3 months old.',
		);
	}),
});
