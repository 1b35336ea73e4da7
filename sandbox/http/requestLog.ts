import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../core/context';
import type { RequestEntry } from '../core/records';
import { queryOf } from './requests';

declare module 'fastify' {
	interface FastifyRequest {
		/** The request's entry in the log; API requests only. */
		logEntry?: RequestEntry;
	}
}

function headersForLog(request: FastifyRequest): Record<string, string> {
	const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
	return { ...Object.fromEntries(headers), ...(request.headers.authorization ? { authorization: '(redacted)' } : {}) };
}

/** Logs every request of a group of routes, with its body and the status of its answer. */
export function logRequests(app: FastifyInstance, context: Context): void {
	app.addHook('onRequest', async (request) => {
		const url = new URL(request.url, context.origin);
		request.logEntry = {
			id: request.id,
			receivedTs: context.isoNow(),
			method: request.method,
			path: url.pathname,
			query: queryOf(request),
			headers: headersForLog(request),
			body: '',
		};
		context.requests.add(request.logEntry);
	});
	app.addHook('preValidation', async (request) => {
		if (request.logEntry) request.logEntry.body = request.rawText;
	});
	app.addHook('onResponse', async (request, reply) => {
		if (!request.logEntry) return;
		request.logEntry.status = reply.statusCode;
		request.logEntry.body ||= request.rawText;
		context.changed({ kind: 'request', data: request.logEntry });
	});
}
