import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { contract } from '../contract/validator';
import { listOf, single, bodyOf, paramOf } from '../http/requests';
import { ApiError } from '../core/errors';
import { isJsonObject, type JsonObject } from '../core/json';
import { operation } from '../http/operation';

/** The fields that a client sets; the message must be one of the account's prepared ones. */
function inputOf(context: Context, body: JsonObject): JsonObject {
	const { action, description, message, actionParameters } = contract().known('ChainActionInput', body);
	const messageId = isJsonObject(message) ? message.id : undefined;
	const isKnown = messageId === undefined || context.state.preparedMessages.some((one) => one.id === messageId);
	if (!isKnown && context.holds('knownPreparedMessage')) {
		throw new ApiError('INVALID_REQUEST', `There is no prepared message ${String(messageId)}`);
	}
	return { action, description, message: messageId === undefined ? undefined : { id: messageId }, actionParameters };
}

/** The specification's ChainAction: its message with the attachments and buttons that it has now. */
function chainActionOf(context: Context, action: JsonObject): JsonObject {
	if (!isJsonObject(action.message)) return action;
	const { id } = action.message;
	const prepared = context.state.preparedMessages.find((one) => one.id === id);
	return { ...action, message: { id, attachments: prepared?.attachments ?? [], buttons: prepared?.buttons ?? [] } };
}

/** Chain actions (specification, "Buttons: prepared messages and chain actions"). */
export function chainActionRoutes(app: FastifyInstance, context: Context): void {
	const { state } = context;
	const find = (id: string) => state.chainActions.findIndex((one) => one.id === id);
	const indexOf = (id: string) => {
		const index = find(id);
		if (index < 0) throw new ApiError('NOT_FOUND', 'There is no such action');
		return index;
	};
	const put = (index: number, action: JsonObject) => {
		state.chainActions[index] = action;
		context.changed({ kind: 'saved', data: undefined });
		return single(chainActionOf(context, action));
	};
	operation(app, context, 'createChainAction', (request) => {
		const input = inputOf(context, bodyOf(request));
		const action = { id: randomUUID(), accountId: state.accountId, ...input, enabled: true };
		return put(state.chainActions.length, action);
	});
	operation(app, context, 'getChainActions', () => listOf(state.chainActions.map((one) => chainActionOf(context, one))));
	operation(app, context, 'getChainAction', (request) =>
		single(chainActionOf(context, state.chainActions[indexOf(paramOf(request, 'id'))] ?? {})),
	);

	operation(app, context, 'updateChainAction', (request) => {
		const id = paramOf(request, 'id');
		const index = context.holds('putExisting') ? indexOf(id) : find(id);
		const known = state.chainActions[index];
		const input = inputOf(context, bodyOf(request));
		return put(known ? index : state.chainActions.length, {
			id,
			accountId: state.accountId,
			...input,
			enabled: known?.enabled ?? true,
		});
	});
}
