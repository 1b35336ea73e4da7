import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { raise } from '../events/raise';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { ChatRecord, Message } from '../core/model';
import { addressFields } from './eventFields';
import { chatRefOf, contactOf } from './apiChat';
import { receive } from './receive';
import { send } from './send';
import { subscribe, unsubscribe } from './subscription';
import { assignTag, removeTag } from './tags';

/** Sends the prepared message that an action answers with, unless it is empty. */
function reply(context: Context, chat: ChatRecord, id: Json): void {
	const prepared = context.state.preparedMessages.find((one) => one.id === id);
	if (!prepared) return;
	const { text, attachments, buttons } = prepared;
	if (!text && !(Array.isArray(attachments) && attachments.length > 0)) return;
	send(
		context,
		chat,
		{ text, attachments, buttons },
		{ endpointType: 'END_USER_NOTIFICATION_API', reason: 'tb_sent_interactive_action_response' },
	);
}

/** Runs the account's chain action that a payload names; an own payload of the client runs nothing. */
function runAction(context: Context, chat: ChatRecord, payload: string): void {
	const action = context.state.chainActions.find((one) => one.id === payload);
	if (!action || action.enabled === false) return;
	const parameters = isJsonObject(action.actionParameters) ? action.actionParameters.tags : [];
	const tags = Array.isArray(parameters) ? parameters.map(String) : [];
	if (action.action === 'tags.assign') for (const tag of tags) assignTag(context, chat, tag, 'user_activated_response');
	if (action.action === 'tags.remove') for (const tag of tags) removeTag(context, chat, tag, 'user_activated_response');
	if (action.action === 'notifications.subscribe') subscribe(context, chat);
	if (action.action === 'notifications.unsubscribe') unsubscribe(context, chat, 'USER_ACTION');
	if (isJsonObject(action.message)) reply(context, chat, action.message.id);
}

/** Raises EndUserActionCommand; the button only where the channel gives it. */
function raiseAction(context: Context, chat: ChatRecord, message: Message, button: JsonObject, clicks: number): void {
	const isBusiness = chat.channel === 'whatsappb';
	const isContact = button.type === 'GetContactButton';
	const shown = isBusiness && !isContact ? { ...button, clickCount: clicks } : undefined;
	const fields = {
		...addressFields(chat),
		payload: button.payload,
		button: isContact && chat.channel === 'tg' ? button : shown,
		firstCLick: isBusiness ? clicks === 1 : undefined,
		originChannelMessageId: message.channelMessageId,
		remoteContact: contactOf(chat),
		timestamp: context.now(),
	};
	raise(context, 'EndUserActionCommand', fields, chatRefOf(chat));
}

/** Shares the user's contact, as the pressed GetContactButton asks. */
function shareContact(context: Context, chat: ChatRecord): void {
	const phone = chat.contact.phone ?? '+79005550999';
	chat.contact.phone = phone;
	receive(context, chat, {
		contact: { phone, name: chat.contact.displayName },
		reason: 'user_activated_interactive_menu_option',
	});
}

/**
 * A person presses a button: EndUserActionCommand is raised and the chain action of its payload runs; a
 * GetContactButton shares the contact; a HyperLinkButton only opens its link.
 *
 * @param context the sandbox
 * @param chat the chat
 * @param messageId the message with the button
 * @param index the button's place in the message
 * @returns the link to open or the payload sent
 * @throws ApiError NOT_FOUND when there is no such message or button
 */
export function press(context: Context, chat: ChatRecord, messageId: Json, index: Json): JsonObject {
	const message = chat.messages.find((one) => one.id === messageId);
	const button = message?.buttons?.[Number(index)];
	if (!message || !button) throw new ApiError('NOT_FOUND', 'There is no such message or button in this chat');
	if (button.type === 'HyperLinkButton') return { link: button.link };
	if (chat.blocked) return { payload: button.payload };
	const key = `${message.id}:${Number(index)}`;
	const clicks = (context.state.presses[key] ?? 0) + 1;
	context.state.presses[key] = clicks;
	context.changed({ kind: 'message', data: message });
	raiseAction(context, chat, message, button, clicks);
	if (button.type === 'GetContactButton') shareContact(context, chat);
	if (typeof button.payload === 'string') runAction(context, chat, button.payload);
	return { payload: button.payload };
}
