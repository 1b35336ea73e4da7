import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { raise, receiversOf } from '../events/raise';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { ChatRecord, Message } from '../core/model';
import { addressFields, chatRefOf, asSent, personOf } from './apiChat';
import { receive } from './receive';
import { send } from './send';
import { subscribe, unsubscribe, assignTag, removeTag } from './chats';

/** The fields by which a control call describes someone else who presses. */
const MEMBERS = ['channelUserId', 'channelUsername', 'displayName', 'phone'];

/**
 * Reads someone else in the chat, such as another member of a group, from the body of a control call.
 * @returns the specification's Contact; undefined for the person of the chat
 */
export function otherPerson(chat: ChatRecord, by: Json): JsonObject | undefined {
	if (by === undefined) return undefined;
	if (!isJsonObject(by) || Object.entries(by).some(([name, value]) => !MEMBERS.includes(name) || typeof value !== 'string')) {
		throw new ApiError('INVALID_REQUEST', `by must be an object with any of ${MEMBERS.join(', ')}, each a text`);
	}
	const { displayName, ...contact } = by;
	return { channel: chat.channel, ...contact, nationalName: displayName === undefined ? undefined : { displayName } };
}

/** Names someone who is not the person of the chat. */
export function nameOfOther({ nationalName, channelUsername, channelUserId }: JsonObject): string {
	const name = isJsonObject(nationalName) ? nationalName.displayName : undefined;
	return String(name ?? channelUsername ?? channelUserId ?? '');
}

const EVENT = 'EndUserActionCommand';
/** Only in tg: elsewhere such a button arrived as an ActionButton (messageContent.ts). */
const SHARES_CONTACT = 'GetContactButton';
/** The phone number that a person shares if none is known. */
const MADE_UP_PHONE = '+79005550999';

/** One press: which button of which message, and who pressed. */
type Press = { message: Message; index: number; button: JsonObject; contact: JsonObject };

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

/** The account's chain action that a payload names; an own payload of the client names none. */
function actionOf(context: Context, payload: string): JsonObject | undefined {
	return context.state.chainActions.find(({ id, enabled }) => id === payload && enabled !== false);
}

function runAction(context: Context, chat: ChatRecord, payload: string): void {
	const action = actionOf(context, payload);
	if (!action) return;
	const parameters = isJsonObject(action.actionParameters) ? action.actionParameters.tags : [];
	const tags = Array.isArray(parameters) ? parameters.map(String) : [];
	if (action.action === 'tags.assign') for (const tag of tags) assignTag(context, chat, tag, 'user_activated_response');
	if (action.action === 'tags.remove') for (const tag of tags) removeTag(context, chat, tag, 'user_activated_response');
	if (action.action === 'notifications.subscribe') subscribe(context, chat);
	if (action.action === 'notifications.unsubscribe') unsubscribe(context, chat, 'USER_ACTION');
	if (isJsonObject(action.message)) reply(context, chat, action.message.id);
}

/** The button as the event has it: only on the business-API channel, and a contact button. */
function buttonInEvent(chat: ChatRecord, button: JsonObject, clicks: number): JsonObject | undefined {
	if (button.type === SHARES_CONTACT) return button;
	return chat.channel === 'whatsappb' ? { ...button, clickCount: clicks } : undefined;
}

/** Raises EndUserActionCommand, and remembers the press, with how many webhooks the event went to. */
function raiseAction(context: Context, chat: ChatRecord, press: Press, by: string | undefined): void {
	const { message, index, button, contact } = press;
	const earlier = context.state.presses[message.id] ?? [];
	const clicks = earlier.filter((one) => one.index === index).length + 1;
	const fields = {
		...addressFields(chat),
		payload: button.payload,
		button: buttonInEvent(chat, button, clicks),
		firstCLick: chat.channel === 'whatsappb' ? clicks === 1 : undefined,
		originChannelMessageId: message.channelMessageId,
		remoteContact: asSent(context, contact),
		timestamp: context.now(),
	};
	const receivers = receiversOf(context, [EVENT]);
	const { id } = raise(context, EVENT, fields, chatRefOf(chat));
	const acts = actionOf(context, String(button.payload)) ? true : undefined;
	const pressedTs = context.isoNow();
	context.state.presses[message.id] = [...earlier, { index, eventId: String(id), pressedTs, receivers, acts, by }];
	context.changed({ kind: 'message', data: message });
}

function shareContact(context: Context, chat: ChatRecord, contact: JsonObject): void {
	const name = isJsonObject(contact.nationalName) ? contact.nationalName.displayName : undefined;
	receive(context, chat, {
		contact: { phone: contact.phone, name },
		remoteContact: asSent(context, contact),
		reason: 'user_activated_interactive_menu_option',
	});
}

function findButton(chat: ChatRecord, messageId: Json, index: Json): Omit<Press, 'contact'> {
	const message = chat.messages.find((one) => one.id === messageId);
	const button = message?.buttons?.[Number(index)];
	if (!message || !button) throw new ApiError('NOT_FOUND', 'There is no such message or button in this chat');
	return { message, index: Number(index), button };
}

/** The contact of the person who presses. The phone number that a contact button shares is known before the event is raised. */
function contactOfPresser(chat: ChatRecord, button: JsonObject, other: JsonObject | undefined): JsonObject {
	if (button.type !== SHARES_CONTACT) return other ?? personOf(chat);
	if (other) return { ...other, phone: other.phone ?? MADE_UP_PHONE };
	chat.contact.phone ??= MADE_UP_PHONE;
	return personOf(chat);
}

/** A person presses a button, which raises an event and runs its action, shares the contact, or only opens a link. */
export function press(context: Context, chat: ChatRecord, messageId: Json, index: Json, other?: JsonObject): JsonObject {
	const pressed = findButton(chat, messageId, index);
	const { button } = pressed;
	if (button.type === 'HyperLinkButton') return { link: button.link };
	if (chat.blocked) return { payload: button.payload };
	const contact = contactOfPresser(chat, button, other);
	raiseAction(context, chat, { ...pressed, contact }, other && nameOfOther(other));
	if (button.type === SHARES_CONTACT) shareContact(context, chat, contact);
	if (typeof button.payload === 'string') runAction(context, chat, button.payload);
	return { payload: button.payload };
}
