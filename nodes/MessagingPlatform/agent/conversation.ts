import type { INodeExecutionData } from 'n8n-workflow';
import { type ChatRef, chatRefOf, joinChannelRef, splitChannelRef, splitChatRef } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import type { Item } from '../run/item';
import { isObject, textOrDigits, toInt64 } from '../../shared/json';
import { findAgentItem, startsOf } from './toolRun';

/** The chat that started an execution, as its trigger output it. */
export interface Conversation extends Omit<ChatRef, 'chatId'> {
	/** Undefined if only the platform's own number of the chat is known. */
	chatId?: string;
	/** The platform's own number of the chat; not every event has one. */
	tbChatId: unknown;
}

const OWN_TRIGGER = '.messagingPlatformTrigger';
const SUB_WORKFLOW_TRIGGER = '.executeWorkflowTrigger';

/** The output of n8n's `$(name)`, as far as it is used. */
interface NodeOutput {
	isExecuted?: unknown;
	item?: unknown;
	params?: unknown;
	all?: () => unknown;
}

/** Reads the chat of a trigger's item: from its chatRef, or from a tbChatId with its channel. */
export function readConversation(json: unknown): Conversation | undefined {
	if (!isObject(json)) return undefined;
	const { chatRef, tbChatId } = json;
	if (chatRef !== undefined) {
		const chat = typeof chatRef === 'string' ? splitChatRef(chatRef) : undefined;
		return chat && { ...chat, tbChatId };
	}
	// only without any chatRef: a sub-workflow that names the input has it as null if it is not given
	const channel = splitChannelRef(joinChannelRef(textOrDigits(json.channel) ?? '', textOrDigits(json.channelId) ?? ''));
	return channel && toInt64(tbChatId) !== undefined ? { ...channel, tbChatId } : undefined;
}

const keyOf = (one: Conversation) => chatRefOf(one) ?? [joinChannelRef(one.channel, one.channelId), one.tbChatId].join('/');

/** The chats of several items, each once. */
export function distinctChats(entries: unknown): Conversation[] {
	const found = new Map<string, Conversation>();
	for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
		const one = isObject(entry) ? readConversation(entry.json) : undefined;
		if (one) found.set(keyOf(one), one);
	}
	return [...found.values()];
}

/**
 * A sub-workflow's trigger lets any field through unless it names its fields: then an agent that calls the sub-workflow as a
 * tool could hand on what its model made up.
 */
function declaresChat(params: unknown): boolean {
	const inputs = isObject(params) && isObject(params.workflowInputs) ? params.workflowInputs.values : undefined;
	const isNamed = (one: unknown) => isObject(one) && one.name === 'chatRef';
	return (
		isObject(params) &&
		(params.inputSource ?? 'workflowInputs') === 'workflowInputs' &&
		Array.isArray(inputs) &&
		inputs.some(isNamed)
	);
}

/** The items that a node output, whole: a workflow that keeps files among the json gives the bare json unless asked. */
export function outputOf(item: Item, node: string): NodeOutput {
	return item.proxy().$(node, true) as NodeOutput;
}

/** The trigger nodes before the agent that ran in this execution and whose output can be trusted. */
function triggersOf(item: Item): string[] {
	const found = new Set<string>();
	for (const start of startsOf(item)) {
		// of a node's children the parents are the node itself, with its type, and all that is before it
		const around = [start, ...item.functions.getChildNodes(start).map(({ name }) => name)];
		for (const parent of around.flatMap((name) => item.functions.getParentNodes(name))) {
			if (parent.disabled || outputOf(item, parent.name).isExecuted !== true) continue;
			const isSub = parent.type.endsWith(SUB_WORKFLOW_TRIGGER) && declaresChat(outputOf(item, parent.name).params);
			if (parent.type.endsWith(OWN_TRIGGER) || isSub) found.add(parent.name);
		}
	}
	return [...found];
}

/** The chat of the trigger's item that the agent's item comes from. */
function chatOfAgentItem(item: Item, trigger: string): Conversation | undefined {
	const agentItem = findAgentItem(item);
	if (agentItem === undefined) return undefined;
	try {
		const paired: INodeExecutionData | null = item.proxy().$getPairedItem(trigger, agentItem.source, { item: agentItem.index });
		return readConversation(paired?.json);
	} catch {
		// a node in between did not pair its items
		return undefined;
	}
}

/**
 * Finds the chat that a tool of an AI agent is bound to: that of the trigger which started the execution, from the trigger's
 * own output. Nothing of the tool's own item counts, because its json holds what the model wrote.
 */
export function findConversation(item: Item): Conversation {
	let several = 0;
	for (const trigger of item.execution.caller === 'client' ? [] : triggersOf(item)) {
		const chats = distinctChats(outputOf(item, trigger).all?.());
		const chat = chats.length > 1 ? chatOfAgentItem(item, trigger) : chats[0];
		if (chat) return chat;
		several = Math.max(several, chats.length);
	}
	if (several > 0) {
		throw Failure.forOperator(
			`${several} chats started this execution, and n8n does not tell for which of them the tool was called`,
			'Nothing was done, because the answer could reach somebody else. Let one chat start an execution: put "Loop Over Items" with a batch size of 1 into a workflow that calls this one, and let its first node name the input chatRef.',
		);
	}
	throw Failure.forOperator(
		'There is no chat to reply to',
		'A tool is bound to the chat of the Messaging Platform Trigger that started this execution, or of the input "chatRef" that a sub-workflow\'s first node names. Start the workflow in one of these ways, or choose a chat in the tool itself.',
	);
}
