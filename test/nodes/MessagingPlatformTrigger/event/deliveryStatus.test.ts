import { findFilterReason } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { toItem } from '../../../../nodes/MessagingPlatformTrigger/event/toItem';
import { readSettings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { contract } from '../../../../sandbox/contract/validator';

function statusOf(command: object) {
	const body = JSON.stringify({ id: 'e-1', accountId: 'a', name: 'MessageDeliveryCommand', command });
	return readEvent(Buffer.from(body), (text) => text);
}

/** Checks if a delivery status with these fields starts the workflow of a trigger with this choice. */
function isWantedStatus(command: object, deliveryStatus: string): boolean {
	return findFilterReason(statusOf(command), readSettings(['*'], { deliveryStatus }), 0) === undefined;
}

describe('a delivery status', () => {
	test.each([
		[{ isDelivered: true }, false],
		[{ delivered: true }, false],
		[{ isDelivered: false, delivered: true }, true],
		[{ isDelivered: null, delivered: true }, false],
		[{ isDelivered: 'true' }, true],
		[{}, true],
	])('is a failure unless it was delivered, when its name is new or says neither: %j: %s', (fields, isFailure) => {
		for (const deliveryStatus of ['SOMETHING_NEW', 'UNKNOWN', undefined, null, ['ERROR']])
			expect(isWantedStatus({ deliveryStatus, ...fields }, 'failed')).toBe(isFailure);
	});
});

describe('a delivery status in plain words', () => {
	const { enum: names } = contract().schema('DeliveryStatus') as { enum: string[] };
	const wordsOf = (command: object) => {
		const { outcome, isFinal, failure } = toItem(statusOf(command));
		return [outcome, isFinal, failure];
	};

	const FAILURES: Record<string, string[]> = {
		windowClosed: ['MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW'],
		noSuchPerson: ['NO_MATCHING_USER_FOUND', 'INVALID_ADDRESS_FORMAT', 'USER_DIALOG_NOT_INITIATED'],
		blocked: ['BLOCKED', 'BLACKLISTED'],
		expired: ['TB_MESSAGE_TIMEOUT', 'EXTERNAL_MESSAGE_TIMEOUT'],
		content: [
			...['FILE_SEND_LIMITATION', 'ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL', 'MAXIMUM_CHARACTERS_EXCEEDED'],
			...['BAD_WORDS_FOUND', 'SPAM'],
		],
		channel: [
			...['API_TIMEOUT', 'CONNECTION_TIMEOUT', 'WRONG_ACCOUNT_ID', 'SERVER_UNAVAILABLE', 'INVALID_API_TOKEN', 'INVALID_SENDER'],
			...['API_REQUEST_LIMIT', 'BOT_NOT_PUBLISHED', 'INSUFFICIENT_API_PERMISSIONS', 'PHONE_OFFLINE', 'PAYMENT_REQUIRED'],
		],
		other: ['ERROR', 'PARTIALLY_SENT', 'PARTIALLY_SENT_WITH_ERROR', 'ALL_CHILD_SENT_WITH_ERROR', 'UNSUPPORTED_DEVICE'],
	};
	const OTHERS = { delivered: ['DELIVERED'], sent: ['SENT', 'ACCEPTED_BY_PARTNER', 'QUEUED'], unknown: ['UNKNOWN'] };
	const flat = (table: Record<string, string[]>) =>
		Object.entries(table).flatMap(([word, statuses]) => statuses.map((status): [string, string] => [status, word]));

	test('names every status that the platform documents', () => {
		const named = [...flat(FAILURES), ...flat(OTHERS)].map(([status]) => status);
		expect(named.sort()).toEqual([...names].sort());
	});

	test.each(flat(FAILURES))('says why it failed: %s: %s', (deliveryStatus, failure) => {
		expect(wordsOf({ deliveryStatus, isDelivered: false })).toEqual(['failed', true, failure]);
		expect(wordsOf({ deliveryStatus, isFinal: false })).toEqual(['underway', false, undefined]);
	});

	test.each(flat(OTHERS))('names the outcome: %s: %s', (deliveryStatus, outcome) => {
		expect(wordsOf({ deliveryStatus, isDelivered: false })).toEqual([outcome, true, undefined]);
		expect(wordsOf({ deliveryStatus, isDelivered: true })).toEqual(['delivered', true, undefined]);
		expect(wordsOf({ deliveryStatus, final: false })).toEqual(['underway', false, undefined]);
	});

	test.each([
		[{ deliveryStatus: 'SOMETHING_NEW' }, ['unknown', true, undefined]],
		[{ deliveryStatus: 'SOMETHING_NEW', delivered: true }, ['delivered', true, undefined]],
		[{ deliveryStatus: 'SOME_NEW_ERROR', isDelivered: true }, ['failed', true, 'other']],
		[{ deliveryStatus: 'PHONE_OFFLINE', isDelivered: true }, ['delivered', true, undefined]],
		[{ deliveryStatus: 'constructor' }, ['unknown', true, undefined]],
		[{ deliveryStatus: ['DELIVERED'], isFinal: 'false' }, ['unknown', true, undefined]],
		[{}, ['unknown', true, undefined]],
	])('reads new and missing statuses: %j: %j', (command, words) => {
		expect(wordsOf(command)).toEqual(words);
	});

	test('counts as a failure exactly if the filter counts it as one', () => {
		for (const deliveryStatus of [...names, 'NEW', 'NEW_ERROR']) {
			for (const fields of [{}, { isDelivered: true }, { isFinal: false }]) {
				const [outcome] = wordsOf({ deliveryStatus, ...fields });
				const isFailure = outcome === 'failed' || outcome === 'unknown';
				expect([deliveryStatus, isWantedStatus({ deliveryStatus, ...fields }, 'failed')]).toEqual([deliveryStatus, isFailure]);
			}
		}
	});
});
