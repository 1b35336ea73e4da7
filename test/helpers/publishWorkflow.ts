import type { WebhookRecord } from '../../sandbox/core/model';
import type { N8nRest, WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Sandbox } from '../../sandbox/server';
import { waitFor } from './waitFor';

/** A real n8n, and the sandbox at which its triggers register. */
export interface N8nWithSandbox {
	rest: N8nRest;
	sandbox: Sandbox;
}

/**
 * Publishes a workflow in a real n8n.
 *
 * @returns the webhook that its trigger has registered
 * @throws Error when it registers none
 */
export async function publishWorkflow({ rest, sandbox }: N8nWithSandbox, id: string): Promise<WebhookRecord> {
	const known = new Set(sandbox.state.webhooks.map((webhook) => webhook.id));
	const find = () => sandbox.state.webhooks.find((webhook) => !known.has(webhook.id));
	await rest.publish(id);
	await waitFor(() => find() !== undefined, `workflow ${id} registers its webhook`);
	const webhook = find();
	if (!webhook) throw new Error(`The webhook of workflow ${id} is gone again`);
	return webhook;
}

/**
 * Saves a workflow in a real n8n and publishes it.
 *
 * @returns its id in n8n, and the address to which its events go
 * @throws Error when it registers no webhook
 */
export async function createAndPublish(
	where: N8nWithSandbox,
	definition: WorkflowDefinition,
): Promise<{ id: string; url: string }> {
	const { id } = await where.rest.createWorkflow(definition);
	const { url } = await publishWorkflow(where, id);
	return { id, url };
}

/** Unpublishes a workflow in a real n8n, and waits until the webhook of its trigger is gone. */
export async function unpublishWorkflow({ rest, sandbox }: N8nWithSandbox, id: string): Promise<void> {
	const before = sandbox.state.webhooks.length;
	await rest.unpublish(id);
	await waitFor(() => sandbox.state.webhooks.length < before, `workflow ${id} removes its webhook`);
}

/** Waits until there are so many production webhooks. */
export async function waitForWebhooks(sandbox: Sandbox, count = 1): Promise<void> {
	const production = () => sandbox.state.webhooks.filter(({ url }) => url.includes('/webhook/'));
	await waitFor(() => production().length === count, `${count} registered webhooks`);
}
