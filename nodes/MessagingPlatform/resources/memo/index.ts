import type { Resource } from '../../run/operation';
import { get } from './get';
import { update } from './update';

export const memo: Resource = {
	option: { name: 'Memo', value: 'memo', description: 'The notes on a chat: text, phone numbers, emails' },
	operations: [get, update],
	first: 'get',
};
