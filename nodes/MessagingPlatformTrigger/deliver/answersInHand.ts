import { until } from '../../shared/api/deadline';
import { type Outcome, Undecided } from '../../shared/api/offer';
import { Queue, Queues } from '../../shared/queue';
import { Refusal } from '../verify/refusals';

/** Time without an outcome after which the platform is asked to send an answer again, in ms. */
const ANSWER_WITHIN_MS = 8_000;

/** Different answers in hand for one question, and questions with any, over all triggers of a process. */
const MAX_PER_QUESTION = 3;
const MAX_QUESTIONS = 1_000;

export class AnswersInHand {
	private readonly questions = new Queues(() => new Queue({ atOnce: 1 }));

	/**
	 * Hands a question's answers over one after the other, because the first is mostly the one that counts.
	 * @throws Refusal hand_over when too many others come first
	 */
	async inTurn(question: string, hand: () => Promise<Outcome>): Promise<Outcome> {
		if (this.questions.of(question).inHand >= MAX_PER_QUESTION) {
			throw new Refusal('hand_over', 'other answers to the same question come first');
		}
		if (this.questions.size >= MAX_QUESTIONS) throw new Refusal('hand_over', 'too many answers at once');
		return await this.questions.of(question).run(hand);
	}
}

/**
 * Waits for an answer's outcome. One that takes too long stays in hand, so the next copy of the event shares its outcome.
 * @throws Refusal hand_over, so that the platform sends the event again
 */
export async function outcomeOf(handing: Promise<Outcome>): Promise<Outcome> {
	return await until(handing, AbortSignal.timeout(ANSWER_WITHIN_MS)).catch((error: unknown) => {
		if (error instanceof Refusal) throw error;
		const detail = error instanceof Undecided ? error.message : `took longer than ${ANSWER_WITHIN_MS / 1_000} s`;
		throw new Refusal('hand_over', detail);
	});
}
