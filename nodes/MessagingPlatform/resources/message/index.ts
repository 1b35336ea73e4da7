import type { Resource } from '../../run/operation';
import { send } from './send';
import { sendAndWait } from './sendAndWait';
import { sendTemplate } from './sendTemplate';

export const message: Resource = {
	option: { name: 'Message', value: 'message', description: 'A message to a person, with text, files and buttons' },
	operations: [send, sendTemplate, sendAndWait],
	first: 'send',
};
