import { findFilterReason } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { toItem } from '../../../../nodes/MessagingPlatformTrigger/event/toItem';
import { readSettings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { contract } from '../../../../sandbox/contract/validator';

function statusOf(command: object) {
	const body = JSON.stringify({ id: 'e-1', accountId: 'a', name: 'MessageDeliveryCommand', command });
	return readEvent(Buffer.from(body), (text) => text);
}

/** Checks if a delivery status starts the workflow of a trigger that waits for failures. */
const isFailure = (command: object): boolean =>
	findFilterReason(statusOf(command), readSettings(['*'], { deliveryStatus: 'failed' }), 0) === undefined;

const wordsOf = (command: object) => {
	const { outcome, isFinal, failure } = toItem(statusOf(command));
	return [outcome, isFinal, failure];
};

const { enum: names } = contract().schema('DeliveryStatus') as { enum: string[] };

/** The documented statuses by what they are in plain words. */
const OTHERS = { delivered: 'DELIVERED', sent: 'SENT ACCEPTED_BY_PARTNER QUEUED', unknown: 'UNKNOWN' };
const FAILURES = {
	windowClosed: 'MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW',
	noSuchPerson: 'NO_MATCHING_USER_FOUND INVALID_ADDRESS_FORMAT USER_DIALOG_NOT_INITIATED',
	blocked: 'BLOCKED BLACKLISTED',
	expired: 'TB_MESSAGE_TIMEOUT EXTERNAL_MESSAGE_TIMEOUT',
	content: 'FILE_SEND_LIMITATION ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL MAXIMUM_CHARACTERS_EXCEEDED BAD_WORDS_FOUND SPAM',
	channel:
		'API_TIMEOUT CONNECTION_TIMEOUT WRONG_ACCOUNT_ID SERVER_UNAVAILABLE INVALID_API_TOKEN INVALID_SENDER API_REQUEST_LIMIT ' +
		'BOT_NOT_PUBLISHED INSUFFICIENT_API_PERMISSIONS PHONE_OFFLINE PAYMENT_REQUIRED',
	other: 'ERROR PARTIALLY_SENT PARTIALLY_SENT_WITH_ERROR ALL_CHILD_SENT_WITH_ERROR UNSUPPORTED_DEVICE',
};

test('names every status that the platform documents', () => {
	const named = [OTHERS, FAILURES].flatMap((table) => Object.values(table).flatMap((statuses) => statuses.split(' ')));
	expect(named.sort()).toEqual([...names].sort());
});

test.each(Object.entries(FAILURES))('says why it failed: %s: %s', (failure, statuses) => {
	for (const deliveryStatus of statuses.split(' ')) {
		expect(wordsOf({ deliveryStatus, isDelivered: false })).toEqual(['failed', true, failure]);
		expect(wordsOf({ deliveryStatus, isFinal: false })).toEqual(['underway', false, undefined]);
	}
});

test.each(Object.entries(OTHERS))('names the outcome: %s: %s', (outcome, statuses) => {
	for (const deliveryStatus of statuses.split(' ')) {
		expect(wordsOf({ deliveryStatus, isDelivered: false })).toEqual([outcome, true, undefined]);
		expect(wordsOf({ deliveryStatus, isDelivered: true })).toEqual(['delivered', true, undefined]);
		expect(wordsOf({ deliveryStatus, final: false })).toEqual(['underway', false, undefined]);
	}
});

test.each([
	[{ deliveryStatus: 'SOMETHING_NEW' }, ['unknown', true, undefined]],
	[{ deliveryStatus: 'SOMETHING_NEW', delivered: true }, ['delivered', true, undefined]],
	[{ deliveryStatus: 'SOMETHING_NEW', isDelivered: false, delivered: true }, ['unknown', true, undefined]],
	[{ deliveryStatus: 'SOMETHING_NEW', isDelivered: null, delivered: true }, ['delivered', true, undefined]],
	[{ deliveryStatus: 'SOMETHING_NEW', isDelivered: 'true' }, ['unknown', true, undefined]],
	[{ deliveryStatus: 'SOME_NEW_ERROR', isDelivered: true }, ['failed', true, 'other']],
	[{ deliveryStatus: 'PHONE_OFFLINE', isDelivered: true }, ['delivered', true, undefined]],
	[{ deliveryStatus: 'constructor' }, ['unknown', true, undefined]],
	[{ deliveryStatus: ['DELIVERED'], isFinal: 'false' }, ['unknown', true, undefined]],
	[{}, ['unknown', true, undefined]],
])('reads new and missing statuses: %j: %j', (command, words) => {
	expect(wordsOf(command)).toEqual(words);
});

test('counts as a failure exactly if the filter counts it as one, or if its outcome is unknown', () => {
	for (const deliveryStatus of [...names, 'NEW', 'NEW_ERROR', undefined, null, ['ERROR']]) {
		for (const fields of [{}, { isDelivered: true }, { isFinal: false }]) {
			const [outcome] = wordsOf({ deliveryStatus, ...fields });
			const hasFailed = outcome === 'failed' || outcome === 'unknown';
			expect([deliveryStatus, isFailure({ deliveryStatus, ...fields })]).toEqual([deliveryStatus, hasFailed]);
		}
	}
});
