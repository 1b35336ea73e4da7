import { type INode, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { NoAnswer } from '../../../nodes/shared/api/noAnswer';
import { AddressError, TooLarge } from '../../../nodes/shared/api/request';
import {
	answerError,
	asApiError,
	asNodeError,
	atItem,
	failureError,
	operatorError,
	requestError,
	valueError,
} from '../../../nodes/shared/failure';

const node: INode = { id: '1', name: 'A', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const item = { node, index: 7 };
const FROM = new URL('https://api.example.com/x');

/** n8n's own error of a failed request: its cause holds the request with the token. */
const withRequest = () => {
	const error = new NodeApiError(node, {}, { message: 'Wrapped', httpCode: '500' });
	error.cause = Object.assign(new Error('x'), { code: 'ECONNRESET', config: { headers: 'secret-token' } });
	return error;
};

describe('the error of an answer', () => {
	test.each<[string, number, object | string, object]>([
		['a refusal', 400, { $error: { sc: 1, msg: 'no' } }, { outcome: 'notSent', isRefusal: true }],
		['a refusal in a success', 200, { $error: { msg: 'no' } }, { outcome: 'notSent', isRefusal: true }],
		['a success that cannot be read', 200, '{', { outcome: 'unknown', isRefusal: false }],
		['the last success', 299, '{', { outcome: 'unknown', isRefusal: false }],
		['a redirect', 300, '', { outcome: 'notSent', isRefusal: false }],
		['a status without words', 499, '', { outcome: 'notSent', isRefusal: false }],
		['a failure of the platform', 500, { $error: { msg: 'no' } }, { outcome: 'unknown', isRefusal: true }],
		['a gateway', 502, '<html>', { outcome: 'unknown', isRefusal: false }],
	])('%s tells whether it may have been done all the same', (_what, status, body, marks) => {
		const error = answerError(node, 7, { status, body: body as string });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.httpCode).toBe(String(status));
		expect(error.context).toMatchObject({ ...marks, isBlocked: false, itemIndex: 7 });
		expect(error.node).toBe(node);
	});

	test('keeps the platform’s own words under the details, and a further sentence before the advice', () => {
		const answer = { status: 401, body: { $error: { sc: 7, msg: 'unknown key' } }, correlationId: 'c-1' };
		const error = answerError(node, 0, answer, 'The API token expired.');
		expect(error.context.data).toEqual({ sc: 7, msg: 'unknown key', 'x-correlation-id': 'c-1' });
		expect(error.description).toMatch(/^The API token expired\. It is wrong.*The platform says: unknown key\.$/);
	});

	test('has its message even where n8n knows a code in it', () => {
		const error = answerError(node, 0, { status: 400, body: { $error: { msg: 'preexisting: EEXIST' } } });
		expect(error.message).toBe('The platform did not accept the request: preexisting: EEXIST');
	});

	test('tells that the chat is blocked', () => {
		const body = { $error: { scn: 'INVALID_REQUEST', msg: 'User is blocked' } };
		const error = answerError(node, 0, { status: 400, body, asked: { method: 'POST', path: '/messages' } });
		expect(error.context.isBlocked).toBe(true);
	});
});

describe('the error of a request without an answer', () => {
	test.each([
		['ECONNREFUSED', 'notSent'],
		['ECONNRESET', 'unknown'],
	])('%s is in its details, and decides its outcome', (code, outcome) => {
		const error = failureError(node, 7, new NoAnswer('api.example.com', code), 'api.example.com');
		expect(error.message).toBe('No connection to api.example.com');
		expect(error.httpCode).toBe('none');
		expect(error.context).toMatchObject({ data: { code }, outcome, itemIndex: 7 });
	});

	test('of a wrong credential has no code', () => {
		const error = failureError(node, 7, new UserError('The API Token is empty.'), 'api.example.com');
		expect(error.message).toBe('The API Token is empty.');
		expect(error.context).toMatchObject({ outcome: 'notSent' });
		expect(error.context.data).toBeUndefined();
	});
});

test('an error tells a model what mends it: other values, or a person', () => {
	const wrong = valueError(node, 7, 'ENOENT is no channel', 'Choose one.');
	const impossible = operatorError(item, 'EPERM is switched off', 'Ask somebody.');
	expect(wrong).toMatchObject({ message: 'ENOENT is no channel', description: 'Choose one.' });
	expect(wrong.context).toEqual({ itemIndex: 7, remedy: 'correct' });
	expect(impossible).toMatchObject({ message: 'EPERM is switched off', description: 'Ask somebody.' });
	expect(impossible.context).toEqual({ itemIndex: 7, remedy: 'operator' });
});

describe('the error of a request', () => {
	test.each<[AddressError, string, RegExp]>([
		[
			new AddressError('foreign', 'https://evil.example'),
			"The API token was not sent to https://evil.example: this address is outside the credential's addresses",
			/^Check the addresses in the credential\.$/,
		],
		[
			new AddressError('circle', 'https://api.example.com', FROM),
			'https://api.example.com redirects again and again, so the request was given up after 5 times',
			/^Check the address in the credential\.$/,
		],
		[
			new AddressError('local', 'http://10.0.0.1', FROM),
			'https://api.example.com redirects to http://10.0.0.1, which is on this machine or in its network, so nothing was sent there',
			/new address of the platform, enter it in the credential/,
		],
	])('%s', (error, message, description) => {
		const failure = requestError(item, error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(failure).toMatchObject({ message, description: expect.stringMatching(description) });
		expect(failure.context).toMatchObject({ itemIndex: 7, remedy: 'operator' });
	});

	test('whose answer is too large may have been done', () => {
		const failure = requestError(item, new TooLarge('api.example.com'));
		expect(failure.message).toBe('api.example.com sent more than 64 MB, so the rest of the answer was not read');
		expect(failure.description).toMatch(/^No answer of the API is that large\. Check the address/);
		expect(failure.context).toMatchObject({ outcome: 'unknown', remedy: 'operator' });
	});

	test('is this package’s own where it is one', () => {
		for (const own of [valueError(node, 7, 'x'), answerError(node, 7, { status: 500, body: '' })]) {
			expect(requestError(item, own)).toBe(own);
		}
	});

	test('names the host where it is known, and keeps no request', () => {
		expect(requestError(item, new NoAnswer('api.example.com', 'ECONNRESET')).message).toBe('No connection to api.example.com');
		const failure = requestError(item, withRequest());
		expect(failure.message).toBe('No connection to the platform');
		expect(failure.cause).toBeUndefined();
	});
});

describe('whatever is thrown', () => {
	test('is shown as an error at the item, without a request', () => {
		const own = valueError(node, 7, 'x');
		const answered = answerError(node, 7, { status: 500, body: '' });
		for (const error of [own, answered]) expect(asNodeError(node, 7, error)).toBe(error);
		const failure = asNodeError(node, 7, withRequest());
		expect([failure.message, failure.cause]).toEqual(['No connection to the platform', undefined]);
	});

	test.each<[unknown, string]>([
		[new Error('EEXIST: broken'), 'EEXIST: broken'],
		[new TypeError(''), 'TypeError'],
		['a text', 'a text'],
		[undefined, 'undefined'],
	])('%p keeps its words', (error, message) => {
		const failure = asNodeError(node, 7, error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect([failure.message, failure.context.itemIndex]).toEqual([message, 7]);
	});

	test('at another item says the same there', () => {
		const other = { node: { ...node, name: 'B' }, index: 9 };
		const answered = answerError(node, 7, { status: 500, body: { $error: { sc: 1, msg: 'EEXIST' } } });
		const copied = atItem(other, answered);
		expect(copied).toBeInstanceOf(NodeApiError);
		expect(copied).toMatchObject({ message: answered.message, description: answered.description, httpCode: '500' });
		expect(copied.context).toEqual({ ...answered.context, itemIndex: 9 });
		expect(copied.node.name).toBe('B');
		expect(answered.context.itemIndex).toBe(7);
		const refused = atItem(other, valueError(node, 7, 'EEXIST is none', 'Choose one.'));
		expect(refused).toBeInstanceOf(NodeOperationError);
		expect(refused).toMatchObject({ message: 'EEXIST is none', description: 'Choose one.' });
		expect(refused.context).toEqual({ itemIndex: 9, remedy: 'correct' });
	});

	test('is passed on by n8n’s declarative engine as it is, when it is an error of an API', () => {
		const answered = answerError(node, 7, { status: 500, body: '' });
		expect(asApiError(node, 9, answered)).toBe(answered);
		const made = asApiError(node, 9, valueError(node, 7, 'EEXIST is none', 'Choose one.'));
		expect(made).toBeInstanceOf(NodeApiError);
		expect(made).toMatchObject({ message: 'EEXIST is none', description: 'Choose one.', httpCode: 'none' });
		expect(made.context.itemIndex).toBe(9);
	});
});
