import {
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { messagingPlatformApiTest } from '../shared/api/credentialTest';
import { EVENT_SECRETS } from '../shared/api/secrets';
import { createDeliver } from './deliver/deliver';
import { createLifecycle } from './registration/lifecycle';
import { RegistrationMemory } from './registration/store';
import { getChannels } from '../shared/listSearch/channels';
import { dropdowns } from '../shared/listSearch/options';
import { searchTags } from '../shared/listSearch/tags';
import { getChats, getTags } from './settings/filters';
import { properties, subtitle, triggerPanel } from './settings/properties';

// one for the process: deliveries are checked against what publishing registered
const registrations = new RegistrationMemory();
const deliver = createDeliver(registrations);
const lifecycle = createLifecycle(registrations);

/** The trigger node: a table of contents. */
export class MessagingPlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Platform Trigger',
		name: 'messagingPlatformTrigger',
		icon: { light: 'file:../../icons/messagingPlatform.svg', dark: 'file:../../icons/messagingPlatform.dark.svg' },
		group: ['trigger'],
		// never 1: for version 1 n8n evaluates an expression of its own on each delivery
		version: 2,
		subtitle,
		description: 'Messages and buttons in Telegram, WhatsApp, Viber, SMS and more',
		eventTriggerDescription: 'Write to one of your channels. If the editor keeps waiting, run Webhook: Get Recent Deliveries.',
		activationMessage: 'The events you chose now start this workflow. Write to one of your channels to see it run.',
		triggerPanel,
		defaults: { name: 'Messaging Platform Trigger' },
		builderHint: {
			searchHint:
				'Starts a workflow when a person sends a message on Telegram, VK, WhatsApp, Viber, Instagram, Facebook or SMS, presses a button, or when another event of the messaging platform arrives. It registers and verifies its webhook automatically: there is no URL, secret or signature check to set up. A message has text, sender, attachments and chatRef at the top level of the item.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-platform.messagingPlatform',
					relationHint: 'Replies: message: send with sendTo "reply" uses the chat that started the workflow',
				},
			],
		},
		sensitiveOutputFields: [...EVENT_SECRETS],
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingPlatformApi', required: true, testedBy: 'messagingPlatformApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// the platform looks at the status only; without this n8n would send the whole event back
				responseData: 'noData',
				path: 'webhook',
			},
		],
		properties,
	};

	methods = {
		credentialTest: { messagingPlatformApiTest },
		loadOptions: dropdowns({ getChannels, getChats, getTags }),
		listSearch: dropdowns({ searchTags }),
	};

	webhookMethods = { default: lifecycle };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await deliver(this);
	}
}
