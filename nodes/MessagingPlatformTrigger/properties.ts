import type { INodeProperties } from 'n8n-workflow';
import { EVENT_OPTIONS } from '../shared/platform/events';

/** Which events start the workflow. */
const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	noDataExpression: true,
	options: EVENT_OPTIONS,
	default: ['new_message'],
	description: 'What starts the workflow. After a change, publish the workflow again.',
};

const filterOptions: INodeProperties[] = [
	{
		displayName: 'Channel Names or IDs',
		name: 'channels',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getChannels' },
		default: [],
		description:
			'Only events of these channels; none chosen means all. An expression may also give channel types such as tg. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Chats',
		name: 'chats',
		type: 'string',
		default: '',
		placeholder: 'e.g. tg_12345_67890',
		description:
			'Only events of these chats: their chatRef or tbChatId as this trigger outputs them, separated by commas. Empty means all.',
	},
	{
		displayName: 'Ignore Events Older Than (Minutes)',
		name: 'maxAgeMinutes',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Leave out what happened longer ago, for example after an outage. 0 means no limit.',
	},
	{
		displayName: 'Ignore Messages Sent by the API',
		name: 'ignoreOwn',
		type: 'boolean',
		default: true,
		description:
			'Whether to leave out messages that were sent through the API, such as those of your own workflows. Matters only when outgoing messages are let in.',
	},
	{
		displayName: 'Message Content',
		name: 'content',
		type: 'options',
		options: [
			{ name: 'Any', value: 'any', description: 'All messages' },
			{
				name: 'With Attachments',
				value: 'attachments',
				description: 'Only messages with a file, voice, photo or video',
			},
			{ name: 'With Text', value: 'text', description: 'Only messages that have a text' },
		],
		default: 'any',
		description: 'Which new messages start the workflow',
	},
	{
		displayName: 'Message Direction',
		name: 'direction',
		type: 'options',
		options: [
			{ name: 'Incoming', value: 'inbound', description: 'Messages that end users write' },
			{ name: 'Incoming and Outgoing', value: 'both', description: 'All messages' },
			{ name: 'Outgoing', value: 'outbound', description: 'Messages that operators, bots or the API send' },
		],
		default: 'inbound',
		description:
			'Which new messages start the workflow. Take care with outgoing ones: a workflow that answers its own messages never stops.',
	},
	{
		displayName: 'Tag Names or IDs',
		name: 'tags',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getTags' },
		default: [],
		description:
			'Only events whose chat has at least one of these tags; none chosen means all. Events that do not tell the tags of their chat are left out. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
];

const outputOptions: INodeProperties[] = [
	{
		displayName: 'Download Attachments',
		name: 'downloadAttachments',
		type: 'boolean',
		default: false,
		description:
			'Whether to download the files of a new message, voice and audio too, into binary fields attachment_0, attachment_1 and so on',
	},
	{
		displayName: 'Download From Other Addresses',
		name: 'allowOtherAddresses',
		type: 'boolean',
		default: false,
		displayOptions: { show: { downloadAttachments: [true] } },
		description:
			"Whether to download also from public addresses outside the credential's. Whoever writes a message may choose them. The API token is never sent there.",
	},
	{
		displayName: 'Download Limit (MB)',
		name: 'maxAttachmentMegabytes',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 200 },
		default: 20,
		displayOptions: { show: { downloadAttachments: [true] } },
		description:
			'Larger files are not downloaded; the item tells so. All files of one event together: 100 MB, or this limit where it is higher.',
	},
	{
		displayName: 'Download Time (Seconds)',
		name: 'downloadBudgetSeconds',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 60 },
		default: 5,
		displayOptions: { show: { downloadAttachments: [true] } },
		description:
			'Time for all files of one event together. The platform waits for the answer meanwhile and sends the event again when it takes too long.',
	},
	{
		displayName: 'Raw Body',
		name: 'raw',
		type: 'boolean',
		default: false,
		description: 'Whether to output the body as the platform sent it instead of the uniform fields',
	},
	{
		displayName: 'Start Once per Event',
		name: 'deduplicate',
		type: 'boolean',
		default: true,
		description:
			'Whether an event that the platform sends again starts nothing. Remembered in memory: with several n8n processes or after a restart, add a Remove Duplicates node on eventId.',
	},
];

const securityOptions: INodeProperties[] = [
	{
		displayName: 'Allowed IP Addresses',
		name: 'allowedAddresses',
		type: 'string',
		default: '',
		placeholder: 'e.g. 192.0.2.10, 2001:db8::/32',
		description:
			'Only these addresses or ranges may call this webhook, in addition to the verification of the token. Behind a proxy, set N8N_PROXY_HOPS so that n8n sees the real caller. Empty means all; an expression that gives nothing means nobody.',
	},
	{
		displayName: 'Clock Tolerance (Seconds)',
		name: 'clockToleranceSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 600 },
		default: 30,
		description: "By how much this server's clock and the platform's may differ",
	},
	{
		displayName: 'Maximum Token Lifetime (Hours)',
		name: 'maxLifetimeHours',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 8784 },
		default: 0,
		description: "Tokens that are valid for longer than this are refused. 0 means no limit: the token's own expiry counts.",
	},
	{
		displayName: 'Webhook Host',
		name: 'webhookHost',
		type: 'string',
		default: '',
		placeholder: 'e.g. n8n.example.com',
		description:
			"The public host name that the platform's tokens must be meant for. Needed only when a proxy changes it and WEBHOOK_URL is not set.",
	},
];

function byDisplayName(left: INodeProperties, right: INodeProperties): number {
	return left.displayName.localeCompare(right.displayName);
}

/** The trigger's fields in the editor. */
export const properties: INodeProperties[] = [
	events,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...filterOptions, ...outputOptions, ...securityOptions].sort(byDisplayName),
	},
];
