import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { Failure, type Remedy } from '../../shared/failure';
import { oneLine } from '../../shared/texts';
import { isTooLateForAgent } from './caller';
import type { Execution } from './execution';
import type { Operation } from './operation';

type Running = Pick<Execution, 'caller' | 'functions' | 'node'>;

const NEXT: Record<Remedy, string> = {
	correct: 'Correct the arguments and call the tool again.',
	later: 'Try again later, only once. If it fails again, tell the operator.',
	operator: "Other arguments won't help. Continue without this tool, and tell the operator of this workflow.",
};

/**
 * Checks whether a failed item becomes an output item instead of stopping the node: with "Continue on Fail", and in a tool of an
 * AI agent, because a model can only correct its call when it reads what was wrong. n8n shows a client of
 * an MCP Server Trigger only what the tool throws.
 */
export function reportsFailures({ caller, functions, node }: Running): boolean {
	if (caller === 'person') return functions.continueOnFail();
	// the agent would not read it any more, so that the node itself has to show it
	if (caller === 'review' && isTooLateForAgent(functions)) return false;
	return caller !== 'client' && node.onError !== 'stopWorkflow';
}

/**
 * The output of an item that failed: for people what happened and what to do, for a model what it may read. n8n moves an item to
 * the error output only if its json has no members but `error`, `message` and `details`, and would cut an item with an `error`
 * property of its own down to the headline; agents recognize a failure by it.
 */
export function failedItem(
	execution: Running,
	failure: Failure,
	itemIndex: number,
	operation: Pick<Operation, 'reads'>,
): INodeExecutionData {
	const json = execution.caller !== 'person' ? forAgent(execution, failure) : forPeople(failure, operation);
	return { json, pairedItem: { item: itemIndex } };
}

function forPeople({ message, advice, outcome, response, sent }: Failure, { reads }: Pick<Operation, 'reads'>): IDataObject {
	return {
		error: message,
		details: {
			...(advice !== '' && { advice }),
			...(!reads && { outcome }),
			...response,
			...(sent && { sentMessageIds: sent.ids }),
		},
	};
}

/** n8n hands `chatInput` to the agent; without it a review that could not be asked for would count as declined. */
function forAgent(execution: Running, failure: Failure): IDataObject {
	const error = forModel(execution, failure);
	if (execution.caller !== 'review') return { error };
	return { error, chatInput: `The tool didn't run, because no one could be asked to review it. ${error}` };
}

/** The sentences that a model reads; n8n's log gets the failure as people read it, for the operator. */
function forModel({ functions, node }: Running, { message, advice, model, sent, remedy, outcome }: Failure): string {
	functions.logger.warn(`The tool "${node.name}" failed: ${oneLine(message)}`, { description: advice });
	const doubt = outcome === 'unknown' ? 'This may or may not have been done.' : "This wasn't done.";
	const next = remedy === 'later' ? `${doubt} ${NEXT.later}` : NEXT[remedy];
	if (sent === undefined) return `${model} ${next}`;
	const before = `Only the first ${sent.ids.length} of the ${sent.of} parts of the message were sent. Don't send these again.`;
	// the text that is quoted comes last: nothing marks its end
	return `${model} ${before} ${next} ${sent.begin}`;
}

/** The failure that is thrown: n8n shows a client of an MCP Server Trigger message and advice, so they are a model's. */
export function thrownFailure(execution: Running, failure: Failure): Failure {
	return execution.caller === 'client' ? new Failure(forModel(execution, failure)) : failure;
}
