import { findFilterReason } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { readSettings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { contract } from '../../../../sandbox/contract/validator';

/** Checks if a delivery status with these fields starts the workflow of a trigger with this choice. */
function isWantedStatus(command: object, deliveryStatus: string): boolean {
	const body = JSON.stringify({ id: 'e-1', accountId: 'a', name: 'MessageDeliveryCommand', command });
	const event = readEvent(Buffer.from(body), (text) => text);
	return findFilterReason(event, readSettings(['*'], { deliveryStatus }), 0) === undefined;
}

describe('a delivery status', () => {
	const { enum: names } = contract().schema('DeliveryStatus') as { enum: string[] };

	/** Statuses that aren't a failure in the specification. */
	const NO_FAILURE = ['DELIVERED', 'SENT', 'ACCEPTED_BY_PARTNER', 'QUEUED'];

	test.each(names)('counts as a failure or not, for each name that the platform has: %s', (deliveryStatus) => {
		const isFailure = !NO_FAILURE.includes(deliveryStatus);
		expect(isWantedStatus({ deliveryStatus, isDelivered: false }, 'failed')).toBe(isFailure);
	});

	test.each(['ERROR', 'PARTIALLY_SENT_WITH_ERROR', 'ALL_CHILD_SENT_WITH_ERROR'])(
		'is a failure of its part although another part was delivered: %s',
		(deliveryStatus) => {
			expect(isWantedStatus({ deliveryStatus, isDelivered: true }, 'failed')).toBe(true);
		},
	);

	test.each(NO_FAILURE)('exists on the platform when it is listed as no failure: %s', (name) => {
		expect(names).toContain(name);
	});

	test.each(NO_FAILURE)('is not a failure, even without isDelivered: %s', (name) => {
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
	])('is a failure unless it was delivered, when its name is new or says neither: %j: %s', (fields, isFailure) => {
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
