import { isWantedStatus } from '../../../../nodes/MessagingPlatformTrigger/deliver/deliveryStatus';
import { contract } from '../../../../sandbox/contract/validator';

describe('a delivery status', () => {
	const { enum: names } = contract().schema('DeliveryStatus') as { enum: string[] };

	/** Those that the specification says are no failure. */
	const NO_FAILURE = ['DELIVERED', 'SENT', 'ACCEPTED_BY_PARTNER', 'QUEUED'];

	/** Those that it leaves open, too. */
	const OTHERS = [...NO_FAILURE, 'PARTIALLY_SENT', 'UNKNOWN'];

	test.each(names)('of the platform is known as a failure or as none: %s', (deliveryStatus) => {
		const isFailure = !OTHERS.includes(deliveryStatus);
		expect(isWantedStatus({ deliveryStatus, isDelivered: true }, 'failed')).toBe(isFailure);
	});

	test.each(OTHERS)('that is no failure is one of the platform: %s', (name) => {
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
