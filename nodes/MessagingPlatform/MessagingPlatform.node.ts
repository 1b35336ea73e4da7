import {
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { searchChainActions } from './resources/chainAction';
import { getChannels, searchChannels, searchSendingChannels } from '../shared/listSearch/channels';
import { searchChats } from '../shared/listSearch/chats';
import { dropdowns } from '../shared/listSearch/options';
import { searchTags } from '../shared/listSearch/tags';
import { getWidgetChannels, getWidgetSettings, searchWidgets } from './resources/widget/widgetLists';
import { messagingPlatformApiTest } from '../shared/api/credentialTest';
import { CHAT_SECRETS } from '../shared/api/secrets';
import { DirectCalls } from './run/directCalls';
import { customOperationsOf } from './run/loop';
import { NodeMemory } from './run/memory';
import { operationFields, selectorsOf, subtitleOf } from './run/nodeProperties';
import { requestOptions } from './fields/requestOptions';
import { getTags } from './fields/tagLists';
import { resources } from './resources';
import { hints } from './resources/message/hints';
import { openFieldsOf, toolDescriptionOf } from './agent/toolFields';
import { createAnswer } from './ask/answer';
import { waitingTooltip } from './ask/questionOptions';
import { createLinkPage } from './ask/page/linkPage';
import { outputsOfNode } from './ask/separateOutputs';
import { LINK_WEBHOOK, answerWebhooks } from './ask/webhooks';

const linkPage = createLinkPage();

const fields = operationFields(resources, [toolDescriptionOf, openFieldsOf]);

const webhookOf = (answer: (context: IWebhookFunctions) => Promise<IWebhookResponseData>) =>
	async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await (this.getWebhookName() === LINK_WEBHOOK ? linkPage(this) : answer(this));
	};

/** The action node: a table of contents. Each operation is in resources, in the file or folder of its resource. */
export class MessagingPlatform implements INodeType {
	private readonly memory = new NodeMemory();

	description: INodeTypeDescription = {
		displayName: 'Messaging Platform',
		name: 'messagingPlatform',
		icon: { light: 'file:../../icons/messagingPlatform.svg', dark: 'file:../../icons/messagingPlatform.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Send messages and manage chats on Telegram, VK, WhatsApp, Viber, SMS and more',
		defaults: { name: 'Messaging Platform' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Messages, questions, tags, notes and blocking in Telegram, VK, WhatsApp, Viber, Instagram, Facebook and SMS chats, through one messaging platform. To answer the person who wrote, put message: send after the Messaging Platform Trigger and leave sendTo at "reply". It uses the chat that started the workflow, even with nodes in between. To ask a person and continue with the answer, use message: sendAndWait. Formatting needs additionalFields.textMarkup. Without it, Markdown is shown unchanged.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-platform.messagingPlatformTrigger',
					relationHint: 'Starts the workflow with a message or another event, so that a reply needs no chat filled in',
				},
			],
		},
		waitingNodeTooltip: waitingTooltip,
		sensitiveOutputFields: [...CHAT_SECRETS],
		hints,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOfNode,
		credentials: [{ name: 'messagingPlatformApi', required: true, testedBy: 'messagingPlatformApiTest' }],
		webhooks: answerWebhooks,
		// without this, n8n doesn't treat a node with methods as declarative; the credential adds the base URL
		requestDefaults: {},
		properties: [...selectorsOf(resources, 'message', new DirectCalls(this.memory)), ...fields, requestOptions],
	};

	methods = {
		listSearch: dropdowns({ searchChainActions, searchChannels, searchChats, searchSendingChannels, searchTags, searchWidgets }),
		loadOptions: dropdowns({ getChannels, getTags, getWidgetChannels, getWidgetSettings }),
		credentialTest: { messagingPlatformApiTest },
	};

	customOperations = customOperationsOf(resources, this.memory);

	webhook = webhookOf(createAnswer(this.memory));
}
