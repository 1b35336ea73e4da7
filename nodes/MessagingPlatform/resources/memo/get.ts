import { valueOf } from '../../../shared/api/envelope';
import { type Operation, independent } from '../../run/operation';
import { notedChatFields } from '../../fields/chat';
import { withChatKeys } from '../../fields/chatKeys';
import { memoOf } from './memoOf';

/** GET {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)"). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get notes of chat',
		description: 'Read the notes on a chat: the text, the phone numbers and the emails of the person',
	},
	reach: 'conversation',
	reads: true,
	prepare: independent(async (item) => {
		const { path, keys } = memoOf(item);
		return [withChatKeys(valueOf(await item.call({ method: 'GET', path })), keys)];
	}),
	fields: notedChatFields,
};
