import { originOf } from '../../../nodes/shared/origin';

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
