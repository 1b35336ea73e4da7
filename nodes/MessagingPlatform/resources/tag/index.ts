import type { Resource } from '../../run/operation';
import { assign } from './assign';
import { create } from './create';
import { getAll } from './getAll';
import { getForChat } from './getForChat';
import { remove } from './remove';

export const tag: Resource = {
	option: { name: 'Tag', value: 'tag', description: 'A label on chats' },
	operations: [assign, create, getAll, getForChat, remove],
	first: 'assign',
};
