import type { INodeProperties, INodePropertyCollection, NodeOperationError } from 'n8n-workflow';
import { isObject } from '../../shared/json';
import { Value } from './value';

/** What a field belongs to: an item of the node, or anything else that can refuse a value. */
export interface Refuser {
	/**
	 * Makes the error of a value that the node refuses before any request.
	 *
	 * @param message what is wrong: names the field, the limit and the value
	 * @param advice what to do next
	 */
	refuse(message: string, advice?: string): NodeOperationError;
}

/** What a field holds and what the editor calls it. */
export interface FieldContent {
	label: string;
	/** Gives the value as n8n resolves it; for a field that is not shown n8n has none, so only a field that is used is asked for. */
	read(): unknown;
	/** The value as it is saved: an expression starts with "=". */
	saved?: unknown;
	/** The fields inside it, as the node describes them. */
	inside?: INodeProperties['options'];
	/** Stands before the labels of the fields inside it. */
	prefix?: string;
}

/** A field of an item: its value, and the fields inside it. */
export class Field extends Value {
	/**
	 * @param owner the item
	 * @param content what the field holds
	 */
	constructor(
		private readonly owner: Refuser,
		private readonly content: FieldContent,
	) {
		super();
	}

	/** What the editor calls the field. */
	get label(): string {
		return this.content.label;
	}

	/** The value as n8n resolved it. */
	get value(): unknown {
		return this.content.read();
	}

	/** The value as it is saved: an expression starts with "=". */
	get saved(): unknown {
		return this.content.saved;
	}

	/** The fields that a user can add to it, where the node describes them. */
	get choices(): INodeProperties[] {
		return (this.content.inside ?? []).filter((one) => 'type' in one);
	}

	refuse(problem: string, advice?: string): NodeOperationError {
		return this.owner.refuse(`${this.label} ${problem}`, advice);
	}

	/** The names of the fields that the user added to a collection. */
	get added(): string[] {
		return isObject(this.value) ? Object.keys(this.value) : [];
	}

	/**
	 * A field that the user added to a collection.
	 *
	 * @param name its name
	 * @returns the field; undefined when the user did not add it, while an added one may be empty
	 */
	find(name: string): Field | undefined {
		return this.added.includes(name) ? this.member(name) : undefined;
	}

	/**
	 * A field inside a collection or a row.
	 *
	 * @param name its name
	 * @returns the field; without a value when the user did not add it
	 */
	member(name: string): Field {
		const { inside, prefix = '', saved } = this.content;
		const property = inside?.find((one): one is INodeProperties => 'type' in one && one.name === name);
		return new Field(this.owner, {
			label: prefix + (property?.displayName ?? name),
			read: () => (isObject(this.value) ? this.value[name] : undefined),
			// of a collection that is an expression, the expression
			saved: isObject(saved) ? saved[name] : saved,
			inside: property?.options,
			prefix,
		});
	}

	/**
	 * The rows of a fixed collection.
	 *
	 * @param name name of the group whose rows are read
	 * @returns a field a row, which errors call by its number, for example "Button 2"; none where the user added none
	 */
	rows(name: string): Field[] {
		const { inside } = this.content;
		const group = inside?.find((one): one is INodePropertyCollection => 'values' in one && one.name === name);
		const saved = isObject(this.saved) ? this.saved[name] : this.saved;
		const rows = isObject(this.value) ? this.value[name] : undefined;
		return (Array.isArray(rows) ? (rows as unknown[]) : [rows]).flatMap((row, index) => {
			if (!isObject(row)) return [];
			const own: unknown = Array.isArray(saved) ? saved[index] : saved;
			return [rowOf(this.owner, `${group?.displayName ?? name} ${index + 1}`, row, { saved: own, inside: group?.values })];
		});
	}

	/** The same field with another value, for example one of its entries. */
	with(value: unknown): Field {
		return new Field(this.owner, { ...this.content, read: () => value });
	}
}

/**
 * Makes a field of one of several alike, whose members errors call by its label.
 *
 * @param owner the item
 * @param label for example "Button 2"
 * @param value what it holds
 * @param content what else is known of it
 */
export function rowOf(owner: Refuser, label: string, value: unknown, content: Partial<FieldContent> = {}): Field {
	return new Field(owner, { ...content, label, read: () => value, prefix: `${label}: ` });
}
