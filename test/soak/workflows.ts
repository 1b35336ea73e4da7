import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../sandbox/demo/wait';
import type { Sandbox } from '../../sandbox/server';
import type { BenchN8n } from '../bench/n8n';

/** The workflows that run, by their ids in n8n, and where their events go. */
export interface Workflows {
	/** Answers each message with the event's id; keeps only the executions that fail. */
	bot: { id: string; url: string };
	/** Takes what operators do; keeps every execution. */
	watch: { id: string; url: string };
}

const OPERATOR_EVENTS = ['ChatMemoChanged', 'OperatorReadChatCommand', 'TagAssignedOnChatCommand', 'TagRemovedFromChatCommand'];

/**
 * Publishes the workflows of the soak.
 *
 * @throws Error when one of them registers no webhook
 */
export async function publishWorkflows(n8n: BenchN8n, sandbox: Sandbox): Promise<Workflows> {
	const node = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>) => ({
		...{ id: randomUUID(), name, type, typeVersion, parameters, position: [type.endsWith('Trigger') ? 0 : 200, 0] },
		...(type.endsWith('Trigger') && { webhookId: randomUUID() }),
		...(type.startsWith('n8n-nodes-messaging-platform') && { credentials: n8n.credentials }),
	});
	const publish = async (name: string, events: string[], next: ReturnType<typeof node>, save: 'all' | 'none') => {
		const known = new Set(sandbox.state.webhooks.map(({ id }) => id));
		const trigger = node('Events', 'n8n-nodes-messaging-platform.messagingPlatformTrigger', 2, { events, options: {} });
		const { id } = await n8n.rest.createWorkflow({
			name,
			nodes: [trigger, next],
			connections: { Events: { main: [[{ node: next.name, type: 'main', index: 0 }]] } },
			settings: { saveDataSuccessExecution: save },
		});
		await n8n.rest.publish(id);
		const find = () => sandbox.state.webhooks.find((one) => !known.has(one.id));
		await waitUntil(() => find() !== undefined, 15_000);
		const webhook = find();
		if (webhook === undefined) throw new Error(`No webhook was registered for ${name}`);
		return { id, url: webhook.url };
	};
	const reply = node('Reply', 'n8n-nodes-messaging-platform.messagingPlatform', 1, {
		...{ resource: 'message', operation: 'send', sendTo: 'reply', text: "={{ $('Events').item.json.eventId }}" },
	});
	return {
		bot: await publish('Bot', ['new_message'], reply, 'none'),
		watch: await publish('Watch', OPERATOR_EVENTS, node('Done', 'n8n-nodes-base.noOp', 1, {}), 'all'),
	};
}
