import { NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { runOperation } from '../../../helpers/runAction';
import { startScriptedServer } from '../../../helpers/servers';

const { properties } = new MessagingPlatform().description;

describe.each([
	['Text', { operation: 'send' }, 'text'],
	['Message', { operation: 'sendAndWait' }, 'message'],
])('%s with an expression that n8n does not evaluate', (label, operation, name) => {
	test.each([
		['Echo: {{ $json.text }}', true],
		['Dear {{ name }},\nhello', true],
		['={{ $json.text }}', false],
		['=Echo: {{ $json.text }} }}', false],
		['Hello', false],
		['', false],
	])('is warned about under the field: %j', (text, isShown) => {
		const values = { resource: 'message', ...operation, [name]: text };
		const shown = properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null));
		expect(shown.some((one) => one.name === `${name}BracesNotice`)).toBe(isShown);
	});

	test.each(['Echo: {{ $json.text }}', "Hi\n{{$('A').item.json.b}}"])('is refused before anything is sent: %j', async (text) => {
		const service = await startScriptedServer(() => ({ body: '{}' }));
		const { error } = await runOperation({
			parameters: { resource: 'message', ...operation, [name]: text },
			items: [{ json: { event: 'new_message', chatRef: 'tg_1_2', text: 'hi' } }],
			credential: service.credential,
			trigger: true,
		});
		await service.close();
		expect(error?.message).toContain(`${label} has an expression, but it's fixed text, so people would read {{ $`);
		expect(error?.description).toContain('Switch this field from Fixed to Expression');
		expect(service.requests).toEqual([]);
	});
});
