import type { Resource } from '../../run/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const chainAction: Resource = {
	option: {
		name: 'Button Action',
		value: 'chainAction',
		description: 'Automatic replies of buttons, which can also tag the chat or subscribe the person',
	},
	operations: [create, get, getAll, update],
	first: 'create',
};
