import { readDate } from '../../../nodes/shared/dates';
import { printJson } from '../../../nodes/shared/json';
import type { Field } from '../../../nodes/shared/field';
import { fieldWith, refusalOf } from '../../helpers/fields';

const LOST = 'JavaScript rounds numbers this large. Pass it as text, the way the Messaging Platform nodes output it.';

describe('a text', () => {
	test.each<[unknown, string]>([
		['  as it is ', '  as it is '],
		[undefined, ''],
		[null, ''],
		[42, '42'],
		[-1.5, '-1.5'],
	])('for %p is %p', (value, text) => {
		expect(fieldWith(value).text()).toBe(text);
	});

	test.each<[unknown, string]>([
		[['a'], 'a list'],
		[{ a: 1 }, 'an object'],
		[true, 'true'],
		[NaN, 'NaN'],
		[Infinity, 'Infinity'],
	])('is not made of %p: it says that it is %s', (value, kind) => {
		expect(refusalOf(() => fieldWith(value).text())).toEqual({
			message: `Field must be text, but it is ${kind}`,
			advice: 'Check the expression of this field.',
		});
	});
});

describe('a text that is required', () => {
	test('comes without the spaces around it', () => {
		expect(fieldWith(' a b ').required()).toBe('a b');
	});

	test.each([undefined, null, '', ' \n'])('is not %p', (value) => {
		expect(refusalOf(() => fieldWith(value).required())).toEqual({
			message: 'Field is empty',
			advice: 'Fill in this field. If it has an expression, that returned nothing for this item: check the previous node.',
		});
	});

	test('is not a number that has lost digits', () => {
		expect(refusalOf(() => fieldWith(2 ** 53).required())).toEqual({
			message: 'Field is a number that is too large to be stored exactly: 9007199254740992',
			advice: LOST,
		});
	});
});

describe('a name that counts letter for letter', () => {
	test('keeps the spaces at its ends', () => {
		expect(fieldWith(' new customer ').name()).toBe(' new customer ');
	});

	test('is more than spaces', () => {
		expect(refusalOf(() => fieldWith('  ').name())?.message).toBe('Field is empty');
	});
});

describe('one of several texts', () => {
	const choices = ['MARKDOWN', 'Html'] as const;

	test.each([
		['MARKDOWN', 'MARKDOWN'],
		[' markdown ', 'MARKDOWN'],
		['HTML', 'Html'],
	])('is chosen by a model with %p, whatever its letters: %p', (value, choice) => {
		expect(fieldWith(value).oneOf(choices)).toBe(choice);
		for (const saved of ["={{ $fromAI('markup') }}", '={{ /*n8n*/ $FROMAI("markup", ``, "string") }}'])
			expect(fieldWith(value, { saved }).oneOf(choices)).toBe(choice);
	});

	test.each(['MARKDOWN', '={{ $json.markup }}'])('counts letter for letter if %p is saved', (saved) => {
		expect(fieldWith('MARKDOWN', { saved }).oneOf(choices)).toBe('MARKDOWN');
		for (const value of ['markdown', 'MARKDOWN ', 'HTML'])
			expect(refusalOf(() => fieldWith(value, { saved }).oneOf(choices, 'Html'))?.message).toMatch(/^Field can't be/);
	});

	test('is the fallback for an empty field, and only for that', () => {
		expect(fieldWith(' ').oneOf(choices, 'Html')).toBe('Html');
		expect(fieldWith('markdown').oneOf(choices, 'Html')).toBe('MARKDOWN');
		expect(refusalOf(() => fieldWith('text').oneOf(choices, 'Html'))?.message).toBe('Field can\'t be "text"');
	});

	test.each([
		['', 'Field is empty'],
		[' plain ', 'Field can\'t be "plain"'],
		['x'.repeat(101), `Field can't be "${'x'.repeat(100)}…"`],
	])('is not %.10p, and the choices are listed', (value, message) => {
		expect(refusalOf(() => fieldWith(value).oneOf(choices))).toEqual({ message, advice: 'Use one of: MARKDOWN, Html.' });
	});
});

describe('a switch', () => {
	test.each<[unknown, boolean | undefined]>([
		[true, true],
		[false, false],
		['true', true],
		[' FALSE ', false],
		[undefined, undefined],
		[null, undefined],
		[' ', undefined],
	])('reads %p as %p', (value, flag) => {
		expect(fieldWith(value).flag()).toBe(flag);
	});

	test.each<[unknown, string]>([
		['yes', 'It is yes.'],
		[1, 'It is 1.'],
		[0, 'It is 0.'],
		[[true], 'It is a list.'],
		[{}, 'It is an object.'],
	])('is not %p', (value, advice) => {
		expect(refusalOf(() => fieldWith(value).flag())).toEqual({ message: 'Field must be true or false', advice });
	});
});

describe('a text', () => {
	const cut = 'Hi 👋'.slice(0, 4);

	test('has no halves of emoji, unless it is a name, which is then refused', () => {
		for (const text of [cut, `\udc4b${cut}`, `Hi ${'👋'.slice(1)}`]) expect(fieldWith(text).text()).toBe('Hi ');
		expect(fieldWith('Hi 👋').text()).toBe('Hi 👋');
		const refusal = {
			message: `Field has a character, for example an emoji, that is cut in half: ${cut}`,
			advice: 'Pass the whole name.',
		};
		for (const read of [() => fieldWith(cut).name(), () => fieldWith(cut).names(), () => fieldWith(['a', cut]).names()]) {
			expect(refusalOf(read)).toEqual(refusal);
		}
	});

	test('is a date in ISO 8601, in the time zone of the workflow if it has none', () => {
		const zone = () => 'Europe/Berlin';
		const date = new Date('2026-01-31T08:00:00Z');
		expect(fieldWith(date, { zone }).text()).toBe('2026-01-31T09:00:00.000+01:00');
		expect(fieldWith({ a: date }, { zone }).member('a').text()).toBe('2026-01-31T09:00:00.000+01:00');
		expect(
			fieldWith({ b: { c: [{ a: date }] } }, { zone })
				.member('b')
				.rows('c')[0]
				?.member('a')
				.text(),
		).toMatch(/\+01:00$/);
		expect(fieldWith(readDate('2026-01-31T09:00', 'Asia/Tokyo'), { zone }).text()).toBe('2026-01-31T09:00:00.000+09:00');
		expect(refusalOf(() => fieldWith(new Date(NaN)).text())?.message).toBe('Field must be text, but it is an object');
	});
});

describe('an address on the web', () => {
	test.each(['https://example.com/a?b=c#d', 'http://example.com', 'HTTPS://EXAMPLE.COM/ü'])(
		'is taken in the form in which it is requested, without the space around it: %s',
		(address) => {
			expect(fieldWith(` ${address} `).webAddress()).toBe(new URL(address).href);
		},
	);

	test.each([
		['https://example.com/price list.pdf', 'https://example.com/price%20list.pdf'],
		['https://example.com/Прайс', 'https://example.com/%D0%9F%D1%80%D0%B0%D0%B9%D1%81'],
		['http://пример.рф/a', 'http://xn--e1afmkfd.xn--p1ai/a'],
	])('is encoded: %s', (address, href) => expect(fieldWith(`\n${address} `).webAddress()).toBe(href));

	test.each([
		'https://example.com/a\nhttps://example.com/b',
		'https://example.com/\ta',
		'example.com',
		'ftp://example.com',
		'javascript:alert(1)',
		'xhttps://example.com',
		'httpsx://example.com',
		'https://',
	])('is not %s', (address) => {
		expect(refusalOf(() => fieldWith(address).webAddress())).toEqual({
			message: `Field isn't a web URL: ${address}`,
			advice: 'Enter the complete URL, starting with https://.',
		});
	});

	test('is not empty, and one that is refused is shown in part', () => {
		expect(refusalOf(() => fieldWith('').webAddress())?.message).toBe('Field is empty');
		expect(refusalOf(() => fieldWith('x'.repeat(201)).webAddress())?.message).toBe(`Field isn't a web URL: ${'x'.repeat(200)}…`);
	});
});

describe('an ID', () => {
	test.each<[unknown, string]>([
		[42, '42'],
		[' 9007199254740993 ', '9007199254740993'],
		['-9223372036854775808', '-9223372036854775808'],
	])('%p goes out as %s', (value, printed) => {
		expect(printJson(fieldWith(value).int64())).toBe(printed);
	});

	test.each<[unknown, string, string]>([
		['', 'it is empty', 'An ID is a whole number, for example 12345.'],
		[undefined, 'it is empty', 'An ID is a whole number, for example 12345.'],
		['12a', '12a', 'An ID is a whole number, for example 12345.'],
		[1.5, '1.5', 'An ID is a whole number, for example 12345.'],
		['9223372036854775808', '9223372036854775808', 'An ID is a whole number, for example 12345.'],
		[2 ** 53, '9007199254740992', LOST],
	])('is not %p', (value, shown, advice) => {
		expect(refusalOf(() => fieldWith(value).int64())).toEqual({ message: `Field isn't a valid ID: ${shown}`, advice });
	});
});

describe('a number', () => {
	const upTo10 = (value: number) => value <= 10;

	test.each<[unknown, number]>([
		[7, 7],
		['7', 7],
		[' 7.5 ', 7.5],
	])('is read from %p', (value, number) => {
		expect(fieldWith(value).number(upTo10, 'at most 10')).toBe(number);
	});

	test.each<[unknown, string]>([
		[11, '11'],
		['11', '11'],
		['', ''],
		[' ', ' '],
		['seven', 'seven'],
		[true, 'true'],
		[undefined, 'undefined'],
		[[7], '7'],
	])('is refused when it does not fit or is not a number: %p', (value, shown) => {
		expect(refusalOf(() => fieldWith(value).number(upTo10, 'at most 10'))?.message).toBe(
			`Field must be at most 10, but it is ${shown}`,
		);
	});
});

describe('a list of texts', () => {
	test.each<[unknown, string[]]>([
		['a, b\nc,, a ', ['a', 'b', 'c']],
		[
			[' a ', 'b', '', 'a', 5],
			['a', 'b', '5'],
		],
		[['a, b'], ['a, b']],
		['', []],
		[undefined, []],
	])('in %p are %p', (value, texts) => {
		expect(fieldWith(value).texts()).toEqual(texts);
	});

	test('has no lists in it', () => {
		expect(refusalOf(() => fieldWith(['a', ['b']]).texts())?.message).toBe(
			'Field must be text, a number or a list of them, but an entry is a list',
		);
	});

	test.each([
		[true],
		[[true]],
		[{ a: 1 }],
		[[{ a: 1 }]],
		[new Date(0)],
		[[null]],
		[[undefined]],
		[NaN],
		[[{ name: ['a'] }]],
		[new Error('a')],
		[new Map([['name', 'a']])],
		[2 ** 53],
	])('is not %p', (value) => {
		expect(refusalOf(() => fieldWith(value).texts())?.message).toMatch(/^Field (?:must be text, a number|is a number|contains)/);
		expect(refusalOf(() => fieldWith(value).names())?.message).toMatch(/^Field (?:must be text, a number|is a number|contains)/);
	});
});

describe('a list of names that count letter for letter', () => {
	test.each<[unknown, string[]]>([
		[' a , b', ['a', 'b']],
		[
			[' a ', 'a', ' a '],
			[' a ', 'a'],
		],
		[[7], ['7']],
		[
			[{ name: ' VIP ', id: 1 }, 'new'],
			[' VIP ', 'new'],
		],
		[{ name: 'VIP' }, ['VIP']],
	])('in %p are %p', (value, names) => {
		expect(fieldWith(value).names()).toEqual(names);
	});
});

test.each([[['VIP', '']], [[' ']], [[{ name: '' }]]])('no entry of a list of names is dropped: %j', (value) => {
	expect(refusalOf(() => fieldWith(value).names())?.message).toBe('Field has an empty entry');
});

describe('a field that the user filled in holds something', () => {
	const readings: Array<[string, (field: Field) => unknown, unknown]> = [
		['switch', (field) => field.flag(), undefined],
		['choice', (field) => field.oneOf(['a', 'b'], 'a'), 'a'],
		['number', (field) => field.number(Number.isFinite, 'a number', 5), 5],
		['list', (field) => field.texts(), []],
		['list of names', (field) => field.names(), []],
		['collection', (field) => field.added, []],
	];

	describe.each(readings)('a %s', (_what, read, usual) => {
		test.each([undefined, null, ''])('is refused if its expression gave %p', (value) => {
			const empty = fieldWith(value, { saved: '={{ $vars.none }}' });
			expect(refusalOf(() => read(empty))?.message).toMatch(
				/^Field (?:is empty$|must be true or false$|must be a number, but it is )/,
			);
			expect(refusalOf(() => read(fieldWith({ a: value }, { saved: { a: '={{ $vars.none }}' } }).member('a')))).toBeDefined();
			expect(refusalOf(() => read(fieldWith({ a: value }, { saved: '={{ $json }}' }).member('a')))).toBeDefined();
		});

		test('is what it is without the field if the user added none', () => {
			expect(read(fieldWith({}, { saved: {} }).member('a'))).toEqual(usual);
			expect(read(fieldWith({}, { saved: '={{ $json }}' }).member('a'))).toEqual(usual);
			expect(read(fieldWith(undefined))).toEqual(usual);
		});

		test('is refused if null was saved', () => {
			expect(refusalOf(() => read(fieldWith(null, { saved: null })))).toBeDefined();
		});
	});

	test('a list may be left empty, but no expression gives an empty one', () => {
		for (const value of ['', ' , ', []]) {
			expect(fieldWith(value, { saved: value }).names()).toEqual([]);
			expect(refusalOf(() => fieldWith(value, { saved: '={{ [] }}' }).names())?.message).toBe('Field is empty');
		}
	});

	test('in a row from an expression, such as a sheet, an empty field is one that was left out', () => {
		const [row] = fieldWith({ row: [{ a: '' }] }, { saved: { row: '={{ $json.rows }}' } }).rows('row');
		for (const [, read, usual] of readings) expect(read(row?.member('a') ?? fieldWith(true))).toEqual(usual);
	});
});
