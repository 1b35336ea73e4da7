import { type Conversation, findConversation } from './conversation';
import { Failure } from '../../shared/failure';
import type { Item } from '../run/item';
import { isObject } from '../../shared/json';

/** What an expression can read of the item that runs; a model can overwrite all of a tool's item. */
const READS_ITEM = /\$(json|input|data|binary|thisItem|items?|tool)\b/;

/** n8n knows the function in these spellings. */
const FROM_MODEL = /\$fromAI\b/i;

/**
 * Whether a model writes a field of a tool: 'asked' if the author gave it the field, 'unasked' if an expression of the author reads
 * what a model can overwrite. The field is as saved: a value, or an expression that starts with "=".
 */
export function writtenByModel(saved: unknown): 'asked' | 'no' | 'unasked' {
	const value = isObject(saved) && saved.__rl === true ? saved.value : saved;
	if (typeof value !== 'string' || !value.startsWith('=')) return 'no';
	if (FROM_MODEL.test(value)) return 'asked';
	return READS_ITEM.test(value) ? 'unasked' : 'no';
}

/** Whether a model could write a saved field, or anything inside it, without being asked. */
export function readsToolItem(saved: unknown): boolean {
	if (Array.isArray(saved)) return (saved as unknown[]).some(readsToolItem);
	return isObject(saved) ? Object.values(saved).some(readsToolItem) : writtenByModel(saved) === 'unasked';
}

/** Refuses a tool's field that says where something goes, if a model could choose it without being asked. */
export function checkOwn(item: Item, name: string, member?: string): void {
	if (!item.isTool) return;
	const field = member === undefined ? item.field(name) : item.field(name).member(member);
	if (writtenByModel(field.saved) !== 'unasked') return;
	throw Failure.forOperator(
		`${field.label} reads the tool's own item, which the AI model can overwrite`,
		"Read the trigger instead, like {{ $('Messaging Platform Trigger').item.json.chatRef }}, or let the field follow the conversation.",
	);
}

/** An address, or an expression that reads nothing but what n8n's owner set. */
const OWNERS_PROXY = /^(?!=)|^=[^{]*(\{\{\s*\$(vars|env|secrets)(\.\w+)+\s*\}\}[^{]*)?$/;

/** Refuses a tool whose proxy a model could choose: it would get the requests of the account. */
export function checkProxy(item: Item): void {
	const options: unknown = item.node.parameters.requestOptions;
	const proxy = isObject(options) ? options.proxy : options;
	if (typeof proxy !== 'string' || OWNERS_PROXY.test(proxy)) return;
	throw Failure.forOperator(
		'Proxy has an expression that the AI model could fill in',
		"Under Request Options, enter the proxy's address itself, or an expression with a variable alone, like {{ $vars.proxy }}.",
	);
}

/**
 * The chat that started the workflow, if the author of a tool left the field "Chat" empty, or gave it to the model and the model
 * left it empty; undefined if the field itself names a chat.
 */
export function conversationOfTool(item: Item): Conversation | undefined {
	if (!item.isTool) return undefined;
	checkOwn(item, 'chat');
	const { saved, value } = item.field('chat');
	const given = isObject(saved) ? saved.value : saved;
	const isGiven = given !== undefined && given !== null && given !== '';
	if (isGiven && writtenByModel(saved) === 'no') return undefined;
	const isFilled = value !== undefined && value !== null && String(value).trim() !== '';
	return isGiven && isFilled ? undefined : findConversation(item);
}
