import { type INodeProperties, isExpression, type TriggerPanelDefinition } from 'n8n-workflow';
import { EVENT_OPTIONS, MESSAGE_EVENT, READ_EVENT, STATUS_EVENT } from '../../shared/catalogue';
import type { Field } from '../../shared/field';
import { EMPTY } from '../../shared/fieldValue';
import { printJson } from '../../shared/json';
import { amount, group, itself, picker, text, toggle } from '../../shared/parameter';
import { BETWEEN, filters, forEvent, usuallyOn } from './filters';

const LABELS = Object.fromEntries(EVENT_OPTIONS.map(({ name, value }) => [String(value), name]));

/** The trigger's subtitle on the canvas: its events in words. The editor alone evaluates it. */
export const subtitle = `={{ $parameter["events"].map((name) => (${printJson(LABELS)})[name] ?? name).join(", ") }}`;

const EXECUTIONS = '<a data-key="executions">list of executions</a>';
const TEST = 'click the execute button, then write to one of your channels. The editor receives one event';
const SILENT =
	'<br /><br /><b>If nothing arrives</b>, run <i>Webhook: Get Recent Deliveries</i>. It shows what was rejected, and why.';

export const triggerPanel: TriggerPanelDefinition = {
	header: 'Get an event from one of your channels',
	executionsHelp: {
		inactive: `<b>While you build the workflow</b>, ${TEST}.<br /><br /><b>Once it is ready</b>, publish it. Each event you chose then starts it, and you see each run in the ${EXECUTIONS}.${SILENT}`,
		active: `<b>While you change the workflow</b>, ${TEST}. The published workflow receives it too.<br /><br /><b>The published workflow</b> starts on each event you chose. You see each run in the ${EXECUTIONS}.${SILENT}`,
	},
	activationHint: {
		inactive: 'Once the workflow is ready, publish it. Each event you chose then starts it.',
		active: 'This workflow is published. Each event you chose starts it.',
	},
};

const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options: EVENT_OPTIONS,
	default: ['new_message'],
	description: 'The events that start the workflow. After changing this, publish the workflow again.',
};

/** Keeps anything but text as a wrong entry, and an expression without a result as an empty one: an empty list lets everyone in. */
function readAddresses({ value, saved, isThere }: Field): string[] {
	const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(BETWEEN) : [value ?? ''];
	const entries = given.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
	return entries.length === 0 && isThere && isExpression(saved) ? [''] : entries;
}

/** A name that may be left empty, but not by an expression. */
function optionalName(one: Field): string {
	const name = one.isGiven ? one.whole().trim() : '';
	if (name === '' && isExpression(one.saved)) throw one.refuse('is empty', EMPTY);
	return name;
}

export const options = group('Options', 'options', 'Add Option', {
	downloadAttachments: toggle(
		'Download Attachments',
		'downloadAttachments',
		'Whether to download the files of a new message, including voice and audio, into the binary fields attachment_0, attachment_1 and so on',
		{ displayOptions: forEvent(MESSAGE_EVENT) },
	),
	allowOtherAddresses: toggle(
		'Download From Anywhere',
		'allowOtherAddresses',
		"Whether to also download files from any public URL. The sender of a message can choose such a URL. Your API token is never sent there. If the platform keeps its files at another address, enter it in the credential's File Origins instead.",
		{ displayOptions: { show: { downloadAttachments: [true] } } },
	),
	maxAttachmentBytes: amount(
		'Download Size Limit (MB)',
		'maxAttachmentMegabytes',
		"Larger files are skipped, and the item says why. The files of one event can have up to 100 MB in total, or this limit if it's higher.",
		{ typeOptions: { minValue: 0, maxValue: 200 }, displayOptions: { show: { downloadAttachments: [true] } }, default: 20 },
	).map((megabytes) => megabytes * 1_048_576),
	/** For all files of an event together. */
	downloadBudgetMs: amount(
		'Download Time (Seconds)',
		'downloadBudgetSeconds',
		'How long to spend on downloading all files of one event. The platform waits in the meantime, and sends the event again if it takes too long.',
		{ typeOptions: { minValue: 1, maxValue: 60 }, displayOptions: { show: { downloadAttachments: [true] } }, default: 5 },
	).map((seconds) => seconds * 1_000),
	eachPart: toggle(
		'Each Message Part',
		'eachPart',
		'Whether to start the workflow for each part of a message that the platform split. Otherwise, such a message counts once.',
		{ displayOptions: forEvent(MESSAGE_EVENT, READ_EVENT, STATUS_EVENT) },
	),
	deduplicate: toggle(
		'Ignore Repeated Events',
		'deduplicate',
		'Whether to ignore an event that the platform sends again. Events are remembered in memory only. If you run several n8n processes, or to cover restarts, add a Remove Duplicates node on eventId.',
	).as(usuallyOn),
	// the platform delivers registered names only: those that it adds later are entered here
	furtherEvents: text(
		'Other Events',
		'furtherEvents',
		"Names of events that aren't in the list, exactly as the platform documents them, separated by commas. After changing this, publish the workflow again.",
		{ noDataExpression: true, placeholder: 'e.g. FirstNewEvent, SecondNewEvent' },
	).as(itself),
	raw: toggle(
		'Raw Body',
		'raw',
		'Whether to output the event exactly as the platform sent it, instead of in the same fields for every event',
	),
	/** Empty if operators take nothing over. */
	takeoverTag: picker(
		'Takeover Tag',
		'takeoverTag',
		{ method: 'searchTags', placeholder: 'Select a tag…' },
		{ displayName: 'By Name', name: 'name', placeholder: 'e.g. human' },
		{
			required: false,
			// n8n copies it unchanged into Options
			default: { __rl: true, mode: 'list', value: '' },
			description:
				'A tag that is put on a chat as soon as an operator writes in it, in the account or in the messenger. While a chat has this tag, none of its events starts the workflow, except Chat: Tag Removed. Remove the tag to hand the chat back. Leave empty to switch this off. In queue mode, another webhook processor may miss a new tag for up to about 2 seconds. After changing this, publish the workflow again.',
		},
	).as(optionalName),
});

export const security = group('Security and Limits', 'security', 'Add Limit', {
	/** IP addresses and CIDR ranges. */
	allowedAddresses: text(
		'Allowed IP Addresses',
		'allowedAddresses',
		'Only these IP addresses or ranges may call this webhook. Every event is verified as well. If n8n is behind a proxy, set N8N_PROXY_HOPS so that n8n sees the real caller. Leave empty for all. An expression that returns nothing blocks everyone.',
		{ placeholder: 'e.g. 192.0.2.10, 2001:db8::/32' },
	).as(readAddresses),
	toleranceMs: amount(
		'Clock Tolerance (Seconds)',
		'clockToleranceSeconds',
		"How much this server's clock and the platform's may differ",
		{ typeOptions: { minValue: 0, maxValue: 600 }, default: 30 },
	).map((seconds) => seconds * 1_000),
	maxEventBytes: amount(
		'Event Size Limit (MB)',
		'maxEventMegabytes',
		"Larger events aren't read, because that could hold up n8n for seconds. They get status 503, and n8n's log names this option. n8n itself accepts up to 16 MB unless you set N8N_PAYLOAD_SIZE_MAX.",
		{ typeOptions: { minValue: 1, maxValue: 64 }, default: 4 },
	).map((megabytes) => megabytes * 1_048_576),
	/** Infinity for no limit. */
	maxLifetimeMs: amount(
		'Token Lifetime (Hours)',
		'maxLifetimeHours',
		'Every event carries a token that proves that the platform sent it. Events whose token is valid for longer than this are rejected. 0 means no limit.',
		{ typeOptions: { minValue: 0, maxValue: 8784 } },
	)
		.map((hours) => hours * 3_600_000)
		.map((ms) => ms || Infinity),
	/** Empty for the webhook's own host. */
	webhookHost: text(
		'Webhook Host',
		'webhookHost',
		"The public host name of this n8n, which the platform puts into its tokens. Needed only if n8n is behind a proxy that changes it and N8N_WEBHOOK_URL (in older versions WEBHOOK_URL) isn't set.",
		{ placeholder: 'e.g. n8n.example.com' },
	).as(optionalName),
});

export const properties: INodeProperties[] = [events, filters.property, options.property, security.property];
