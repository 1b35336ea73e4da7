import fastify, { type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { isJsonObject, parseJson, printJson } from '../core/json';

declare module 'fastify' {
	interface FastifyRequest {
		/** The body's text, unchanged; empty for uploads and requests without a body. */
		rawText: string;
	}
}

/** Far beyond any real body: the specification has no limit. */
const JSON_LIMIT_BYTES = 1024 ** 3;
/** The platform's web site lies at the same host as its API. */
const WEB_SITE = '<!DOCTYPE html><html><head><title>Documentation</title></head><body><h1>Page not found</h1></body></html>';
const WITHOUT_SHOWN_BODY = [401, 402, 403, 429, 500];

/** The error that an answer carries: the API's own, or an unforeseen one as 500. */
function toApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	const status = isJsonObject(error) && typeof error.statusCode === 'number' ? error.statusCode : 500;
	const message = error instanceof Error ? error.message : String(error);
	if (status >= 500) return new ApiError('INTERNAL_ERROR', message);
	return new ApiError('BODY_HAS_INVALID_FORMAT', message);
}

/** Makes the HTTP server: int64-safe JSON both ways, x-correlation-id on every answer, errors as the envelope's $error. */
export function createHttpServer(context: Context): FastifyInstance {
	const app = fastify({ bodyLimit: JSON_LIMIT_BYTES, forceCloseConnections: true, routerOptions: { maxParamLength: 16_384 } });
	app.decorateRequest('rawText', '');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
		request.rawText = String(body);
		if (request.rawText === '') return done(null, undefined);
		try {
			done(null, parseJson(request.rawText));
		} catch (error) {
			done(new ApiError('BODY_HAS_INVALID_FORMAT', error instanceof Error ? error.message : 'Not JSON'));
		}
	});
	app.setReplySerializer((payload) => printJson(payload));
	app.addHook('onRequest', async (_request, reply) => {
		reply.header('x-correlation-id', randomUUID());
	});
	app.setErrorHandler((error, _request, reply) => {
		const apiError = toApiError(error);
		reply.status(apiError.status);
		if (!context.holds('errorBodies') && WITHOUT_SHOWN_BODY.includes(apiError.status)) return reply.send();
		return reply.type('application/json').send(apiError.toBody());
	});
	app.setNotFoundHandler((request, reply) => {
		if (context.holds('webSite') && !/^\/(api|notifications|sandbox)\b/.test(request.url)) {
			return reply.status(404).type('text/html').send(WEB_SITE);
		}
		const error = new ApiError('NOT_FOUND', `There is no ${request.method} ${request.url.split('?')[0]}`);
		return reply.status(error.status).type('application/json').send(error.toBody());
	});
	return app;
}
