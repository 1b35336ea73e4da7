import { plainObject } from '../../../nodes/shared/fieldJson';
import { printJson } from '../../../nodes/shared/json';
import { fieldWith, refusalOf } from '../../helpers/fields';

describe('JSON', () => {
	test.each<[unknown, string]>([
		['{"id":9007199254740993}', '{"id":9007199254740993}'],
		['[1,"a",null]', '[1,"a",null]'],
		[{ a: [1] }, '{"a":[1]}'],
		[0, '0'],
		[false, 'false'],
	])('as a text or a value (%p) goes out with every digit', (value, printed) => {
		expect(printJson(fieldWith(value).json())).toBe(printed);
	});

	test('read for its members has the digits of a long ID as text', () => {
		expect(fieldWith('{"id":9007199254740993,"n":1}').plainJson()).toEqual({ id: '9007199254740993', n: 1 });
		expect(fieldWith({ a: 1 }).plainJson()).toEqual({ a: 1 });
	});

	test.each([undefined, null, '', ' \n '])('is nothing for %p, and an object without members when one is asked for', (value) => {
		const field = fieldWith(value);
		expect([field.json(), field.plainJson()]).toEqual([undefined, undefined]);
		expect([field.jsonObject(), plainObject(field)]).toEqual([{}, {}]);
	});

	test.each([[new Date(0)], [new Map([['a', 1]])], [new Error('a')], [Object('a')]])('is not an object like %p', (value) => {
		for (const read of [() => fieldWith(value).jsonObject(), () => plainObject(fieldWith(value))])
			expect(refusalOf(read)?.message).toMatch(/^Field must be an object like /);
	});

	test.each(['{', '{"a":1,}', 'text'])('is not %p', (text) => {
		for (const read of ['json', 'plainJson', 'jsonObject'] as const) {
			expect(refusalOf(() => fieldWith(text)[read]())).toEqual({
				message: expect.stringMatching(/^Field isn't valid JSON: ./),
				advice: 'Check quotes, commas and brackets.',
			});
		}
	});

	test('with a number that has lost digits is refused, however it is read', () => {
		for (const read of ['json', 'plainJson', 'exact'] as const) {
			expect(refusalOf(() => fieldWith({ a: 2 ** 53 })[read]())?.message).toBe(
				'Field contains a number that is too large to be stored exactly: a is 9007199254740992',
			);
		}
	});

	test.each<[object, string | undefined]>([
		[{ order: { id: 2 ** 53 } }, 'order.id'],
		[{ none: null, a: 2 ** 53, b: 2 ** 54 }, 'a'],
		[[[{ id: 2 ** 53 }]], '[0][0].id'],
		[{ date: { toJSON: () => 'a text', ticks: 2 ** 53 } }, undefined],
	])('names the first such number of %j: %s', (value, place) => {
		const read = () => fieldWith(value).exact();
		if (place === undefined) expect(read()).toBe(value);
		else expect(refusalOf(read)?.message).toContain(`too large to be stored exactly: ${place} is `);
	});
});

describe('a JSON object', () => {

	test.each<[unknown, string]>([
		['[1]', '[1]'],
		['"a"', '"a"'],
		['9007199254740993', '9007199254740993'],
		[[1], '[1]'],
		[`"${'x'.repeat(100)}"`, `"${'x'.repeat(99)}…`],
	])('is not %.20p', (value, shown) => {
		const message = `Field must be an object like {"name": "value"}, but it is ${shown}`;
		expect(refusalOf(() => fieldWith(value).jsonObject())?.message).toBe(message);
		expect(refusalOf(() => plainObject(fieldWith(value)))?.message).toContain(
			'Field must be an object like {"name": "value"}, but it is ',
		);
	});
});
