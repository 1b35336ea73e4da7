import type { N8nRest } from '../../sandbox/demo/rest';
import type { Execution, ExecutionSummary } from '../../sandbox/demo/restSchemas';
import { waitFor } from './waitFor';

/** Whether an execution has come to its end, a good one or a bad one. */
export function hasEnded({ status }: ExecutionSummary): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}

/**
 * Runs a workflow by hand from one of its triggers.
 *
 * @returns the execution, once it has ended, with what each node put out
 * @throws Error when it has not ended within the time, in ms
 */
export async function runByHand(rest: N8nRest, id: string, trigger: string, timeoutMs?: number): Promise<Execution> {
	const { executionId = '' } = await rest.run(id, trigger);
	const ended = async () => (await rest.listExecutions(id)).some((one) => one.id === executionId && hasEnded(one));
	await waitFor(ended, `the run of ${trigger} ends`, timeoutMs);
	return await rest.getExecution(executionId);
}
