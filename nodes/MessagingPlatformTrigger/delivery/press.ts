import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { Refusal } from '../../shared/verification/refusals';
import type { ButtonKey } from '../../shared/waiting/buttonKey';
import { placeOf } from '../logPlace';
import { type Parcel, handOver } from './handOver';
import { answerIgnored } from './publicAnswer';
import type { EventKey, SeenEvents } from './seenEvents';

/** Answered questions that are remembered, over all triggers of a process. */
export const MAX_ANSWERED = 1_000;

/** The questions that were answered through this process: n8n says of their executions no more than that they are running. */
export class Answered {
	private readonly questions = new BoundedMap<string, true>(MAX_ANSWERED);

	private nameOf({ executionId, tag }: ButtonKey): string {
		return `${executionId}/${tag}`;
	}

	/** Whether the question has its answer. */
	has(key: ButtonKey): boolean {
		return this.questions.has(this.nameOf(key));
	}

	/** Remembers that the question has its answer. */
	add(key: ButtonKey): void {
		this.questions.set(this.nameOf(key), true);
	}
}

async function deliver(context: IWebhookFunctions, parcel: Parcel, answered: Answered): Promise<IWebhookResponseData> {
	const { key } = parcel;
	const outcome = answered.has(key) ? 'over' : await handOver(context, parcel);
	if (outcome === 'taken') {
		answered.add(key);
		return answerIgnored(context, 'handed_over');
	}
	context.logger.info(
		`A button was pressed for execution ${key.executionId}, which does not wait for this press (any more)`,
		placeOf(context),
	);
	return answerIgnored(context, 'over');
}

/**
 * Answers the press of a question's button: it starts no workflow, the execution that asked goes on with it. Where the execution
 * is over, has its answer, or refuses the press, the platform is told 200 all the same: nothing would change if it sent again.
 *
 * @param context the webhook's context
 * @param parcel the verified delivery
 * @param name names the event, so that a copy of it is not handed over again; undefined when it has no id or copies are wanted
 * @param seen the events that were accepted before
 * @param answered the questions that have their answer
 * @throws Refusal hand_over or in_progress: the platform is to send the press again
 */
export async function answerPress(
	context: IWebhookFunctions,
	parcel: Parcel,
	name: EventKey | undefined,
	{ seen, answered }: { seen: SeenEvents; answered: Answered },
): Promise<IWebhookResponseData> {
	if (name === undefined) return await deliver(context, parcel, answered);
	const sighting = await seen.claim(name);
	if (sighting === 'duplicate') return answerIgnored(context, 'duplicate');
	if (sighting === 'in_progress') throw new Refusal('in_progress');
	let accepted = false;
	try {
		const answer = await deliver(context, parcel, answered);
		accepted = true;
		return answer;
	} finally {
		sighting.settle(accepted);
	}
}
