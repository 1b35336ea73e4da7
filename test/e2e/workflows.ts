import type { N8nRest, WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential, ExecutionSummary } from '../../sandbox/demo/restSchemas';
import { toChat } from '../helpers/scriptedPlatform';
import { type ChainNode, chainWorkflow, hasEnded, referenceTo } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';

/** The action node and, by what follows in their names, its forms as a tool and as a review; the trigger. */
export const ACTION = 'n8n-nodes-messaging-platform.messagingPlatform';
export const TRIGGER = `${ACTION}Trigger`;

/** One of n8n's own nodes. */
export function ofN8n(name: string, type: string, typeVersion = 1, parameters: object = {}): ChainNode {
	return { name, type: `n8n-nodes-base.${type}`, typeVersion, parameters: { ...parameters } };
}

/** A first step that is run by hand. */
export const START = ofN8n('Start', 'manualTrigger');

/** A step that does nothing. */
export const AFTER = ofN8n('After', 'noOp');

export function action(credential: Credential, name: string, parameters: object, form = ''): ChainNode {
	const credentials = referenceTo(credential);
	return { name, type: ACTION + form, typeVersion: 1, parameters: { ...parameters }, credentials };
}

/** A mailing whose node uses the error output: items that leave by it reach "Failed", the others "Sent". */
export function mailing(credential: Credential, texts: string[]): WorkflowDefinition {
	const jsCode = `return ${JSON.stringify(texts)}.map((text, row) => ({ json: { text, row } }));`;
	const text = { text: '={{ $json.text }}', additionalFields: { ifTextTooLong: 'split' } };
	const send = { ...action(credential, 'Send', toChat('tg_7', text)), onError: 'continueErrorOutput' };
	const [sent, failed] = [ofN8n('Sent', 'noOp'), ofN8n('Failed', 'noOp')];
	const workflow = chainWorkflow('Mailing', [START, ofN8n('People', 'code', 2, { jsCode }), send, sent, failed]);
	const main = [sent, failed].map(({ name }) => [{ node: name, type: 'main' as const, index: 0 }]);
	return { ...workflow, connections: { ...workflow.connections, Send: { main }, Sent: { main: [] } } };
}

export function trigger(credential: Credential, parameters: object = {}): ChainNode {
	const all = { events: ['new_message'], options: {}, ...parameters };
	return { name: 'Messages', type: TRIGGER, typeVersion: 2, parameters: all, credentials: referenceTo(credential) };
}

/** A step that calls a new, published workflow of these nodes with all items at once. */
export async function callOf(rest: N8nRest, nodes: ChainNode[]): Promise<ChainNode> {
	const called = ofN8n('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
	const { id: value } = await rest.createWorkflow(chainWorkflow('Is called', [called, ...nodes]));
	await rest.publish(value);
	return ofN8n('Call', 'executeWorkflow', 1.2, { workflowId: { __rl: true, mode: 'id', value }, options: {} });
}

/** Waits until there is something, and returns it. */
export async function found<T>(find: () => Promise<T | undefined>, what: string, timeoutMs?: number): Promise<T> {
	let one: T | undefined;
	await waitFor(async () => (one = await find()) !== undefined, what, timeoutMs);
	return one as T;
}

/** The executions of a workflow, newest first, once all of them have ended. */
export async function allEnded({ rest }: { rest: N8nRest }, workflow: string, timeoutMs?: number): Promise<ExecutionSummary[]> {
	let all: ExecutionSummary[] = [];
	const ended = async () => (all = await rest.listExecutions(workflow)).every(hasEnded);
	await waitFor(ended, 'all executions have ended', timeoutMs);
	return all;
}

/** The first execution of a workflow that has ended. */
export async function firstEnded({ rest }: { rest: N8nRest }, workflow: string): Promise<ExecutionSummary> {
	return await found(async () => (await rest.listExecutions(workflow)).find(hasEnded), 'the execution ends');
}

/** Sends the form of a question's page, as its button does. */
export async function submit(link: string, fields: Record<string, string>): Promise<Response> {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	return await fetch(link, { method: 'POST', body });
}
