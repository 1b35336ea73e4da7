import { ALL_EVENTS, EVENT_NAMES, EVENT_OPTIONS } from '../../../shared/platform/events';
import type { Item } from '../../engine/item';
import { type Operation, oneCall, oneValue } from '../../engine/operation';
import { text } from '../../fields/shapes';

function readEvents(item: Item): string[] {
	const field = item.field('events');
	const events = field.texts();
	if (events.includes(ALL_EVENTS)) return [...EVENT_NAMES];
	if (events.length > 0) return events;
	throw field.refuse('is empty', 'Choose at least one event that is to be sent to the URL.');
}

/** POST {notification_url}/webhooks (specification, "Webhook management"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description:
			'Register an address for events. The trigger node registers its own; this is for other receivers and for repairs by hand.',
	},
	reach: 'closed',
	prepare: oneCall((item) => {
		const body = { url: item.field('url').webAddress(), events: readEvents(item) };
		return { method: 'POST', base: 'notification', path: '/webhooks', body };
	}, oneValue),
	fields: [
		text('URL', 'url', 'The address that gets the events. The platform must be able to reach it over the internet.', {
			required: true,
			placeholder: 'e.g. https://n8n.example.com/webhook/events',
		}),
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			options: EVENT_OPTIONS,
			default: ['new_message'],
			required: true,
			description: 'Which events are sent to the URL',
		},
	],
};
