import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { printJson } from '../../shared/json';
import { alphabetically } from '../../shared/texts';
import type { DirectCalls } from './directCalls';
import type { Operation, Resource } from './operation';

/** The operations of one resource that have a field. */
interface Origin {
	resource: string;
	operations: Operation[];
}

interface Entry {
	field: INodeProperties;
	origins: Origin[];
}

const unique = (values: string[]) => [...new Set(values)];

const valuesOf = ({ operations }: { operations: Operation[] }) => operations.map(({ option }) => option.value);

const pairsOf = (resources: string[], operations: string[]) =>
	resources.flatMap((resource) => operations.map((operation) => `${resource} ${operation}`));

const byName = (one: INodePropertyOptions, other: INodePropertyOptions) => alphabetically(one.name, other.name);

function resourceSelector(resources: Resource[], first: string): INodeProperties {
	const isFirst = ({ option }: Resource) => option.value === first;
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		// n8n's list of actions keeps this order: what people look for first comes first
		options: [...resources.filter(isFirst), ...resources.filter((one) => !isFirst(one))].map(({ option }) => option),
		default: first,
	};
}

function operationSelector({ option, operations, first }: Resource, calls: DirectCalls): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options: operations.map((operation) => ({ ...operation.option, routing: calls.routingOf(operation) })).sort(byName),
		default: first,
	};
}

/** The fields of a resource, one that several of its operations share once; those of one operation before those that it shares. */
function fieldsOf({ operations }: Resource): Array<[INodeProperties, Operation[]]> {
	const found: INodeProperties[] = [];
	for (const { fields } of operations) {
		for (const [index, field] of fields.entries()) {
			if (found.includes(field)) continue;
			const next = fields.slice(index).find((one) => found.includes(one));
			found.splice(next === undefined ? found.length : found.indexOf(next), 0, field);
		}
	}
	return found.map((field) => [field, operations.filter(({ fields }) => fields.includes(field))]);
}

/** n8n crosses all named resources with all named operations: that must name no operation without the field. */
function isExact(origins: Origin[], existing: Set<string>): boolean {
	const meant = new Set(origins.flatMap((origin) => pairsOf([origin.resource], valuesOf(origin))));
	const crossed = pairsOf(unique(origins.map(({ resource }) => resource)), unique(origins.flatMap(valuesOf)));
	return crossed.every((pair) => meant.has(pair) || !existing.has(pair));
}

/** A field moves to an earlier place only together with all fields before it. */
function keepsOrder(field: INodeProperties, operations: Operation[], moved: Set<INodeProperties>): boolean {
	return operations.every(({ fields }) => fields.slice(0, fields.indexOf(field)).every((before) => moved.has(before)));
}

function propertyOf({ field, origins }: Entry): INodeProperties {
	const resource = unique(origins.map((origin) => origin.resource));
	// these two first: n8n shows a field with the first condition whose value is an expression, and looks at no other
	const show = { resource, operation: unique(origins.flatMap(valuesOf)), ...field.displayOptions?.show };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/**
 * The properties of all operations. A field that several share becomes one, also across resources: n8n evaluates every property
 * of a node for every item, also those that are not shown, and the expression in a field once for each property of the field's
 * name.
 */
function merged(resources: Resource[]): INodeProperties[] {
	const existing = new Set(resources.flatMap((resource) => pairsOf([resource.option.value], valuesOf(resource))));
	const entries: Entry[] = [];
	for (const resource of resources) {
		const moved = new Set<INodeProperties>();
		for (const [field, operations] of fieldsOf(resource)) {
			const origin = { resource: resource.option.value, operations };
			const earlier = entries.find((entry) => entry.field === field);
			if (earlier && isExact([...earlier.origins, origin], existing) && keepsOrder(field, operations, moved)) {
				earlier.origins.push(origin);
				moved.add(field);
			} else {
				entries.push({ field, origins: [origin] });
			}
		}
	}
	return entries.map(propertyOf);
}

/** The fields of all operations: those that each of `before` makes for them, then their own. */
export function operationFields(
	resources: Resource[],
	before: Array<(operation: Operation) => INodeProperties[]> = [],
): INodeProperties[] {
	const withFields = (fieldsFor: (operation: Operation) => INodeProperties[]) =>
		resources.map((resource) => ({
			...resource,
			operations: resource.operations.map((operation) => ({ ...operation, fields: fieldsFor(operation) })),
		}));
	return [...before.map(withFields), resources].flatMap(merged);
}

/** What stands above all fields: a field of several resources must not stand above the operation of its resource. */
export function selectorsOf(resources: Resource[], first: string, calls: DirectCalls): INodeProperties[] {
	return [resourceSelector(resources, first), ...resources.map((resource) => operationSelector(resource, calls))];
}

/** The parameters as n8n saves them: it gives the name of a chosen chat only there, and an expression is not evaluated. */
const SAVED = '$parameter.toJSON?.()';

/** An expression: a message is only checked. */
export const IS_DRY = '$parameter["operation"] !== "sendAndWait" && $parameter["additionalFields"]?.["dryRun"] === true';

/** The person of a chat that was chosen from a list, as in "Zoë Müller – Telegram, Shop bot". */
const PERSON = `${SAVED}?.chat?.cachedResultName?.split(" – ")[0]`;

/** Whom a message goes to, by the value of *Send To*. */
const WHOM = { reply: 'Reply', chat: 'to a chat', tbChatId: 'to a chat', phone: 'to a phone number' };

/** The node's subtitle on the canvas: whom a message goes to, or n8n's own name of the action. */
export function subtitleOf(resources: Resource[]): string {
	const actions = resources.flatMap(({ option, operations }) =>
		operations.map((operation) => [`${option.value} ${operation.option.value}`, operation.option.action]),
	);
	const to = `${SAVED}?.sendTo === "chat" && ${PERSON} ? "to " + ${PERSON} : ${printJson(WHOM)}[${SAVED}?.sendTo] ?? ""`;
	const action = `${printJson(Object.fromEntries(actions))}[$parameter["resource"] + " " + $parameter["operation"]]`;
	return `={{ ($parameter["resource"] === "message" ? (${IS_DRY} ? "Dry run: nothing is sent" : ${to}) : "") || ${action} }}`;
}
