import type { N8nRest, WorkflowDefinition } from '../../sandbox/demo/rest';
import { workflowSchema } from '../../sandbox/demo/restSchemas';

/** Saves as the editor of n8n 1 does: n8n 1 requires `active: false` on a new workflow. */
export async function save(rest: N8nRest, definition: WorkflowDefinition): Promise<string> {
	const body = { settings: {}, ...definition, active: false };
	return (await rest.call('POST', '/rest/workflows', workflowSchema, body)).id;
}

/** Publishing as the editor of n8n 1 does, or with false the opposite. */
export async function activate(rest: N8nRest, id: string, active = true): Promise<void> {
	const { versionId } = await rest.getWorkflow(id);
	await rest.call('PATCH', `/rest/workflows/${id}`, workflowSchema, { active, versionId });
}
