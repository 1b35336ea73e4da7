import type { Sandbox } from '../../sandbox/server';
import { control } from '../helpers/sandbox';

/** The takeover tag of the tests, which is that of the example. */
export const TAG = 'human';

/** Time after which a removed tag counts, in ms. */
export const HANDED_BACK_MS = 2_500;

/** Chats of the sandbox, one for each pause between the operator's message and the customer's, in ms. */
export const PAUSES: Array<[ms: number, chat: string]> = [
	[0, '70001'],
	[15, '70003'],
	[100, '70005'],
	[300, '70008'],
	[1_000, '70009'],
];

/** Writes in a chat as an operator, who takes it over with that. */
export async function operatorWrites(sandbox: Sandbox, chat: string): Promise<void> {
	await control(sandbox, 'POST', `/chats/${chat}/operator/messages`, { text: 'This is Zoë' });
}

/** Removes the takeover tag as an operator. */
export async function handBack(sandbox: Sandbox, chat: string): Promise<void> {
	await control(sandbox, 'DELETE', `/chats/${chat}/operator/tags/${TAG}`);
}
