import {
	type IHookFunctions,
	type INode,
	NodeApiError,
	UserError,
	WebhookPathTakenError,
	NodeOperationError,
} from 'n8n-workflow';

/** n8n's modes of activation in which a person waits for the outcome: publishing, which n8n tries again, and listening in the editor. */
const BY_A_PERSON = ['activate', 'create', 'update', 'manual'];

/** Statuses of the platform that may be others in a moment. */
const PASSING = ['408', '425', '429'];

/**
 * A failed publish that is not tried again. n8n 2 repeats each one four times over 15 s before it tells the user anything, whatever
 * was thrown, except for errors of this kind. It then shows the message alone, so what to do is a part of it.
 */
class NotPublished extends WebhookPathTakenError {
	/**
	 * @param node the trigger
	 * @param cause what went wrong
	 */
	constructor(node: INode, { message, description }: { message: string; description?: string | null }) {
		super(node.name);
		const advice = description ?? '';
		this.message = advice === '' ? message : `${message.replace(/\.$/, '')}. ${advice}`;
		this.node = node;
	}
}

/** Whether another attempt in a few seconds would end in the same way: something has to be corrected first. */
function isLasting(error: Error): boolean {
	if (!(error instanceof NodeApiError)) return error instanceof NodeOperationError || error instanceof UserError;
	const { httpCode } = error;
	// without an answer: the host does not exist, refuses or cannot prove who it is; what came too late may be done
	if (httpCode === 'none' || httpCode === null) return error.context.outcome === 'notSent';
	return httpCode.startsWith('4') && !PASSING.includes(httpCode);
}

/**
 * Makes of a failed publish what n8n tells the user at once, where waiting would not help.
 *
 * @param context the hook's context
 * @param error what was thrown
 * @returns the error to throw: the same where n8n is to try again, or nobody waits
 */
export function toldAtOnce(context: IHookFunctions, error: unknown): unknown {
	const isAwaited = BY_A_PERSON.includes(context.getActivationMode());
	return isAwaited && error instanceof Error && isLasting(error) ? new NotPublished(context.getNode(), error) : error;
}
