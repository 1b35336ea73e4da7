import { checkRequest, readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { refusedBy } from '../../../helpers/deliveries';

const MAX_BODY_BYTES = 4 * 1_048_576;

const BODY = Buffer.from('{}');

/** The code of a refusal, and its line in the log. */
function refusalOf(run: () => unknown): [code: string, message: string] {
	const { code, message } = refusedBy(run);
	return [code, message];
}

/** Checks a request with the usual limit. */
const check = (contentType: string | undefined, rawBody?: Uint8Array) =>
	checkRequest({ headers: { 'content-type': contentType }, rawBody }, MAX_BODY_BYTES);

const bytesOf = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const read = (body: unknown) => readEvent(bytesOf(body), (text) => text);

describe('a request before its body is read', () => {
	test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json;charset=utf-8'])(
		'%j is JSON',
		(contentType) => {
			expect(check(contentType, BODY)).toBe(BODY);
		},
	);

	test.each([undefined, 'application/json5', 'application/json charset=utf-8', 'text/plain; application/json'])(
		'%j is not',
		(contentType) => {
			expect(refusalOf(() => check(contentType, BODY))[0]).toBe('content_type');
		},
	);

	test.each([undefined, Buffer.alloc(0)])('a body that is empty, or that n8n has not kept, counts as missing', (bytes) => {
		expect(refusalOf(() => check('application/json', bytes))[0]).toBe('body_empty');
	});
});

describe('a body that is not an event', () => {
	const whole = { id: 'e-1', accountId: 'a', name: 'new_message' };

	test.each([
		[[], "it isn't an object"],
		['null', "it isn't an object"],
		[{ ...whole, name: '' }, 'it has no name'],
		[{ ...whole, accountId: '' }, 'it has no accountId'],
		[{ ...whole, id: {} }, "its id isn't text"],
	])('%j: %s', (body, told) => {
		expect(refusalOf(() => read(body))).toEqual(['not_an_event', expect.stringContaining(`(${told})`)]);
	});

	test.each([
		['e-1', 'e-1'],
		[7, '7'],
		[0, '0'],
		['', undefined],
		[null, undefined],
		[undefined, undefined],
	])('an id %j is %j', (id, known) => {
		expect(read({ ...whole, id }).id).toBe(known);
	});
});

describe('the nesting of a body', () => {
	/** Lists in each other, inside the event's own object. */
	const event = (depth: number, before = '') =>
		`{"name":"x","accountId":"a",${before}"list":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
	const isTaken = (text: string) => read(text).name === 'x';

	test('100 levels, and not one more', () => {
		expect(isTaken(event(100))).toBe(true);
		expect(refusalOf(() => read(event(101)))).toEqual(['body_not_json', expect.stringContaining('nested deeper than 100')]);
	});

	test.each([
		['objects count as lists do', `"deep":${'{"a":'.repeat(100)}1${'}'.repeat(100)},`],
		['after a text that ends with a backslash', `"text":"\\\\","deep":${'['.repeat(100)}${']'.repeat(100)},`],
		['after a text with a closing bracket', `"text":"${']'.repeat(50)}","deep":${'['.repeat(100)}${']'.repeat(100)},`],
	])('too deep: %s', (_what, before) => {
		expect(() => JSON.parse(event(2, before)) as unknown).not.toThrow();
		expect(refusalOf(() => read(event(2, before)))[0]).toBe('body_not_json');
	});

	test.each([
		['what was closed is over', `"wide":[${'[],{},'.repeat(200)}[]],`],
		['brackets in a text are text', `"text":"${'[{'.repeat(200)}",`],
		['also behind an escaped quotation mark', `"text":"\\"${'[{'.repeat(200)}",`],
		['also behind a letter that is written with an escape', `"text":"\\u005b\\n${'[{'.repeat(200)}",`],
	])('not too deep: %s', (_what, before) => {
		expect(isTaken(event(2, before))).toBe(true);
	});
});
