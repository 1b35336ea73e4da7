import type { IDisplayOptions, INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { type Field, rowOf } from './field';
import type { PrintableObject } from './json';
import { alphabetically } from './texts';

type More = Partial<INodeProperties>;

/** A parameter of a node, declared once: what the editor shows, and how its value is read. */
export class Parameter<Value = unknown> {
	constructor(
		readonly property: INodeProperties,
		/** @throws Failure that begins with the parameter's label */
		readonly read: (field: Field) => Value,
	) {}

	/** The same parameter, read in another way than its kind is. */
	as<Other>(read: (field: Field) => Other): Parameter<Other> {
		return new Parameter(this.property, read);
	}

	/** The same parameter with a value that is made of this one's; its field is for refusals. */
	map<Made>(make: (value: Value, field: Field) => Made): Parameter<Made> {
		return this.as((field) => make(this.read(field), field));
	}

	/** The same parameter, without a value if the user didn't add it. */
	ifAdded(): Parameter<Value | undefined> {
		return this.as((field) => (field.isThere ? this.read(field) : undefined));
	}

	/** The same parameter, shown in another way. */
	with(more: More): Parameter<Value> {
		return new Parameter({ ...this.property, ...more }, this.read);
	}
}

/** For a parameter whose own field is its value, because a refusal may come later. */
export const itself = (field: Field): Field => field;

/** A text without the spaces around it, whose default also stands for an empty one; a required one may not be empty. */
export function text(displayName: string, name: string, description: string, more: More = {}): Parameter<string> {
	const property: INodeProperties = { displayName, name, type: 'string', default: '', ...more, description };
	const optional = (field: Field) => field.text().trim() || String(property.default);
	return new Parameter(property, more.required ? (field) => field.required() : optional);
}

/** A switch. One in a collection is on as soon as it's added, because adding it is the decision; one that isn't there is off. */
export function toggle(displayName: string, name: string, description: string, more: More = {}): Parameter<boolean> {
	const property: INodeProperties = { displayName, name, type: 'boolean', default: true, ...more, description };
	return new Parameter(property, (field) => field.flag() === true);
}

/** A number from 0 on, within the limits that the editor has for it. */
export function amount(displayName: string, name: string, description: string, more: More = {}): Parameter<number> {
	const property: INodeProperties = { displayName, name, type: 'number', default: 0, ...more, description };
	const { minValue = 0, maxValue = Infinity } = more.typeOptions ?? {};
	const isAmount = (value: number) => value >= 0 && Number.isFinite(value);
	return new Parameter(property, (field) => {
		const number = field.number(isAmount, 'a number of 0 or more', Number(property.default));
		return Math.min(maxValue, Math.max(minValue, number));
	});
}

export function jsonText(displayName: string, name: string, description: string, more: More): Parameter<PrintableObject> {
	return new Parameter({ displayName, name, type: 'json', default: '{}', ...more, description }, (field) => field.jsonObject());
}

/** A list to choose from: the choices by their values, shown in the order of their names. The default also stands for no choice. */
export function choice<Value extends string>(
	displayName: string,
	name: string,
	{
		choices,
		default: usual,
		...more
	}: More & {
		choices: Record<Value, [name: string, description?: string]>;
		default: NoInfer<Value>;
	},
): Parameter<Value> {
	const options = Object.entries<[name: string, description?: string]>(choices)
		.map(([value, [called, description]]) => ({ name: called, value, ...(description !== undefined && { description }) }))
		.sort((one, other) => alphabetically(one.name, other.name));
	const values = Object.keys(choices) as Value[];
	const property: INodeProperties = { displayName, name, type: 'options', options, default: usual, ...more };
	return new Parameter(property, (field) => field.oneOf(values, usual));
}

/** A list to choose several names from, which a method of the node loads. */
export function several(
	displayName: string,
	name: string,
	description: string,
	typeOptions: INodeProperties['typeOptions'],
): Parameter<string[]> {
	const how = 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';
	const about = { typeOptions, description: `${description} ${how}` };
	return new Parameter({ displayName, name, type: 'multiOptions', default: [], ...about }, (field) => field.names());
}

/** A resource locator: a list to choose from, or an ID. */
export function picker(
	displayName: string,
	name: string,
	list: { method: string; placeholder: string },
	byId: Partial<INodePropertyMode>,
	more: More,
): Parameter<string> {
	const typeOptions = { searchListMethod: list.method, searchable: true };
	const property: INodeProperties = {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		...more,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder: list.placeholder, typeOptions },
			{ displayName: 'By ID', name: 'id', type: 'string', ...byId },
		],
	};
	return new Parameter(property, (field) => (property.required ? field.required() : field.text().trim()));
}

/** A sentence among the fields, for the editor alone. */
export function notice(name: string, displayName: string, displayOptions?: IDisplayOptions): Parameter<void> {
	return new Parameter({ displayName, name, type: 'notice', default: '', ...(displayOptions && { displayOptions }) }, () => {});
}

/** The parameters of a form, by the names that the code gives them. */
type Form = Readonly<Record<string, Parameter>>;

/** The values that the parts of a form are read as. */
export type ValuesOf<Parts extends Readonly<Record<string, object>>> = {
	readonly [Name in keyof Parts]: Parts[Name] extends Parameter<infer Value> ? Value : never;
};

/** Makes records whose members are read once, when they are used: others must not be refused. They are inherited, so a spread has none. */
export function lazily<Part, Values>(parts: Readonly<Record<string, Part>>): (read: (part: Part) => unknown) => Values {
	// one class for all items: to give each its own getters takes sixty times as long
	class Lazy {
		readonly #known: Array<{ value: unknown } | undefined> = [];

		readonly #read: (part: Part) => unknown;

		constructor(read: (part: Part) => unknown) {
			this.#read = read;
		}

		static {
			for (const [index, [name, part]] of Object.entries(parts).entries()) {
				const get = function (this: Lazy): unknown {
					return (this.#known[index] ??= { value: this.#read(part) }).value;
				};
				Object.defineProperty(this.prototype, name, { get, enumerable: true });
			}
		}
	}
	return (read) => new Lazy(read) as Values;
}

/** Sorts a form by what the editor shows. */
export function alphabetical<Members extends Form>(members: Members): Members {
	const byName = ([, one]: [string, Parameter], [, other]: [string, Parameter]) =>
		alphabetically(one.property.displayName, other.property.displayName);
	return Object.fromEntries(Object.entries(members).sort(byName)) as Members;
}

const propertiesOf = (form: Form) => Object.values(form).map(({ property }) => property);

/** Reads the members of a field that has them inside, such as a row. */
export function membersOf<Members extends Form>(members: Members): (field: Field) => ValuesOf<Members> {
	const valuesBy = lazily<Parameter, ValuesOf<Members>>(members);
	return (field) => valuesBy(({ property, read }) => read(field.member(property.name, property)));
}

/** Fields that a user can add, as one parameter. */
export function group<Members extends Form>(
	displayName: string,
	name: string,
	placeholder: string,
	members: Members,
	more?: More,
): Parameter<ValuesOf<Members>> {
	const options = propertiesOf(members);
	const property: INodeProperties = { displayName, name, type: 'collection', placeholder, default: {}, ...more, options };
	return new Parameter(property, membersOf(members));
}

/** Rows that a user can add, as one parameter; each with its field, for errors that name the row. */
export function table<Members extends Form>(
	displayName: string,
	name: string,
	row: [label: string, name: string],
	members: Members,
	{ typeOptions, ...more }: More = {},
): Parameter<Array<{ row: Field; values: ValuesOf<Members> }>> {
	const placeholder = `Add ${row[0]}`;
	const many = { multipleValues: true, multipleValueButtonText: placeholder, ...typeOptions };
	const only = single(displayName, name, row, members, { typeOptions: many, placeholder, ...more });
	const valuesOf = membersOf(members);
	return only.as((field) => field.rows(row[1]).map((one) => ({ row: one, values: valuesOf(one) })));
}

/** Fields that a user adds all at once, as one parameter by whose label errors name them. */
export function single<Members extends Form>(
	displayName: string,
	name: string,
	[label, row]: [label: string, name: string],
	members: Members,
	more: More,
): Parameter<{ isAdded: boolean; values: ValuesOf<Members> }> {
	const inside = propertiesOf(members);
	const options = [{ displayName: label, name: row, values: inside }];
	const property: INodeProperties = { displayName, name, type: 'fixedCollection', default: {}, ...more, options };
	const valuesOf = membersOf(members);
	return new Parameter(property, (field) => {
		const [given] = field.rows(row, true);
		return { isAdded: given !== undefined, values: valuesOf(given ?? rowOf(field.label, undefined, { inside })) };
	});
}
