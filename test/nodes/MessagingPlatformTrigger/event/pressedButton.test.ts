import { isAnsweredByPlatform, payloadOf } from '../../../../nodes/MessagingPlatformTrigger/event/press';

describe('the press of a button', () => {
	const ACTION = '0b6e9a52-6c7e-4d2b-9a53-2f0a6a9d0001';

	test.each<[object, unknown]>([
		[{ payload: 'yes', button: { payload: 'no' } }, 'yes'],
		[{ button: { payload: 'no' } }, 'no'],
		[{ payload: '', button: { payload: 'no' } }, ''],
		[{ button: 'no' }, undefined],
		[{}, undefined],
	])('%j brings the key %j', (fields, payload) => {
		expect(payloadOf(fields as Record<string, string>)).toBe(payload);
	});

	test.each([ACTION, ACTION.toUpperCase()])('gets an automatic reply from the platform: %s', (payload) => {
		expect(isAnsweredByPlatform({ payload })).toBe(true);
	});

	test.each([
		` ${ACTION}`,
		`${ACTION}0`,
		`0${ACTION}`,
		ACTION.slice(1),
		ACTION.slice(0, -1),
		ACTION.replaceAll('-', ''),
		ACTION.replace('-4d2b', ''),
		ACTION.replace('-4d2b', '-4d2b-4d2b'),
		ACTION.replace('a', 'g'),
		'yes',
		'',
		7,
		[ACTION],
		null,
	])('and not %j', (payload) => {
		expect(isAnsweredByPlatform({ payload })).toBe(false);
	});
});
