import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { searchChainActions } from '../shared/listSearch/chainActions';
import { searchChannels, searchPhoneChannels } from '../shared/listSearch/channels';
import { searchChats } from '../shared/listSearch/chats';
import { searchTags } from '../shared/listSearch/tags';
import { searchWidgets } from '../shared/listSearch/widgets';
import { chainAction } from './resources/chainAction';
import { channel } from './resources/channel';
import { chat } from './resources/chat';
import { file } from './resources/file';
import { downloadFiles } from './resources/file/download';
import { uploadFiles } from './resources/file/upload';
import { memo } from './resources/memo';
import { message } from './resources/message';
import { sendMessages } from './resources/message/send';
import { sendTemplates } from './resources/message/sendTemplate';
import { preparedMessage } from './resources/preparedMessage';
import { tag } from './resources/tag';
import { webhook } from './resources/webhook';
import { widget } from './resources/widget';
import { openField } from './tool/agentReach';
import { messagingPlatformApiTest } from '../shared/platform/credentialTest';
import { hints } from './resources/message/hints';
import { customOperationsOf } from './engine/operation';
import { mergeShared } from './engine/properties';

/** The action node: a table of contents. Each operation is in resources/<resource>/<operation>.ts. */
export class MessagingPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Platform',
		name: 'messagingPlatform',
		icon: { light: 'file:../../icons/messagingPlatform.svg', dark: 'file:../../icons/messagingPlatform.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send messages and manage chats on Telegram, VK, WhatsApp, Viber, Instagram, SMS and more',
		defaults: { name: 'Messaging Platform' },
		usableAsTool: true,
		hints,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingPlatformApi', required: true, testedBy: 'messagingPlatformApiTest' }],
		// n8n takes a node with methods for a declarative one only when this is there; the credential adds the base address
		requestDefaults: {},
		properties: mergeShared([
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Chain Action', value: 'chainAction', description: 'What happens when a button is pressed' },
					{ name: 'Channel', value: 'channel', description: 'A connected bot, group or number' },
					{ name: 'Chat', value: 'chat', description: 'A dialog with a person' },
					{ name: 'File', value: 'file', description: 'A file to attach, or one that came with a message' },
					{ name: 'Memo', value: 'memo', description: 'The notes on a chat: text, phone numbers, emails' },
					{ name: 'Message', value: 'message', description: 'What is sent to a chat' },
					{ name: 'Prepared Message', value: 'preparedMessage', description: 'The reply that a pressed button sends' },
					{ name: 'Tag', value: 'tag', description: 'A label on chats' },
					{
						name: 'Webhook',
						value: 'webhook',
						description: 'An address that gets events',
						displayOptions: { hide: { '@tool': [true] } },
					},
					{ name: 'Widget', value: 'widget', description: 'The chat buttons on a website' },
				],
				default: 'message',
			},
			...chainAction,
			...channel,
			...chat,
			...file,
			...memo,
			...message,
			...preparedMessage,
			...tag,
			...webhook,
			...widget,
			openField,
		]),
	};

	methods = {
		listSearch: {
			searchChainActions,
			searchChannels,
			searchChats,
			searchPhoneChannels,
			searchTags,
			searchWidgets,
		},
		credentialTest: { messagingPlatformApiTest },
	};

	customOperations = {
		...customOperationsOf(this.description.properties),
		file: { download: downloadFiles, upload: uploadFiles },
		message: { send: sendMessages, sendTemplate: sendTemplates },
	};
}
