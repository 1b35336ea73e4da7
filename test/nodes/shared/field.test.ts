import type { INodeProperties } from 'n8n-workflow';
import { fieldWith, refusalOf } from '../../helpers/fields';

const inside = (displayName: string, name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
});

const BUTTONS = { displayName: 'Button', name: 'button', values: [inside('Text', 'text'), inside('Link', 'url')] };

describe('a collection', () => {
	const options = [inside('Reply To', 'replyTo'), inside('Silent', 'silent'), { name: 'Not a field', value: 'silent' }];
	const collection = fieldWith({ silent: '', other: 1 }, { inside: options, saved: { silent: '={{ $json.silent }}' } });

	test('has the fields that the user added, also those that are empty, and no others', () => {
		expect(collection.added).toEqual(['silent', 'other']);
		expect(['silent', 'replyTo'].map((name) => collection.member(name).isThere)).toEqual([true, false]);
		expect(collection.member('replyTo').value).toBeUndefined();
	});

	test('calls its fields what the editor calls them; one that it does not describe by its name', () => {
		expect(collection.member('silent').label).toBe('Silent');
		expect(collection.member('other').label).toBe('other');
		expect(refusalOf(() => collection.member('replyTo').required())?.message).toBe('Reply To is empty');
	});

	test.each([undefined, null, ''])('has no fields when it is %p', (value) => {
		expect(fieldWith(value).added).toEqual([]);
		expect(fieldWith(value).member('0').value).toBeUndefined();
	});

	test.each([['text'], [['a']], [5], [true], [new Date(0)], [new Map([['a', 1]])], [new Set(['a'])], [Object('a')]])(
		'is not %p: the fields in it would be missing',
		(value) => {
			expect(refusalOf(() => fieldWith(value).added)?.message).toMatch(/^Field must be an object, but it is /);
			expect(refusalOf(() => fieldWith(value).member('a').value)).toBeDefined();
			expect(refusalOf(() => fieldWith(value).rows('a'))).toBeDefined();
		},
	);
});

describe('the rows of a fixed collection', () => {
	const content = { inside: [BUTTONS, inside('Button', 'button')] };

	test('are called by their number, and so are their fields', () => {
		const rows = fieldWith({ button: [{ text: 'Yes' }, { text: '' }] }, content).rows('button');
		expect(rows.map(({ label }) => label)).toEqual(['Button 1', 'Button 2']);
		expect(rows[0]?.member('text').text()).toBe('Yes');
		expect(refusalOf(() => rows[1]?.member('text').required())?.message).toBe('Button 2: Text is empty');
	});

	test('keep their numbers when one of them is not a row', () => {
		const rows = fieldWith({ button: [{ text: 'a' }, null, { text: 'c' }] }, content).rows('button');
		expect(rows.map(({ label }) => label)).toEqual(['Button 1', 'Button 3']);
	});

	test('are one when the group has only one, and none when the user added none', () => {
		expect(
			fieldWith({ button: { text: 'a' } }, content)
				.rows('button')
				.map(({ label }) => label),
		).toEqual(['Button 1']);
		for (const value of [undefined, {}, { button: [null, undefined] }])
			expect(fieldWith(value, content).rows('button')).toEqual([]);
	});

	test('are refused when they are anything else', () => {
		for (const button of ['text', 5, ['text'], [{}, true], [[{}]]])
			expect(refusalOf(() => fieldWith({ button }, content).rows('button'))?.message).toMatch(
				/^Button \d must be an object, but it is /,
			);
		expect(refusalOf(() => fieldWith({}, { ...content, saved: { button: '={{ $vars.none }}' } }).rows('button'))?.message).toBe(
			'Button is empty',
		);
	});

	test('know what was saved of each: of one that is an expression, the expression', () => {
		const savedOf = (saved: unknown) =>
			fieldWith({ button: [{ text: 'a' }, { text: 'b' }] }, { ...content, saved })
				.rows('button')
				.map((row) => row.member('text').saved);
		expect(savedOf({ button: [{ text: '={{ 1 }}' }, { text: 'b' }] })).toEqual(['={{ 1 }}', 'b']);
		expect(savedOf({ button: '={{ $json.buttons }}' })).toEqual(['={{ $json.buttons }}', '={{ $json.buttons }}']);
		expect(savedOf('={{ $json }}')).toEqual(['={{ $json }}', '={{ $json }}']);
	});
});
