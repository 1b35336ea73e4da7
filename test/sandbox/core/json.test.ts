// n8n gives bigints a toJSON that makes texts of them.
import 'n8n-workflow';
import { parseJson, printJson } from '../../../sandbox/core/json';

test.each([
	'{"id":9223372036854775807,"list":[9007199254740993,1]}',
	'-9223372036854775808',
	'{"id":9007199254740991,"text":"1"}',
])('%s is printed unchanged, even when n8n is loaded', (text) => {
	expect(printJson(parseJson(text))).toBe(text);
});

test('refuses to print a value that is not JSON', () => {
	expect(() => printJson(undefined)).toThrow('cannot be printed');
});
