import { Undecided } from '../../shared/api/offer';
import { Refusal } from '../verify/refusals';

/** Time without an outcome after which the platform is asked to send an answer again, in ms. */
export const ANSWER_WITHIN_MS = 8_000;

/** Different answers in hand for one question. */
export const MAX_PER_QUESTION = 3;

/** The refusal of an answer whose outcome isn't known, so that the platform sends it again. */
export function undecided(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	const detail = error instanceof Undecided ? error.message : `took longer than ${ANSWER_WITHIN_MS / 1_000} s`;
	return new Refusal('hand_over', detail);
}
