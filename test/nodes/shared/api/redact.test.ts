import { stringify } from 'flatted';
import type { INodeParameters } from 'n8n-workflow';
import { createRedact } from '../../../../nodes/shared/api/redact';
import type { Reply } from '../../../helpers/servers';
import { type Outcome, byId, overWire } from '../../../helpers/runAction';

const REDACTED = '[API token]';
/** Has all that stands in a token, and signs that mean something in an expression. */
const TOKEN = 'a.b-c_d/e+f=$1[z]^|\\"';
const redact = (text: string) => createRedact(TOKEN)(text);
const hexOf = (text: string, form: (hex: string) => string) =>
	[...text].map((one) => form(one.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

test.each<[string, string]>([
	['unchanged', TOKEN],
	['in JSON', JSON.stringify(TOKEN).slice(1, -1)],
	['in JSON with escaped slashes', JSON.stringify(TOKEN).slice(1, -1).replaceAll('/', '\\/')],
	['in JSON, each character escaped', hexOf(TOKEN, (hex) => `\\u00${hex}`)],
	['percent-encoded', encodeURIComponent(TOKEN)],
	['percent-encoded, each character', hexOf(TOKEN, (hex) => `%${hex}`)],
	['percent-encoded twice', encodeURIComponent(encodeURIComponent(TOKEN))],
	['in a mixture', `%61.b-c_d\\/\\u0065+f=$1[z]^|\\\\\\u0022`],
])('the token %s is taken out, each time', (_how, written) => {
	expect(redact(`x${written}y${written}`)).toBe(`x${REDACTED}y${REDACTED}`);
});

test('another text is left unchanged', () => {
	const texts = [TOKEN.slice(0, -1), '100 % of \\n and %zz', TOKEN.replace('.', 'x'), hexOf(TOKEN, (hex) => `\\u01${hex}`)];
	expect(texts.map(redact)).toEqual(texts);
});

test('a token of fewer than 8 characters is a word like any other', () => {
	expect(createRedact('abcdefg')('abcdefg %61bcdefg')).toBe('abcdefg %61bcdefg');
	expect(createRedact('abcdefgh')('abcdefgh %61bcdefgh')).toBe(`${REDACTED} ${REDACTED}`);
});

describe('the token stays out of everything that n8n keeps', () => {
	const SENT = 'test-token';
	const memo = { resource: 'memo', operation: 'get', chat: byId('tg_1_2') };
	const update = { ...memo, operation: 'update', updateFields: { memo: 'private words' } };
	const hexed = ['\\u00', '%', '%25'].map((sign) => hexOf(SENT, (hex) => sign + hex));
	const FORMS = [SENT, `test\\u002Dtoken`, 'test%2Dtoken', ...hexed];

	/** Everything that n8n keeps or shows of an execution. */
	const kept = ({ run, items, error }: Outcome) =>
		stringify([run, items, error, error?.stack, error?.cause, error?.description, error?.context]);

	async function expectKept(parameters: INodeParameters, reply: Reply, times: number) {
		for (const continueOnFail of [false, true]) {
			const outcome = await overWire(parameters, reply, { continueOnFail });
			expect(kept(outcome)).toContain('runData');
			for (const form of FORMS) expect(kept(outcome)).not.toContain(JSON.stringify(form).slice(1, -1));
			expect(outcome.requests).toHaveLength(times);
		}
	}

	test.each(FORMS)('when the platform echoes it in an item as %s', async (form) => {
		const { items } = await overWire(memo, { body: `{"$value":{"memo":"Bearer ${form}!","${form}":1}}` });
		expect(items[0]?.json).toEqual({ memo: 'Bearer [API token]!', '[API token]': 1, chatRef: 'tg_1_2' });
	});

	const redirect = (location: string): Reply => ({ status: 302, headers: { location } });
	const all = FORMS.join(' ');
	const $error = `{"sc":400,"scn":"${all}","msg":"no ${all}","violations":[{"propertyPath":"${all}","name":"${all}","invalidValue":["${all}"]}]}`;
	test.each<[string, Reply]>([
		['a refusal', { status: 400, body: `{"$error":${$error}}` }],
		['a refusal in a 200', { body: `{"$error":${$error}}` }],
		['a web page', { status: 500, headers: { 'x-correlation-id': all }, body: `<html>${all}` }],
		['broken JSON', { body: `not JSON ${all}` }],
		['a 401', { status: 401 }],
		['a redirect to a query with it', redirect('/api/new?key=test-token')],
		['a redirect to a path with it', redirect('/api/test%2Dtoken')],
		['a redirect elsewhere with it', redirect('https://elsewhere.example/test-token')],
	])('after %s', async (what, reply) => {
		await expectKept(update, reply, 1);
		await expectKept(memo, reply, /page|JSON/.test(what) ? 2 : 1);
	});
});
