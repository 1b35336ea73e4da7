import type { DisplayCondition, IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { LOCAL_NAMES } from '../nodes/shared/api/addresses';
import { authenticate } from '../nodes/shared/api/authenticate';

const starting = (text: string): DisplayCondition => ({ _cnd: { startsWith: text } });
const having = (text: string): DisplayCondition => ({ _cnd: { includes: text } });

const PRIVATE_IPV4 = ['127', '10', '192.168', '169.254', ...Array.from({ length: 16 }, (_, index) => `172.${16 + index}`)];

/** What a URL of a local host has, as well as texts can say it. */
const LOCAL = [
	...['://localhost', '://[', ...PRIVATE_IPV4.map((start) => `://${start}.`)].map(having),
	...LOCAL_NAMES.flatMap((name) => [having(`.${name}/`), having(`.${name}:`), { _cnd: { endsWith: `.${name}` } }]),
];

/**
 * A notice for a field with plain http on a public host: n8n shows no words of a test that succeeded. n8n checks the conditions at each
 * request, and the first one, in which all must agree, ends that: a pattern (`regex`) would take as long as the request.
 */
const plainHttpNotice = (name: string, label: string, risk: string): INodeProperties => ({
	displayName: `<b>${label}</b> isn't encrypted (http). ${risk} Enter a URL that starts with https:// if there is one.`,
	name: `${name}HttpNotice`,
	type: 'notice',
	default: '',
	displayOptions: {
		// the second is the same field by its path from the root: a local host may have no dot in its name
		show: { [name]: ['http://', 'Http://', 'HTTP://'].map(starting), [`/${name}`]: [having('.')] },
		hide: { [name]: LOCAL },
	},
});

const TOKEN_RISK = 'Anyone on the way can read the API token and every message.';

/** The credential: API token, the platform's two URLs, and the values that verify its deliveries. */
export class MessagingPlatformApi implements ICredentialType {
	name = 'messagingPlatformApi';

	displayName = 'Messaging Platform API';

	icon: Icon = { light: 'file:../icons/messagingPlatform.svg', dark: 'file:../icons/messagingPlatform.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-platform/n8n-nodes-messaging-platform/blob/main/docs/guides/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The secret key of your account. To get one, open the integration page of the platform and generate a token. It is valid for 1 year, one of a trial for a few days. n8n sends it only to the two URLs below.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/api',
			description:
				"The URL of the platform's API. You can find it in the platform's API documentation: the part before paths such as /v1/chats and /channels. It often ends with /api, and usually not with /v1. Without /api, it can be the documentation's web site.",
		},
		plainHttpNotice('baseUrl', 'Base URL', TOKEN_RISK),
		{
			displayName:
				'For the trigger, also fill in <b>Notification URL</b> and <b>Issuer</b>. If you only send messages, leave both empty.',
			name: 'triggerNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Notification URL',
			name: 'notificationUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://notifications.example.com/notification',
			description:
				"The URL where n8n registers for events. You can find it in the platform's API documentation: the part before /webhooks. Needed for the trigger and the Webhook resource. Leave empty if you only send messages.",
		},
		plainHttpNotice('notificationUrl', 'Notification URL', TOKEN_RISK),
		{
			displayName: 'Issuer',
			name: 'issuer',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://id.example.com/auth/',
			description:
				"What the platform signs its webhooks as (the iss claim): a name or a URL. Copy it exactly, with a slash at its end if it has one. You can find it in the platform's webhook documentation, or ask its support. Needed for the trigger: without it, every event is rejected.",
		},
		{
			displayName: "The <b>Issuer</b> is empty. You can't publish the trigger without it.",
			name: 'issuerNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { issuer: [''] }, hide: { notificationUrl: [''] } },
		},
		{
			displayName: "The <b>Notification URL</b> is empty. You can't publish the trigger without it.",
			name: 'notificationUrlNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { notificationUrl: [''] }, hide: { issuer: [''] } },
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 11111111-2222-4333-8444-555555555555',
			description:
				'Leave empty if the API token names your account, or your account has a channel: the trigger then reads the ID from there. Otherwise, enter the ID of your account on the platform. Events from any other account are rejected.',
		},
		{
			displayName: 'Key Origins',
			name: 'keyOrigins',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://keys.example.com/certificates',
			description:
				'Leave empty unless the platform keeps the signing key for its webhooks somewhere other than at the two URLs above. In that case, enter the URL of that folder, or several separated by commas. Keys from anywhere else are rejected.',
		},
		plainHttpNotice('keyOrigins', 'Key Origins', 'Anyone on the way can replace the key and forge events.'),
		{
			displayName: 'File Origins',
			name: 'fileOrigins',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://files.example.com',
			description:
				"Where files that people send lie, if not at the two URLs above: a URL, or several separated by commas. The trigger's Download Attachments and File: Download get files from there, never with the API token. An item whose file is missing names the URL.",
		},
		plainHttpNotice('fileOrigins', 'File Origins', 'Anyone on the way can read and replace the files.'),
	];

	authenticate: IAuthenticate = authenticate;
}
