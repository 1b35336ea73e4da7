import { ALL_EVENTS, EVENT_NAMES, EVENT_OPTIONS } from '../../../shared/platform/events';
import { valueError } from '../../../shared/platform/errors';
import { type Item, requireText } from '../../engine/item';
import { type Operation, oneValue, routing } from '../../engine/operation';
import { readTexts } from '../../engine/values';

function readUrl(item: Item): string {
	const url = requireText(item, item.parameter('url'), 'URL');
	if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
	throw valueError(
		item.node,
		item.index,
		`URL is not a web address: ${url.slice(0, 200)}`,
		'Enter the whole address, starting with https://.',
	);
}

function readEvents(item: Item): string[] {
	const events = readTexts(item, item.parameter('events'), 'Events');
	if (events.includes(ALL_EVENTS)) return [...EVENT_NAMES];
	if (events.length > 0) return events;
	throw valueError(item.node, item.index, 'Events is empty', 'Choose at least one event that is to be sent to the URL.');
}

/** POST {notification_url}/webhooks (specification, "Webhook management"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description:
			'Register an address for events. The trigger node registers its own; this is for other receivers and for repairs by hand.',
		routing: routing(
			(item) => ({
				method: 'POST',
				base: 'notification',
				path: '/webhooks',
				body: { url: readUrl(item), events: readEvents(item) },
			}),
			oneValue,
		),
	},
	fields: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://n8n.example.com/webhook/events',
			description: 'The address that gets the events. The service must be able to reach it over the internet.',
		},
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
