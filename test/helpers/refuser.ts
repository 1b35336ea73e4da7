import { Failure } from '../../nodes/shared/failure';
import { Field, type Refuser } from '../../nodes/shared/field';

/** Refuses as an item does, without n8n around it. */
export const refuser: Refuser = {
	refuse: (message, advice) => Failure.ofValue(message, advice),
};

/**
 * A field of an item, as n8n resolved it.
 *
 * @param value its value
 * @param content what else is known of it; its label is "Field" otherwise
 */
export const fieldWith = (value: unknown, content: Partial<ConstructorParameters<typeof Field>[1]> = {}): Field =>
	new Field(refuser, { label: 'Field', read: () => value, ...content });

/**
 * What a function says when it refuses.
 *
 * @param run the function
 * @returns message and advice of the error that it throws; undefined when it lets pass
 * @throws Error when it fails in another way
 */
export function refusalOf(run: () => unknown): { message: string; advice: string | undefined } | undefined {
	let failure: unknown;
	try {
		run();
		return undefined;
	} catch (error) {
		failure = error;
	}
	if (!(failure instanceof Failure)) throw new Error(`It failed in place of refusing: ${String(failure)}`);
	return { message: failure.message, advice: failure.advice || undefined };
}
