import type { IExecuteFunctions } from 'n8n-workflow';
import { canBeKeyed } from '../../shared/buttonKey';
import { Failure } from '../../shared/failure';
import { parseUrl } from '../../shared/urls';
import type { Functions } from '../run/caller';
import type { Item } from '../run/item';

/** The name of a waiting execution, and the secret that opens it. */
interface ResumeAddress {
	executionId: string;
	/** A secret of n8n's. Never printed. */
	resumeToken: string;
}

const isWhole = (functions: Functions): functions is IExecuteFunctions => !('getItemIndex' in functions);

/** The context of an execution that can wait. A tool that n8n calls directly can't, because its caller waits for it. */
export function waitingFunctions(item: Item): IExecuteFunctions {
	const { functions } = item;
	if (isWhole(functions)) return functions;
	throw Failure.ofValue("A tool can't wait for an answer", {
		people:
			'Use Send and Wait for Response as a step of the workflow, or under "Human review" of an AI agent. It can\'t be a tool of an agent or of an MCP client.',
	});
}

export function readResumeAddress(item: Item, functions: IExecuteFunctions): ResumeAddress {
	const resumeUrl = String(functions.evaluateExpression('{{ $execution.resumeUrl }}', item.index));
	const resumeToken = parseUrl(resumeUrl)?.searchParams.get('signature');
	const executionId = functions.getExecutionId();
	if (canBeKeyed(executionId, resumeToken)) return { executionId, resumeToken };
	throw Failure.ofValue('This n8n is too old to wait for a button: its executions have no secret URL', {
		people: 'Update n8n to 2.41 or newer. Or, for an approval or a choice, set "Answer With" to Links to a Page.',
	});
}
