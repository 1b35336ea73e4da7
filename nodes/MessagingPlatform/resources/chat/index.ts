import type { Resource } from '../../run/operation';
import { block } from './block';
import { getAll } from './getAll';
import { unblock } from './unblock';

export const chat: Resource = {
	option: { name: 'Chat', value: 'chat', description: 'A chat with a person on one of your channels' },
	operations: [block, getAll, unblock],
	first: 'getAll',
};
