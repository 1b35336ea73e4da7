import { findFilterReason } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { readSettings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { contract } from '../../../../sandbox/contract/validator';

/** Whether a delivery status with these fields starts the workflow of a trigger with this choice. */
function isWantedStatus(command: object, deliveryStatus: string): boolean {
	const body = JSON.stringify({ id: 'e-1', accountId: 'a', name: 'MessageDeliveryCommand', command });
	const event = readEvent(Buffer.from(body), (text) => text);
	return findFilterReason(event, readSettings(['*'], { deliveryStatus }), 0) === undefined;
}

describe('a delivery status', () => {
	const { enum: names } = contract().schema('DeliveryStatus') as { enum: string[] };

	/** Those that the specification says are no failure. */
	const NO_FAILURE = ['DELIVERED', 'SENT', 'ACCEPTED_BY_PARTNER', 'QUEUED'];

	test.each(names)('of the platform is known as a failure or as none: %s', (deliveryStatus) => {
		const isFailure = !NO_FAILURE.includes(deliveryStatus);
		expect(isWantedStatus({ deliveryStatus, isDelivered: false }, 'failed')).toBe(isFailure);
	});

	test.each(['ERROR', 'PARTIALLY_SENT_WITH_ERROR', 'ALL_CHILD_SENT_WITH_ERROR'])(
		'of a part may be a failure although another was delivered: %s',
		(deliveryStatus) => {
			expect(isWantedStatus({ deliveryStatus, isDelivered: true }, 'failed')).toBe(true);
		},
	);

	test.each(NO_FAILURE)('that is no failure is one of the platform: %s', (name) => {
		expect(names).toContain(name);
	});

	test.each(NO_FAILURE)('is no failure, also without a word on it: %s', (name) => {
		expect(isWantedStatus({ deliveryStatus: name }, 'failed')).toBe(false);
		expect(isWantedStatus({ deliveryStatus: name, isDelivered: false, delivered: false }, 'failed')).toBe(false);
	});

	test.each([
		[{ isDelivered: true }, false],
		[{ delivered: true }, false],
		[{ isDelivered: false, delivered: true }, true],
		[{ isDelivered: null, delivered: true }, false],
		[{ isDelivered: 'true' }, true],
		[{}, true],
	])('that is new, or leaves it open, is a failure unless it was delivered: %j: %s', (fields, isFailure) => {
		for (const deliveryStatus of ['SOMETHING_NEW', 'UNKNOWN', undefined, null, ['ERROR']])
			expect(isWantedStatus({ deliveryStatus, ...fields }, 'failed')).toBe(isFailure);
	});

	test.each([
		[{}, true],
		[{ isFinal: true, final: false }, true],
		[{ isFinal: false, final: true }, false],
		[{ isFinal: null, final: false }, false],
		[{ final: false }, false],
		[{ isFinal: 'no' }, true],
	])('is final unless the platform says that it is not: %j: %s', (fields, isFinal) => {
		expect(isWantedStatus({ deliveryStatus: 'ERROR', ...fields }, 'all')).toBe(true);
		expect(isWantedStatus({ deliveryStatus: 'ERROR', ...fields }, 'final')).toBe(isFinal);
		expect(isWantedStatus({ deliveryStatus: 'ERROR', ...fields }, 'failed')).toBe(isFinal);
	});
});
