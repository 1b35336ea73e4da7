import { type Conversation, findConversation } from './conversation';
import { Failure } from '../../shared/failure';
import type { Item } from '../run/item';
import type { Field } from '../../shared/field';
import { chosenIn, isFromModel } from '../../shared/fieldValue';
import { isObject } from '../../shared/json';

/** Names by which an expression reads the current item; a model can overwrite all of a tool's item. */
const READS_ITEM = /\$(json|input|data|binary|thisItem|items?|tool)\b/;

/** Says whether a model writes a tool's saved field: 'asked' by the author, or 'unasked' through something that it can overwrite. */
export function writtenByModel(saved: unknown): 'asked' | 'no' | 'unasked' {
	const value = chosenIn(saved);
	if (typeof value !== 'string' || !value.startsWith('=')) return 'no';
	if (isFromModel(value)) return 'asked';
	return READS_ITEM.test(value) ? 'unasked' : 'no';
}

/** Checks whether a model could write a saved field, or anything inside it, without being asked. */
export function readsToolItem(saved: unknown): boolean {
	if (Array.isArray(saved)) return (saved as unknown[]).some(readsToolItem);
	return isObject(saved) ? Object.values(saved).some(readsToolItem) : writtenByModel(saved) === 'unasked';
}

/** Checks whether an expression in a saved field, or anywhere inside it, reads the tool's own item, asked for or not. */
export function readsItem(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=') && READS_ITEM.test(saved);
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(readsItem);
}

/** Refuses a tool's field for a recipient if a model could choose it without being asked. */
export function checkOwn(item: Item, field: Field): void {
	if (!item.isTool || !readsToolItem(field.saved)) return;
	throw Failure.forOperator(
		`${field.label} reads the tool's own item, which the AI model can overwrite`,
		"Read the trigger instead, like {{ $('Messaging Platform Trigger').item.json.chatRef }}, or let the tool use the chat that started the workflow.",
	);
}

/** A URL, or an expression that reads only values set by n8n's owner. */
const OWNERS_PROXY = /^(?!=)|^=[^{]*(\{\{\s*\$(vars|env|secrets)(\.\w+)+\s*\}\}[^{]*)?$/;

/** Refuses a tool if a model could choose its proxy, which would receive the account's requests. */
export function checkProxy(item: Item): void {
	const options: unknown = item.node.parameters.requestOptions;
	const proxy = isObject(options) ? options.proxy : options;
	if (typeof proxy !== 'string' || OWNERS_PROXY.test(proxy)) return;
	throw Failure.forOperator(
		'Proxy has an expression that the AI model could fill in',
		"Under Request Options, enter the proxy's URL, or an expression with only a variable in it, like {{ $vars.proxy }}.",
	);
}

/** Finds the chat that started the workflow if the tool's field for a chat is empty, or was left to the model and is empty. */
export function conversationOfTool(item: Item, chat: Field): Conversation | undefined {
	if (!item.isTool) return undefined;
	checkOwn(item, chat);
	const { saved, value } = chat;
	const given = isObject(saved) ? saved.value : saved;
	const isGiven = given !== undefined && given !== null && given !== '';
	if (isGiven && writtenByModel(saved) === 'no') return undefined;
	const isFilled = value !== undefined && value !== null && String(value).trim() !== '';
	return isGiven && isFilled ? undefined : findConversation(item);
}
