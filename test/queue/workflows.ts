import { z } from 'zod';
import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { action, AFTER, ofN8n, trigger } from '../e2e/workflows';
import { type ChainNode, chainWorkflow, referenceTo } from '../helpers/realN8n';

/** Answers with the event's id and the execution's, so that the chat shows which events were executed, and how often. */
const EVENT = "={{ $('Messages').item.json.eventId }} {{ $execution.id }}";

/** Trigger, then these nodes, then a reply for each item. */
function thenReply(
	name: string,
	credential: Credential,
	nodes: ChainNode[],
	options: object = {},
	text = EVENT,
): WorkflowDefinition {
	const reply = action(credential, 'Reply', { resource: 'message', operation: 'send', sendTo: 'reply', text });
	return chainWorkflow(name, [trigger(credential, { options }), ...nodes, reply]);
}

/** Trigger, then a node that does nothing. */
export const doingNothing = (credential: Credential) => chainWorkflow('Nothing', [trigger(credential), AFTER]);

/** Trigger, then reply. */
export const replying = (credential: Credential) => thenReply('Reply', credential, []);

/** Trigger, then a call of a server that holds its answer back, then reply. */
export function waiting(credential: Credential, gateUrl: string): WorkflowDefinition {
	const gate = ofN8n('Gate', 'httpRequest', 4.2, { url: `=${gateUrl}/{{ $json.eventId }}`, options: {} });
	return thenReply('Wait, then reply', credential, [gate]);
}

/** Trigger, then n8n's Remove Duplicates on the event's ID, as docs/operate/queue-mode.md describes it, then reply. */
export function replyingOnce(credential: Credential): WorkflowDefinition {
	const once = ofN8n('Only New Events', 'removeDuplicates', 2, {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: '={{ $json.event }} {{ $json.eventId }}',
		options: { historySize: 10_000 },
	});
	return thenReply('Reply once', credential, [once], { deduplicate: false });
}

const nodeSchema = z.object({ name: z.string(), parameters: z.record(z.unknown()) }).passthrough();

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
	const increment = { operation: 'incr', key: '={{ $json.eventId }}', expire: true, ttl: 86_400 };
	const count = { ...ofN8n('Count', 'redis', 1, increment), credentials: referenceTo(redis) };
	const first = { leftValue: '={{ Object.values($json)[0] }}', rightValue: 1, operator: { type: 'number', operation: 'equals' } };
	const filter = ofN8n('Only the First', 'filter', 2.2, {
		conditions: { options: { version: 2, typeValidation: 'strict' }, conditions: [first], combinator: 'and' },
		options: {},
	});
	return thenReply('Reply to the first', credential, [count, filter], { deduplicate: false });
}

/** Trigger, then a call of a server that answers a list, then one message an element to the chat that wrote. */
export function broadcasting(credential: Credential, listUrl: string): WorkflowDefinition {
	const list = ofN8n('List', 'httpRequest', 4.2, { url: listUrl, options: {} });
	return thenReply('Broadcast', credential, [list], {}, '={{ $json.number }} {{ $execution.id }}');
}
