import type { JsonValue } from '../../../../nodes/shared/json';
import { type BadAnswer, badAnswer } from '../../../../nodes/shared/api/explain';

type Method = NonNullable<BadAnswer['asked']>['method'];

/** The words for an answer to one call; undefined when any call gets the same words for it. */
function explain(method: Method, path: string, status: number, scn?: string, said?: string, body?: JsonValue) {
	const answer = {
		status,
		body: body ?? (scn === undefined ? {} : { $error: { scn, ...(said !== undefined && { msg: said }) } }),
	};
	const [own, other] = [badAnswer({ ...answer, asked: { method, path } }), badAnswer(answer)];
	return own.message === other.message && own.advice === other.advice
		? undefined
		: { message: own.message, description: own.advice };
}

const send = (said?: string) => explain('POST', '/messages', 400, 'INVALID_REQUEST', said);

const BLOCKED = {
	message: 'The chat is blocked, so nothing can be sent to it',
	description: 'Unblock it first with Chat: Unblock, or leave blocked chats out.',
};

describe('a message that is refused', () => {
	test.each([
		...['user', 'chat', 'dialog', 'contact', 'client', 'recipient', 'subscriber'].map((who) => `The ${who} is blocked`),
		'User was blocked',
		'chat 42 has been blocked.',
		'The chat is currently blocked',
		'Not sent: this user of the channel is blocked',
		'User blocked',
		'the chat blocked!',
		'chat blocked.',
	])('with %j goes to a blocked chat', (said) => {
		expect(send(said)).toEqual(BLOCKED);
	});

	test.each([
		'The user blocked the bot',
		'User is not blocked',
		'The user is here. The link was blocked',
		`The user ${'x'.repeat(90)} is blocked`,
		'The users are blocked',
		'Superuser is blocked',
		'The link is blocked',
		'The user is unblocked',
		'x user blocked',
		'User blocked by nobody',
		'Message: user blocked',
	])('with %j is refused for another reason', (said) => {
		expect(send(said)).toEqual({
			message: `The platform didn't accept the message: ${said.slice(0, 150)}`,
			description: expect.stringMatching(/^Check the recipient \(the chat, or the channel and the number\)/),
		});
	});

	test.each<[Method, string, number, string | undefined]>([
		['GET', '/messages', 400, 'INVALID_REQUEST'],
		['POST', '/messages/1', 400, 'INVALID_REQUEST'],
		['POST', '/v1/messages', 400, 'INVALID_REQUEST'],
		['POST', '/messages', 403, 'INVALID_REQUEST'],
		['POST', '/messages', 400, 'BODY_VALIDATION_ERROR'],
		['POST', '/messages', 400, undefined],
	])('has advice of its own: %s %s with %d and %s has none', (method, path, status, scn) => {
		expect(explain(method, path, status, scn, 'User is blocked')).toBeUndefined();
	});
});

describe('notes that are refused', () => {
	const memo = (said?: string) => explain('POST', '/chats/tg_1_2/memo', 400, 'INVALID_REQUEST', said);

	test('may be those of an unknown chat', () => {
		expect(memo('no')).toEqual({
			message: "The platform didn't accept the request: no",
			description:
				"The platform also responds like this if it doesn't know the chat. Check the chat, then the values of the fields.",
		});
		expect(memo()?.message).toBe("The platform didn't accept the request");
		expect(memo('x'.repeat(151))?.message).toMatch(/: x{150}…$/);
	});

	test.each<[Method, string, number, string]>([
		['PATCH', '/chats/1/memo', 400, 'INVALID_REQUEST'],
		['POST', '/chats/1/2/memo', 400, 'INVALID_REQUEST'],
		['POST', '/chats/1/memo/2', 400, 'INVALID_REQUEST'],
		['POST', '/v1/chats/1/memo', 400, 'INVALID_REQUEST'],
		['POST', '/chats//memo', 400, 'INVALID_REQUEST'],
		['POST', '/chats/1/memo', 404, 'INVALID_REQUEST'],
		['POST', '/chats/1/memo', 400, 'BODY_VALIDATION_ERROR'],
	])('%s %s with %d and %s: not', (method, path, status, scn) => {
		expect(explain(method, path, status, scn)).toBeUndefined();
	});
});

describe('a chat that the platform does not know', () => {
	const UNKNOWN = {
		message: "The platform doesn't know this chat",
		description:
			'It may have been deleted or belong to another account. Choose the chat from the list, or take it from the trigger.',
	};

	test.each<[Method, string]>([
		['GET', '/chats/tg_1_2/memo'],
		['POST', '/chats/1/memo'],
		['PATCH', '/chats/42'],
		['POST', '/chats/1/tags/x%20y'],
		['GET', '/chats/1/tags'],
	])('is reported after %s %s', (method, path) => {
		expect(explain(method, path, 404, 'NOT_FOUND')).toEqual(UNKNOWN);
	});

	test.each<[Method, string, number, string | undefined]>([
		['DELETE', '/chats/1/tags/x', 404, 'NOT_FOUND'],
		['GET', '/chats/1/files', 404, 'NOT_FOUND'],
		['GET', '/chats/1/tags/x/y', 404, 'NOT_FOUND'],
		['GET', '/v1/chats/1', 404, 'NOT_FOUND'],
		['GET', '/chats/', 404, 'NOT_FOUND'],
		['GET', '/chats/1/tags/', 404, 'NOT_FOUND'],
		['GET', '/chats/1', 400, 'NOT_FOUND'],
		['GET', '/chats/1', 404, undefined],
	])('is not reported after %s %s with %d and %s', (method, path, status, scn) => {
		expect(explain(method, path, status, scn)).toBeUndefined();
	});
});

describe('a 404 that is not the API’s', () => {
	const NO_API = {
		message: "The platform's API isn't at the credential's URL",
		description: expect.stringMatching(/^Check the URL in the credential\. .*the URL must not end with them\.$/),
	};

	test.each([
		'/channels',
		'/chats',
		'/v1/chats',
		'/messages',
		'/upload',
		'/tags',
		'/widgets',
		'/widgets/by_user/@me',
		'/preparedMessages',
		'/endUserNotifications/chainActions',
	])('explains the address when every account has %s', (path) => {
		for (const body of [{}, '', { $error: null }, 'Not Found']) {
			for (const method of ['GET', 'POST'] as const) expect(explain(method, path, 404, undefined, '', body)).toEqual(NO_API);
		}
		expect(explain('DELETE', path, 404)).toBeUndefined();
		expect(explain('GET', path, 403)).toBeUndefined();
		expect(explain('GET', path, 404, 'NOT_FOUND', '', { $error: { scn: 'NOT_FOUND' } })).toBeUndefined();
		expect(explain('GET', path, 404, undefined, '', { $error: 'no' })).toBeUndefined();
		expect(explain('GET', `${path}/1`, 404)).toBeUndefined();
		expect(explain('GET', `/x${path}`, 404)).toBeUndefined();
	});
});
