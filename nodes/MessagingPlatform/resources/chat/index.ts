import type { Resource } from '../../run/operation';
import { block } from './block';
import { getAll } from './getAll';
import { unblock } from './unblock';

export const chat: Resource = {
	option: { name: 'Chat', value: 'chat', description: 'A conversation with a person' },
	operations: [block, getAll, unblock],
	first: 'getAll',
};
