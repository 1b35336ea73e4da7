import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { Refusal } from '../../shared/verification/refusals';
import type { ButtonKey } from '../../shared/waiting/buttonKey';
import { placeOf } from '../logPlace';
import { type Outcome, type Parcel, handOver } from './handOver';
import { answerIgnored } from './publicAnswer';
import type { EventKey, SeenEvents } from './seenEvents';

/** Answered questions that are remembered, over all triggers of a process. */
export const MAX_ANSWERED = 1_000;

/** Presses that are handed over at the same time, over all triggers of a process: for each n8n reads a whole execution. */
export const MAX_HANDED_OVER = 20;

/** The questions that were answered through this process: n8n says of their executions no more than that they are running. */
export class Answered {
	private readonly questions = new BoundedMap<string, true>(MAX_ANSWERED);

	private readonly underWay = new Map<string, Promise<Outcome>>();

	private nameOf({ executionId, tag }: ButtonKey): string {
		return `${executionId}/${tag}`;
	}

	/**
	 * Hands a press over, one of a question at a time: the first of several presses is mostly its answer.
	 *
	 * @param key the question
	 * @param handing hands it over
	 * @returns what became of it; 'over' when the question has its answer
	 * @throws Refusal hand_over of the press before it, too, and when too many are under way
	 */
	async handOver(key: ButtonKey, handing: () => Promise<Outcome>): Promise<Outcome> {
		const name = this.nameOf(key);
		for (let other = this.underWay.get(name); other !== undefined; other = this.underWay.get(name)) await other;
		if (this.questions.has(name)) return 'over';
		if (this.underWay.size >= MAX_HANDED_OVER) throw new Refusal('hand_over', 'too many answers at once');
		const handed = handing().finally(() => this.underWay.delete(name));
		this.underWay.set(name, handed);
		const outcome = await handed;
		if (outcome === 'taken') this.questions.set(name, true);
		return outcome;
	}
}

async function deliver(context: IWebhookFunctions, parcel: Parcel, answered: Answered): Promise<IWebhookResponseData> {
	const { key } = parcel;
	const outcome = await answered.handOver(key, async () => await handOver(context, parcel));
	if (outcome === 'taken') return answerIgnored(context, 'handed_over');
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
