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
			people: 'Fill in this field. If it has an expression, the previous node gave no value.',
			model: 'Fill in this field.',
		}),
		'correct',
		/^Text is empty\. Fill in this field\. Correct/,
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
		Failure.ofPlatform('api.internal.example redirects to evil.example', 'Check the URL in the credential.'),
		'operator',
		/^The platform can't be used for this\. Other/,
	],
	[
		'a strange answer',
		Failure.ofPlatform(
			'The platform gave no ID (POST /preparedMessages)',
			"Try again. If this keeps happening, contact the platform's support.",
		),
		'operator',
		/^The platform can't be used for this\. Other/,
	],
	[
		'a change that was not confirmed',
		Failure.forOperator('The platform confirmed nothing', 'Look there.'),
		'operator',
		/^The platform confirmed nothing\. Other/,
	],
	[
		'what only the author can mend',
		Failure.forOperator('No chat to reply to', 'Start the workflow with the trigger.'),
		'operator',
		/^No chat to reply to\. Other arguments/,
	],
	[
		'an error of the server',
		Failure.of(new Error("ENOENT: no such file '/home/node/.n8n/x'")),
		'operator',
		/^The tool failed\. Other/,
	],
	[
		"an error of n8n's",
		Failure.of(new NodeOperationError(node, 'Node "Secret Name" has not been executed')),
		'operator',
		/^The tool failed\. Other/,
	],
	['400', answer(400, refused('INVALID_REQUEST')), 'correct', /^The platform didn't accept these values\. Correct/],
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
	['400 in a 200', answer(200, refused('INVALID_REQUEST')), 'correct', /^The platform didn't accept these values/],
	[
		'a blocked chat',
		answer(400, refused('INVALID_REQUEST', { msg: 'user is blocked' })),
		'operator',
		/^No message can be sent to this chat\. Other/,
	],
	[
		'the word blocked in another answer',
		answer(400, refused('INVALID_REQUEST', { msg: 'user is blocked' }), '/widgets'),
		'correct',
		/^The platform didn't accept these values\. Correct/,
	],
	['401', answer(401), 'operator', /^The platform doesn't let this workflow do this\. Other/],
	['402', answer(402), 'operator', /^The platform doesn't let/],
	['403', answer(403), 'operator', /^The platform doesn't let/],
	['404', answer(404, refused('NOT_FOUND')), 'correct', /^The platform doesn't know what was requested\. Correct/],
	['405', answer(405), 'correct', /^The platform didn't accept/],
	[
		'500',
		answer(500, refused('INTERNAL')),
		'later',
		/^The platform can't do this at the moment\. This may or may not have been done/,
	],
	['503', answer(503, '<html>'), 'later', /^The platform can't do this at the moment\./],
	['302', answer(302), 'operator', /^The platform didn't respond as it should\. Other/],
	['200 that cannot be read', answer(200, '<html>login</html>'), 'operator', /^The platform didn't respond as it should\./],
	['429', answer(429), 'later', /^The platform can't do this at the moment\. This wasn't done\. Try again later/],
	['no connection', noAnswer('ECONNREFUSED'), 'later', /^The platform didn't respond\. This wasn't done\./],
	['a certificate', noAnswer('CERT_HAS_EXPIRED'), 'later', /^The platform didn't respond\./],
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
