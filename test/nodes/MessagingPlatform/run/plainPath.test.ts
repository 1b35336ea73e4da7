import type { INodeParameters } from 'n8n-workflow';
import { plainParameter } from '../../../../nodes/MessagingPlatform/run/plainPath';

const ITEM = {
	text: 'Hello',
	count: 3,
	open: true,
	price: 1.5,
	none: null,
	many: [...Array.from({ length: 10 }, () => ''), 'the 11th'],
	contact: { 'first name': 'Zoë', 名: 'x', list: [{ id: 7 }] },
};

describe('an expression that is read', () => {
	test.each<[INodeParameters[string], unknown]>([
		['={{ $json.text }}', 'Hello'],
		['={{$json.text}}', 'Hello'],
		['={{ $json["text"] }}', 'Hello'],
		["={{ $json['text'] }}", 'Hello'],
		['={{ $json.contact["first name"] }}', 'Zoë'],
		['={{ $json.contact["名"] }}', 'x'],
		['={{ $json.contact.list[0].id }}', 7],
		['={{ $json.count }}', 3],
		['={{ $json.price }}', 1.5],
		['={{ $json.open }}', true],
		['=Dear {{ $json.contact["first name"] }}, no. {{ $json.count }}: {{ $json.open }}', 'Dear Zoë, no. 3: true'],
		['={{ $json.count }}{{ $json.count }}', '33'],
		['={{ $json.count }} ', '3 '],
		['=}} {{ $json.text }} }}', '}} Hello }}'],
		['=}}{{ $json.text }}', '}}Hello'],
		['={{ $json.many[1] }}', ''],
		['={{ $json.many[10] }}', 'the 11th'],
		[{ row: [{ a: '={{ $json.text }}', b: 'same', c: null }] }, { row: [{ a: 'Hello', b: 'same', c: null }] }],
	])('%j', (saved, value) => {
		expect(plainParameter(saved)?.read(ITEM)).toEqual(value);
	});
});

describe('an expression that is left to n8n', () => {
	test.each([
		'={{ $json }}',
		'={{ $json.text.length }}',
		'={{ $json.none.text }}',
		'={{ 1 + $json.text }}',
		'={{ $json.many[010] }}',
		'={{ $json.textx',
		'={{ $json.text.trim() }}',
		'={{ $json.missing }}',
		'={{ $json.none }}',
		'={{ $json.contact }}',
		'={{ $json.contact.list }}',
		'={{ $json.contact.list["0"].id }}',
		'={{ $json.contact.list.length }}',
		'={{ $json[0] }}',
		'={{ $json?.text }}',
		'={{ $json.text /* c */ }}',
		'={{ $json.text; }}',
		'={{ $json["te\\u0078t"] }}',
		'={{ $json[`text`] }}',
		'={{ $json .text }}',
		'={{ $json.constructor }}',
		'={{ $json["__proto__"].text }}',
		'={{ $json.toString }}',
		'={{ $input.item.json.text }}',
		"={{ $('Start').item.json.text }}",
		'={{ $JSON.text }}',
		'={{ "text" }}',
		'=only text',
		'=',
		'={{ $json.text',
		'={{ $json.text }} {{',
		'={{ $json.text }} \\{{ x }}',
		'=see x.constructor: {{ $json.text }}',
		'=EUR {{ $json.price }}',
		'=({{ $json.missing }})',
		`={{ $json.text }}${'x'.repeat(200_000)}`,
	])('%.60s', (saved) => {
		expect(plainParameter(saved)?.read(ITEM)).toBeUndefined();
	});

	test.each<[string, object]>([
		['inherited', Object.create({ text: 'x' }) as object],
		['computed', Object.defineProperty({}, 'text', { get: () => 'x', enumerable: true })],
		['of a class', Object.assign(new (class Row {})(), { text: 'x' })],
		['a date', { text: new Date(0) }],
		['not a number', { text: NaN }],
		['minus zero', { text: -0 }],
		['a bigint', { text: 1n }],
		['half a character', { text: '\ud83d' }],
		['U+0000', { text: 'a\0b' }],
		['a byte order mark', { text: '\ufeffa' }],
		['longer than a message', { text: 'x'.repeat(200_000) }],
		['undefined', { text: undefined }],
	])('is for a value that is %s', (_name, item) => {
		expect(plainParameter('={{ $json.text }}')?.read(item)).toBeUndefined();
	});

	test.each([
		...['prototype', 'getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor', 'defineProperty', 'mainModule', 'binding'],
		...['prepareStackTrace', 'caller', 'arguments', 'dlopen', 'loadEnvFile', 'globalThis', 'process', 'require', '__sanitize'],
		...['toJSON', 'then', 'toString', 'valueOf', 'hasOwnProperty'],
	])('has a member named %s, which n8n refuses or reads otherwise, even if the item has one', (name) => {
		const item = { [name]: 'own', inside: { [name]: 'own' } };
		expect(plainParameter(`={{ $json.${name} }}`)?.read(item)).toBeUndefined();
		expect(plainParameter(`={{ $json.inside["${name}"] }}`)?.read(item)).toBeUndefined();
	});

	test('is longer than 100,000 characters', () => {
		const read = (length: number) => plainParameter('={{ $json.text }}')?.read({ text: 'x'.repeat(length) });
		expect([read(100_000), read(100_001)]).toEqual(['x'.repeat(100_000), undefined]);
	});

	test('has a member that would be the prototype, or is not saved at all', () => {
		expect(plainParameter(JSON.parse('{"__proto__":"={{ $json.text }}"}'))).toBeUndefined();
		expect(plainParameter(undefined)).toBeUndefined();
	});

	test('makes its parameter left to n8n as a whole', () => {
		expect(plainParameter({ a: '={{ $json.text }}', b: '={{ $now }}' })).toBeUndefined();
		expect(plainParameter({ a: '={{ $json.text }}', b: '={{ $json.missing }}' })?.read(ITEM)).toBeUndefined();
	});
});

test("is remembered with its parameter's expressions, in their order", () => {
	const saved = { a: '={{ $json.text }}', b: ['x', '={{ $json.count }}'], c: 'x' };
	expect(plainParameter(saved)?.expressions).toEqual(['={{ $json.text }}', '={{ $json.count }}']);
	expect(plainParameter('x')?.expressions).toEqual([]);
});

test('is read from an object without a prototype, too', () => {
	expect(plainParameter('={{ $json.text }}')?.read(Object.assign(Object.create(null), ITEM))).toBe('Hello');
});
