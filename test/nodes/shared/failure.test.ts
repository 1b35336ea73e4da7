/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { inspect } from 'node:util';
import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asFailure, badResponse } from '../../../nodes/shared/api/explain';
import { noResponse } from '../../../nodes/shared/api/noResponse';
import { AddressError } from '../../../nodes/shared/api/request';
import { Failure, nodeError } from '../../../nodes/shared/failure';

const node: INode = { id: '1', name: 'A', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const FROM = new URL('https://api.example.com/x');

/** n8n's own error of a failed request: its cause holds the request with the token. */
const withRequest = () => {
	const error = new NodeApiError(node, {}, { message: 'Wrapped', httpCode: '500' });
	error.cause = Object.assign(new Error('x'), { code: 'ECONNRESET', config: { headers: 'secret-token' } });
	return error;
};

// which outcome: MessagingPlatform/run/errorOutput.test.ts
test('the error of a response, or of a request without one, is an API error with its status or code', () => {
	const refused = nodeError(node, badResponse({ status: 400, body: { $error: { sc: 1 } } }), 7);
	expect(refused).toBeInstanceOf(NodeApiError);
	expect(refused).toMatchObject({ httpCode: '400', context: { itemIndex: 7, data: { sc: 1 } }, node });
	const error = nodeError(node, noResponse({ code: 'ECONNREFUSED' }, 'api.example.com'), 7);
	expect(error).toMatchObject({ message: 'No connection to api.example.com', httpCode: 'none' });
	expect(error.context).toMatchObject({ data: { code: 'ECONNREFUSED' }, itemIndex: 7 });
});

test('shows a model what fixes an error: other values, or a person', () => {
	const wrong = Failure.ofValue('ENOENT is no channel', 'Choose one.');
	const impossible = Failure.forOperator('EPERM is switched off', 'Ask somebody.');
	expect(wrong).toMatchObject({ remedy: 'correct', model: 'ENOENT is no channel. Choose one.', outcome: 'notSent' });
	expect(impossible).toMatchObject({ remedy: 'operator', model: 'EPERM is switched off.', outcome: 'notSent' });
	for (const failure of [wrong, impossible]) {
		const error = nodeError(node, failure, 7);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: failure.message, description: failure.advice, context: { itemIndex: 7 } });
	}
	expect(Failure.ofValue('x', { people: 'In n8n.' })).toMatchObject({ advice: 'In n8n.', model: 'x.' });
	const model = "The platform can't be used for this.";
	expect(Failure.ofPlatform('x at 10.0.0.1', 'y')).toMatchObject({ remedy: 'operator', model });
	expect(new Failure('x at 10.0.0.1', { advice: 'y' })).toMatchObject({ remedy: 'operator', model: 'The tool failed.' });
});

test('has only what is known of it', () => {
	expect([new Failure('x').advice, Failure.ofValue('x').advice, Failure.of(new Error('x')).advice]).toEqual(['', '', '']);
	for (const failure of [new Failure('x'), new Failure('x', { response: {} })]) {
		expect(nodeError(node, failure).context).not.toHaveProperty('itemIndex');
		expect(nodeError(node, failure, 7).context).not.toHaveProperty('data', undefined);
		expect(nodeError(node, failure.with({ data: { sc: 1 } })).context.data).toEqual({ sc: 1 });
	}
});

test('says which address got nothing, and to check the credential', () => {
	const api = 'https://api.example.com';
	const errors: Array<[AddressError, string]> = [
		[
			new AddressError('foreign', 'https://evil.example'),
			"The API token wasn't sent to https://evil.example: this URL is outside the credential's addresses",
		],
		[new AddressError('circle', api, FROM), `${api} keeps redirecting, so the request was canceled after 5 redirects`],
		[
			new AddressError('local', 'http://10.0.0.1', FROM),
			`${api} redirects to http://10.0.0.1, which is on this machine or in its network, so nothing was sent there`,
		],
	];
	const advice = expect.stringMatching(
		/^Check the URLs? in the credential\.$|new URL of the platform, enter it in the credential/,
	) as string;
	for (const [error, message] of errors) {
		const model = "The platform can't be used for this.";
		expect(asFailure(error)).toMatchObject({ message, advice, remedy: 'operator', model });
		expect(nodeError(node, asFailure(error))).toBeInstanceOf(NodeOperationError);
	}
});

test('keeps no request of whatever is thrown', () => {
	const [made, shown] = [asFailure(withRequest()), nodeError(node, withRequest(), 7)];
	expect([made.message, shown.message]).toEqual(['No connection to the platform', 'A request failed']);
	for (const one of [made, shown]) expect(inspect(one, { depth: 9 })).not.toContain('secret');
	expect(shown.context.itemIndex).toBe(7);
	expect(Failure.of(withRequest())).toMatchObject({ outcome: 'unknown', model: 'The tool failed.' });
});

test.each<[unknown, string]>([
	[new Error('EEXIST: broken'), 'EEXIST: broken'],
	[undefined, 'undefined'],
])('%p keeps its words', (error, message) => {
	const shown = nodeError(node, error, 7);
	expect(shown).toBeInstanceOf(NodeOperationError);
	expect([shown.message, shown.context.itemIndex]).toEqual([message, 7]);
});
