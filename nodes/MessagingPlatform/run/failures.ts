import { type IDataObject, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { NodeFailure } from '../../shared/failure';
import { explainToModel } from '../agent/toolFailure';
import { failedReview } from '../agent/reviewText';
import { isCalledByClient, isReview, isTool, isTooLateForAgent } from '../agent/toolRun';
import { isObject, objectOf } from '../../shared/json';
import { oneLine } from '../../shared/texts';
import type { Functions } from './execution';
import type { Operation } from './operation';

/**
 * Tells whether a failed item becomes an output item in place of stopping the node: with "Continue on Fail", and where an
 * AI agent calls the node as a tool, since a model can only correct its call when it reads what was wrong. A client of an MCP
 * Server Trigger is told of a failure by n8n only when the tool throws.
 *
 * @param functions n8n's context
 * @returns true when failures are output
 */
export function reportsFailures(functions: Functions): boolean {
	const node = functions.getNode();
	if (!isTool(node)) return functions.continueOnFail();
	// the agent would not read it any more, so that the node itself has to show it
	if (isReview(node) && isTooLateForAgent(functions)) return false;
	return !isCalledByClient(functions) && node.onError !== 'stopWorkflow';
}

/**
 * The output of an item that failed: for people what happened and what to do about it, for a model what it may know. n8n moves an
 * item to the error output only if its json has no members but `error`, `message` and `details`, and would cut an item with an
 * `error` property of its own down to the headline; agents know a failure by it.
 *
 * @param functions n8n's context; the failure of a tool goes to n8n's log, where its operator finds the whole of it
 * @param failure the error
 * @param itemIndex index of the input item
 * @param operation the operation that failed
 * @returns one output item
 */
export function failedItem(
	functions: Functions,
	failure: NodeFailure,
	itemIndex: number,
	operation: Pick<Operation, 'reads'>,
): INodeExecutionData {
	const json = isTool(functions.getNode()) ? forAgent(functions, failure) : forPeople(failure, operation);
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

function forAgent(functions: Functions, failure: NodeFailure): IDataObject {
	const error = forModel(functions, failure);
	return isReview(functions.getNode()) ? failedReview(error) : { error };
}

function forModel(functions: Functions, failure: NodeFailure): string {
	functions.logger.warn(`The tool "${functions.getNode().name}" failed: ${oneLine(failure.message)}`, {
		description: failure.description,
	});
	return explainToModel(failure).text;
}

/**
 * The error of an item that failed where failures are not output.
 *
 * @param functions n8n's context
 * @param failure the error
 * @param itemIndex index of the input item
 * @returns the error itself; for a client of an MCP Server Trigger one that says what a model may know, because n8n shows the
 * client message and description
 */
export function thrownFailure(functions: Functions, failure: NodeFailure, itemIndex: number): NodeFailure {
	if (!isTool(functions.getNode()) || !isCalledByClient(functions)) return failure;
	const message = forModel(functions, failure);
	const error = new NodeOperationError(functions.getNode(), message, { itemIndex });
	error.message = message;
	return error;
}
