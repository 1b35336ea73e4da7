import { Refusal } from '../../nodes/shared/verification/refusals';

/**
 * The refusal of a step that a delivery goes through: of its verification, or of reading it.
 *
 * @param step the step
 * @returns what it throws
 */
export function refusedBy(step: () => unknown): Refusal {
	let refusal: unknown;
	try {
		step();
	} catch (error) {
		refusal = error;
	}
	if (refusal instanceof Refusal) return refusal;
	throw new Error(`It refuses nothing: ${String(refusal)}`);
}
