import { type INodeParameters, type INodeProperties, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { Failure } from '../../nodes/shared/failure';
import { Field } from '../../nodes/shared/field';

/** A field of an item, as n8n resolved it. */
export const fieldWith = (value: unknown, content: Partial<ConstructorParameters<typeof Field>[0]> = {}): Field =>
	new Field({ label: 'Field', read: () => value, ...content });

/** Returns message and advice of a function's refusal, or undefined when it accepts; throws when it fails in another way. */
export function refusalOf(run: () => unknown): { message: string; advice: string | undefined } | undefined {
	let failure: unknown;
	try {
		run();
		return undefined;
	} catch (error) {
		failure = error;
	}
	if (!(failure instanceof Failure)) throw new Error(`It failed in place of refusing: ${String(failure)}`);
	return { message: failure.message, advice: failure.advice || undefined };
}

/** An entry of a field's options: a choice, a further field, or a group of fields. */
type Entry = NonNullable<INodeProperties['options']>[number];

const insideOf = (entry: Entry): INodeProperties[] => ('values' in entry ? entry.values : 'type' in entry ? [entry] : []);

/** The fields in a list of properties and in the groups inside of them. */
export function allFields(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((field) => [field, ...allFields((field.options ?? []).flatMap(insideOf))]);
}

/** One field by its name; throws when there is none. */
export function fieldNamed(properties: readonly INodeProperties[], name: string): INodeProperties {
	const found = allFields(properties).find((field) => field.name === name);
	if (found === undefined) throw new Error(`There is no field ${name}.`);
	return found;
}

export function shownOf(
	fields: readonly INodeProperties[],
	values: INodeParameters,
	more: { root?: INodeParameters } = {},
): string[] {
	const type = { name: 'platform' } as INodeTypeDescription;
	const filled = { ...Object.fromEntries(fields.map(({ name, default: value }) => [name, value])), ...values } as INodeParameters;
	return fields
		.filter((field) => NodeHelpers.displayParameter(filled, field, null, type, more.root ?? filled))
		.map(({ name }) => name);
}
