import { type JsonObject, objectOf } from './json';

/** Senders on the account's side. */
type OutgoingOrigin = 'operator' | 'messenger' | 'api' | 'mailing' | 'automatic' | 'unknown';

/** Senders that the reason alone proves (specification, "TbUniMessage", `reason`); an operator's message may come through the API. */
const BY_REASON = new Map<unknown, OutgoingOrigin>([
	['operator_sent_reply_from_messenger', 'messenger'],
	['tb_sent_end_user_notification', 'mailing'],
	['tb_sent_subscription_welcome_message', 'automatic'],
	['tb_sent_auto_reply_message', 'automatic'],
	['tb_sent_interactive_action_response', 'automatic'],
	['tb_sent_operator_notification', 'automatic'],
]);

/** Senders by the endpoint used (specification, "SenderInfo", `endpointType`); UNKNOWN says nothing. */
const BY_ENDPOINT = new Map<unknown, OutgoingOrigin>([
	['REST_API', 'api'],
	['BOT_API', 'api'],
	['FROM_CHANNEL', 'messenger'],
	['END_USER_NOTIFICATION_API', 'mailing'],
	['CHANNEL_NOTIFICATION', 'automatic'],
]);

function outgoingOriginOf({ reason, senderInfo, notificationId }: JsonObject): OutgoingOrigin {
	const told = BY_REASON.get(reason);
	if (told !== undefined) return told;
	if (typeof notificationId === 'string' && notificationId !== '') return 'mailing';
	const { endpointType } = objectOf(senderInfo);
	const through = BY_ENDPOINT.get(endpointType);
	if (through !== undefined) return through;
	// SERVICE_WEB, where SERVICE stands for the vendor's name (specification, introduction)
	if (typeof endpointType === 'string' && endpointType.endsWith('_WEB')) return 'operator';
	return reason === 'operator_sent_message' ? 'operator' : 'unknown';
}

/** Finds who sent a message: by its `reason`, a mailing's `notificationId`, then `endpointType` ("TbUniMessage", "SenderInfo"). */
export function originOf(message: JsonObject): 'contact' | OutgoingOrigin {
	return message.direction === 'inbound' ? 'contact' : outgoingOriginOf(message);
}
