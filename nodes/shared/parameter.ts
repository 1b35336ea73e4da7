import type { INodeProperties } from 'n8n-workflow';
import { type Field, rowOf } from './field';
import { choice, collection, rows } from './shapes';
import { alphabetically } from './texts';

/** A parameter of a node, declared once: what the editor shows, and how its value is read. */
export interface Parameter<Value = unknown> {
	readonly property: INodeProperties;
	/** @throws Failure that begins with the parameter's label */
	read(field: Field): Value;
}

/** The parameters of a form, by the names that the code gives them. */
type Form = Readonly<Record<string, Parameter>>;

/** The values that the parts of a form are read as. */
export type ValuesOf<Parts extends Readonly<Record<string, object>>> = {
	readonly [Name in keyof Parts]: Parts[Name] extends Parameter<infer Value> ? Value : never;
};

export function parameter<Value>(property: INodeProperties, read: (field: Field) => Value): Parameter<Value> {
	return { property, read };
}

/** A parameter whose value is made from that of another; its field is for refusals. */
export function mapped<Value, Made>(
	{ property, read }: Parameter<Value>,
	make: (value: Value, field: Field) => Made,
): Parameter<Made> {
	return parameter(property, (field) => make(read(field), field));
}

/** A parameter whose own field is its value, because a refusal may come later. */
export function itself(property: INodeProperties): Parameter<Field> {
	return parameter(property, (field) => field);
}

/** A text without the spaces around it, whose default also stands for an empty one. */
export function trimmed(property: INodeProperties): Parameter<string> {
	return parameter(property, (field) => field.text().trim() || String(property.default));
}

/** A switch; one that isn't there is off. */
export function toggle(property: INodeProperties): Parameter<boolean> {
	return parameter(property, (field) => field.flag() === true);
}

/** A list to choose from, whose default also stands for a choice that isn't there. */
export function chosen<Value extends string>(
	displayName: string,
	name: string,
	about: Parameters<typeof choice<Value>>[2],
): Parameter<Value> {
	const values = Object.keys(about.choices) as Value[];
	return parameter(choice(displayName, name, about), (field) => field.oneOf(values, about.default));
}

/** Gives a record whose members are read when they are used, once: a value that nothing uses must not be refused. */
export function lazily<Part, Values>(parts: Readonly<Record<string, Part>>, read: (part: Part) => unknown): Values {
	const values = {};
	for (const [name, part] of Object.entries(parts)) {
		const keep = (value: unknown) => (Object.defineProperty(values, name, { value, enumerable: true }), value);
		Object.defineProperty(values, name, { get: () => keep(read(part)), configurable: true, enumerable: true });
	}
	return values as Values;
}

/** Sorts a form by what the editor shows. */
export function alphabetical<Members extends Form>(members: Members): Members {
	const byName = ([, one]: [string, Parameter], [, other]: [string, Parameter]) =>
		alphabetically(one.property.displayName, other.property.displayName);
	return Object.fromEntries(Object.entries(members).sort(byName)) as Members;
}

const propertiesOf = (form: Form) => Object.values(form).map(({ property }) => property);

/** The members of a field that has them inside, such as a row. */
export function membersOf<Members extends Form>(members: Members, field: Field): ValuesOf<Members> {
	return lazily(members, ({ property, read }) => read(field.member(property.name)));
}

/** Fields that a user can add, as one parameter. */
export function group<Members extends Form>(
	displayName: string,
	name: string,
	placeholder: string,
	members: Members,
	more?: Partial<INodeProperties>,
): Parameter<ValuesOf<Members>> {
	const property = { ...collection(displayName, name, placeholder, propertiesOf(members)), ...more };
	return parameter(property, (field) => membersOf(members, field));
}

/** Rows that a user can add, as one parameter; each with its field, for errors that name the row. */
export function table<Members extends Form>(
	displayName: string,
	name: string,
	row: [label: string, name: string],
	members: Members,
	more?: Partial<INodeProperties>,
): Parameter<Array<{ row: Field; values: ValuesOf<Members> }>> {
	const property = rows(displayName, name, row, propertiesOf(members), more);
	const isOne = more?.typeOptions?.multipleValues === false;
	return parameter(property, (field) => field.rows(row[1], isOne).map((one) => ({ row: one, values: membersOf(members, one) })));
}

/** Fields that a user adds all at once, as one parameter by whose label errors name them. */
export function single<Members extends Form>(
	displayName: string,
	name: string,
	members: Members,
	more: Partial<INodeProperties>,
): Parameter<{ isAdded: boolean; values: ValuesOf<Members> }> {
	const inside = propertiesOf(members);
	const options = [{ displayName: 'Values', name: 'values', values: inside }];
	const property: INodeProperties = { displayName, name, type: 'fixedCollection', default: {}, ...more, options };
	return parameter(property, (field) => {
		const [given] = field.rows('values', true);
		return { isAdded: given !== undefined, values: membersOf(members, given ?? rowOf(field.label, undefined, { inside })) };
	});
}
