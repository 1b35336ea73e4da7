import { pathPart } from '../../../shared/api/apiRequest';
import { type Operation, accepted } from '../../run/operation';
import { text } from '../../fields/shapes';

/** DELETE {notification_url}/webhooks/{id} (specification, "Webhook management"; its answer's content is not shown). */
export const remove: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description:
			'Remove a registered address, for example one that a crashed server left behind. The platform cannot list webhooks, so the ID must be known.',
	},
	reach: 'closed',
	prepare: accepted((item) => {
		const id = item.field('webhookId').required();
		return {
			request: { method: 'DELETE', base: 'notification', path: `/webhooks/${pathPart(id)}` },
			output: { deleted: true, id },
		};
	}),
	fields: [
		text('Webhook ID', 'webhookId', 'The ID that the platform gave when the webhook was created', {
			required: true,
			placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
		}),
	],
};
