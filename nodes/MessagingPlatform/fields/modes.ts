import type { JsonObject } from '../../shared/json';
import { type Parameter, choice, toggle } from '../../shared/parameter';
import { isoTime } from '../../shared/timestamp';

/**
 * For outputs with more than ten fields, and on from the start: most workflows need a few, and an AI model reads every character.
 * @returns a new field each time, because n8n shows a shared one in the first one's place
 */
export function simplifyField(): Parameter<boolean> {
	return toggle('Simplify', 'simplify', 'Whether to return a simplified version of the response instead of the raw data');
}

/** Keeps some members of an object, in the order of their names. The time of a message is in ISO 8601, though the platform may give it in ms. */
export function pick(object: JsonObject, names: readonly string[]): JsonObject {
	const kept: JsonObject = {};
	for (const name of names) {
		const value = object[name] ?? undefined;
		if (value !== undefined) kept[name] = name === 'sentTimestamp' ? isoTime(value, value) : value;
	}
	return kept;
}

export const updateMode = choice('Update Mode', 'updateMode', {
	choices: {
		keep: ['Change Only What Is Set Below', 'Read the record first and keep everything else unchanged'],
		replace: ['Replace Everything', 'Send only what is set below. Everything else is deleted.'],
	},
	default: 'keep',
	description: 'The platform can replace a record only as a whole. Choose what happens to the fields you leave unset.',
});
