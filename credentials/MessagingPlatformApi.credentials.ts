import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { authenticate } from '../nodes/shared/platform/authenticate';

/** The credential: API token, the service's two addresses, and what is needed to verify its deliveries. */
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
				'The secret key of your account. In the platform, open the integration page and generate a token; it is valid for 1 year. It is sent to the two addresses below and nowhere else.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/v1',
			description: "The address of the platform's API, from its API documentation",
		},
		{
			displayName: 'Notification URL',
			name: 'notificationUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://notifications.example.com',
			description:
				'The address where webhooks are registered, from the platform\'s API documentation. Needed by the trigger and by the resource "Webhook"; leave it empty if you only send messages.',
		},
		{
			displayName: 'Issuer',
			name: 'issuer',
			type: 'string',
			default: '',
			placeholder: 'e.g. messaging-platform',
			description:
				'The platform\'s own name, as it signs its webhooks with (the claim "iss"). Needed by the trigger: without it no event is let in. You find it in the platform\'s documentation of webhooks.',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 11111111-2222-4333-8444-555555555555',
			description:
				'Only for an account that has no channels yet: the ID of your account in the platform. Otherwise the trigger learns it from your channels. It lets in events of this account only.',
		},
		{
			displayName: 'Key Origins',
			name: 'keyOrigins',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://keys.example.com/certificates',
			description:
				'Only if the platform keeps the key that signs its webhooks at another address than the two above: that address or folder, or several separated by commas. Once filled in, keys from anywhere else are refused.',
		},
	];

	authenticate: IAuthenticate = authenticate;
}
