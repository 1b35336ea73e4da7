import type { JsonObject } from '../../shared/json';

/** Statuses that are no failure (specification, "DeliveryStatus values"). */
const NO_FAILURE: ReadonlySet<unknown> = new Set(['DELIVERED', 'SENT', 'ACCEPTED_BY_PARTNER', 'QUEUED']);

/** The statuses that say that a message, or a part of it, was not sent (specification, "DeliveryStatus values"). */
const FAILURES: ReadonlySet<unknown> = new Set([
	'ERROR',
	'API_TIMEOUT',
	'CONNECTION_TIMEOUT',
	'WRONG_ACCOUNT_ID',
	'SERVER_UNAVAILABLE',
	'INVALID_API_TOKEN',
	'INVALID_SENDER',
	'API_REQUEST_LIMIT',
	'BOT_NOT_PUBLISHED',
	'MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW',
	'BLOCKED',
	'INSUFFICIENT_API_PERMISSIONS',
	'USER_DIALOG_NOT_INITIATED',
	'FILE_SEND_LIMITATION',
	'ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL',
	'MAXIMUM_CHARACTERS_EXCEEDED',
	'NO_MATCHING_USER_FOUND',
	'INVALID_ADDRESS_FORMAT',
	'PHONE_OFFLINE',
	'PARTIALLY_SENT_WITH_ERROR',
	'ALL_CHILD_SENT_WITH_ERROR',
	'PAYMENT_REQUIRED',
	'BAD_WORDS_FOUND',
	'SPAM',
	'UNSUPPORTED_DEVICE',
	'EXTERNAL_MESSAGE_TIMEOUT',
	'TB_MESSAGE_TIMEOUT',
	'BLACKLISTED',
]);

/** Which delivery statuses start the workflow. */
export type StatusChoice = 'all' | 'final' | 'failed';

/**
 * Whether no more attempts are to be expected: the platform says so with `isFinal`, which is true where it is left out, or
 * `final` (specification, "Message delivery"). No list of statuses is needed, so new ones are right as well.
 */
function isFinal({ isFinal: told, final }: JsonObject): boolean {
	return (told ?? final) !== false;
}

/** A status that the lists lack, or that leaves it open (UNKNOWN, PARTIALLY_SENT), is a failure unless the message was delivered. */
function isFailure({ deliveryStatus, isDelivered, delivered }: JsonObject): boolean {
	if (NO_FAILURE.has(deliveryStatus)) return false;
	return FAILURES.has(deliveryStatus) || (isDelivered ?? delivered) !== true;
}

/**
 * Tells whether a delivery status is one that the user wants.
 *
 * @param fields the fields of a MessageDeliveryCommand
 * @param choice 'final' for those after which no more attempts are expected, 'failed' for those of them that tell of a failure
 */
export function isWantedStatus(fields: JsonObject, choice: StatusChoice): boolean {
	if (choice === 'all') return true;
	return isFinal(fields) && (choice === 'final' || isFailure(fields));
}
