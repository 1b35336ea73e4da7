import { pathPart } from '../../../shared/api/apiRequest';
import { accepted, operation } from '../../run/operation';
import { text } from '../../../shared/parameter';

/** DELETE {notification_url}/webhooks/{id} (specification, "Webhook management", which doesn't show the response). */
export const remove = operation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: 'Remove a registered URL by its ID, for example one that a crashed server left behind',
	},
	reach: 'closed',
	fields: {
		id: text('Webhook ID', 'webhookId', 'The ID that the platform returned when the webhook was created', {
			required: true,
			placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
		}),
	},
	prepare: accepted(({ id }) => ({
		request: { method: 'DELETE', base: 'notification', path: `/webhooks/${pathPart(id)}` },
		output: { deleted: true, id },
	})),
});
