import type { Resource } from '../../engine/operation';
import { send } from './send';
import { sendTemplate } from './sendTemplate';

export const message: Resource = {
	option: { name: 'Message', value: 'message', description: 'What is sent to a chat' },
	operations: [send, sendTemplate],
	first: 'send',
};
