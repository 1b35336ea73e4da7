import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { callerOf } from '../../../../nodes/MessagingPlatform/run/caller';
import { failedItem, reportsFailures, thrownFailure } from '../../../../nodes/MessagingPlatform/run/failures';
import { Failure, nodeError } from '../../../../nodes/shared/failure';
import { contextOf, newWorkflow, replacedIn } from './expressions/field';

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

describe('the output of a failed item', () => {
	const { execution } = called();
	test('says what happened and what to do about it, paired with its item', () => {
		expect(failedItem(execution, Failure.ofValue('Text is empty', 'Fill in this field.'), 3, {})).toEqual({
			json: { error: 'Text is empty', details: { advice: 'Fill in this field.', outcome: 'notSent' } },
			pairedItem: { item: 3 },
		});
		expect(failedItem(execution, Failure.ofValue('Text is empty'), 0, { reads: true }).json).toEqual({
			error: 'Text is empty',
			details: {},
		});
	});

	test('shows a model only what it may know; the log has all of it', () => {
		const tool = called({ type: 'Tool' });
		const failure = Failure.ofPlatform('Text\nis empty', 'Check the credential.');
		expect(failedItem(tool.execution, failure, 0, {})).toEqual({
			json: { error: expect.stringMatching(/^The platform can't be used for this\. Other arguments/) },
			pairedItem: { item: 0 },
		});
		expect(tool.logged).toEqual([['The tool "fields" failed: Text is empty', { description: 'Check the credential.' }]]);
	});
});

describe('a thrown error', () => {
	test('for a client of an MCP Server Trigger says what a model may know, and nothing else', () => {
		const { execution, logged } = called({ type: 'Tool', client: true });
		const failure = Failure.forOperator('Text has ECONNREFUSED in it', 'The base URL is in the credential.');
		const thrown = nodeError(execution.node, thrownFailure(execution, failure), 2);
		expect(thrown).toBeInstanceOf(NodeOperationError);
		expect(thrown.message).toMatch(/^Text has ECONNREFUSED in it\. Other arguments won't help/);
		expect(thrown.description ?? '').toBe('');
		expect(thrown.context.itemIndex).toBe(2);
		expect(logged).toHaveLength(1);
	});
});
