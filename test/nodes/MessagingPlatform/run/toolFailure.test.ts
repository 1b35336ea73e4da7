import { type IExecuteFunctions, type INode, NodeOperationError } from 'n8n-workflow';
import { thrownFailure } from '../../../../nodes/MessagingPlatform/run/failures';
import { badAnswer } from '../../../../nodes/shared/api/explain';
import { noAnswer as unanswered } from '../../../../nodes/shared/api/noAnswer';
import { Failure, type Remedy } from '../../../../nodes/shared/failure';
import type { JsonValue } from '../../../../nodes/shared/json';
import { contextOf, newWorkflow } from './expressions/field';

const node: INode = { id: 't', name: 'Tool', type: 'x.messagingPlatformTool', typeVersion: 1, position: [0, 0], parameters: {} };

const answer = (status: number, body: JsonValue = {}, path = '/messages') =>
	badAnswer({ status, body, correlationId: 'id-7', asked: { method: 'POST', path } });
const refused = (scn: string, more: object = {}) => ({ $error: { sc: 400, scn, ...more } }) as JsonValue;
const noAnswer = (code: string) => unanswered({ code }, 'api.internal.example');

/** The text that a model reads: the same for a client, which gets it as an error, and for an agent. */
function explainToModel(failure: Failure): { remedy: Remedy; text: string } {
	const functions = contextOf(newWorkflow()).functions as IExecuteFunctions;
	return { remedy: failure.remedy, text: thrownFailure({ functions, node, caller: 'client' }, failure).message };
}

const CASES: Array<[string, Failure, Remedy, RegExp]> = [
	[
		'an empty field',
		Failure.ofValue('Text is empty', {
			people: 'Fill in the field. If it has an expression, the previous node gave no value.',
			model: 'Fill in the field.',
		}),
		'correct',
		/^Text is empty\. Fill in the field\. Correct/,
	],
	[
		'a value that is too long',
		Failure.ofValue('Text has 5,000 characters', 'At most 4,096 are allowed.'),
		'correct',
		/^Text has 5,000 characters\. At most 4,096 are allowed\. Correct/,
	],
	[
		'advice for the author',
		Failure.ofValue('Chat is empty', { people: 'Set "Send To" to "A Chat" in the node.' }),
		'correct',
		/^Chat is empty\. Correct/,
	],
	[
		'a redirect',
		Failure.ofPlatform('api.internal.example redirects to evil.example', 'Check the address in the credential.'),
		'operator',
		/^The platform cannot be used for this\. No other/,
	],
	[
		'a strange answer',
		Failure.ofPlatform(
			'The platform gave no ID (POST /preparedMessages)',
			"Try again; if the problem persists, ask the platform's support.",
		),
		'operator',
		/^The platform cannot be used for this\. No other/,
	],
	[
		'a change that was not confirmed',
		Failure.forOperator('The platform confirmed nothing', 'Look there.'),
		'operator',
		/^The platform confirmed nothing\. No other/,
	],
	[
		'what only the author can mend',
		Failure.forOperator('There is no chat to reply to', 'Start the workflow with the trigger.'),
		'operator',
		/^There is no chat to reply to\. No other arguments/,
	],
	[
		'an error of the server',
		Failure.of(new Error("ENOENT: no such file '/home/node/.n8n/x'")),
		'operator',
		/^The tool failed\. No other/,
	],
	[
		"an error of n8n's",
		Failure.of(new NodeOperationError(node, 'Node "Secret Name" has not been executed')),
		'operator',
		/^The tool failed\. No other/,
	],
	['400', answer(400, refused('INVALID_REQUEST')), 'correct', /^The platform did not accept these values\. Correct/],
	[
		'400 with violations',
		answer(
			400,
			refused('BODY_VALIDATION_ERROR', {
				violations: [{ propertyPath: 'text', name: 'size must be below 10', invalidValue: 'x' }],
			}),
		),
		'correct',
		/It objects to: text size must be below 10\. Correct/,
	],
	['400 in a 200', answer(200, refused('INVALID_REQUEST')), 'correct', /^The platform did not accept these values/],
	[
		'a blocked chat',
		answer(400, refused('INVALID_REQUEST', { msg: 'user is blocked' })),
		'operator',
		/^No message can be sent to this chat\. No other/,
	],
	[
		'the word blocked in another answer',
		answer(400, refused('INVALID_REQUEST', { msg: 'user is blocked' }), '/widgets'),
		'correct',
		/^The platform did not accept these values\. Correct/,
	],
	['401', answer(401), 'operator', /^The platform does not let this workflow do this\. No other/],
	['402', answer(402), 'operator', /^The platform does not let/],
	['403', answer(403), 'operator', /^The platform does not let/],
	['404', answer(404, refused('NOT_FOUND')), 'correct', /^The platform does not know what was asked for\. Correct/],
	['405', answer(405), 'correct', /^The platform did not accept/],
	['429', answer(429), 'later', /^The platform cannot do this at the moment\. It is not known/],
	['500', answer(500, refused('INTERNAL')), 'later', /^The platform cannot do this at the moment\. It is not known/],
	['503', answer(503, '<html>'), 'later', /^The platform cannot do this at the moment\./],
	['302', answer(302), 'operator', /^The platform did not answer as it should\. No other/],
	['200 that cannot be read', answer(200, '<html>login</html>'), 'operator', /^The platform did not answer as it should\./],
	['no connection', noAnswer('ECONNREFUSED'), 'later', /^The platform did not answer\. It is not known/],
	['a certificate', noAnswer('CERT_HAS_EXPIRED'), 'later', /^The platform did not answer\./],
];

test.each(CASES)('%s', (_name, failure, remedy, text) => {
	const told = explainToModel(failure);
	expect(told.remedy).toBe(remedy);
	expect(told.text).toMatch(text);
	expect(told.text).not.toMatch(/credential|token|api\.internal|evil\.example|unblock|\/home|id-7|https?:/i);
});

test("reports the platform's objections in a bounded length", () => {
	const violations = Array.from({ length: 100 }, (_, index) => ({ propertyPath: `field${index}`, name: 'x'.repeat(1000) }));
	expect(explainToModel(answer(400, refused('BODY_VALIDATION_ERROR', { violations }))).text.length).toBeLessThan(1500);
});
