import type { IWebhookFunctions } from 'n8n-workflow';
import type { Event } from '../event/event';
import { LineLimit } from '../../shared/lineLimit';
import { placeOf } from '../settings/logPlace';

const LINE =
	'A message without a direction did not start the workflow, because nobody can say whether a person sent it. To take such messages, set the trigger\'s option "Message Direction" to "Incoming and Outgoing".';

/** Reports messages that the direction filter left out because they have none: one line per node and minute. */
export class Undirected {
	private readonly limit: LineLimit;

	/** @param now the clock: ms since 1970 */
	constructor(now: () => number) {
		this.limit = new LineLimit(now, 1);
	}

	/**
	 * Writes the line, or counts it.
	 *
	 * @param context the delivery's context
	 * @param event an event that the direction filter left out
	 */
	report(context: IWebhookFunctions, { message }: Event): void {
		if (message.direction === 'inbound' || message.direction === 'outbound') return;
		const place = placeOf(context);
		const { counted, line } = this.limit.take(`${place.workflowId}/${context.getNode().id}`, LINE);
		for (const text of [counted, line]) if (text !== undefined) context.logger.warn(text, place);
	}
}
