import type { DisplayCondition, IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { LOCAL_NAMES } from '../nodes/shared/api/addresses';
import { authenticate } from '../nodes/shared/api/authenticate';
import { type Parameter, notice, text } from '../nodes/shared/parameter';

const having = (part: string): DisplayCondition => ({ _cnd: { includes: part } });

/** Plain http at the beginning of a field, or of a later entry of its list. */
const HTTP: DisplayCondition[] = ['http://', 'Http://', 'HTTP://'].flatMap((scheme) => [
	{ _cnd: { startsWith: scheme } },
	...[' ', ','].map((before) => having(before + scheme)),
]);

const PRIVATE_IPV4 = [
	...['127.', '192.168.', '169.254.', ...Array.from({ length: 16 }, (_, index) => `172.${16 + index}.`)],
	// 10.example.com is a name
	...Array.from({ length: 10 }, (_, digit) => `10.${digit}`),
];

/** Parts of the URLs of local hosts. A condition can only compare texts, so this is close, but not exact. */
const LOCAL = [
	...['localhost', '[', ...PRIVATE_IPV4].map((start) => having(`://${start}`)),
	...LOCAL_NAMES.flatMap((name) => [having(`.${name}/`), having(`.${name}:`), { _cnd: { endsWith: `.${name}` } }]),
];

/** A field for a URL, and a notice if that is plain http on a public host. No `regex` in the condition: n8n checks it at each request, slowly. */
const urlField = (
	[label, name]: [string, string],
	risk: string,
	description: string,
	more: Partial<INodeProperties>,
): Parameter[] => [
	text(label, name, description, more),
	notice(
		`${name}HttpNotice`,
		`<b>${label}</b> isn't encrypted (http). ${risk} Enter a URL that starts with https:// if there is one.`,
		// the second is the same field by its path from the root: a local host may have no dot in its name
		{ show: { [name]: HTTP, [`/${name}`]: [having('.')] }, hide: { [name]: LOCAL } },
	),
];

const missingNotice = (label: string, name: string, other: string): Parameter =>
	notice(`${name}Notice`, `The <b>${label}</b> is empty. You can't publish the trigger without it.`, {
		show: { [name]: [''] },
		hide: { [other]: [''] },
	});

const TOKEN_RISK = 'Anyone on the way can read the API token and every message.';

/** The platform's URLs, and the values that verify its deliveries. */
const SETTINGS: Parameter[] = [
	...urlField(
		['Base URL', 'baseUrl'],
		TOKEN_RISK,
		"The URL of the platform's API. You can find it in the platform's API documentation: the part before paths such as /v1/chats and /channels. It often ends with /api, and usually not with /v1. Without /api, it can be the documentation's web site.",
		{ required: true, placeholder: 'e.g. https://api.example.com/api' },
	),
	notice(
		'triggerNotice',
		'For the trigger, also fill in <b>Notification URL</b> and <b>Issuer</b>. If you only send messages, leave both empty.',
	),
	...urlField(
		['Notification URL', 'notificationUrl'],
		TOKEN_RISK,
		"The URL where n8n registers for events. You can find it in the platform's API documentation: the part before /webhooks. Needed for the trigger and the Webhook resource. Leave empty if you only send messages.",
		{ placeholder: 'e.g. https://notifications.example.com/notification' },
	),
	text(
		'Issuer',
		'issuer',
		"What the platform signs its webhooks as (the iss claim): a name or a URL. Copy it exactly, with a slash at its end if it has one. You can find it in the platform's webhook documentation, or ask its support. Needed for the trigger: without it, the workflow can't be published.",
		{ placeholder: 'e.g. https://id.example.com/auth/' },
	),
	missingNotice('Issuer', 'issuer', 'notificationUrl'),
	missingNotice('Notification URL', 'notificationUrl', 'issuer'),
	text(
		'Account ID',
		'accountId',
		'Leave empty if the API token names your account, or your account has a channel: the trigger then reads the ID from there. Otherwise, enter the ID of your account on the platform. Events from any other account are rejected.',
		{ placeholder: 'e.g. 11111111-2222-4333-8444-555555555555' },
	),
	...urlField(
		['Key Origins', 'keyOrigins'],
		'Anyone on the way can replace the key and forge events.',
		'Leave empty unless the platform keeps the signing key for its webhooks somewhere other than at the two URLs above. In that case, enter the URL of that folder, or several separated by commas. Keys from anywhere else are rejected.',
		{ placeholder: 'e.g. https://keys.example.com/certificates' },
	),
	...urlField(
		['File Origins', 'fileOrigins'],
		'Anyone on the way can read and replace the files.',
		"The storage of files that people send, if it isn't at the two URLs above: a URL, or several separated by commas. The trigger's Download Attachments and File: Download get files from there, never with the API token. An item whose file is missing names the URL.",
		{ placeholder: 'e.g. https://files.example.com' },
	),
];

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
		...SETTINGS.map(({ property }) => property),
	];

	authenticate: IAuthenticate = authenticate;
}
