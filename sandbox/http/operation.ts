import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../core/context';
import { contract } from '../contract/validator';
import { ApiError } from '../core/errors';
import { bodyOf } from './requests';
import { isJsonObject, withoutEmpty, type Json, type JsonObject } from '../core/json';

/** Handles a checked request of an operation; undefined answers without a body. */
export type OperationHandler = (request: FastifyRequest, reply: FastifyReply) => object | undefined | Promise<object | undefined>;

declare module 'fastify' {
	interface FastifyContextConfig {
		operation?: string;
	}
}

/** Members that the contract requires though the specification only names them. */
const NOT_SHOWN_AS_REQUIRED: Record<string, readonly string[]> = {
	updateChat: ['blocked'],
	createChainAction: ['action', 'message.id'],
	updateChainAction: ['action', 'message.id'],
	createWebhook: ['url', 'events'],
};

function checkRequest(context: Context, id: string, request: FastifyRequest): void {
	const problems = contract().parameterProblems(id, { query: request.query as JsonObject, path: request.params as JsonObject });
	if (Object.values(request.params as JsonObject).includes('')) throw new ApiError('RESOURCE_ID_IS_ABSENT');
	if (problems[0]) throw new ApiError('INVALID_REQUEST', problems[0]);
	if (!contract().operation(id).hasBody) return;
	if (!context.holds('nulls')) request.body = withoutEmpty(bodyOf(request));
	const mayBeAbsent = context.holds('requiredFields') ? [] : (NOT_SHOWN_AS_REQUIRED[id] ?? []);
	const violations = contract()
		.bodyViolations(id, bodyOf(request))
		.filter(({ name, propertyPath }) => name !== 'required' || !mayBeAbsent.includes(propertyPath));
	if (violations.length > 0) throw new ApiError('BODY_VALIDATION_ERROR', 'The body violates the contract', violations);
}

/** The least that an answer is known to have: no count, and of a sent message only its id. */
function bareAnswer(id: string, payload: JsonObject): JsonObject {
	const { $value: value } = payload;
	const least = id === 'sendMessage' && isJsonObject(value) ? { id: value.id } : value;
	return { ...payload, $count: undefined, $value: least };
}

/**
 * Serves one operation of the contract: its method, path and status come from there, the request is checked before the handler
 * sees it, and the answer before it is sent.
 */
export function operation(app: FastifyInstance, context: Context, id: string, handler: OperationHandler): void {
	const { method, path, status } = contract().operation(id);
	app.route({
		method: method.toUpperCase(),
		url: path.replace(/\{(\w+)\}/g, ':$1'),
		config: { operation: id },
		handler: async (request, reply) => {
			checkRequest(context, id, request);
			const whole = await handler(request, reply);
			const payload = whole && context.holds('bareAnswers') ? bareAnswer(id, whole as JsonObject) : whole;
			const problems = contract().answerProblems(id, status, payload as Json);
			if (problems.length > 0) throw context.violation(`The answer of ${id} violates the contract: ${problems.join('; ')}`);
			reply.status(status);
			return payload === undefined ? await reply.send() : payload;
		},
	});
}

export function checkedBody<Body extends object>(request: FastifyRequest): Body & JsonObject {
	// The contract's own check is the proof; types cannot carry it through fastify.
	return bodyOf(request) as unknown as Body & JsonObject;
}
