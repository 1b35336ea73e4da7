import type { INodeProperties } from 'n8n-workflow';
import { readDate } from '../../../nodes/shared/dates';
import type { Field } from '../../../nodes/shared/field';
import { plainObject } from '../../../nodes/shared/fieldJson';
import { printJson } from '../../../nodes/shared/json';
import { fieldWith, refusalOf } from '../../helpers/fields';

const LOST = 'JavaScript rounds numbers this large. Pass it as text, the way the Messaging Platform nodes output it.';
const INSIDE = 'contains a number that is too large to be stored exactly:';
const TOO_LARGE = 'is a number that is too large to be stored exactly: 9007199254740992';
const CHOICES = ['MARKDOWN', 'Html'] as const;
const upTo10 = (value: number) => value <= 10;

/** The ways to read a field. */
const READ = {
	text: (field: Field) => field.text(),
	required: (field: Field) => field.required(),
	name: (field: Field) => field.name(),
	oneOf: (field: Field) => field.oneOf(CHOICES),
	oneOfOr: (field: Field) => field.oneOf(CHOICES, 'Html'),
	flag: (field: Field) => field.flag(),
	webAddress: (field: Field) => field.webAddress(),
	int64: (field: Field) => printJson(field.int64()),
	number: (field: Field) => field.number(upTo10, 'at most 10'),
	texts: (field: Field) => field.texts(),
	names: (field: Field) => field.names(),
};

test.each<[keyof typeof READ, unknown, unknown]>([
	['text', '  unchanged ', '  unchanged '],
	['text', null, ''],
	['text', 'Hi 👋', 'Hi 👋'],
	// halves of emoji
	['text', 'Hi 👋'.slice(0, 4), 'Hi '],
	['text', `\udc4bHi ${'👋'.slice(1)}`, 'Hi '],
	['required', ' a b ', 'a b'],
	['name', ' new customer ', ' new customer '],
	['oneOf', ' markdown ', 'MARKDOWN'],
	['oneOfOr', ' ', 'Html'],
	['flag', ' FALSE ', false],
	['flag', ' ', undefined],
	['webAddress', '\nhttps://example.com/price list.pdf ', 'https://example.com/price%20list.pdf'],
	['webAddress', 'http://пример.рф/a', 'http://xn--e1afmkfd.xn--p1ai/a'],
	['int64', ' 9007199254740993 ', '9007199254740993'],
	['number', ' 7.5 ', 7.5],
	['texts', 'a, b\nc,, a ', ['a', 'b', 'c']],
	['texts', [' a ', 'b', '', 'a', 5], ['a', 'b', '5']],
	['texts', ['a, b'], ['a, b']],
	['texts', undefined, []],
	['names', ' a , b', ['a', 'b']],
	['names', [' a ', 'a', ' a '], [' a ', 'a']],
	['names', [{ name: ' VIP ', id: 1 }, 'new'], [' VIP ', 'new']],
])('%s reads %j as %j', (how, value, result) => {
	expect(READ[how](fieldWith(value))).toEqual(result);
});

const ID = 'An ID is a whole number, for example 12345.';
const ONE_OF = 'Use one of: MARKDOWN, Html.';
const FILL_IN = 'Fill in this field. If it has an expression, that returned nothing for this item: check the previous node.';
const LIST = 'must be text, a number or a list of them, but';

test.each<[keyof typeof READ, unknown, string, string?]>([
	['text', ['a'], 'must be text, but it is a list', 'Check the expression of this field.'],
	['text', new Date(NaN), 'must be text, but it is an object'],
	['required', undefined, 'is empty', FILL_IN],
	['name', '  ', 'is empty', FILL_IN],
	['name', 'Hi \ud83d', 'has a character, for example an emoji, that is cut in half: Hi \ud83d', 'Pass the whole name.'],
	['names', ['a', 'Hi \ud83d'], 'has a character, for example an emoji, that is cut in half: Hi \ud83d', 'Pass the whole name.'],
	['oneOf', '', 'is empty', ONE_OF],
	['oneOf', ' plain ', 'can\'t be "plain"', ONE_OF],
	['flag', [true], 'must be true or false', 'It is a list.'],
	['webAddress', 'example.com', "isn't a web URL: example.com", 'Enter the complete URL, starting with https://.'],
	...['ftp://a.example', 'xhttps://a.example', 'https://', 'https://a.example/\ta'].map(
		(address): ['webAddress', string, string] => ['webAddress', address, `isn't a web URL: ${address}`],
	),
	['int64', '', "isn't a valid ID: it is empty", ID],
	['int64', 1.5, "isn't a valid ID: 1.5", ID],
	['int64', 2 ** 53, "isn't a valid ID: 9007199254740992", LOST],
	...[11, '11', '', 'seven', true].map((value): ['number', unknown, string] => [
		...(['number', value] as const),
		`must be at most 10, but it is ${value}`,
	]),
	...(['texts', 'names'] as const).flatMap((how): Array<[typeof how, unknown, string]> => [
		[how, ['a', ['b']], `${LIST} an entry is a list`],
		[how, { a: 1 }, `${LIST} it is an object`],
		[how, [{ name: ['a'] }], `${LIST} an entry is ${how === 'texts' ? 'an object' : 'a list'}`],
		[how, new Date(0), `${LIST} it is an object`],
		[how, [null], `${LIST} an entry is empty`],
		[how, 2 ** 53, TOO_LARGE],
	]),
	['names', ['VIP', ''], 'has an empty entry'],
])('%s refuses %p: %s', (how, value, problem, ...[advice]) => {
	const refusal = refusalOf(() => READ[how](fieldWith(value)));
	expect(refusal?.message).toBe(`Field ${problem}`);
	if (advice !== undefined) expect(refusal?.advice).toBe(advice);
});

test('a choice counts whatever its letters if a model fills it in, and letter for letter if it was saved', () => {
	for (const saved of ["={{ $fromAI('markup') }}", '={{ /*n8n*/ $FROMAI("markup", ``, "string") }}']) {
		expect(fieldWith(' markdown ', { saved }).oneOf(CHOICES)).toBe('MARKDOWN');
	}
	for (const saved of ['MARKDOWN', '={{ $json.markup }}']) {
		expect(fieldWith('MARKDOWN', { saved }).oneOf(CHOICES)).toBe('MARKDOWN');
		for (const value of ['markdown', 'MARKDOWN ', 'HTML'])
			expect(refusalOf(() => fieldWith(value, { saved }).oneOf(CHOICES, 'Html'))?.message).toMatch(/^Field can't be/);
	}
});

test('a text is a date in ISO 8601, in the time zone of the workflow if it has none', () => {
	const zone = () => 'Europe/Berlin';
	const date = new Date('2026-01-31T08:00:00Z');
	const [row] = fieldWith({ b: { c: [{ a: date }] } }, { zone })
		.member('b')
		.rows('c');
	for (const field of [fieldWith(date, { zone }), fieldWith({ a: date }, { zone }).member('a'), row?.member('a')]) {
		expect(field?.text()).toBe('2026-01-31T09:00:00.000+01:00');
	}
	expect(fieldWith(readDate('2026-01-31T09:00', 'Asia/Tokyo'), { zone }).text()).toBe('2026-01-31T09:00:00.000+09:00');
});

const inside = (displayName: string, name: string): INodeProperties => ({ displayName, name, type: 'string', default: '' });
const NO_OBJECTS = [['a'], 5, new Date(0), new Map([['a', 1]]), Object('a')];

describe('a collection', () => {
	const options = [inside('Reply To', 'replyTo'), inside('Silent', 'silent'), { name: 'Not a field', value: 'silent' }];
	const collection = fieldWith({ silent: '', other: 1 }, { inside: options, saved: { silent: '={{ $json.silent }}' } });

	test('has the fields that the user added, even empty, and calls them what the editor calls them', () => {
		expect(collection.added).toEqual(['silent', 'other']);
		const [silent, other, replyTo] = ['silent', 'other', 'replyTo'].map((name) => collection.member(name));
		expect([silent?.label, other?.label, replyTo?.label]).toEqual(['Silent', 'other', 'Reply To']);
		expect([silent?.isThere, replyTo?.isThere, replyTo?.value]).toEqual([true, false, undefined]);
	});

	test.each(['text', ...NO_OBJECTS].map((value) => [value]))('is not %p: the fields in it would be missing', (value) => {
		expect(fieldWith(null).added).toEqual([]);
		expect(refusalOf(() => fieldWith(value).added)?.message).toMatch(/^Field must be an object, but it is /);
		for (const read of [() => fieldWith(value).member('a').value, () => fieldWith(value).rows('a')])
			expect(refusalOf(read)).toBeDefined();
	});
});

describe('the rows of a fixed collection', () => {
	const values = [inside('Text', 'text'), inside('Link', 'url')];
	const content = { inside: [{ displayName: 'Button', name: 'button', values }, inside('Button', 'button')] };
	const rowsOf = (button: unknown, saved?: unknown) => fieldWith({ button }, { ...content, saved }).rows('button');
	const labels = (button: unknown) => rowsOf(button).map(({ label }) => label);

	test("are called by their number, even if one of them isn't a row, and so are their fields", () => {
		expect(labels([{ text: 'a' }, null, { text: 'c' }])).toEqual(['Button 1', 'Button 3']);
		expect(labels({ text: 'a' })).toEqual(['Button 1']);
		const rows = rowsOf([{ text: 'Yes' }, { text: '' }]);
		expect(rows[0]?.member('text').text()).toBe('Yes');
		expect(refusalOf(() => rows[1]?.member('text').required())?.message).toBe('Button 2: Text is empty');
	});

	test('are none when the user added none, and refused when they are anything else', () => {
		for (const value of [undefined, {}, { button: [null, undefined] }])
			expect(fieldWith(value, content).rows('button')).toEqual([]);
		for (const button of ['text', 5, ['text'], [{}, true], [[{}]]])
			expect(refusalOf(() => rowsOf(button))?.message).toMatch(/^Button \d must be an object, but it is /);
		const empty = fieldWith({}, { ...content, saved: { button: '={{ $vars.none }}' } });
		expect(refusalOf(() => empty.rows('button'))?.message).toBe('Button is empty');
	});

	test('know what was saved of each: of one that is an expression, the expression', () => {
		const savedOf = (saved: unknown) => rowsOf([{ text: 'a' }, { text: 'b' }], saved).map((row) => row.member('text').saved);
		expect(savedOf({ button: [{ text: '={{ 1 }}' }, { text: 'b' }] })).toEqual(['={{ 1 }}', 'b']);
		expect(savedOf({ button: '={{ $json.buttons }}' })).toEqual(['={{ $json.buttons }}', '={{ $json.buttons }}']);
		expect(savedOf('={{ $json }}')).toEqual(['={{ $json }}', '={{ $json }}']);
	});
});

describe('a field that the user filled in holds something', () => {
	const readings: Array<[string, (field: Field) => unknown, unknown]> = [
		['switch', READ.flag, undefined],
		['choice', READ.oneOfOr, 'Html'],
		['number', (field) => field.number(Number.isFinite, 'a number', 5), 5],
		['list', READ.texts, []],
		['list of names', READ.names, []],
		['collection', (field) => field.added, []],
	];

	test.each(readings)('a %s is refused if its expression gave nothing, or null was saved', (_what, read, usual) => {
		for (const value of [undefined, null, '']) {
			expect(refusalOf(() => read(fieldWith(value, { saved: '={{ $vars.none }}' })))?.message).toMatch(
				/^Field (?:is empty$|must be true or false$|must be a number, but it is )/,
			);
			for (const saved of [{ a: '={{ $vars.none }}' }, '={{ $json }}'])
				expect(refusalOf(() => read(fieldWith({ a: value }, { saved }).member('a')))).toBeDefined();
		}
		expect(refusalOf(() => read(fieldWith(null, { saved: null })))).toBeDefined();
		// the user added none
		for (const saved of [{}, '={{ $json }}']) expect(read(fieldWith({}, { saved }).member('a'))).toEqual(usual);
		expect(read(fieldWith(undefined))).toEqual(usual);
		// in a row from an expression, such as a sheet, an empty field is one that was left out
		const [row] = fieldWith({ row: [{ a: '' }] }, { saved: { row: '={{ $json.rows }}' } }).rows('row');
		expect(read(row?.member('a') ?? fieldWith(true))).toEqual(usual);
	});

	test('a list may be left empty, but no expression gives an empty one', () => {
		for (const value of ['', ' , ', []]) {
			expect(fieldWith(value, { saved: value }).names()).toEqual([]);
			expect(refusalOf(() => fieldWith(value, { saved: '={{ [] }}' }).names())?.message).toBe('Field is empty');
		}
	});
});

describe('JSON', () => {
	test.each<[unknown, string]>([
		['{"id":9007199254740993}', '{"id":9007199254740993}'],
		['[1,"a",null]', '[1,"a",null]'],
		[{ a: [1] }, '{"a":[1]}'],
	])('as a text or a value (%p) goes out with every digit', (value, printed) => {
		expect(printJson(fieldWith(value).json())).toBe(printed);
	});

	test.each([null, ' \n '])('is nothing for %p, and an object without members when one is asked for', (value) => {
		const field = fieldWith(value);
		expect([field.json(), field.plainJson(), field.jsonObject(), plainObject(field)]).toEqual([undefined, undefined, {}, {}]);
	});

	test.each<[unknown, string]>([
		...NO_OBJECTS.map((value): [unknown, string] => [value, '']),
		['"a"', '"a"'],
		[`"${'x'.repeat(100)}"`, `"${'x'.repeat(99)}…`],
	])('is not an object like %.20p', (value, shown) => {
		const message = 'Field must be an object like {"name": "value"}, but it is ';
		expect(refusalOf(() => fieldWith(value).jsonObject())?.message).toContain(message + shown);
		expect(refusalOf(() => plainObject(fieldWith(value)))?.message).toContain(message);
	});

	test.each(['{"a":1,}', 'text'])('is not %p', (text) => {
		for (const read of ['json', 'plainJson', 'jsonObject'] as const) {
			const message = expect.stringMatching(/^Field isn't valid JSON: ./) as string;
			expect(refusalOf(() => fieldWith(text)[read]())).toEqual({ message, advice: 'Check quotes, commas and brackets.' });
		}
	});

	test.each<[object, string | undefined]>([
		[{ order: { id: 2 ** 53 } }, 'order.id'],
		[[[{ id: 2 ** 53 }]], '[0][0].id'],
		[{ date: { toJSON: () => 'a text', ticks: 2 ** 53 } }, undefined],
	])('is refused with the first number in %j that has lost digits: %s', (value, place) => {
		for (const how of ['json', 'plainJson', 'exact'] as const) {
			const read = () => fieldWith(value)[how]();
			if (place === undefined) expect(read()).toBe(value);
			else expect(refusalOf(read)?.message).toBe(`Field ${INSIDE} ${place} is 9007199254740992`);
		}
	});
});
