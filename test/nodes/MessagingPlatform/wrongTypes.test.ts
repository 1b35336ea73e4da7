import type { IBinaryKeyData, INodeParameters, INodeProperties } from 'n8n-workflow';
import { resources } from '../../../nodes/MessagingPlatform/resources';
import { shownOf } from '../../helpers/fields';
import { OPERATIONS } from '../../helpers/operationTable';
import { newAction, overWire, byId } from '../../helpers/runAction';

/** What an expression can give, by the types of fields that take it. */
const VALUES: Array<[code: string, takenBy: string[]]> = [
	['70001', ['number', 'string', 'multiOptions', 'dateTime']],
	['NaN', []],
	['true', ['boolean']],
	['new Date(0)', ['string', 'dateTime']],
	['({ other: 1 })', []],
	['[{ other: 1 }]', []],
	['[["x"]]', []],
	['null', ['string']],
	['undefined', ['string']],
	['""', ['string']],
	['"sooner"', ['string', 'multiOptions']],
];

const TYPES = ['boolean', 'number', 'options', 'multiOptions', 'string', 'dateTime'];

/** Fields that take values of any kind, and those that are read after the account of a real channel is known: texts, refused like any other. */
const LEFT_OUT = [
	...['binaryPropertyName', 'confirmation', 'messageButtonLabel'],
	...['responseFormTitle', 'responseFormDescription', 'responseFormButtonLabel'],
];

/** In a widget, an expression without a value sets nothing. */
const SETS_NOTHING = ['null', 'undefined', '""'];

const TO = { channel: byId('tg_4100'), tbChatId: '1', phoneNumber: '+442079460958' };

const MORE: Record<string, INodeParameters[]> = {
	'message sendAndWait': [{ responseType: 'approval', options: { approverIds: '1' } }, { responseType: 'contact' }],
	'message send': [{ sendTo: 'tbChatId' }],
};

type Field = [field: INodeProperties, put: (value: string) => INodeParameters];

/** Every field of an operation, alone and in a collection, so that a new one is not forgotten. */
function fieldsOf(fields: INodeProperties[], parameters: INodeParameters): Field[] {
	const shown = shownOf(fields, parameters);
	return fields
		.filter(({ name, displayOptions }) => shown.includes(name) && displayOptions?.show?.['@tool'] === undefined)
		.flatMap((field): Field[] => {
			const { name, type, options = [] } = field;
			if (type !== 'collection') return [[field, (value) => ({ [name]: value })]];
			const saved = (parameters[name] ?? {}) as INodeParameters;
			const inside = options.filter((one): one is INodeProperties => 'type' in one);
			const seen = shownOf(inside, saved, { root: parameters });
			return inside.flatMap((one): Field[] =>
				seen.includes(one.name) ? [[one, (value) => ({ [name]: { ...saved, [one.name]: value } })]] : [],
			);
		})
		.filter(([{ name, type, noDataExpression }]) => TYPES.includes(type) && !noDataExpression && !LEFT_OUT.includes(name));
}

const VALUE = `={{ [${VALUES.map(([code]) => code).join(', ')}][$json.index] }}`;

const CASES = resources.flatMap(({ option: { value: resource }, operations }) =>
	operations.flatMap((operation) => {
		const name = operation.option.value;
		const cases = [{}, ...(MORE[`${resource} ${name}`] ?? [])].flatMap((more) => {
			const to = resource === 'message' ? TO : {};
			const base = { resource, operation: name, ...to, ...OPERATIONS[resource]?.[name]?.parameters, ...more };
			return fieldsOf(operation.fields, base).map(
				([field, put]): [string, [string, string, INodeProperties, INodeParameters]] => [
					JSON.stringify(put('')),
					[`${resource}: ${name}`, field.displayName, field, { ...base, ...put(VALUE) }],
				],
			);
		});
		return [...new Map([...cases].reverse()).values()];
	}),
);

const node = newAction();

const FILE: IBinaryKeyData = { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } };

/** A list with the record that an operation looks for, and the record. */
const RECORDS = [{ id: 'w1', channel: 'tg', channelId: 4100, accountId: 'a' }];
const ANSWER = { body: { $count: 1, $items: RECORDS, $value: { id: 'a1', action: 'nothing' } } };

test.each(CASES)('%s refuses wrong types in %s, and changes nothing', async (operation, label, { name, type }, parameters) => {
	const isTaken = ([code, takenBy]: (typeof VALUES)[number]) =>
		takenBy.includes(type) ||
		(operation.startsWith('widget') && (SETS_NOTHING.includes(code) || (/Icon$/.test(name) && takenBy.includes('string')))) ||
		(name === 'blocked' && code === 'true');
	const wrong = VALUES.flatMap((value, index) => (isTaken(value) ? [] : [index]));
	const items = wrong.map((index) => ({ json: { index, chatRef: 'tg_1_2' }, binary: FILE }));
	// a question is asked for the first item alone
	const runs = parameters.operation === 'sendAndWait' ? items.map((item) => [item]) : [items];
	for (const some of runs) {
		const run = { items: some, continueOnFail: true, node, executionId: '1000' };
		const { items: output, calls, error } = await overWire(parameters, ANSWER, run);
		expect(error).toBeUndefined();
		const refused = expect.stringMatching(new RegExp(`^${label.replace(/[()?]/g, '\\$&')} `));
		const codes = some.map(({ json }) => VALUES[json.index]?.[0]);
		expect(output.map(({ json }, at) => [codes[at], json.error])).toEqual(codes.map((code) => [code, refused]));
		expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
	}
});
