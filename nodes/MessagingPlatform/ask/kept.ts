import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isObject, printJson } from '../../shared/json';

/** What an execution can wait for: a question that buttons answer, or one that a link opens; a link of the first only shows it. */
const NAMES = ['question', 'linkQuestion'] as const;
type Name = (typeof NAMES)[number];

/**
 * Keeps with an execution what it waits for; n8n has it in its database. What the node waited for before is forgotten.
 *
 * @param functions the context of the execution that is about to wait
 * @param values what it waits for
 */
export function keep(functions: IExecuteFunctions, values: Partial<Record<Name, object>>): void {
	const context = functions.getContext('node');
	for (const name of NAMES) delete context[name];
	Object.assign(context, values);
}

/** A name as it can stand in an expression: braces would end it, and n8n refuses one with "constructor" in it. */
function inExpression(name: string): string {
	const quoted = printJson(name).replaceAll('constructor', '\\u0063onstructor');
	return quoted.replace(/[{}]/g, (brace) => (brace === '{' ? '\\u007b' : '\\u007d'));
}

/**
 * Reads what {@link keep} has kept. n8n gives a webhook no other way to what its node keeps than an expression.
 *
 * @param context the context of the waiting execution's webhook
 * @param name what it was kept as
 * @returns its members; undefined when there is none
 */
export function readKept(context: IWebhookFunctions, name: Name): Record<string, unknown> | undefined {
	const kept: unknown = context.evaluateExpression(`{{ $node[${inExpression(context.getNode().name)}].context["${name}"] }}`);
	return isObject(kept) ? kept : undefined;
}
