import type { INodeProperties } from 'n8n-workflow';

/** All that a field is read from. */
export interface FieldContent {
	/** The field's name in the editor. */
	label: string;
	/** Gives the value as n8n resolves it. A field that isn't shown has none in n8n, so only a field that is used is read. */
	read(): unknown;
	/** The value in its saved form: an expression starts with "=". */
	saved?: unknown;
	/** False for a field of a collection that the user did not add. */
	isAdded?: boolean;
	/** The fields inside it, as the node describes them. */
	inside?: INodeProperties['options'];
	/** Stands before the labels of the fields inside a row. */
	prefix?: string;
	/** The time zone of a date that has none. */
	zone?: () => string;
}
