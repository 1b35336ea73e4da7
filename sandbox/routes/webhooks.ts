import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { ApiError, type Violation } from '../errors';
import { EVENT_NAMES } from '../events/catalogue';
import { bodyOf, paramOf } from '../http';

/**
 * Registration and removal of webhooks, at {notification_url} (specification, "Webhook management").
 *
 * @param app the group of routes under /notifications
 * @param context the sandbox
 */
export function webhookRoutes(app: FastifyInstance, context: Context): void {
	app.post('/webhooks', (request) => {
		const { url, events } = bodyOf(request);
		const violations: Violation[] = [];
		if (typeof url !== 'string' || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
			violations.push({ propertyPath: 'url', name: 'format', invalidValue: url });
		}
		const known: readonly string[] = EVENT_NAMES;
		const names = Array.isArray(events) ? events.filter((name) => typeof name === 'string') : [];
		if (!Array.isArray(events) || names.length < events.length || names.some((name) => !known.includes(name))) {
			violations.push({ propertyPath: 'events', name: 'enum', invalidValue: events });
		}
		if (violations.length > 0) throw new ApiError('BODY_VALIDATION_ERROR', undefined, violations);
		const webhook = { id: randomUUID(), url: String(url), events: names, createdTs: context.isoNow() };
		context.state.webhooks.push(webhook);
		context.changed('webhook', webhook);
		return { id: webhook.id };
	});

	app.delete('/webhooks/:id', (request, reply) => {
		const id = paramOf(request, 'id');
		const index = context.state.webhooks.findIndex((one) => one.id === id);
		if (index < 0) throw new ApiError('NOT_FOUND', 'There is no such webhook');
		const [webhook] = context.state.webhooks.splice(index, 1);
		context.changed('webhookRemoved', webhook);
		return reply.send();
	});
}
