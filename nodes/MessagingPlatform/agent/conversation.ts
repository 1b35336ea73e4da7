import type { INodeExecutionData } from 'n8n-workflow';
import { type ChatRef, chatRefOf, joinChannelRef, splitChannelRef, splitChatRef } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import type { Item } from '../run/item';
import { isObject, objectOf, textOrDigits, toInt64 } from '../../shared/json';
import { findAgentItem, startsOf } from './toolRun';

/** The chat that started an execution, as its trigger output it. */
export interface Conversation extends Omit<ChatRef, 'chatId'> {
	/** Undefined if only the tbChatId is known. */
	chatId?: string;
	/** The platform's own ID of the chat; not every event has one. */
	tbChatId: unknown;
	/** Time of the event's message; not every event has one. */
	sentTimestamp?: unknown;
}

const OWN_TRIGGER = '.messagingPlatformTrigger';
const SUB_WORKFLOW_TRIGGER = '.executeWorkflowTrigger';

/** The members of n8n's `$(name)` that are used. */
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
	const { sentTimestamp } = objectOf(json.message);
	if (chatRef !== undefined) {
		const chat = typeof chatRef === 'string' ? splitChatRef(chatRef) : undefined;
		return chat && { ...chat, tbChatId, sentTimestamp };
	}
	// only without any chatRef: in a sub-workflow that names the input, it is null if not given
	const channel = splitChannelRef(joinChannelRef(textOrDigits(json.channel) ?? '', textOrDigits(json.channelId) ?? ''));
	const chatId = textOrDigits(json.chatId);
	const isKnown = chatId !== undefined || toInt64(tbChatId) !== undefined;
	return channel && isKnown ? { ...channel, chatId, tbChatId, sentTimestamp } : undefined;
}

const keyOf = ({ channel, channelId, chatId, tbChatId }: Conversation) =>
	chatRefOf({ channel, channelId, chatId }) ?? [joinChannelRef(channel, channelId), chatId, tbChatId].join('/');

export function distinctChats(entries: unknown): Conversation[] {
	const found = new Map<string, Conversation>();
	for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
		const one = isObject(entry) ? readConversation(entry.json) : undefined;
		if (one) found.set(keyOf(one), one);
	}
	return [...found.values()];
}

/** Checks that a sub-workflow's trigger names the chatRef: without named fields, it would let one through that a model made up. */
function declaresChat(params: unknown): boolean {
	const { inputSource, workflowInputs } = objectOf(params);
	const { values } = objectOf(workflowInputs);
	const isNamed = Array.isArray(values) && values.some((one: unknown) => objectOf(one).name === 'chatRef');
	return isNamed && (inputSource ?? 'workflowInputs') === 'workflowInputs';
}

/** Returns a node's complete items: a workflow that keeps files in the json gives only the json unless asked. */
export function outputOf(item: Item, node: string): NodeOutput {
	return item.proxy().$(node, true) as NodeOutput;
}

/** Finds the trigger nodes before the agent that ran in this execution and whose output can be trusted. */
function triggersOf(item: Item): string[] {
	const found = new Set<string>();
	for (const start of startsOf(item)) {
		// the parents of a node's children are the node itself, with its type, and all nodes before it
		const around = [start, ...item.functions.getChildNodes(start).map(({ name }) => name)];
		for (const parent of around.flatMap((name) => item.functions.getParentNodes(name))) {
			if (parent.disabled || outputOf(item, parent.name).isExecuted !== true) continue;
			const isSub = parent.type.endsWith(SUB_WORKFLOW_TRIGGER) && declaresChat(outputOf(item, parent.name).params);
			if (parent.type.endsWith(OWN_TRIGGER) || isSub) found.add(parent.name);
		}
	}
	return [...found];
}

/** Finds the chat of the trigger's item that the agent's item comes from. */
function chatOfAgentItem(item: Item, trigger: string): Conversation | undefined {
	const agentItem = findAgentItem(item);
	if (agentItem === undefined) return undefined;
	try {
		const paired: INodeExecutionData | null = item.proxy().$getPairedItem(trigger, agentItem.source, { item: agentItem.index });
		return readConversation(paired?.json);
	} catch {
		// a node in between didn't pair its items
		return undefined;
	}
}

/** Finds the chat of a tool: that of the trigger that started the execution. A model wrote the tool's own item, so that is ignored. */
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
			`${several} chats started this execution, and n8n doesn't say which of them the tool was called for`,
			'Nothing was done, because the answer could reach someone else. Start one execution per chat: call this workflow from another one, in "Loop Over Items" with a batch size of 1. Let this workflow\'s first node name the input chatRef.',
		);
	}
	throw Failure.forOperator(
		'No chat to reply to',
		'A tool is bound to the chat of the Messaging Platform Trigger that started this execution, or of the input "chatRef" that a sub-workflow\'s first node names. Start the workflow in one of these ways, or choose a chat in the tool itself.',
	);
}
