import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import { type ScriptedPlatform, startScriptedPlatform } from '../../../../helpers/scriptedPlatform';

describe('message: sendTemplate', () => {
	let platform: ScriptedPlatform;
	beforeEach(async () => (platform = await startScriptedPlatform()));
	afterEach(async () => await platform.close());

	const run = async (channel: string, more: object, directly = false) =>
		await runOperation({
			parameters: {
				resource: 'message',
				operation: 'sendTemplate',
				sendTo: 'phone',
				channel: { __rl: true, mode: 'id', value: channel },
				phoneNumber: '+44 20 7946 0958',
				templateId: '1001',
				...more,
			} as INodeParameters,
			credential: platform.credential,
			directly,
		});
	const rows = (...substitution: object[]) => ({ substitutionsInput: 'fields', substitutions: { substitution } });
	const json = (value: unknown) => ({
		substitutionsInput: 'json',
		substitutionsJson: typeof value === 'string' ? value : JSON.stringify(value),
	});

	test('name and value fields', async () => {
		const { error, items } = await run(
			'whatsappb_9007199254740993',
			rows({ name: 'name', value: 'Zoë 👋' }, { name: ' order ', value: '={{ 42 }}' }),
		);
		expect(error).toBeUndefined();
		expect(platform.requests).toHaveLength(1);
		expect(platform.requests[0]).toMatchObject({ method: 'POST', url: '/api/messages' });
		expect(String(platform.requests[0]?.body)).toBe(
			'{"channel":"whatsappb","channelId":9007199254740993,"remoteAddress":"tel:+442079460958","templateId":"1001","substitutions":{"name":"Zoë 👋","order":42}}',
		);
		expect(items).toEqual([{ json: { id: 'message-1', direction: 'outbound' }, pairedItem: { item: 0 } }]);
	});

	test('JSON makes the same request, and so does the routing', async () => {
		await run('whatsappb_1', rows({ name: 'name', value: 'Zoë' }));
		await run('whatsappb_1', json({ name: 'Zoë' }));
		await run('whatsappb_1', json({ name: 'Zoë' }), true);
		const bodies = platform.to('/messages').map(({ body }) => String(body));
		expect(bodies).toHaveLength(3);
		expect(new Set(bodies).size).toBe(1);
	});

	test('a template without placeholders sends no substitutions; the id of a large number stays exact', async () => {
		await run('whatsappb_1', { templateId: '={{ "90071992547409931" }}' });
		expect(String(platform.requests[0]?.body)).toContain('"templateId":"90071992547409931"}');
	});

	test('to a chat, and as a reply', async () => {
		await run('', { sendTo: 'chat', chat: { __rl: true, mode: 'id', value: 'vk_1_2' }, templateId: 'order_status' });
		await runOperation({
			parameters: { resource: 'message', operation: 'sendTemplate', templateId: '5' },
			items: [{ json: { chatRef: 'whatsappb_3_4' } }],
			trigger: true,
			credential: platform.credential,
		});
		expect(platform.bodies('/messages')).toEqual([
			{ channel: 'vk', channelId: 1, chatId: '2', templateId: 'order_status' },
			{ channel: 'whatsappb', channelId: 3, chatId: '4', templateId: '5' },
		]);
	});

	test('names that are members of every object are plain names, all but __proto__, which is never a field', async () => {
		const { error } = await run('whatsappb_1', json('{"constructor":"a","__proto__":"b","toString":"c"}'));
		expect(error).toBeUndefined();
		expect(String(platform.requests[0]?.body)).toContain('"substitutions":{"constructor":"a","toString":"c"}');
	});

	test('values at the edge of the rules', async () => {
		for (const value of ['a    b', '    ', '', 'x'.repeat(100_000), '1\u00a0\u00a0\u00a0\u00a0\u00a02']) {
			expect((await run('whatsappb_1', json({ a: value }))).error).toBeUndefined();
		}
		// the rules of whatsappb are its own
		expect((await run('vk_1', { ...json({ a: 'two\nlines     5' }), templateId: 'name' })).error).toBeUndefined();
		expect((await run('viber_1', json({ a_1: 'two\nlines' }))).error).toBeUndefined();
		expect(platform.requests).toHaveLength(7);
	});

	test.each([
		[
			'whatsappb_1',
			{ a: 'x     y' },
			'Substitutions: "a" has 5 spaces in a row, and WhatsApp Business allows at most 4: x     y',
		],
		['whatsappb_1', { a: 'x\ny' }, 'Substitutions: "a" has a line break, which WhatsApp Business does not allow: x\ny'],
		['whatsappb_1', { a: 'x\u2028y' }, 'Substitutions: "a" has a line break, which WhatsApp Business does not allow: x\u2028y'],
		['whatsappb_1', { a: '\r' }, 'Substitutions: "a" has a line break, which WhatsApp Business does not allow: \r'],
		['whatsappb_1', { a: { b: 'c' } }, 'Substitutions: "a" must be text or a number, but it is an object'],
		['vk_1', { a: ['c'] }, 'Substitutions: "a" must be text or a number, but it is a list'],
		['whatsappb_1', { a: null }, 'Substitutions: "a" must be text or a number, but it is empty'],
		['whatsappb_1', { a: true }, 'Substitutions: "a" must be text or a number, but it is true'],
		['whatsappb_1', { ' ': 'x' }, 'Substitutions: " " is not a name'],
		[
			'vk_1',
			{ order1: 'x' },
			'Substitutions: "order1" is not a name for a VK template: only the letters A-Z and a-z are allowed',
		],
		['vk_1', { заказ: 'x' }, 'Substitutions: "заказ" is not a name for a VK template: only the letters A-Z and a-z are allowed'],
		['vk_1', { 'a b': 'x' }, 'Substitutions: "a b" is not a name for a VK template: only the letters A-Z and a-z are allowed'],
	])('refused before the request on %s: %j', async (channel, substitutions, message) => {
		const { error } = await run(channel, json(substitutions));
		expect(error?.message).toBe(message);
		expect(error?.description).not.toBe('');
		expect(platform.requests).toEqual([]);
	});

	test.each(['[1]', '{', '"a"'])('JSON that is no object is refused: %s', async (text) => {
		const { error } = await run('whatsappb_1', json(text));
		expect(error?.message).toMatch(/^Values \(JSON\) (is not valid JSON|must be an object)/);
	});

	test('a name given twice, or not at all', async () => {
		expect((await run('whatsappb_1', rows({ name: 'a', value: '1' }, { name: 'a', value: '2' }))).error?.message).toBe(
			'Value 2: Name is given twice: a',
		);
		expect((await run('whatsappb_1', rows({ name: '={{ "" }}', value: '1' }))).error?.message).toBe('Value 1: Name is empty');
	});

	test.each([
		['whatsappb_1', 'order_ready', 'Template ID must be a number on a WhatsApp Business channel: order_ready'],
		['whatsappb_1', '-5', 'Template ID must be a number on a WhatsApp Business channel: -5'],
		['vk_1', '={{ "" }}', 'Template ID is empty'],
	])('a wrong template: %s %s', async (channel, templateId, message) => {
		expect((await run(channel, { templateId })).error?.message).toBe(message);
		expect(platform.requests).toEqual([]);
	});
});
