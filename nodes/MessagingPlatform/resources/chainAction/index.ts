import type { Resource } from '../../run/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const chainAction: Resource = {
	option: { name: 'Chain Action', value: 'chainAction', description: 'An action to run when someone presses a button' },
	operations: [create, get, getAll, update],
	first: 'create',
};
