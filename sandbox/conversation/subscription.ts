import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context';
import { raise } from '../events/raise';
import type { JsonObject } from '../core/json';
import type { ChatRecord } from '../core/model';
import { addressOf, chatRefOf } from './apiChat';
import { contactOf } from './contact';
import { chatFields } from './eventFields';

/** The specification's Subscription of a chat's person. */
function subscriptionOf(context: Context, chat: ChatRecord): JsonObject {
	return {
		// The subscription of a chat keeps its id: it is the contact's.
		id: chat.contact.id,
		accountId: context.state.accountId,
		address: addressOf(context, chat),
		remoteContact: contactOf(context, chat),
		sourceOptions: { channelChat: false, createdByOperator: false, subscription: chat.subscribed, tbChat: true },
		subscribedTs: chat.subscribed ? context.isoNow() : undefined,
		unsubscribedTs: chat.subscribed ? undefined : context.isoNow(),
	};
}

function fieldsOf(context: Context, chat: ChatRecord): JsonObject {
	return {
		...chatFields(context, chat),
		remoteContact: contactOf(context, chat),
		subscription: subscriptionOf(context, chat),
	};
}

export function subscribe(context: Context, chat: ChatRecord): void {
	chat.subscribed = true;
	raise(context, 'EndUserSubscribedOnNotification', fieldsOf(context, chat), chatRefOf(chat));
	context.changed({ kind: 'chat', data: chat });
}

export function unsubscribe(context: Context, chat: ChatRecord, initiator: 'USER_ACTION' | 'OPERATOR'): void {
	chat.subscribed = false;
	const fields = { ...fieldsOf(context, chat), initiator, optOutId: randomUUID(), unsubscribedFromAllSubscriptions: true };
	raise(context, 'EndUserUnsubscribedFromNotification', fields, chatRefOf(chat));
	context.changed({ kind: 'chat', data: chat });
}

/**
 * Blocks or unblocks a chat; blocking unsubscribes its user, unblocking does not subscribe again (specification, "Chat
 * blocking").
 */
export function setBlocked(context: Context, chat: ChatRecord, blocked: boolean): void {
	if (blocked !== chat.blocked) chat.blockedMs = blocked ? context.now() : undefined;
	chat.blocked = blocked;
	if (blocked && chat.subscribed && context.holds('blockEvent')) unsubscribe(context, chat, 'OPERATOR');
	if (blocked) chat.subscribed = false;
	context.changed({ kind: 'chat', data: chat });
}
