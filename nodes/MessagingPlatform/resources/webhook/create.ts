import { ALL_EVENTS, EVENT_OPTIONS, findNameFault, registeredNames } from '../../../shared/catalogue';
import type { Item } from '../../run/item';
import { type Operation, oneCall } from '../../run/operation';
import { text } from '../../../shared/shapes';

function readEvents(item: Item): string[] {
	const field = item.field('events');
	const further = item.field('furtherEvents');
	const chosen = [...field.texts(), ...further.texts()];
	const events = chosen.includes(ALL_EVENTS) ? registeredNames(chosen) : [...new Set(chosen)];
	const fault = findNameFault(events);
	if (fault !== undefined) throw further.refuse(fault.problem, fault.advice);
	if (events.length > 0) return events;
	throw field.refuse('is empty', 'Choose at least one event to send to the URL, or name one in Further Events.');
}

/** POST {notification_url}/webhooks (specification, "Webhook management"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description: 'Register a URL to receive events. The trigger registers its own. This is for other receivers.',
	},
	reach: 'closed',
	prepare: oneCall((item) => {
		const body = { url: item.field('url').webAddress(), events: readEvents(item) };
		return { method: 'POST', base: 'notification', path: '/webhooks', body };
	}),
	fields: [
		text('URL', 'url', 'The URL that receives the events. The platform must be able to reach it over the internet.', {
			required: true,
			placeholder: 'e.g. https://n8n.example.com/webhook/events',
		}),
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			options: EVENT_OPTIONS,
			default: ['new_message'],
			description: 'The events to send to the URL',
		},
		text(
			'Further Events',
			'furtherEvents',
			"Names of events that aren't in the list, exactly as the platform documents them, separated by commas",
			{ placeholder: 'e.g. FirstNewEvent, SecondNewEvent' },
		),
	],
};
