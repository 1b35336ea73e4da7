import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * Where a line of n8n's log belongs.
 *
 * @param context the context of a hook or of a delivery
 * @returns ids and names of workflow and node
 */
export function placeOf(context: IHookFunctions | IWebhookFunctions) {
	const { id, name } = context.getWorkflow();
	return { workflowId: id, workflowName: name, nodeName: context.getNode().name };
}
