import { ANSWER_PATH, type Press, PRESS, sign, SIGNATURE_HEADER } from '../../nodes/shared/handOver';
import { readConnection } from '../../nodes/shared/api/connection';
import { readEvent } from '../../nodes/MessagingPlatformTrigger/event/event';
import { readPress } from '../../nodes/MessagingPlatformTrigger/deliver/press';
import { toItem } from '../../nodes/MessagingPlatformTrigger/event/toItem';
import { accountKey, waitingQuestions } from '../../nodes/shared/waiting';
import { sendHttp } from './deliveries';

export const keysOf = (apiToken: unknown) => readConnection({ apiToken: String(apiToken), baseUrl: 'http://127.0.0.1' });

/** Lets this process know a published trigger of an account, as its publishing does. */
export function knowTrigger(accountId: string, apiToken: unknown, url: string): void {
	waitingQuestions.publish({ node: 'trigger', account: accountKey(accountId, keysOf(apiToken)), url });
}

export const itemIn = (event: string) => toItem(readEvent(Buffer.from(event), (text) => text));

/** The press in an event, as a trigger reads it at a time in ms since 1970. */
export function pressIn(event: string, apiToken: unknown, now = Date.now()): Press {
	const read = readEvent(Buffer.from(event), (text) => text);
	const press = readPress(read, now, keysOf(apiToken))?.press;
	if (press === undefined) throw new Error('the event is the press of a question’s button');
	return press;
}

/** The data that a trigger hands over to a waiting execution. */
export interface HandOver {
	/** The execution's address without what the answer adds: where n8n serves it, and its id. */
	execution: { base: string; id: string; resumeToken: string };
	press: Press;
	/** The credential's API token, with which the trigger signs its message. */
	apiToken: unknown;
	/** Time in ms since 1970. */
	at?: number;
	/** Changes the message on its way. */
	change?: (message: ReturnType<typeof sign>) => { body: string | Buffer; signature?: string };
	headers?: Record<string, string>;
}

/** Hands a press over as the trigger does, and gives the answer. */
export async function handOver({ execution, press, apiToken, at = Date.now(), change, headers = {} }: HandOver) {
	const message = sign(press, PRESS, at, keysOf(apiToken));
	const { body, signature } = change?.(message) ?? message;
	return await sendHttp(`${execution.base}/${execution.id}/${ANSWER_PATH}?signature=${execution.resumeToken}`, {
		body,
		headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature, ...headers },
	});
}
