import type { INodeProperties } from 'n8n-workflow';
import type { Part } from './item';

/** The form of an operation: its parts, in the order in which the editor shows them, by the names that its code gives them. */
export type Form = Readonly<Record<string, Part>>;

/** What the parts of a form are read as for an item. */
export type Values<Parts extends Form> = {
	readonly [Name in keyof Parts]: Parts[Name] extends Part<infer Value> ? Value : never;
};

export function propertiesOfForm(form: Form): INodeProperties[] {
	const parameters = Object.values(form).flatMap((part) => ('property' in part ? [part] : part.parts));
	return parameters.map(({ property }) => property);
}
