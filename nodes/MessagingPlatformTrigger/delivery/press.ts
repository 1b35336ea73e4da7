import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import type { LineLimit } from '../../shared/lineLimit';
import { Refusal } from '../../shared/verification/refusals';
import type { ButtonKey } from '../../shared/waiting/buttonKey';
import { placeOf } from '../logPlace';
import { type Outcome, type Parcel, handOver } from './handOver';
import { answerIgnored } from './publicAnswer';
import type { EventKey, SeenEvents } from './seenEvents';

/** Ended questions that are remembered, over all triggers of a process. */
export const MAX_ENDED = 1_000;

/** Presses that are handed over at the same time, over all triggers of a process: for each n8n reads a whole execution. */
export const MAX_HANDED_OVER = 20;

/**
 * The questions that are known to have ended: for each press of another n8n reads a whole execution, and writes into its log that it
 * has ended.
 */
export class Ended {
	private readonly questions = new BoundedMap<string, true>(MAX_ENDED);

	private readonly underWay = new Map<string, Promise<Outcome>>();

	private nameOf({ executionId, tag }: ButtonKey): string {
		return `${executionId}/${tag}`;
	}

	/**
	 * Hands a press over, one of a question at a time: the first of several presses is mostly its answer.
	 *
	 * @param key the question
	 * @param handing hands it over
	 * @returns what became of it; 'ended' when the question is known to have ended
	 * @throws Refusal hand_over of the press before it, too, and when too many are under way
	 */
	async handOver(key: ButtonKey, handing: () => Promise<Outcome>): Promise<Outcome> {
		const name = this.nameOf(key);
		for (let other = this.underWay.get(name); other !== undefined; other = this.underWay.get(name)) await other;
		if (this.questions.has(name)) return 'ended';
		if (this.underWay.size >= MAX_HANDED_OVER) throw new Refusal('hand_over', 'too many answers at once');
		const handed = handing().finally(() => this.underWay.delete(name));
		this.underWay.set(name, handed);
		const outcome = await handed;
		// a press that was not taken says nothing of the question: the next one may be its answer
		if (outcome !== 'not_taken') this.questions.set(name, true);
		return outcome;
	}
}

/** What the triggers of a process share for presses. */
export interface PressMemory {
	now: () => number;
	seen: SeenEvents;
	ended: Ended;
	/** For presses that change nothing: whoever sees an old button can press it as often as they like. */
	lines: LineLimit;
}

function tell(context: IWebhookFunctions, lines: LineLimit, text: string): void {
	const place = placeOf(context);
	const { counted, line } = lines.take(`${place.workflowId}/${context.getNode().id}`, text);
	if (counted !== undefined) context.logger.info(`Buttons pressed: ${counted}`, place);
	if (line !== undefined) context.logger.info(line, place);
}

async function deliver(context: IWebhookFunctions, parcel: Parcel, memory: PressMemory): Promise<IWebhookResponseData> {
	const { key } = parcel;
	const outcome = await memory.ended.handOver(key, async () => await handOver(context, parcel, memory.now()));
	if (outcome === 'taken') return answerIgnored(context, 'handed_over');
	const what = 'which does not wait for this press (any more).';
	tell(context, memory.lines, `A button was pressed for execution ${key.executionId}, ${what}`);
	return answerIgnored(context, 'over');
}

/**
 * Answers the press of a question's button: it starts no workflow, the execution that asked goes on with it. Where the execution
 * is over, has its answer, or refuses the press, the platform is told 200 all the same: nothing would change if it sent again.
 *
 * @param context the webhook's context
 * @param parcel the verified delivery
 * @param name names the event, so that a copy of it is not handed over again; undefined when it has no id or copies are wanted
 * @param memory what was accepted before, and which questions have ended
 * @throws Refusal hand_over or in_progress: the platform is to send the press again
 */
export async function answerPress(
	context: IWebhookFunctions,
	parcel: Parcel,
	name: EventKey | undefined,
	memory: PressMemory,
): Promise<IWebhookResponseData> {
	if (name === undefined) return await deliver(context, parcel, memory);
	const sighting = await memory.seen.claim(name);
	if (sighting === 'duplicate') return answerIgnored(context, 'duplicate');
	if (sighting === 'in_progress') throw new Refusal('in_progress');
	let accepted = false;
	try {
		const answer = await deliver(context, parcel, memory);
		accepted = true;
		return answer;
	} finally {
		sighting.settle(accepted);
	}
}
