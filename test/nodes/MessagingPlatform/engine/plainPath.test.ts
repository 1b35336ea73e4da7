import type { INodeParameters } from 'n8n-workflow';
import { plainParameter } from '../../../../nodes/MessagingPlatform/engine/plainPath';

const ITEM = {
	text: 'Hello',
	count: 3,
	open: true,
	price: 1.5,
	none: null,
	contact: { 'first name': 'Zoë', 名: 'x', list: [{ id: 7 }] },
};

describe('what is read', () => {
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
		[{ row: [{ a: '={{ $json.text }}', b: 'same', c: null }] }, { row: [{ a: 'Hello', b: 'same', c: null }] }],
	])('%j', (saved, value) => {
		expect(plainParameter(saved)?.read(ITEM)).toEqual(value);
	});
});

describe('what is left to n8n', () => {
	test.each([
		'={{ $json }}',
		'={{ $json.text.length }}',
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
	])('a value that is %s', (_name, item) => {
		expect(plainParameter('={{ $json.text }}')?.read(item)).toBeUndefined();
	});

	test('a parameter of which anything is left to n8n, as a whole', () => {
		expect(plainParameter({ a: '={{ $json.text }}', b: '={{ $now }}' })).toBeUndefined();
		expect(plainParameter({ a: '={{ $json.text }}', b: '={{ $json.missing }}' })?.read(ITEM)).toBeUndefined();
	});
});
