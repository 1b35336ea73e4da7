import { runOperation } from '../../../../helpers/runAction';
import type { Reply } from '../../../../helpers/servers';
import { startScriptedPlatform } from '../../../../helpers/scriptedPlatform';

/** Sends one message to a service that gives this answer to it. */
async function sendTo(reply: Reply) {
	const service = await startScriptedPlatform({ answer: ({ url }) => (url === '/api/messages' ? reply : undefined) });
	try {
		const outcome = await runOperation({
			parameters: {
				resource: 'message',
				operation: 'send',
				sendTo: 'chat',
				chat: { __rl: true, mode: 'id', value: 'tg_1_a' },
				text: 'Hello',
			},
			credential: service.credential,
		});
		return { ...outcome, requests: service.to('/messages').length };
	} finally {
		await service.close();
	}
}

describe('message: send, when the response to the message cannot be read', () => {
	test.each([
		['is empty', { body: '' }],
		['is only spaces', { body: '  \n' }],
		['is null', { body: 'null' }],
		['is a list', { body: '[]' }],
		['is broken off', { body: '{"$value": {"id": "0a"' }],
		['is a web page', { body: '<!doctype html><p>Hello', headers: { 'Content-Type': 'text/html' } }],
	])('warns of sending it again after a response that %s', async (_what, reply) => {
		const { error, items, requests } = await sendTo(reply);
		expect(items).toEqual([]);
		expect(error?.message).toBeTruthy();
		expect(error?.description).toContain('may still have been sent');
		expect(requests).toBe(1);
	});

	test('treats a refusal in a 200 as certain: nothing was sent, and nothing warns', async () => {
		const { error, requests } = await sendTo({ body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'User is blocked' } } });
		expect(error?.message).toContain('blocked');
		expect(error?.description).not.toContain('may still have been sent');
		expect(requests).toBe(1);
	});
});
