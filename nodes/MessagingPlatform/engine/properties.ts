import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** One operation: its entry in the operation list and its own fields, without display options. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	fields: INodeProperties[];
}

/** Where a property of the node comes from. */
interface Origin {
	field: INodeProperties;
	resource: string;
	/** The operations of the resource that have the field. */
	operations: Operation[];
}

const origins = new WeakMap<INodeProperties, Origin>();

function stamp(origin: Origin): INodeProperties {
	const { field, resource, operations } = origin;
	const operation = operations.map(({ option }) => option.value);
	const show = { ...field.displayOptions?.show, resource: [resource], operation };
	const property = { ...field, displayOptions: { ...field.displayOptions, show } };
	origins.set(property, origin);
	return property;
}

/**
 * Assembles a resource's part of the node's properties. A field that several operations share becomes one property.
 *
 * @param resource value of the resource
 * @param selector the operation selector of the resource, without display options
 * @param operations the resource's operations, whose fields are shown for those operations alone
 * @returns properties in the order in which they appear
 */
export function resourceProperties(resource: string, selector: INodeProperties, operations: Operation[]): INodeProperties[] {
	const sharedBy = new Map<INodeProperties, Operation[]>();
	for (const operation of operations) {
		for (const field of operation.fields) sharedBy.set(field, [...(sharedBy.get(field) ?? []), operation]);
	}
	const fields = [...sharedBy].map(([field, sharers]) => stamp({ field, resource, operations: sharers }));
	return [{ ...selector, displayOptions: { show: { resource: [resource] } } }, ...fields];
}

const pairsOf = (resources: string[], operations: string[]) =>
	resources.flatMap((resource) => operations.map((operation) => `${resource} ${operation}`));

const valuesOf = ({ operations }: Origin) => operations.map(({ option }) => option.value);

const unique = (values: string[]) => [...new Set(values)];

/** Every operation that exists, as "resource operation". */
function existingOperations(properties: INodeProperties[]): Set<string> {
	const selectors = properties.filter(({ name }) => name === 'operation');
	return new Set(
		selectors.flatMap(({ options, displayOptions }) =>
			pairsOf(
				(displayOptions?.show?.resource ?? []).map(String),
				(options ?? []).flatMap((option) => ('value' in option ? [String(option.value)] : [])),
			),
		),
	);
}

/** One property of the node and the resources that it serves. */
interface Entry {
	property: INodeProperties;
	origins: Origin[];
}

/** n8n crosses all named resources with all named operations: that must name no operation without the field. */
function isExact(group: Origin[], existing: Set<string>): boolean {
	const meant = new Set(group.flatMap((origin) => pairsOf([origin.resource], valuesOf(origin))));
	const crossed = pairsOf(unique(group.map(({ resource }) => resource)), unique(group.flatMap(valuesOf)));
	return crossed.every((pair) => meant.has(pair) || !existing.has(pair));
}

/** A field moves to an earlier place only together with all fields before it. */
function keepsOrder({ field, operations }: Origin, moved: Set<INodeProperties>): boolean {
	return operations.every(({ fields }) => fields.slice(0, fields.indexOf(field)).every((before) => moved.has(before)));
}

function propertyOf({ property, origins: group }: Entry): INodeProperties {
	if (group.length < 2) return property;
	const resource = unique(group.map((origin) => origin.resource));
	const operation = unique(group.flatMap(valuesOf));
	const show = { ...property.displayOptions?.show, resource, operation };
	return { ...property, displayOptions: { ...property.displayOptions, show } };
}

/**
 * Makes one property of a field that several resources share. n8n evaluates every property of a node for every item, also
 * the ones that are not shown, and the expression in a field once for each property of the field's name.
 *
 * @param properties the node's properties, from {@link resourceProperties}
 * @returns the properties, a shared field at its first place; every operation has the same fields in the same order
 */
export function mergeShared(properties: INodeProperties[]): INodeProperties[] {
	const existing = existingOperations(properties);
	const entries: Entry[] = [];
	const movedOf = new Map<string, Set<INodeProperties>>();
	for (const property of properties) {
		const origin = origins.get(property);
		const earlier = origin && entries.find(({ origins: group }) => group.some(({ field }) => field === origin.field));
		const moved = movedOf.get(origin?.resource ?? '') ?? new Set();
		if (origin && earlier && isExact([...earlier.origins, origin], existing) && keepsOrder(origin, moved)) {
			earlier.origins.push(origin);
			movedOf.set(origin.resource, moved.add(origin.field));
		} else {
			entries.push({ property, origins: origin ? [origin] : [] });
		}
	}
	// the selectors first: a field that moved must not stand above the operation of its resource
	const isField = ({ origins: group }: Entry) => group.length > 0;
	return [...entries.filter((entry) => !isField(entry)), ...entries.filter(isField)].map(propertyOf);
}
