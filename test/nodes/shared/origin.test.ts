import { originOf } from '../../../nodes/shared/origin';
import { isAnsweredByPlatform, payloadOf } from '../../../nodes/MessagingPlatformTrigger/event/press';

describe('the sender of a message', () => {
	const out = (reason?: string, endpointType?: string, more: object = {}) => ({
		direction: 'outbound',
		...(reason === undefined ? {} : { reason }),
		...(endpointType === undefined ? {} : { senderInfo: { endpointType } }),
		...more,
	});

	test.each([
		['contact', { direction: 'inbound', reason: 'operator_sent_message' }],
		['messenger', out('operator_sent_reply_from_messenger', 'REST_API')],
		['mailing', out('tb_sent_end_user_notification', 'REST_API')],
		['automatic', out('tb_sent_subscription_welcome_message', 'REST_API')],
		['automatic', out('tb_sent_auto_reply_message', 'REST_API')],
		['automatic', out('tb_sent_interactive_action_response', 'REST_API')],
		['automatic', out('tb_sent_operator_notification', 'REST_API')],
		['mailing', out('operator_sent_message', 'REST_API', { notificationId: 'n-1' })],
		['api', out('operator_sent_message', 'REST_API', { notificationId: '' })],
		['api', out('operator_sent_message', 'REST_API', { notificationId: 7 })],
		['api', out(undefined, 'BOT_API')],
		['operator', out(undefined, 'SERVICE_WEB')],
		// SERVICE stands for the vendor's name (specification, introduction)
		['operator', out('something_new', 'ACME_WEB')],
		['operator', out(undefined, 'NORTH_STAR_2_WEB')],
		['unknown', out(undefined, 'WEB')],
		['unknown', out(undefined, 'ACME_WEBHOOK')],
		['messenger', out('operator_sent_message', 'FROM_CHANNEL')],
		['mailing', out(undefined, 'END_USER_NOTIFICATION_API')],
		['automatic', out(undefined, 'CHANNEL_NOTIFICATION')],
		['operator', out('operator_sent_message', 'UNKNOWN')],
		['operator', out('operator_sent_message')],
		['unknown', out('something_new', 'UNKNOWN')],
		['unknown', out()],
		['unknown', {}],
	])('%s: %j', (origin, message) => {
		expect(originOf(message)).toBe(origin);
	});
});

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
