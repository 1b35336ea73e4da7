import type { IExecuteFunctions, IExecuteSingleFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { ChatRef } from './chatRef';
import { joinChatRef, splitChatRef } from './chatRef';
import { valueError } from './errors';
import type { Item } from './item';
import { isObject } from './json';

type Functions = IExecuteFunctions | IExecuteSingleFunctions;

/** Names of trigger nodes per execution: they are the same for every item. */
const remembered = new WeakMap<Functions, string[]>();

function isTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

/**
 * The nodes from which the way back to the trigger starts. For a tool that is not the node itself, which has no main
 * input, but the agent: n8n gives it as the executing node where the tool is called directly, and as the source where the
 * engine runs the tool; a sub-agent has no main input either, so there the node before the outermost agent is added.
 */
function starts({ functions, node: own }: Item): string[] {
	if (!isTool(own)) return [own.name];
	const { node, source, metadata } = functions.getExecuteData();
	const names = [node.name, metadata?.preservedSourceOverwrite?.previousNode];
	for (const one of Object.values(source ?? {}).flat()) names.push(one?.previousNode);
	return [...new Set(names)].filter((name) => name !== undefined);
}

function triggersBefore(item: Item): string[] {
	const { functions } = item;
	const known = remembered.get(functions);
	if (known) return known;
	const found = new Set<string>();
	for (const start of starts(item)) {
		// of a node's children the parents are the node itself, with its type, and all that is before it
		const children = isTool(item.node) ? functions.getChildNodes(start) : [];
		const around = [start, ...children.map(({ name }) => name)];
		for (const name of around) {
			for (const parent of functions.getParentNodes(name)) {
				if (parent.type.endsWith('.messagingPlatformTrigger') && !parent.disabled) found.add(parent.name);
			}
		}
	}
	const triggers = [...found];
	remembered.set(functions, triggers);
	return triggers;
}

function readChatRef(json: unknown): ChatRef | undefined {
	return isObject(json) && typeof json.chatRef === 'string' ? splitChatRef(json.chatRef) : undefined;
}

function onlyChat(entries: unknown): ChatRef | undefined {
	const refs = new Map<string, ChatRef>();
	for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
		const chat = isObject(entry) ? readChatRef(entry.json) : undefined;
		if (chat) refs.set(joinChatRef(chat), chat);
	}
	return refs.size === 1 ? [...refs.values()][0] : undefined;
}

/**
 * The items of the agent, where a tool is called directly: it runs with the agent's data. Under an MCP Server Trigger that
 * is the client's request, which has no source; what a client writes into it must not choose the chat.
 */
function agentItems(item: Item): INodeExecutionData[] {
	const { node, data, source } = item.functions.getExecuteData();
	return node.name === item.node.name || source === null ? [] : (data.main?.[0] ?? []);
}

/**
 * Whether n8n's pairing leads from this item to its own trigger item. A tool is always paired with the first item of its
 * agent, whichever item it is called for, and a guess could answer a stranger.
 */
function isPaired(item: Item): boolean {
	return !isTool(item.node) || agentItems(item).length === 1;
}

/** The trigger's item that this item comes from; its only chat when the nodes between the two lost the pairing. */
function chatOfTrigger(item: Item, trigger: string): ChatRef | undefined {
	const output: { isExecuted?: unknown; item?: unknown; all?: () => unknown } = item.proxy().$(trigger);
	if (output.isExecuted === false) return undefined;
	try {
		const paired = isPaired(item) ? output.item : undefined;
		const chat = isObject(paired) ? readChatRef(paired.json) : undefined;
		if (chat) return chat;
	} catch {
		// a node in between did not pair its items: fall through to the trigger's only chat
	}
	try {
		return onlyChat(output.all?.());
	} catch {
		return undefined;
	}
}

/**
 * Finds the chat to reply to: that of the trigger which started the workflow, also when other nodes or an AI agent stand
 * between; else the chatRef of the item itself, or of the agent's item (a sub-workflow, a stored event).
 *
 * @param item the item that is answered
 * @returns the chat
 * @throws NodeOperationError when there is none, with the ways to go on
 */
export function findReplyChat(item: Item): ChatRef {
	const own = readChatRef(item.data.json) ?? onlyChat(agentItems(item));
	// the engine hands a tool the agent's item that it is called for
	if (own && isTool(item.node)) return own;
	for (const trigger of triggersBefore(item)) {
		const chat = chatOfTrigger(item, trigger);
		if (chat) return chat;
	}
	if (own) return own;
	throw valueError(
		item.node,
		item.index,
		'There is no chat to reply to',
		'"Reply" answers the chat of a Messaging Platform Trigger that started this workflow, or of an item with a chatRef field. Start the workflow with the trigger, or set "Send To" to "A Chat" and choose one.',
	);
}
