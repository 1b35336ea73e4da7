import { ALL_EVENTS, EVENT_OPTIONS, findNameFault, registeredNames } from '../../../shared/catalogue';
import { Parameter, itself, text } from '../../../shared/parameter';
import type { Composite } from '../../run/item';
import { oneCall, operation } from '../../run/operation';

const listed = new Parameter(
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: EVENT_OPTIONS,
		default: ['new_message'],
		description: 'The events to send to the URL',
	},
	itself,
);

const furtherEvents = text(
	'Other Events',
	'furtherEvents',
	"Names of events that aren't in the list, exactly as the platform documents them, separated by commas",
	{ placeholder: 'e.g. FirstNewEvent, SecondNewEvent' },
).as(itself);

const events: Composite<string[]> = {
	parts: [listed, furtherEvents],
	readItem: (item) => {
		const [field, further] = [item.read(listed), item.read(furtherEvents)];
		const chosen = [...field.texts(), ...further.texts()];
		const names = chosen.includes(ALL_EVENTS) ? registeredNames(chosen) : [...new Set(chosen)];
		const fault = findNameFault(names);
		if (fault !== undefined) throw further.refuse(fault.problem, fault.advice);
		if (names.length > 0) return names;
		throw field.refuse('is empty', 'Choose at least one event to send to the URL, or name one in Other Events.');
	},
};

/** POST {notification_url}/webhooks (specification, "Webhook management"). */
export const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description: 'Register a URL to receive events. The trigger registers its own. This is for other receivers.',
	},
	reach: 'closed',
	fields: {
		url: text('URL', 'url', 'The URL that receives the events. The platform must be able to reach it over the internet.', {
			required: true,
			placeholder: 'e.g. https://n8n.example.com/webhook/events',
		}).as((field) => field.webAddress()),
		events,
	},
	prepare: oneCall(({ url, events: names }) => ({
		method: 'POST',
		base: 'notification',
		path: '/webhooks',
		body: { url, events: names },
	})),
});
