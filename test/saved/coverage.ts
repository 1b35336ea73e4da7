import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { isChoice, isField, isGroup, isLong, isOf, operationsOf } from './cases';

const valueAt = (place: string, value: unknown): string => `${place} = ${JSON.stringify(value)}`;

/** The field itself, its values if the node lists them, and the same for the fields within it. */
function placesUnder(field: INodeProperties, within: string, resource = ''): string[] {
	if (!isOf(resource, field)) return [];
	const place = `${within}${field.name}`;
	const options = field.options ?? [];
	const values = field.type === 'boolean' ? [true, false] : options.filter(isChoice).map(({ value }) => value);
	return [
		place,
		// It doesn't matter which operation had which value of a list as long as that of all countries.
		...values.map((value) => valueAt(isLong(field) ? field.name : place, value)),
		...(field.modes ?? []).map(({ name }) => valueAt(`${place}.mode`, name)),
		...options.filter(isField).flatMap((member) => placesUnder(member, `${place}.`, resource)),
		...options
			.filter(isGroup)
			.flatMap(({ name, values: members }) => members.flatMap((member) => placesUnder(member, `${place}.${name}.`, resource))),
	];
}

/** Everything that a user of a node can choose: places such as "message: send options.format" and "… options.format = \"markdown\"". */
export function placesOf(properties: INodeProperties[]): string[] {
	const operations = operationsOf(properties);
	if (operations.length === 0) return properties.flatMap((field) => placesUnder(field, ''));
	return operations.flatMap(({ resource, operation, fields }) =>
		fields.flatMap((field) => placesUnder(field, `${resource}: ${operation} `, resource)),
	);
}

function walk(value: unknown, place: string, name: string): string[] {
	if (Array.isArray(value)) return [place, ...value.flatMap((one) => walk(one, place, name))];
	if (typeof value === 'object' && value !== null) {
		return [place, ...Object.entries(value).flatMap(([key, one]) => walk(one, `${place}.${key}`, key))];
	}
	return [place, valueAt(place, value), valueAt(name, value)];
}

/** Finds the {@link placesOf} that a saved node has; parameters with their defaults. */
export function placesIn(properties: INodeProperties[], parameters: INodeParameters): string[] {
	const { resource, operation } = parameters;
	const hasOperations = properties.some(({ name }) => name === 'operation');
	const within = hasOperations ? `${String(resource)}: ${String(operation)} ` : '';
	return Object.entries(parameters).flatMap(([name, value]) => walk(value, `${within}${name}`, name));
}

/** Makes the check for values of saved nodes that the lists no longer offer: the editor shows such a value as an error. */
export function notOffered(properties: INodeProperties[]): (parameters: INodeParameters) => string[] {
	const offered = new Set(placesOf(properties));
	const listOf = (place: string) => place.replace(/ = .*/, '');
	const listed = new Set([...offered].filter((place) => place.includes(' = ')).map(listOf));
	// an expression may give anything
	const isValue = (place: string) => place.includes(' = ') && !place.includes(' = "=');
	return (parameters) =>
		placesIn(properties, parameters).filter((place) => isValue(place) && listed.has(listOf(place)) && !offered.has(place));
}
