import { type Operation, oneCall, oneValue } from '../../engine/operation';
import { chatFields } from '../../fields/chat';
import { memoPath } from './memoPath';

/** GET {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)"). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get notes of chat',
		description: 'Read the notes on a chat: the text, the phone numbers and the emails of the person',
	},
	reach: 'conversation',
	prepare: oneCall((item) => ({ method: 'GET', path: memoPath(item) }), oneValue),
	fields: chatFields,
};
