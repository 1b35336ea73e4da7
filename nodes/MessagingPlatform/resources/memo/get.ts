import { type Operation, oneValue, routing } from '../../engine/operation';
import { chatFields } from '../../engine/pickers';
import { memoPath } from './readChat';

/** GET {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)"). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get notes of chat',
		description: "Read a chat's notes: the text, the phone numbers and the emails of the person",
		routing: routing((item) => ({ method: 'GET', path: memoPath(item) }), oneValue),
	},
	fields: chatFields,
};
