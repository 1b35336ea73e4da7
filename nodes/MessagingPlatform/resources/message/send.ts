import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ChatRef } from '../../shared/chatRef';
import { splitChatRef } from '../../shared/chatRef';
import { asNodeError, valueError } from '../../shared/errors';
import type { Item } from '../../shared/item';
import { itemAt, requireInt64, requireText } from '../../shared/item';
import type { Operation } from '../../shared/operation';
import { oneValue, routing, toOutput } from '../../shared/operation';
import { chatByRef } from '../../shared/pickers';
import { findReplyChat } from '../../shared/replyChat';
import type { ApiRequest } from '../../shared/transport';
import { apiCall } from '../../shared/transport';

function readChat(item: Item): ChatRef {
	const value = requireText(item, item.located('chat'), 'Chat');
	const chat = splitChatRef(value);
	if (chat) return chat;
	throw valueError(
		item.node,
		item.index,
		`Chat is not a chat address: ${value.slice(0, 100)}`,
		'Choose one from the list, or enter the chatRef that the trigger emits, like tg_12345_67890.',
	);
}

/** The one request builder of the operation, for its routing and for its custom operation. */
function buildRequest(item: Item): ApiRequest {
	const chat = item.parameter('sendTo') === 'chat' ? readChat(item) : findReplyChat(item);
	return {
		method: 'POST',
		path: '/messages',
		body: {
			channel: chat.channel,
			channelId: requireInt64(item, chat.channelId, 'Channel'),
			chatId: chat.chatId,
			text: requireText(item, item.parameter('text'), 'Text'),
		},
	};
}

/** POST {base_url}/messages (specification, "Messages and files"). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send a message',
		description: 'Send a message to a chat',
		routing: routing(buildRequest, oneValue),
	},
	fields: [
		{
			displayName: 'Send To',
			name: 'sendTo',
			type: 'options',
			options: [
				{
					name: 'Reply',
					value: 'reply',
					description: 'Answer the chat that started the workflow; nothing to fill in',
				},
				{
					name: 'A Chat',
					value: 'chat',
					description: 'Choose an existing chat',
				},
			],
			default: 'reply',
			description: 'Who gets the message',
		},
		{ ...chatByRef, displayOptions: { show: { sendTo: ['chat'] } } },
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			required: true,
			placeholder: 'e.g. Hello! How can I help?',
			description: 'The text of the message. How long it may be depends on the channel.',
		},
	],
};

/**
 * Sends the message of each item, in item order.
 *
 * @returns one output item an input item: the queued message, or the error with "Continue on Fail"
 * @throws NodeApiError or NodeOperationError of the first item that fails, without "Continue on Fail"
 */
export async function sendMessages(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	for (let index = 0; index < this.getInputData().length; index++) {
		const item = itemAt(this, index);
		try {
			const body = await apiCall(this, buildRequest(item), index);
			output.push(...toOutput(oneValue(body, item), index));
		} catch (error) {
			const failure = asNodeError(item.node, index, error);
			if (!this.continueOnFail()) throw failure;
			output.push({ json: { error: failure.message }, error: failure, pairedItem: { item: index } });
		}
	}
	return [output];
}
