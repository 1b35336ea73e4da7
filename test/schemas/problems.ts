import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { close, inWords, viewOf } from '../../sandbox/contract/validator';
import type { Json, JsonObject } from '../../sandbox/core/json';
import { isUnknown, without } from '../helpers/contractValues';
import { OPERATIONS } from '../helpers/operationTable';
import { schemaOf, triggerSchema } from './outputs';

// strict: a preview with a keyword that does not exist would say nothing
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const compiled = new Map<string, ValidateFunction>();

function problems(key: string, make: () => JsonObject, json: Json): string[] {
	const validate = compiled.get(key) ?? ajv.compile(close(make()) as JsonObject);
	compiled.set(key, validate);
	// a null equals an absent member (specification, client requirement 2)
	const present = without(json, (name, member) => member === null || isUnknown(name));
	return validate(viewOf(present)) ? [] : (validate.errors ?? []).map(inWords);
}

/** Checks an operation's output against its schema preview, which has to name all but the members that tests make up. */
export function outputProblems(resource: string, operation: string, json: Json): string[] {
	const output = OPERATIONS[resource]?.[operation]?.output;
	if (output === undefined) return [`test/helpers/operationTable.ts: add ${resource}: ${operation}`];
	return problems(`${resource} ${operation}`, () => schemaOf(output), json);
}

export function eventProblems(json: Json): string[] {
	return problems('trigger', triggerSchema, json);
}
