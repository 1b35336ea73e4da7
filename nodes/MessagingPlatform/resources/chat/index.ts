import type { Resource } from '../../run/operation';
import { block } from './block';
import { get } from './get';
import { getAll } from './getAll';
import { unblock } from './unblock';

export const chat: Resource = {
	option: { name: 'Chat', value: 'chat', description: 'A chat with a person on one of your channels' },
	operations: [block, get, getAll, unblock],
	first: 'getAll',
};
