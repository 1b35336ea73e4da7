import { type INode, NodeOperationError } from 'n8n-workflow';
import { type Field, type Refuser, rowOf } from '../../nodes/MessagingPlatform/engine/field';

const node: INode = { id: 'a', name: 'A', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} };

/** Refuses as an item does, without n8n around it. */
export const refuser: Refuser = {
	refuse: (message, description) => new NodeOperationError(node, message, { description }),
};

/** What a check says: the error's two texts, or nothing where it lets pass. */
export function refusalOf(check: () => unknown): { message: string; description?: string | null } | undefined {
	try {
		check();
		return undefined;
	} catch (error) {
		if (!(error instanceof NodeOperationError)) return { message: `Failed instead: ${String(error)}` };
		return { message: error.message, description: error.description };
	}
}

/**
 * A field that holds a value, beside no other.
 *
 * @param name what errors call it
 * @param value what it holds
 */
export const fieldWith = (name: string, value: unknown): Field => rowOf(refuser, 'Attachment 1', { [name]: value }).member(name);
