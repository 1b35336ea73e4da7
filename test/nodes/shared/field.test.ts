import type { INodeProperties, INodeParameters } from 'n8n-workflow';
import { fieldWith, refusalOf } from '../../helpers/fields';
import { plainObject } from '../../../nodes/shared/fieldJson';
import { printJson } from '../../../nodes/shared/json';
import { accepted, byId, overWire, single } from '../../helpers/runAction';

describe('field', () => {
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
});

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

describe('lostDigits', () => {
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
		test.each(FIELDS)('in %s', async (field, withValue) => {
			const { error, calls } = await overWire(withValue('={{ [{ x: { y: 9007199254740993 } }] }}'), single('{}'));
			expect(error?.message).toBe(
				`${field} contains a number that is too large to be stored exactly: [0].x.y is 9007199254740992`,
			);
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
	});
});
