import type { JsonObject, JsonValue } from '../../shared/json';

/** Why a message failed, by what can be done about it. */
type FailureCause = 'windowClosed' | 'noSuchPerson' | 'blocked' | 'expired' | 'content' | 'channel' | 'other';

/** The meaning of each documented status once it is final (specification, "DeliveryStatus values"). */
const MEANINGS = new Map<unknown, 'delivered' | 'sent' | 'unknown' | FailureCause>([
	['DELIVERED', 'delivered'],
	['SENT', 'sent'],
	['ACCEPTED_BY_PARTNER', 'sent'],
	['QUEUED', 'sent'],
	['ERROR', 'other'],
	['API_TIMEOUT', 'channel'],
	['CONNECTION_TIMEOUT', 'channel'],
	['WRONG_ACCOUNT_ID', 'channel'],
	['SERVER_UNAVAILABLE', 'channel'],
	['INVALID_API_TOKEN', 'channel'],
	['INVALID_SENDER', 'channel'],
	['API_REQUEST_LIMIT', 'channel'],
	['BOT_NOT_PUBLISHED', 'channel'],
	['MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW', 'windowClosed'],
	['BLOCKED', 'blocked'],
	['INSUFFICIENT_API_PERMISSIONS', 'channel'],
	['USER_DIALOG_NOT_INITIATED', 'noSuchPerson'],
	['FILE_SEND_LIMITATION', 'content'],
	['ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL', 'content'],
	['MAXIMUM_CHARACTERS_EXCEEDED', 'content'],
	['NO_MATCHING_USER_FOUND', 'noSuchPerson'],
	['INVALID_ADDRESS_FORMAT', 'noSuchPerson'],
	['PHONE_OFFLINE', 'channel'],
	['PARTIALLY_SENT', 'other'],
	['PARTIALLY_SENT_WITH_ERROR', 'other'],
	['ALL_CHILD_SENT_WITH_ERROR', 'other'],
	['PAYMENT_REQUIRED', 'channel'],
	['BAD_WORDS_FOUND', 'content'],
	['SPAM', 'content'],
	['UNSUPPORTED_DEVICE', 'other'],
	['EXTERNAL_MESSAGE_TIMEOUT', 'expired'],
	['TB_MESSAGE_TIMEOUT', 'expired'],
	['BLACKLISTED', 'blocked'],
	['UNKNOWN', 'unknown'],
]);

/** A delivery status in plain words. */
interface DeliveryResult {
	outcome: 'delivered' | 'sent' | 'underway' | 'failed' | 'unknown';
	/** A status is final unless the platform says otherwise (specification, "Events"). */
	isFinal: boolean;
	/** Only if the outcome is 'failed'. */
	failure?: FailureCause;
}

/** An error may concern one part of a message whose other parts were delivered. */
function namesError(status: JsonValue | undefined): boolean {
	return typeof status === 'string' && status.includes('ERROR');
}

/** Reads a delivery status (specification, "Events"). */
export function readDelivery({ deliveryStatus, isFinal, final, isDelivered, delivered }: JsonObject): DeliveryResult {
	if ((isFinal ?? final) === false) return { outcome: 'underway', isFinal: false };
	const fallback = namesError(deliveryStatus) ? 'other' : 'unknown';
	const meaning = MEANINGS.get(deliveryStatus) ?? fallback;
	const wasDelivered = (isDelivered ?? delivered) === true && !namesError(deliveryStatus);
	if (wasDelivered || meaning === 'delivered') return { outcome: 'delivered', isFinal: true };
	if (meaning === 'sent' || meaning === 'unknown') return { outcome: meaning, isFinal: true };
	return { outcome: 'failed', isFinal: true, failure: meaning };
}
