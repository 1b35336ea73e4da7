import { z } from 'zod';
import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { chainWorkflow, referenceTo, type ChainNode } from '../helpers/realN8n';

interface Node extends Omit<ChainNode, 'credentials'> {
	/** True if it uses the messaging platform's credential. */
	ours?: boolean;
	/** Another credential that it uses. */
	credential?: Credential;
}

const TRIGGER: Node = {
	name: 'Messages',
	type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger',
	typeVersion: 2,
	parameters: { events: ['new_message'], options: {} },
	ours: true,
};

/** Answers with the event's id and the execution's, so that the chat shows which events were executed, and how often. */
const REPLY: Node = {
	name: 'Reply',
	type: 'n8n-nodes-messaging-platform.messagingPlatform',
	typeVersion: 1,
	parameters: {
		resource: 'message',
		operation: 'send',
		sendTo: 'reply',
		text: "={{ $('Messages').item.json.eventId }} {{ $execution.id }}",
	},
	ours: true,
};

function chain(name: string, platform: Credential, nodes: Node[]): WorkflowDefinition {
	const withCredentials = nodes.map(({ ours, credential, ...node }) => {
		const used = ours ? platform : credential;
		return used ? { ...node, credentials: referenceTo(used) } : node;
	});
	return chainWorkflow(name, withCredentials);
}

/** Trigger, then a node that does nothing. */
export function doingNothing(credential: Credential): WorkflowDefinition {
	return chain('Nothing', credential, [TRIGGER, { name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }]);
}

/** Trigger, then reply. */
export function replying(credential: Credential): WorkflowDefinition {
	return chain('Reply', credential, [TRIGGER, REPLY]);
}

/** Trigger, then a call of a server that holds its answer back, then reply. */
export function waiting(credential: Credential, gateUrl: string): WorkflowDefinition {
	const gate: Node = {
		name: 'Gate',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: `=${gateUrl}/{{ $json.eventId }}`, options: {} },
	};
	return chain('Wait, then reply', credential, [TRIGGER, gate, REPLY]);
}

const nodeSchema = z.object({ name: z.string(), parameters: z.record(z.unknown()) }).passthrough();

/** Trigger, then n8n's Remove Duplicates on the event's ID, as docs/operate/queue-mode.md describes it, then reply. */
export function replyingOnce(credential: Credential): WorkflowDefinition {
	const trigger: Node = { ...TRIGGER, parameters: { ...TRIGGER.parameters, options: { deduplicate: false } } };
	const once: Node = {
		name: 'Only New Events',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			logic: 'removeItemsWithAlreadySeenKeyValues',
			dedupeValue: '={{ $json.event }} {{ $json.eventId }}',
			options: { historySize: 10_000 },
		},
	};
	return chain('Reply once', credential, [trigger, once, REPLY]);
}

/** The example workflow that reruns lost executions, unchanged except for n8n's address and the time limit: any time is too long. */
export async function recovering(credential: Credential, n8nApi: Credential, n8nUrl: string): Promise<WorkflowDefinition> {
	const example = await loadExample('recover-lost-executions.json', credential);
	const nodes = z.array(nodeSchema).parse(example.nodes);
	const settings = [
		{ name: 'n8nUrl', type: 'string', value: n8nUrl },
		{ name: 'longestMinutes', type: 'number', value: 0 },
	];
	for (const node of nodes) {
		if (node.name === 'Enter Settings') node.parameters.assignments = { assignments: settings };
		if (node.parameters.nodeCredentialType === n8nApi.type) Object.assign(node, { credentials: referenceTo(n8nApi) });
	}
	return { ...example, nodes };
}

/** Trigger, then a counter in Redis by the event's id, which lets the first copy pass, then reply. */
export function replyingToTheFirst(credential: Credential, redis: Credential): WorkflowDefinition {
	const trigger: Node = { ...TRIGGER, parameters: { ...TRIGGER.parameters, options: { deduplicate: false } } };
	const count: Node = {
		name: 'Count',
		type: 'n8n-nodes-base.redis',
		typeVersion: 1,
		parameters: { operation: 'incr', key: '={{ $json.eventId }}', expire: true, ttl: 86_400 },
		credential: redis,
	};
	const first = { leftValue: '={{ Object.values($json)[0] }}', rightValue: 1, operator: { type: 'number', operation: 'equals' } };
	const filter: Node = {
		name: 'Only the First',
		type: 'n8n-nodes-base.filter',
		typeVersion: 2.2,
		parameters: {
			conditions: { options: { version: 2, typeValidation: 'strict' }, conditions: [first], combinator: 'and' },
			options: {},
		},
	};
	return chain('Reply to the first', credential, [trigger, count, filter, REPLY]);
}

/** Trigger, then a call of a server that answers a list, then one message an element to the chat that wrote. */
export function broadcasting(credential: Credential, listUrl: string): WorkflowDefinition {
	const list: Node = {
		name: 'List',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: listUrl, options: {} },
	};
	const send: Node = {
		...REPLY,
		name: 'Send',
		parameters: { ...REPLY.parameters, text: '={{ $json.number }} {{ $execution.id }}' },
	};
	return chain('Broadcast', credential, [TRIGGER, list, send]);
}
