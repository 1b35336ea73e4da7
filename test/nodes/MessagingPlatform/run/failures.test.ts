import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { callerOf } from '../../../../nodes/MessagingPlatform/run/caller';
import { failedItem, reportsFailures, thrownFailure } from '../../../../nodes/MessagingPlatform/run/failures';
import { Failure, nodeError } from '../../../../nodes/shared/failure';
import { contextOf, newWorkflow, replacedIn } from './expressions/field';
import { badResponse } from '../../../../nodes/shared/api/explain';
import { noResponse as unanswered } from '../../../../nodes/shared/api/noResponse';
import type { JsonValue } from '../../../../nodes/shared/json';

describe('a failed item', () => {
	interface Caller {
		/** End of the node type's name, as n8n gives it to tools. */
		type?: string;
		onError?: 'continueRegularOutput' | 'stopWorkflow';
		executionOrder?: 'v0' | 'v1';
		/** True if a client of an MCP Server Trigger calls. */
		client?: boolean;
	}

	/** n8n's context of a node, as one of its callers gives it; what it writes into the log is kept. */
	function called({ type = '', onError, executionOrder = 'v1', client = false }: Caller = {}) {
		const { functions } = contextOf(newWorkflow());
		const node = { ...functions.getNode(), type: `test.fields${type}`, ...(onError && { onError }) };
		const data = functions.getExecuteData();
		const logged: unknown[][] = [];
		const members = {
			getNode: () => node,
			continueOnFail: () => onError === 'continueRegularOutput',
			getExecuteData: () => ({ ...data, source: client ? null : data.source }),
			getWorkflowSettings: () => ({ executionOrder }),
			logger: { ...functions.logger, warn: (...words: unknown[]) => void logged.push(words) },
		};
		const context = replacedIn(functions, members) as IExecuteFunctions;
		return { execution: { functions: context, node, caller: callerOf(context) }, node, logged };
	}

	test.each<[string, Caller, boolean]>([
		['with "Continue on Fail"', { onError: 'continueRegularOutput' }, true],
		['if an agent calls the node as its tool, so that the model reads it', { type: 'Tool' }, true],
		['not if the author wants the workflow to stop', { type: 'Tool', onError: 'stopWorkflow' }, false],
		['not if a client calls the tool: n8n passes only on what is thrown', { type: 'Tool', client: true }, false],
		['for a human review that the agent waits for', { type: 'HitlTool' }, true],
		['not for a human review if the agent does not wait', { type: 'HitlTool', executionOrder: 'v0' }, false],
	])('becomes an output item %s', (_when, caller, reports) => {
		expect(reportsFailures(called(caller).execution)).toBe(reports);
	});

	test('shows a model only what it may know; the log has all of it', () => {
		const { execution, logged } = called({ type: 'Tool' });
		expect(failedItem(execution, Failure.ofPlatform('Text\nis empty', 'Check the credential.'), 0, {})).toEqual({
			json: { error: expect.stringMatching(/^The platform can't be used for this\. Other arguments/) },
			pairedItem: { item: 0 },
		});
		expect(logged).toEqual([['The tool "fields" failed: Text is empty', { description: 'Check the credential.' }]]);
	});

	test('is thrown for a client of an MCP Server Trigger with what a model may know, and nothing else', () => {
		const { execution, logged } = called({ type: 'Tool', client: true });
		const failure = Failure.forOperator('Text has ECONNREFUSED in it', 'The base URL is in the credential.');
		const thrown = nodeError(execution.node, thrownFailure(execution, failure), 2);
		expect(thrown).toBeInstanceOf(NodeOperationError);
		expect(thrown.message).toMatch(/^Text has ECONNREFUSED in it\. Other arguments won't help/);
		expect([thrown.description ?? '', thrown.context.itemIndex, logged.length]).toEqual(['', 2, 1]);
	});
});

describe('what a model reads about a failure', () => {
	const answer = (status: number, body: JsonValue = {}, path = '/messages') =>
		badResponse({ status, body, correlationId: 'id-7', asked: { method: 'POST', path } });
	const refused = (scn: string, more: object = {}) => ({ $error: { sc: 400, scn, ...more } }) as JsonValue;
	/** The text that a model reads: the same for a client, which gets it as an error, and for an agent. */
	function explainToModel(failure: Failure): string {
		const { functions } = contextOf(newWorkflow());
		return thrownFailure({ functions, node: functions.getNode(), caller: 'client' }, failure).message;
	}

	const TEXT = Failure.ofValue('Text is empty', { people: 'Fill in this field: the previous node …', model: 'Fill it in.' });
	const REDIRECT = Failure.ofPlatform('api.internal.example redirects to evil.example', 'Check the URL in the credential.');
	const UNANSWERED = unanswered({ code: 'ECONNREFUSED' }, 'api.internal.example');
	const BLOCKED = refused('INVALID_REQUEST', { msg: 'user is blocked' });
	const NOT_ACCEPTED = /^The platform didn't accept these values\. Correct/;
	test.each<[string, Failure, RegExp]>([
		['an empty field', TEXT, /^Text is empty\. Fill it in\. Correct/],
		['a redirect', REDIRECT, /^The platform can't be used for this\. Other/],
		['an error of the server', Failure.of(new Error("no such file '/home/node/.n8n/x'")), /^The tool failed\. Other/],
		['400', answer(400, refused('INVALID_REQUEST')), NOT_ACCEPTED],
		['a blocked chat', answer(400, BLOCKED), /^No message can be sent to this chat\. Other/],
		['the word blocked in another answer', answer(400, BLOCKED, '/widgets'), NOT_ACCEPTED],
		['401', answer(401), /^The platform doesn't let this workflow do this\. Other/],
		['404', answer(404, refused('NOT_FOUND')), /^The platform doesn't know what was requested\. Correct/],
		['500', answer(500, refused('INTERNAL')), /^The platform can't do this at the moment\. This may or may not have been done/],
		['200 that cannot be read', answer(200, '<html>login</html>'), /^The platform didn't respond as it should\./],
		['429', answer(429), /^The platform can't do this at the moment\. This wasn't done\. Try again later/],
		['no connection', UNANSWERED, /^The platform didn't respond\. This wasn't done\./],
	])('%s', (_name, failure, text) => {
		expect(explainToModel(failure)).toMatch(text);
		expect(explainToModel(failure)).not.toMatch(/credential|token|api\.internal|evil\.example|unblock|\/home|id-7|https?:/i);
	});

	test("reports the platform's objections in a bounded length", () => {
		const violations = Array.from({ length: 100 }, (_, index) => ({ propertyPath: `field${index}`, name: 'x'.repeat(1000) }));
		expect(explainToModel(answer(400, refused('BODY_VALIDATION_ERROR', { violations }))).length).toBeLessThan(1500);
	});
});
