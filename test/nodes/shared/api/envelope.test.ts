import { overWire } from '../../../helpers/runAction';
import { type Reply } from '../../../helpers/servers';

const parameters = { resource: 'memo', operation: 'get', chat: { __rl: true, mode: 'id', value: 'tg_1_2' } };
const refused = (status: number, error: object): Reply => ({
	status,
	headers: { 'x-correlation-id': 'c-77' },
	body: { $count: 0, $totalCount: 0, $error: error },
});

describe('an answer that is a failure', () => {
	test.each<[string, Reply, string, string[], object?]>([
		[
			'400 with violations',
			refused(400, {
				sc: 1001,
				scn: 'BODY_VALIDATION_ERROR',
				violations: [
					{ propertyPath: 'channelId', name: 'must not be null', invalidValue: null },
					{ name: 'text' },
					{ propertyPath: 'attachments[0].kind', name: 'unknown', invalidValue: { a: ['b'] } },
					'not an object',
				],
			}),
			"The platform didn't accept some fields",
			[
				'Check the values of the fields and run the node again. Not accepted: channelId (must not be null, value: null); text; attachments[0].kind (unknown, value: {"a":["b"]}).',
			],
			{ sc: 1001, violations: expect.arrayContaining(['not an object']), 'x-correlation-id': 'c-77' },
		],
		[
			'404',
			refused(404, { sc: 404, scn: 'NOT_FOUND', msg: 'Chat not found' }),
			"The platform doesn't know this chat",
			['The platform says: Chat not found.'],
			{ sc: 404, scn: 'NOT_FOUND' },
		],
		['503', { status: 503, body: '' }, "The platform isn't available at the moment", []],
		['an $error in a 200 that is no object', { body: { $error: 'broken' } }, "The platform didn't accept the request", []],
		['HTML in a 200', { body: '\n <html><body>Login</body></html>' }, "A web page came back instead of the API's response", []],
		['cut-off JSON', { body: '{"$value":{"memo":"a' }, "The platform's response can't be read", []],
	])('%s', async (_name, answer, message, sentences, details = {}) => {
		const { error, items, calls } = await overWire(parameters, answer);
		// a gateway's failure and a body that isn't JSON are read once more
		expect(calls).toHaveLength(/^(503|the page of a gateway|HTML in a 200|cut-off JSON|plain text)$/.test(_name) ? 2 : 1);
		expect(items).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.httpCode).toBe(String(answer.status ?? 200));
		for (const sentence of sentences) expect(error?.description).toContain(sentence);
		expect(error?.description).not.toMatch(/\n|HTTP \d|c-77/);
		expect(error?.context?.data).toMatchObject(details);
		// the editor counts it from 0
		expect(error?.context?.itemIndex).toBeUndefined();
	});
});

describe('an answer that is a success', () => {
	test.each<[string, string, object]>([
		[
			'an id beyond 2^53',
			'{"$value":{"id":9223372036854775807,"small":12,"negative":-9007199254740993}}',
			{ id: '9223372036854775807', small: 12, negative: '-9007199254740993' },
		],
		[
			'decimals and exponents',
			'{"$value":{"a":1.5,"b":1e3,"c":0.1234567890123456789}}',
			{ a: 1.5, b: 1000, c: 0.12345678901234568 },
		],
		['$value null', '{"$count":0,"$totalCount":0,"$error":null,"$value":null}', {}],
		['no $value', '{"$count":1}', {}],
		['a field beside an absent $value', '{"$count":1,"memo":"m"}', { memo: 'm' }],
		['$error null', '{"$error":null,"$value":{"memo":"m"}}', { memo: 'm' }],
		['no envelope', '{"memo":"m"}', { memo: 'm' }],
		['a byte order mark', '\ufeff{"$value":{"memo":"m"}}', { memo: 'm' }],
		['digits in a text', '{"$value":{"memo":"12345678901234567890"}}', { memo: '12345678901234567890' }],
		[
			'a name that is a prototype',
			'{"$value":{"__proto__":{"x":1},"constructor":1,"n":12345678901234567890}}',
			{ constructor: 1, n: '12345678901234567890' },
		],
	])('%s', async (_name, body, json) => {
		const { items, error } = await overWire(parameters, { body });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject(json);
		expect(Object.keys(items[0]?.json ?? {}).filter((name) => name.startsWith('$'))).toEqual([]);
		expect(({} as { x?: number }).x).toBeUndefined();
	});
});
