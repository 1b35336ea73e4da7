import { type IDataObject, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { NodeFailure } from '../../shared/failure';
import { isObject, objectOf } from '../../shared/json';
import { oneLine } from '../../shared/texts';
import { isTooLateForAgent } from './caller';
import type { Execution } from './execution';
import type { Operation } from './operation';
import { explainToModel } from './toolFailure';

type Running = Pick<Execution, 'caller' | 'functions' | 'node'>;

/**
 * Tells whether a failed item becomes an output item in place of stopping the node: with "Continue on Fail", and where an
 * AI agent calls the node as a tool, since a model can only correct its call when it reads what was wrong. A client of an MCP
 * Server Trigger is told of a failure by n8n only when the tool throws.
 *
 * @param execution the execution
 * @returns true when failures are output
 */
export function reportsFailures({ caller, functions, node }: Running): boolean {
	if (caller === 'person') return functions.continueOnFail();
	// the agent would not read it any more, so that the node itself has to show it
	if (caller === 'review' && isTooLateForAgent(functions)) return false;
	return caller !== 'client' && node.onError !== 'stopWorkflow';
}

/**
 * The output of an item that failed: for people what happened and what to do about it, for a model what it may know. n8n moves an
 * item to the error output only if its json has no members but `error`, `message` and `details`, and would cut an item with an
 * `error` property of its own down to the headline; agents know a failure by it.
 *
 * @param execution the failure of a tool goes to n8n's log, where its operator finds the whole of it
 * @param failure the error
 * @param itemIndex index of the input item
 * @param operation the operation that failed
 * @returns one output item
 */
export function failedItem(
	execution: Running,
	failure: NodeFailure,
	itemIndex: number,
	operation: Pick<Operation, 'reads'>,
): INodeExecutionData {
	const json = execution.caller !== 'person' ? forAgent(execution, failure) : forPeople(failure, operation);
	return { json, pairedItem: { item: itemIndex } };
}

/** The platform's own words on a refusal (specification, "Errors", "Error body"), as far as they are of the kinds it documents. */
function refusalOf(error: Record<string, unknown>): IDataObject {
	const { sc, scn, violations } = error;
	return {
		...(typeof sc === 'number' || typeof sc === 'string' ? { code: sc } : {}),
		...(typeof scn === 'string' ? { name: scn } : {}),
		...(Array.isArray(violations) ? { violations: violations.filter(isObject) } : {}),
	};
}

function forPeople(failure: NodeFailure, { reads }: Pick<Operation, 'reads'>): IDataObject {
	const { message, description, context } = failure;
	const status = failure instanceof NodeApiError ? Number(failure.httpCode ?? 'none') : NaN;
	const isAnswered = Number.isInteger(status);
	const data = objectOf(context.data);
	const { 'x-correlation-id': correlationId, code } = data;
	const { ids } = objectOf(context.partly);
	return {
		error: message,
		details: {
			...(description ? { advice: description } : {}),
			...(reads ? {} : { outcome: context.outcome === 'unknown' ? 'unknown' : 'notSent' }),
			...(isAnswered ? { status, ...refusalOf(data) } : {}),
			// without an answer Node's own, for example ECONNREFUSED
			...(!isAnswered && typeof code === 'string' ? { code } : {}),
			...(typeof correlationId === 'string' ? { correlationId } : {}),
			...(Array.isArray(ids) ? { sentMessageIds: ids.map(String) } : {}),
		},
	};
}

/** n8n hands `chatInput` to the agent; without it a review that could not be asked for would count as declined. */
function forAgent(execution: Running, failure: NodeFailure): IDataObject {
	const error = forModel(execution, failure);
	if (execution.caller !== 'review') return { error };
	return { error, chatInput: `The tool was not run, because its review could not be asked for. ${error}` };
}

function forModel({ functions, node }: Running, failure: NodeFailure): string {
	functions.logger.warn(`The tool "${node.name}" failed: ${oneLine(failure.message)}`, { description: failure.description });
	return explainToModel(failure).text;
}

/**
 * The error of an item that failed where failures are not output.
 *
 * @param execution the execution
 * @param failure the error
 * @param itemIndex index of the input item
 * @returns the error itself; for a client of an MCP Server Trigger one that says what a model may know, because n8n shows the
 * client message and description
 */
export function thrownFailure(execution: Running, failure: NodeFailure, itemIndex: number): NodeFailure {
	if (execution.caller !== 'client') return failure;
	const message = forModel(execution, failure);
	const error = new NodeOperationError(execution.node, message, { itemIndex });
	error.message = message;
	return error;
}
