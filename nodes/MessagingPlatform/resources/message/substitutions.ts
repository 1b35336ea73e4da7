import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject, JsonValue } from '../../../shared/json';
import { clip } from '../../../shared/words';
import type { Item } from '../../engine/item';
import { rows, text } from '../../fields/shapes';

/** Refuses a value by the name of its placeholder. */
type Refuse = (problem: string, advice: string) => Error;

/** The rules of a value (specification, "Limits", template substitution values). */
function readValue(refuse: Refuse, channel: string, value: JsonValue | undefined): string | number {
	if (typeof value !== 'string' && typeof value !== 'number') {
		const kind = Array.isArray(value) ? 'a list' : typeof value === 'object' && value ? 'an object' : String(value ?? 'empty');
		throw refuse(
			`must be text or a number, but it is ${kind}`,
			'Values have one level: {"name": "value"}, with nothing inside a value.',
		);
	}
	if (channel !== 'whatsappb' || typeof value === 'number') return value;
	if (/[\r\n\v\f\u0085\u2028\u2029]/.test(value)) {
		throw refuse(`has a line break, which WhatsApp Business does not allow: ${clip(value, 60)}`, 'Write it on one line.');
	}
	const spaces = / {5,}/.exec(value)?.[0].length;
	if (spaces === undefined) return value;
	throw refuse(
		`has ${spaces} spaces in a row, and WhatsApp Business allows at most 4: ${clip(value, 60)}`,
		'Take the extra spaces out.',
	);
}

function readRows(item: Item): JsonObject {
	const values = new Map<string, JsonValue>();
	for (const row of item.field('substitutions').rows('substitution')) {
		const field = row.member('name');
		const name = field.required();
		if (values.has(name)) throw field.refuse(`is given twice: ${clip(name, 60)}`, 'Keep one of the two.');
		values.set(name, row.member('value').value as JsonValue);
	}
	return Object.fromEntries(values);
}

/**
 * Reads the values for a template's placeholders (specification, "Template send variants").
 *
 * @param item the item
 * @param channel the channel's type: whatsappb and vk have rules of their own
 * @returns texts and numbers by placeholder name
 * @throws NodeOperationError naming the placeholder, the rule and the value
 */
export function readSubstitutions(item: Item, channel: string): Record<string, string | number> {
	const isJson = item.parameter('substitutionsInput') === 'json';
	const given = isJson ? item.field('substitutionsJson').plainObject() : readRows(item);
	const values = Object.entries(given).map(([name, value]): [string, string | number] => {
		const refuse: Refuse = (problem, advice) => item.refuse(`Substitutions: "${clip(name, 60)}" ${problem}`, advice);
		if (name.trim() === '') throw refuse('is not a name', 'Every value needs the name of its placeholder.');
		if (channel === 'vk' && !/^[A-Za-z]+$/.test(name)) {
			throw refuse(
				'is not a name for a VK template: only the letters A-Z and a-z are allowed',
				'Use the name as it stands in the template.',
			);
		}
		return [name, readValue(refuse, channel, value)];
	});
	return Object.fromEntries(values);
}

/** The values for a template's placeholders. */
export const substitutionProperties: INodeProperties[] = [
	{
		displayName: 'Substitutions',
		name: 'substitutionsInput',
		type: 'options',
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'fields',
		description: "How to give the values for the template's placeholders",
	},
	rows(
		'Values',
		'substitutions',
		['Value', 'substitution'],
		[
			text('Name', 'name', 'The name of the placeholder in the template', { required: true, placeholder: 'e.g. order' }),
			text('Value', 'value', 'What stands in its place', { placeholder: 'e.g. 42' }),
		],
		{
			displayOptions: { show: { substitutionsInput: ['fields'] } },
			description:
				'On WhatsApp Business a value has no line breaks and no more than 4 spaces in a row; on VK names have only the letters A-Z and a-z',
		},
	),
	{
		displayName: 'Values (JSON)',
		name: 'substitutionsJson',
		type: 'json',
		default: '{\n  "name": "value"\n}',
		required: true,
		displayOptions: { show: { substitutionsInput: ['json'] } },
		description:
			'An object with a text or a number for each placeholder, with nothing inside a value: {"name": "Anna", "order": 42}',
	},
];
