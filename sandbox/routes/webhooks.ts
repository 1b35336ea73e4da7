import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { ApiError, refuse } from '../core/errors';
import { paramOf } from '../http/requests';
import { checkedBody, operation } from '../http/operation';

/** Registration and removal of webhooks, at {notification_url} (specification, "Webhook management"). */
export function webhookRoutes(app: FastifyInstance, context: Context): void {
	operation(app, context, 'createWebhook', (request) => {
		const { url = '', events = [] } = checkedBody<{ url?: string; events?: string[] }>(request);
		if (context.holds('webhookAddress') && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
			refuse([{ propertyPath: 'url', name: 'format', invalidValue: url }]);
		}
		const webhook = { id: randomUUID(), url, events, createdTs: context.isoNow() };
		context.state.webhooks.push(webhook);
		context.changed({ kind: 'webhook', data: webhook });
		return { id: webhook.id };
	});

	operation(app, context, 'deleteWebhook', (request) => {
		const id = paramOf(request, 'id');
		const webhook = context.state.webhooks.find((one) => one.id === id);
		if (!webhook && context.holds('knownWebhook')) throw new ApiError('NOT_FOUND', 'There is no such webhook');
		if (!webhook) return undefined;
		context.state.webhooks = context.state.webhooks.filter((one) => one !== webhook);
		context.changed({ kind: 'webhookRemoved', data: webhook });
		return undefined;
	});
}
