import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { authenticate } from '../nodes/shared/api/authenticate';

/** The credential: API token, the platform's two addresses, and what is needed to verify its deliveries. */
export class MessagingPlatformApi implements ICredentialType {
	name = 'messagingPlatformApi';

	displayName = 'Messaging Platform API';

	icon: Icon = { light: 'file:../icons/messagingPlatform.svg', dark: 'file:../icons/messagingPlatform.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-platform/n8n-nodes-messaging-platform?tab=readme-ov-file#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The secret key of your account. To get one, open the integration page in the platform and generate a token; it is valid for 1 year. It is sent only to the two addresses below.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				"The address of the platform's API, from its API documentation: what stands there before paths like /v1/chats and /channels. The nodes add the paths, so it usually does not end with /v1.",
		},
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
			placeholder: 'e.g. https://notifications.example.com',
			description:
				'The address where webhooks are registered, from the platform\'s API documentation: what stands there before /webhooks. Needed for the trigger and the resource "Webhook". Leave empty if you only send messages.',
		},
		{
			displayName: 'Issuer',
			name: 'issuer',
			type: 'string',
			default: '',
			placeholder: 'e.g. messaging-platform',
			description:
				'The name the platform signs its webhooks with (the claim "iss"), from the platform\'s webhook documentation. Needed for the trigger: without it, every event is refused.',
		},
		{
			displayName: 'The <b>Issuer</b> is empty: the trigger cannot be published without it.',
			name: 'issuerNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { issuer: [''] }, hide: { notificationUrl: [''] } },
		},
		{
			displayName: 'The <b>Notification URL</b> is empty: the trigger cannot be published without it.',
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
				'Leave empty if your account has a channel: the trigger then reads the ID from there. Otherwise, enter the ID of your account in the platform. Events from any other account are refused.',
		},
		{
			displayName: 'Key Origins',
			name: 'keyOrigins',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://keys.example.com/certificates',
			description:
				'Leave empty unless the platform keeps the key for its webhooks somewhere other than the two addresses above. Then enter that address or folder, or several separated by commas. Keys from anywhere else are refused.',
		},
	];

	authenticate: IAuthenticate = authenticate;
}
