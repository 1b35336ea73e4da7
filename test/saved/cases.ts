import type { INodeParameters, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { BESIDE, BY_NUMBER, LOCATED, REQUIRED, ROW, SAMPLES } from './samples';

/** An operation with parameters as a workflow has them that was saved in the editor. */
export interface SavedCase {
	name: string;
	parameters: INodeParameters;
}

type Value = INodeParameters[string];

type Option = NonNullable<INodeProperties['options']>[number];

/** Tell the members of a list apart: fields of a collection, groups of fields, choices. */
export const isField = (option: Option): option is INodeProperties => 'type' in option;
const isGroup = (option: Option): option is INodePropertyCollection => 'values' in option;
export const isChoice = (option: Option): option is INodePropertyOptions => 'value' in option;

/** Checks if a member of a list that resources share belongs to this one. */
function isOf(resource: string, { displayOptions }: INodeProperties): boolean {
	const resources = displayOptions?.show?.['/resource'] as unknown[] | undefined;
	return resources === undefined || resources.includes(resource);
}

/** Values that the other fields need so that the editor shows this one. */
export function conditionsOf({ displayOptions }: Pick<INodeProperties, 'displayOptions'>): INodeParameters {
	const conditions: INodeParameters = {};
	for (const [name, [value]] of Object.entries(displayOptions?.show ?? {}) as Array<[string, Value[]]>) {
		// a comparison can't be saved as a value
		const isSaved = value !== undefined && !(typeof value === 'object' && value !== null && '_cnd' in value);
		const field = name.replace('/', '');
		if (field !== 'resource' && field !== 'operation' && isSaved) conditions[field] = value;
	}
	return conditions;
}

function located(name: string, resource: string): Value[] {
	const values = (name === 'chat' ? BY_NUMBER[resource] : undefined) ?? LOCATED[name] ?? ['1'];
	return values.flatMap((value): Value[] => [
		{ __rl: true, mode: name === 'tagName' ? 'name' : 'id', value },
		{ __rl: true, mode: 'list', value, cachedResultName: 'Zoë (tg)' },
	]);
}

/** Tells a list that is as long as that of all countries: one operation has all of its values, the others its ends. */
const isLong = ({ options = [] }: INodeProperties): boolean => options.length > 20;

/** A value that the editor could save for a field, and what other fields must hold for it. */
interface Try {
	value: Value;
	beside: INodeParameters;
}

const alone = (value: Value): Try => ({ value, beside: {} });

/** Values that a field of a collection needs in the fields around the collection. */
function outsideOf({ displayOptions }: INodeProperties): INodeParameters {
	const outside = Object.entries(displayOptions?.show ?? {}).filter(([name]) => name.startsWith('/'));
	return conditionsOf({ displayOptions: { show: Object.fromEntries(outside) } });
}

const sampleOf = ({ name }: INodeProperties, resource: string): Value =>
	SAMPLES[`${resource} ${name}`] ?? SAMPLES[name] ?? `my ${name}`;

/** A row of a fixed collection, in which nothing is missing. */
function rowOf(members: INodeProperties[], resource: string): INodeParameters {
	const valueOf = (member: INodeProperties) =>
		ROW[member.name] ?? (member.required ? sampleOf(member, resource) : (member.default as Value));
	return Object.fromEntries(members.map((member) => [member.name, valueOf(member)]));
}

/** Values to try for a field; `met` are the long lists that had all of theirs. */
function triesOf(field: INodeProperties, resource: string, met: Set<string>): Try[] {
	if (!isOf(resource, field)) return [];
	const options = field.options ?? [];
	const listed = options.filter(isChoice).map(({ value }) => value);
	switch (field.type) {
		case 'boolean':
			return [true, false].map(alone);
		case 'number':
			return [alone(7)];
		case 'options':
			if (isLong(field) && met.has(field.name)) return [...listed.slice(0, 2), ...listed.slice(-1)].map(alone);
			met.add(field.name);
			return listed.map(alone);
		case 'multiOptions':
			return [listed.slice(0, 2).map(String), ['*'], ...(listed.length > 2 ? [listed.map(String)] : [])].map(alone);
		case 'resourceLocator':
			return located(field.name, resource).map(alone);
		case 'collection':
			return options.filter(isField).flatMap((member) =>
				triesOf(member, resource, met).map(({ value, beside }) => ({
					value: { ...BESIDE[`${resource} ${field.name}.${member.name}`], [member.name]: value },
					beside: { ...beside, ...outsideOf(member) },
				})),
			);
		case 'fixedCollection':
			return options.filter(isGroup).flatMap(({ name, values }) =>
				values.flatMap((member) =>
					triesOf(member, resource, met).map(({ value, beside }) => {
						const own = BESIDE[`${name}.${member.name}`];
						const row = { ...rowOf(values, resource), ...conditionsOf(member), ...own, [member.name]: value };
						return {
							value: { [name]: field.typeOptions?.multipleValues === true ? [row] : row },
							beside: { ...beside, ...outsideOf(member), ...BESIDE[`${name}.source = ${String(row.source)}`] },
						};
					}),
				),
			);
		default:
			return [alone(sampleOf(field, resource))];
	}
}

/** An operation and what the editor shows of it. */
interface Operation {
	resource: string;
	operation: string;
	/** Fields whose value a workflow holds. */
	fields: INodeProperties[];
}

/** The operations of the action node, each with the fields that the editor can show for it. */
function operationsOf(properties: INodeProperties[]): Operation[] {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) => {
			const resource = String(displayOptions?.show?.resource?.[0]);
			return options.filter(isChoice).map(({ value }) => {
				const operation = String(value);
				const fields = properties.filter(({ type, displayOptions: { show, hide } = {} }) => {
					if (type === 'notice' || type === 'callout') return false;
					const shown = (name: string, one: string) => ((show?.[name] ?? []) as unknown[]).includes(one);
					// the editor never shows what only reads a saved chat
					return shown('resource', resource) && shown('operation', operation) && !show?.['@tool'] && !hide?.['/chatFrom'];
				});
				return { resource, operation, fields };
			});
		});
}

/** Every operation with its defaults, and with each value of each of its fields set. Names are unique. */
export function savedCases(): SavedCase[] {
	const cases: SavedCase[] = [];
	const met = new Set<string>();
	for (const { resource, operation, fields } of operationsOf(new MessagingPlatform().description.properties)) {
		const base: INodeParameters = { resource, operation };
		for (const field of fields) {
			if (field.type === 'resourceLocator') base[field.name] = located(field.name, resource)[0];
			else if (field.required === true) base[field.name] = sampleOf(field, resource);
		}
		Object.assign(base, REQUIRED[`${resource} ${operation}`]);
		cases.push({ name: `${resource}: ${operation}`, parameters: base });
		for (const field of fields) {
			for (const [index, { value, beside }] of triesOf(field, resource, met).entries()) {
				const around = { ...conditionsOf(field), ...beside, ...BESIDE[`${resource} ${field.name}`] };
				const name = `${resource}: ${operation}, ${field.name} ${index + 1}`;
				cases.push({ name, parameters: { ...base, ...around, [field.name]: value } });
			}
		}
	}
	return cases;
}

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
