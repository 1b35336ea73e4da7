import type { Resource } from '../../run/operation';
import { getAll } from './getAll';
import { getCapabilities } from './getCapabilities';

export const channel: Resource = {
	option: { name: 'Channel', value: 'channel', description: 'A connected bot, group or number' },
	operations: [getAll, getCapabilities],
	first: 'getAll',
};
