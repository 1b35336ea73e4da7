import { fingerprintOf, markOf } from '../../../../nodes/MessagingPlatform/message/answerList';

describe('the mark of an answer', () => {
	// The marks are in people's accounts: a version that made others would not find what an earlier one has made.
	test.each([
		[{ caption: 'Stop', text: '', action: 'notifications.unsubscribe', tags: [] }, undefined, '2w4D6Tp25AxPohK4', 'wWZkkTpb'],
		[
			{ caption: 'Yes', text: 'Thanks!', action: 'tags.assign', tags: ['vip', 'buyer', 'vip'] },
			'prepared-1',
			'c2piGuoD_lEnc2Ja',
			'9k1t9-G3',
		],
	])('never changes: %j', (answer, messageId, fingerprint, seal) => {
		expect(fingerprintOf(answer)).toBe(fingerprint);
		expect(markOf(fingerprint, answer, messageId)).toEqual({ fingerprint, seal });
	});
});
