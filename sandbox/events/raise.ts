import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context';
import { contract } from '../contract/validator';
import { withoutEmpty, type JsonObject } from '../core/json';
import type { EventName } from './catalogue';

/** Counts the webhooks that receive something when these events are raised. */
export function receiversOf(context: Context, names: readonly EventName[]): number {
	return context.state.webhooks.filter(({ events }) => names.some((name) => events.includes(name))).length;
}

function envelopeOf(context: Context, name: string, fields: JsonObject): JsonObject {
	const envelope: JsonObject = { accountId: context.state.accountId, id: randomUUID(), name };
	if (context.options.eventLayout === 'flat' && name === 'FirstMessageFromEndUserInChatCommand') {
		// specification: in the flat layout this one has an object `comand`, and firstMessage next to it
		return withoutEmpty({ ...envelope, comand: fields, firstMessage: fields.firstMessage }) as JsonObject;
	}
	const nested = context.options.eventLayout === 'nested' && name !== 'new_message';
	// In the flat layout the envelope's own members win: a command's id there is the event's id.
	const event = withoutEmpty(nested ? { ...envelope, command: fields } : { ...fields, ...envelope });
	return event as JsonObject;
}

/**
 * Raises an event: builds its envelope in the chosen layout, validates it against the contract and hands it to the delivery of
 * every webhook that asked for it.
 */
export function raise(context: Context, name: EventName, fields: JsonObject, chatRef?: string): JsonObject {
	const body = envelopeOf(context, name, fields);
	const problems = contract().eventProblems(name, context.options.eventLayout, body);
	if (problems.length > 0) context.violation(`The event ${name} violates the contract: ${problems.join('; ')}`);
	context.raised({ name, body, chatRef });
	return body;
}

/**
 * Raises an event of any name and content, unchecked, at the webhooks that asked for the name: what a later version of the
 * platform might send.
 */
export function raiseUnchecked(context: Context, name: string, fields: JsonObject): JsonObject {
	const body = envelopeOf(context, name, fields);
	context.raised({ name, body });
	return body;
}
