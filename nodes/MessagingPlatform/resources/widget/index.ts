import type { Resource } from '../../run/operation';
import { create } from './create';
import { getAll } from './getAll';
import { update } from './update';

export const widget: Resource = {
	option: { name: 'Widget', value: 'widget', description: 'The chat buttons on a website' },
	// the widget to change comes before its fields
	operations: [update, create, getAll],
	first: 'create',
};
