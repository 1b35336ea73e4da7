import type { INode } from 'n8n-workflow';
import { Field, type FieldContent } from '../../nodes/MessagingPlatform/engine/field';
import { asNodeError, valueError } from '../../nodes/shared/platform/errors';

const node: INode = { id: 'a', name: 'Messaging Platform', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

/**
 * A field of an item, as n8n resolved it.
 *
 * @param value its value
 * @param content what else is known of it; its label is "Field" otherwise
 */
export const fieldWith = (value: unknown, content: Partial<FieldContent> = {}): Field =>
	new Field(
		{ refuse: (message, advice) => valueError(node, 0, message, advice) },
		{ label: 'Field', read: () => value, ...content },
	);

/**
 * What a function says when it refuses.
 *
 * @param run the function
 * @returns message and advice of the error that it throws
 */
export function refusalOf(run: () => unknown): { message: string; advice: string | undefined } {
	try {
		run();
	} catch (error) {
		const { message, description } = asNodeError(node, 0, error);
		return { message, advice: description ?? undefined };
	}
	throw new Error('It refuses nothing.');
}
