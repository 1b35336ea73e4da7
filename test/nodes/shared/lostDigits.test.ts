import type { INodeParameters } from 'n8n-workflow';
import { accepted, byId, itemsOf, overWire, single } from '../../helpers/runAction';

const ADVICE = 'JavaScript rounds numbers this large. Pass it as text, the way the Messaging Platform nodes output it.';

const toChat = { resource: 'message', operation: 'send', sendTo: 'chat', chat: byId('tg_1_2'), text: 'Hi' };
const template = { ...toChat, operation: 'sendTemplate', templateId: '1', substitutionsInput: 'json' };
const further = (value: unknown) => ({ ...toChat, additionalFields: { furtherFields: value } }) as INodeParameters;

/** Every field that takes JSON, with a value for it. */
const FIELDS: Array<[field: string, with_: (value: string) => INodeParameters]> = [
	['Other Message Fields', further],
	['Values (JSON)', (value) => ({ ...template, substitutionsJson: value })],
	['Buttons (JSON)', (value) => ({ ...toChat, buttonsInput: 'json', buttonsJson: value })],
	[
		'Custom Settings (JSON)',
		(value) => ({
			resource: 'widget',
			operation: 'create',
			channels: { channel: [{ channel: 'tg', id: 'bot' }] },
			custom: { settingsJson: value },
		}),
	],
];

describe('a number of a JSON value that has lost digits is refused', () => {
	test.each<[string, string, string, string]>([
		['in the object', '{{ { id: 9007199254740993 } }}', 'id', '9007199254740992'],
		['deep inside', '{{ { order: { items: [{}, { id: -9007199254740993 }] } } }}', 'order.items[1].id', '-9007199254740992'],
		['of any size', '{{ { a: 1, big: 1e300 } }}', 'big', '1e+300'],
		['of an item', '{{ { order: $json.order } }}', 'order.id', '9007199254740992'],
	])('%s', async (_where, expression, path, number) => {
		const items = itemsOf({ order: { id: 9007199254740992 } });
		const { error, calls } = await overWire(further(`=${expression}`), single('{}'), { items });
		expect(error?.message).toBe(
			`Other Message Fields contains a number that is too large to be stored exactly: ${path} is ${number}`,
		);
		expect(error?.description).toBe(`${ADVICE} Or pass the whole JSON as text.`);
		expect(calls).toEqual([]);
	});

	test.each(FIELDS)('in %s', async (field, withValue) => {
		const { error, calls } = await overWire(withValue('={{ [{ x: { y: 9007199254740993 } }] }}'), single('{}'));
		expect(error?.message).toBe(`${field} contains a number that is too large to be stored exactly: [0].x.y is 9007199254740992`);
		expect(calls).toEqual([]);
	});

	test('in a setting of a widget', async () => {
		const row = (value: string) => ({
			resource: 'widget',
			operation: 'create',
			channels: { channel: [{ channel: 'tg', id: 'bot' }] },
			custom: { settings: { setting: [{ name: 'my', value }] } },
		});
		const lost = await overWire(row('={{ 9007199254740993 }}'), single('{}'));
		expect(lost.error?.message).toContain('is a number that is too large to be stored exactly: 9007199254740992');
		expect(lost.calls).toEqual([]);
		expect((await overWire(row('={{ 42 }}'), single('{}'))).calls[0]).toContain('"my":42');
	});

	test('as the whole value of a name or an ID', async () => {
		const { error, calls } = await overWire({ ...template, templateId: '={{ 9007199254740993 }}' }, single('{}'));
		expect(error?.message).toBe('Template ID is a number that is too large to be stored exactly: 9007199254740992');
		expect(error?.description).toBe(ADVICE);
		const widget = { resource: 'tag', operation: 'create', newTagName: '={{ 12345678901234567890 }}' };
		expect((await overWire(widget, accepted)).error?.message).toContain('is a number that is too large to be stored exactly');
		expect(calls).toEqual([]);
	});

	test('a value that contains itself does not hold n8n up', async () => {
		const { error } = await overWire(further('={{ (() => { const a = { b: [] }; a.b.push(a); return a; })() }}'), single('{}'));
		expect(error).toBeDefined();
	});
});

test.each<[string, unknown, string]>([
	[
		'safe integers',
		'={{ { a: 9007199254740991, b: -9007199254740991, c: -0 } }}',
		'"a":9007199254740991,"b":-9007199254740991,"c":0',
	],
	['decimals', '={{ { a: 1.5, b: 0.1234567890123456789 } }}', '"a":1.5,"b":0.12345678901234568'],
	['digits as text', '={{ { a: "9007199254740993" } }}', '"a":"9007199254740993"'],
	[
		'JSON as text',
		'{"a":9007199254740993,"b":{"c":[12345678901234567890]}}',
		'"a":9007199254740993,"b":{"c":[12345678901234567890]}',
	],
	['an expression that gives text', '={{ \'{"a":9007199254740993}\' }}', '"a":9007199254740993'],
	['a date', '={{ { a: DateTime.fromMillis(0, { zone: "utc" }) } }}', '"a":"1970-01-01T00:00:00.000Z"'],
])('%s are sent unchanged', async (_name, value, printed) => {
	const { calls, error } = await overWire(further(value), single('{}'));
	expect(error).toBeUndefined();
	expect(calls.at(-1)).toContain(printed);
});
