import type { Resource } from '../../run/operation';
import { get } from './get';
import { update } from './update';

export const memo: Resource = {
	option: { name: 'Note', value: 'memo', description: 'The notes on a chat: text, phone numbers and emails' },
	operations: [get, update],
	first: 'get',
};
