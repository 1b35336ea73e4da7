import { type Conversation, findConversation } from './conversation';
import { operatorError } from '../../shared/failure';
import type { Item } from '../run/item';
import { isObject } from '../../shared/json';

/** What an expression can read of the item that runs; of a tool's item a model can overwrite all of it. */
const READS_ITEM = /\$(json|input|data|binary|thisItem|items?|tool)\b/;

/** n8n knows the function in these spellings. */
const FROM_MODEL = /\$fromAI\b/i;

/**
 * Tells whether a model writes a field of a tool.
 *
 * @param saved the field as it is saved: a value, or an expression that starts with "="
 * @returns 'asked' where the author gave the field to the model, 'unasked' where an expression of the author reads what a
 * model can overwrite
 */
export function writtenByModel(saved: unknown): 'asked' | 'no' | 'unasked' {
	const value = isObject(saved) && saved.__rl === true ? saved.value : saved;
	if (typeof value !== 'string' || !value.startsWith('=')) return 'no';
	if (FROM_MODEL.test(value)) return 'asked';
	return READS_ITEM.test(value) ? 'unasked' : 'no';
}

/**
 * Tells whether an expression of the author reads what a model can overwrite, in a field or anywhere inside it.
 *
 * @param saved the field as it is saved: a value, an expression, or a collection of both
 * @returns true where a model could write without being asked
 */
export function readsToolItem(saved: unknown): boolean {
	if (Array.isArray(saved)) return (saved as unknown[]).some(readsToolItem);
	return isObject(saved) ? Object.values(saved).some(readsToolItem) : writtenByModel(saved) === 'unasked';
}

/**
 * Refuses a tool's field that says where something goes, when its expression reads what a model can overwrite.
 *
 * @param item the item
 * @param name name of the field, or of the collection that it is in
 * @param member its name in the collection
 * @throws NodeOperationError when a model could choose without being asked
 */
export function checkOwn(item: Item, name: string, member?: string): void {
	if (!item.isTool) return;
	const field = member === undefined ? item.field(name) : item.field(name).member(member);
	if (writtenByModel(field.saved) !== 'unasked') return;
	throw operatorError(
		item,
		`${field.label} reads the tool's own item, which the AI model can overwrite`,
		"Read the trigger instead, like {{ $('Messaging Platform Trigger').item.json.chatRef }}, or let the field follow the conversation.",
	);
}

/** An address, or an expression that reads nothing but what n8n's owner set. */
const OWNERS_PROXY = /^(?!=)|^=[^{]*(\{\{\s*\$(vars|env|secrets)(\.\w+)+\s*\}\}[^{]*)?$/;

/**
 * Refuses a tool whose proxy a model could choose: it would get the requests of the account.
 *
 * @param item the item
 * @throws NodeOperationError when the proxy is an expression that could read what a model wrote
 */
export function checkProxy(item: Item): void {
	const options: unknown = item.node.parameters.requestOptions;
	const proxy = isObject(options) ? options.proxy : options;
	if (typeof proxy !== 'string' || OWNERS_PROXY.test(proxy)) return;
	throw operatorError(
		item,
		'Proxy has an expression that the AI model could fill in',
		"Under Request Options, enter the proxy's address itself, or an expression with a variable alone, like {{ $vars.proxy }}.",
	);
}

/**
 * Reads which chat the field "Chat" of a tool means when its author left it empty, or gave it to the model and the model left
 * it empty: the conversation that started the workflow.
 *
 * @param item the item
 * @returns the conversation; undefined where the field itself tells the chat, and wherever the node is no tool
 * @throws NodeOperationError when no trigger tells the conversation, or a model could choose without being asked
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
