import { pathPart } from '../../shared/api/apiRequest';
import { ALL_EVENTS, EVENT_OPTIONS, findNameFault, registeredNames } from '../../shared/catalogue';
import { accountAt, recentDeliveries } from '../../shared/deliveries';
import { Parameter, itself, notice, text } from '../../shared/parameter';
import { most } from '../fields/list';
import type { Composite } from '../run/item';
import { type Resource, accepted, independent, oneCall, operation } from '../run/operation';

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
const create = operation({
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

/** DELETE {notification_url}/webhooks/{id} (specification, "Webhook management", which doesn't show the response). */
const remove = operation({
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

const NO_TRIGGER =
	'This n8n process knows no published trigger of this account. Publish a workflow with a Messaging Platform Trigger and this credential.';

const NOTHING_CAME =
	"Nothing has reached this account's triggers since n8n started. If you wrote to one of your channels, the platform can't reach n8n: check N8N_WEBHOOK_URL.";

/** What the triggers of this process received. The platform doesn't list its deliveries (specification, "Webhook management"). */
const getDeliveries = operation({
	option: {
		name: 'Get Recent Deliveries',
		value: 'getDeliveries',
		action: 'Get recent deliveries',
		description: 'List the last 100 events that reached your triggers: what each one did, and why',
	},
	reach: 'closed',
	reads: true,
	fields: {
		ownProcess: notice(
			'deliveriesNotice',
			'Lists what this n8n process received since it started. In queue mode, other processes receive events: set <code>N8N_LOG_LEVEL=debug</code> for the webhook processors, and look in their log for lines that begin with "Delivery".',
		),
		most,
	},
	prepare: independent(async ({ most: limit }, item) => {
		const { baseUrl, claims } = await item.platform.connection();
		// anyone may enter an Account ID in a credential, but the platform accepts only a token that it made
		const account = (await item.execution.channels.accountIdOf({ channel: '', channelId: '' }, item.index)) ?? claims.accountId;
		const deliveries = recentDeliveries.of(accountAt(baseUrl, account));
		const { functions, index } = item;
		if (!deliveries?.length && index === 0 && 'addExecutionHints' in functions) {
			const message = deliveries === undefined ? NO_TRIGGER : NOTHING_CAME;
			functions.addExecutionHints({ message, location: 'outputPane' });
		}
		return (deliveries ?? []).slice(0, limit);
	}),
});

export const webhook: Resource = {
	option: {
		name: 'Webhook',
		value: 'webhook',
		description: 'A URL that receives events',
		displayOptions: { hide: { '@tool': [true] } },
	},
	operations: [create, remove, getDeliveries],
	first: 'create',
};
