import { pathPart } from '../../../shared/api/apiRequest';
import { valueOf } from '../../../shared/api/envelope';
import { independent, operation } from '../../run/operation';
import { withChatKeys } from '../../fields/chatKeys';
import { type AddressedChat, addressedChat } from '../../fields/whichChat';

export const memoOf = ({ part }: AddressedChat): string => `/chats/${pathPart(part)}/memo`;

/** GET {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)"). */
export const get = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get notes of chat',
		description: "Read the notes on a chat: the text, and the person's phone numbers and emails",
	},
	reach: 'conversation',
	reads: true,
	fields: { chat: addressedChat },
	prepare: independent(async ({ chat }, item) => [
		withChatKeys(valueOf(await item.call({ method: 'GET', path: memoOf(chat) })), chat.keys),
	]),
});
