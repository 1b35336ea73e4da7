import type { Sandbox } from '../../sandbox/server';
import type { BenchN8n } from '../bench/n8n';
import { chainWorkflow, type ChainNode, createAndPublish } from '../helpers/realN8n';

/** The workflows that run, by their ids in n8n, and where their events go. */
export interface Workflows {
	/** Answers each message with the event's id; keeps only the executions that fail. */
	bot: { id: string; url: string };
	/** Takes what operators do; keeps every execution. */
	watch: { id: string; url: string };
}

const OPERATOR_EVENTS = ['ChatMemoChanged', 'OperatorReadChatCommand', 'TagAssignedOnChatCommand', 'TagRemovedFromChatCommand'];

/** Publishes the workflows of the soak. */
export async function publishWorkflows(n8n: BenchN8n, sandbox: Sandbox): Promise<Workflows> {
	const { rest, credentials } = n8n;
	const publish = async (name: string, events: string[], next: ChainNode, save: 'all' | 'none') => {
		const type = 'n8n-nodes-messaging-platform.messagingPlatformTrigger';
		const trigger = { name: 'Events', type, typeVersion: 2, parameters: { events, options: {} }, credentials };
		const definition = chainWorkflow(name, [trigger, next], { saveDataSuccessExecution: save });
		return await createAndPublish({ rest, sandbox }, definition);
	};
	const reply: ChainNode = {
		name: 'Reply',
		type: 'n8n-nodes-messaging-platform.messagingPlatform',
		typeVersion: 1,
		parameters: { resource: 'message', operation: 'send', sendTo: 'reply', text: "={{ $('Events').item.json.eventId }}" },
		credentials,
	};
	const done: ChainNode = { name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return {
		bot: await publish('Bot', ['new_message'], reply, 'none'),
		watch: await publish('Watch', OPERATOR_EVENTS, done, 'all'),
	};
}
