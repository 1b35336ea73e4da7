import { type IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { callerOf } from '../../../../nodes/MessagingPlatform/run/caller';
import { failedItem, reportsFailures, thrownFailure } from '../../../../nodes/MessagingPlatform/run/failures';
import { valueError } from '../../../../nodes/shared/failure';
import { contextOf, newWorkflow, replacedIn } from './expressions/field';

interface Caller {
	/** End of the node type's name, as n8n gives it to tools. */
	type?: string;
	onError?: 'continueRegularOutput' | 'stopWorkflow';
	executionOrder?: 'v0' | 'v1';
	/** Whether a client of an MCP Server Trigger calls. */
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

describe('a failed item becomes an output item', () => {
	test.each<[string, Caller, boolean]>([
		['with "Continue on Fail"', { onError: 'continueRegularOutput' }, true],
		['not without it', {}, false],
		['where an agent calls the node as its tool, so that the model reads it', { type: 'Tool' }, true],
		['not where the author wants the workflow to stop', { type: 'Tool', onError: 'stopWorkflow' }, false],
		['not where a client calls the tool: n8n tells it only of what is thrown', { type: 'Tool', client: true }, false],
		['also of a tool in a workflow of the old order', { type: 'Tool', executionOrder: 'v0' }, true],
		['of a human review that the agent waits for', { type: 'HitlTool' }, true],
		['not of a human review where the agent does not wait', { type: 'HitlTool', executionOrder: 'v0' }, false],
	])('%s', (_when, caller, reports) => {
		expect(reportsFailures(called(caller).execution)).toBe(reports);
	});
});

describe('what is put out of a failed item', () => {
	const { execution, node } = called();
	const withData = (data: object, description?: string) => {
		const error = new NodeApiError(node, {}, { message: 'Refused', description });
		error.context.data = { ...data };
		return error;
	};

	test('is what happened and what to do about it, paired with its item', () => {
		expect(failedItem(execution, valueError(node, 3, 'Text is empty', 'Fill in the field.'), 3, {})).toEqual({
			json: { error: 'Text is empty', details: { advice: 'Fill in the field.', outcome: 'notSent' } },
			pairedItem: { item: 3 },
		});
		expect(failedItem(execution, valueError(node, 0, 'Text is empty'), 0, { reads: true }).json).toEqual({
			error: 'Text is empty',
			details: {},
		});
	});

	test('includes the ID of the call, and the code when nothing answered', () => {
		const data = { 'x-correlation-id': 'id-7', code: 'ECONNRESET', other: 'x' };
		expect(failedItem(execution, withData(data), 0, {}).json.details).toEqual({
			outcome: 'notSent',
			correlationId: 'id-7',
			code: 'ECONNRESET',
		});
	});

	test('has nothing of another kind than documented', () => {
		const { json } = failedItem(execution, withData({ 'x-correlation-id': 7, code: 7, sentMessageIds: 'm1', other: 'x' }), 0, {});
		expect(json.details).toEqual({ outcome: 'notSent' });
	});

	test('is for a model what it may know; the log has the whole of it', () => {
		const tool = called({ type: 'Tool' });
		const failure = valueError(tool.node, 0, 'Text\nis empty', 'Check the credential.');
		expect(failedItem(tool.execution, failure, 0, {})).toEqual({
			json: { error: expect.stringMatching(/^The platform cannot be used for this\. No other arguments/) },
			pairedItem: { item: 0 },
		});
		expect(tool.logged).toEqual([['The tool "fields" failed: Text is empty', { description: 'Check the credential.' }]]);
	});

	test('is of a human review also what n8n hands to the agent: without it, it would say that somebody declined', () => {
		const review = called({ type: 'HitlTool' });
		const { json } = failedItem(review.execution, valueError(review.node, 0, 'Text is empty'), 0, {});
		expect(json).toEqual({
			error: expect.stringMatching(/^Text is empty\. Correct the arguments/),
			chatInput: expect.stringMatching(/review could not be asked for\. Text is empty\. Correct the arguments/),
		});
	});
});

describe('what is thrown', () => {
	test.each<[string, Caller]>([
		['a node of a workflow', {}],
		['a node of a workflow that nothing comes before', { client: true }],
		['a tool of an agent', { type: 'Tool' }],
	])('in %s is the error itself', (_where, caller) => {
		const { execution, node, logged } = called(caller);
		const failure = valueError(node, 0, 'Text is empty', 'Check the credential.');
		expect(thrownFailure(execution, failure, 0)).toBe(failure);
		expect(logged).toEqual([]);
	});

	test('for a client of an MCP Server Trigger says what a model may know, and nothing else', () => {
		const { execution, node, logged } = called({ type: 'Tool', client: true });
		// n8n puts words of its own in the place of a message with a code in it
		const failure = valueError(node, 2, 'Text has ECONNREFUSED in it', 'The base URL is in the credential.');
		failure.context.remedy = 'operator';
		const thrown = thrownFailure(execution, failure, 2);
		expect(thrown).toBeInstanceOf(NodeOperationError);
		expect(thrown.message).toMatch(/^Text has ECONNREFUSED in it\. No other arguments will help/);
		expect(thrown.description ?? '').not.toContain('credential');
		expect(thrown.context.itemIndex).toBe(2);
		expect(logged).toHaveLength(1);
	});
});
