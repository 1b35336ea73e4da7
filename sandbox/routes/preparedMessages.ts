import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { contract } from '../contract/validator';
import { single, bodyOf, paramOf } from '../http/requests';
import { ApiError } from '../core/errors';
import type { JsonObject } from '../core/json';
import { operation } from '../http/operation';

/** The fields that a client sets; others are left out. */
function inputOf(body: JsonObject): JsonObject {
	const { name, text, ownerType, ownerId, attachments = [], buttons = [] } = contract().known('PreparedMessageInput', body);
	return { name, text, ownerType, ownerId, attachments, buttons };
}

/** Prepared messages (specification, "Buttons: prepared messages and chain actions"). */
export function preparedMessageRoutes(app: FastifyInstance, context: Context): void {
	const { state } = context;

	operation(app, context, 'createPreparedMessage', (request) => {
		const now = context.isoNow();
		const prepared: JsonObject = {
			id: randomUUID(),
			accountId: state.accountId,
			...inputOf(bodyOf(request)),
			createdTs: now,
			lastModifiedTs: now,
			createdByTbUserId: state.userId,
		};
		state.preparedMessages.push(prepared);
		context.changed({ kind: 'saved', data: undefined });
		return single(prepared);
	});

	operation(app, context, 'updatePreparedMessage', (request) => {
		const id = paramOf(request, 'id');
		const index = state.preparedMessages.findIndex((one) => one.id === id);
		const known = state.preparedMessages[index];
		if (!known && context.holds('putExisting')) throw new ApiError('NOT_FOUND', 'There is no such prepared message');
		const fresh = { accountId: state.accountId, createdTs: context.isoNow(), createdByTbUserId: state.userId };
		const { accountId, createdTs, createdByTbUserId } = known ?? fresh;
		const input = inputOf(bodyOf(request));
		const prepared = { id, accountId, ...input, createdTs, lastModifiedTs: context.isoNow(), createdByTbUserId };
		state.preparedMessages[known ? index : state.preparedMessages.length] = prepared;
		context.changed({ kind: 'saved', data: undefined });
		return single(prepared);
	});
}
