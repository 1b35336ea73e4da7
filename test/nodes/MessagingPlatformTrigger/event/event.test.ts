import { checkRequest, readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { refusedBy, ACCOUNT } from '../../../helpers/deliveries';
import { toItem } from '../../../../nodes/MessagingPlatformTrigger/event/toItem';
import { createRedact } from '../../../../nodes/shared/api/redact';
import { findFilterReason } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { readSettings, type Settings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import fc from 'fast-check';
import { edits, oddObjects } from '../../../helpers/fuzzer';

const BODY = Buffer.from('{}');

const check = (contentType: string | undefined, rawBody?: Uint8Array) =>
	checkRequest({ headers: { 'content-type': contentType }, rawBody }, 4 * 1_048_576);

const read = (body: unknown) => readEvent(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), (text) => text);

test.each([
	...['Application/JSON', 'application/json; charset=utf-8', 'application/json;charset=utf-8'].map((type) => [type, true]),
	...[undefined, 'application/json charset=utf-8', 'text/plain; application/json'].map((type) => [type, false]),
] as Array<[string | undefined, boolean]>)('a body of the type %j is JSON: %s', (contentType, isJson) => {
	if (isJson) expect(check(contentType, BODY)).toBe(BODY);
	else expect(refusedBy(() => check(contentType, BODY)).code).toBe('content_type');
});

test('a body that n8n has not kept counts as missing', () => {
	expect(refusedBy(() => check('application/json')).code).toBe('body_empty');
});

const whole = { id: 'e-1', accountId: 'a', name: 'new_message' };

test.each([
	['null', "it isn't an object"],
	[{ ...whole, name: '' }, 'it has no name'],
	[{ ...whole, accountId: '' }, 'it has no accountId'],
	[{ ...whole, id: {} }, "its id isn't text"],
])('the body %j is not an event: %s', (body, told) => {
	expect(refusedBy(() => read(body))).toMatchObject({ code: 'not_an_event', message: expect.stringContaining(`(${told})`) });
});

test.each([
	['e-1', 'e-1'],
	[0, '0'],
	['', undefined],
	[null, undefined],
])('an id %j is %j', (id, known) => {
	expect(read({ ...whole, id }).id).toBe(known);
});

describe('the nesting of a body', () => {
	/** Lists in each other, inside the event's own object. */
	const event = (depth: number, before = '') =>
		`{"name":"x","accountId":"a",${before}"list":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

	test('has up to 100 levels', () => {
		expect(read(event(100)).name).toBe('x');
		expect(refusedBy(() => read(event(101)))).toMatchObject({
			code: 'body_not_json',
			message: expect.stringContaining('nested deeper than 100'),
		});
	});

	test.each([
		['objects count as lists do', `"deep":${'{"a":'.repeat(100)}1${'}'.repeat(100)},`],
		['after a text that ends with a backslash', `"text":"\\\\","deep":${'['.repeat(100)}${']'.repeat(100)},`],
		['after a text with a closing bracket', `"text":"${']'.repeat(50)}","deep":${'['.repeat(100)}${']'.repeat(100)},`],
	])('is too deep: %s', (_what, before) => {
		expect(() => JSON.parse(event(2, before)) as unknown).not.toThrow();
		expect(refusedBy(() => read(event(2, before))).code).toBe('body_not_json');
	});

	test.each([
		['what was closed is over', `"wide":[${'[],{},'.repeat(200)}[]],`],
		['brackets in a text, after an escaped quotation mark', `"text":"\\"${'[{'.repeat(200)}",`],
		['brackets after an escaped letter', `"text":"\\u005b\\n${'[{'.repeat(200)}",`],
	])('is not too deep: %s', (_what, before) => {
		expect(read(event(2, before)).name).toBe('x');
	});
});

/** Reads bytes as the trigger does: true for an item, false for a refusal; anything else fails the test. */
function readSafely(bytes: Buffer, settings: Settings): boolean {
	try {
		const event = readEvent(check('application/json', bytes), createRedact('a-secret-token'));
		const item = toItem(event);
		findFilterReason(event, settings, Date.now());
		expect(item).toMatchObject({ event: event.name, accountId: event.accountId });
		expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
		return true;
	} catch (error) {
		expect([bytes.toString('base64'), error]).toEqual([expect.anything(), expect.any(Refusal)]);
		return false;
	}
}

test('reads any body into an item or a refusal', () => {
	const settings = readSettings(['*'], { channels: 'tg', chats: 'x', tags: 'VIP', maxAgeMinutes: 5, content: 'text' });
	const bodies = fc.record({
		name: fc.constantFrom('new_message', 'ChatMemoChanged', 'x'),
		fields: oddObjects,
		edit: fc.oneof({ weight: 2, arbitrary: fc.constant((text: string) => text) }, edits),
		encoding: fc.constantFrom(...Array<'utf8'>(19).fill('utf8'), 'latin1'),
	});
	let items = 0;
	for (const { name, fields, edit, encoding } of fc.sample(bodies, { numRuns: 3_000, seed: 3 })) {
		const bytes = Buffer.from(edit(JSON.stringify({ id: 'x', accountId: ACCOUNT, name, ...fields })), encoding);
		if (readSafely(bytes, settings)) items += 1;
	}
	expect(items).toBeGreaterThan(700);
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
