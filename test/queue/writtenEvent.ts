import { say } from '../helpers/sandbox';
import { hasEnded, type RealN8n } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';

/** The event of a message, as the service sends it and as n8n executes it. */
export interface WrittenEvent {
	/** The outcomes of the attempts so far: a status, or 'cut' if the service stopped waiting. */
	attempts(): Array<number | 'cut'>;
	/** The answer to the last attempt. */
	lastAnswer(): string | undefined;
	/** Waits until an attempt was answered 200. */
	untilDelivered(): Promise<void>;
	/** The number of executions that replied to it, once all of the workflow's have ended. */
	executions(): Promise<number>;
}

/** An end user writes, and the service sends the event. */
export async function writeEvent(real: RealN8n, workflowId: string, text: string): Promise<WrittenEvent> {
	await say(real.sandbox, '70001', { text });
	const find = () => real.sandbox.deliveries().find(({ body }) => body.includes(text));
	await waitFor(() => find() !== undefined, 'the event is on its way');
	return {
		attempts: () => (find()?.attempts ?? []).map(({ status }) => status ?? 'cut'),
		lastAnswer: () => find()?.attempts.at(-1)?.response,
		untilDelivered: async () => await waitFor(() => find()?.status === 'delivered', 'it has its 200'),
		executions: async () => {
			await waitFor(async () => (await real.rest.listExecutions(workflowId)).every(hasEnded), 'all executions have ended');
			const replies = real.sandbox.state.chats.flatMap(({ messages }) => messages.map((one) => one.text ?? ''));
			return replies.filter((reply) => reply.startsWith(`${find()?.eventId} `)).length;
		},
	};
}
