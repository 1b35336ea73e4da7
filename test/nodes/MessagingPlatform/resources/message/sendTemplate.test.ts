import type { INodeParameters } from 'n8n-workflow';
import { overWire, runOperation } from '../../../../helpers/runAction';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from '../../../../helpers/scriptedPlatform';

describe('message: sendTemplate', () => {
	let platform: ScriptedPlatform;
	beforeEach(async () => (platform = await startScriptedPlatform()));
	afterEach(async () => await platform.close());

	const run = async (channel: string, more: object, directly = false, options: object = {}) =>
		await runOperation({
			...options,
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

	test('sends name and value fields', async () => {
		const { error, items } = await run(
			'whatsappb_9007199254740993',
			rows({ name: 'name', value: 'Zoë 👋' }, { name: ' order ', value: '={{ 42 }}' }),
		);
		expect(error).toBeUndefined();
		expect(platform.to('/messages')).toHaveLength(1);
		expect(platform.to('/messages')[0]).toMatchObject({ method: 'POST', url: '/api/messages' });
		expect(String(platform.to('/messages')[0]?.body)).toBe(
			'{"channel":"whatsappb","channelId":9007199254740993,"remoteAddress":"tel:+442079460958","templateId":"1001","substitutions":{"name":"Zoë 👋","order":"42"}}',
		);
		expect(items).toEqual([{ json: { outcome: 'sent', deliveryReports: 'unknown', id: 'message-1' }, pairedItem: { item: 0 } }]);
	});

	test.each(['undefined', 'null', '""', 'new Date(0)', 'new Map()', '[]'])(
		'sends nothing if its JSON is %s',
		async (expression) => {
			const { error } = await run('whatsappb_1', json(`={{ ${expression} }}`));
			expect(error?.message).toMatch(/^Values \(JSON\) (is empty$|must be an object like )/);
			expect(platform.to('/messages')).toEqual([]);
		},
	);

	test('makes the same request with JSON, and by the routing', async () => {
		await run('whatsappb_1', rows({ name: 'name', value: 'Zoë' }));
		await run('whatsappb_1', json({ name: 'Zoë' }));
		await run('whatsappb_1', json({ name: 'Zoë' }), true);
		const bodies = platform.to('/messages').map(({ body }) => String(body));
		expect(bodies).toHaveLength(3);
		expect(new Set(bodies).size).toBe(1);
	});

	// specification, "POST /messages request fields": templateId, attachments and buttons are fields of one request
	describe('files and buttons', () => {
		const link = (index: number) => ({ source: 'uploaded', channelFileId: `https://cloud.example/${index}`, kind: 'document' });
		const attached = (...attachment: object[]) => ({ attachments: { attachment } });
		const buttons = (...button: object[]) => ({ buttonsInput: 'fields', buttons: { button } });

		test.each([false, true])('are sent with the template (as routing: %s)', async (directly) => {
			await platform.close();
			platform = await startScriptedPlatform({ channels: { whatsappb_1: RICH } });
			const item = { json: {}, binary: { data: { data: 'eA==', mimeType: 'application/pdf', fileName: 'price.pdf' } } };
			const { error } = await run(
				'whatsappb_1',
				{
					...attached(
						{ source: 'binary', binaryPropertyName: 'data' },
						{ source: 'publicUrl', publicUrl: 'https://example.com/a.png' },
					),
					...buttons(
						{ type: 'ActionButton', text: 'Yes', whenPressed: 'payload', payload: 'yes' },
						{ type: 'ActionButton', text: 'Stop', whenPressed: 'answer', answerText: 'Bye' },
					),
					additionalFields: { furtherFields: '{"notificationId":"n-1"}' },
				},
				directly,
				{ items: [item] },
			);
			expect(error).toBeUndefined();
			expect(platform.bodies('/messages')).toEqual([
				{
					channel: 'whatsappb',
					channelId: 1,
					remoteAddress: 'tel:+442079460958',
					templateId: '1001',
					attachments: [
						{ kind: 'document', channelFileId: 'https://cloud.example/1', fileName: 'price.pdf' },
						{ kind: 'image', channelFileId: 'https://example.com/a.png' },
					],
					buttons: [
						{ type: 'ActionButton', text: 'Yes', payload: 'yes' },
						{ type: 'ActionButton', text: 'Stop', payload: 'action-1' },
					],
					notificationId: 'n-1',
				},
			]);
		});

		test('are left to the platform if the channel does not take them in free messages', async () => {
			await platform.close();
			platform = await startScriptedPlatform({
				channels: { viber_1: { textRestrictions: { maxSize: 100 }, maxAttachmentsPerMessage: 1 } },
			});
			const { error } = await run('viber_1', {
				...attached(link(1), link(2)),
				...buttons({ text: 'Yes', whenPressed: 'payload' }),
			});
			expect(error).toBeUndefined();
			expect(platform.bodies('/messages')).toMatchObject([{ attachments: [{}, {}], buttons: [{ payload: 'Yes' }] }]);
		});
	});

	describe('numbers, dates and empty values', () => {
		const AT = '2026-01-31T09:00:00.000';
		const zone = { settings: { timezone: 'Asia/Tokyo' } };
		const sent = () => platform.bodies('/messages').map(({ substitutions }) => substitutions);

		test.each([
			['42', '42'],
			['-0.5', '-0.5'],
			['19.9', '19.9'],
			['0.0000001', '0.0000001'],
			['123456789012345.6', '123456789012345.6'],
			['9007199254740991', '9007199254740991'],
			['"9007199254740993"', '9007199254740993'],
			['"0042 "', '0042 '],
			['10n', '10'],
			[`DateTime.fromISO("${AT}", { zone: "Europe/Berlin" })`, `${AT}+01:00`],
			[`DateTime.fromISO("${AT}")`, `${AT}+09:00`],
			[`new Date("${AT}Z")`, '2026-01-31T18:00:00.000+09:00'],
			['""', ''],
			['null', ''],
			['undefined', ''],
			['$json.missing', ''],
		])('are sent in one way as %s, in a row, in JSON and by the routing, on every channel', async (expression, text) => {
			for (const channel of ['whatsappb_1', 'vk_1', 'viber_1', 'whatsapp_1']) {
				for (const [way, directly] of [
					[rows({ name: 'a', value: `={{ ${expression} }}` }), false],
					[rows({ name: 'a', value: `={{ ${expression} }}` }), true],
					[{ substitutionsInput: 'json', substitutionsJson: `={{ ({ a: ${expression} }) }}` }, false],
				] as const) {
					expect((await run(channel, way, directly, zone)).error).toBeUndefined();
				}
			}
			expect(sent()).toEqual(Array.from({ length: 12 }, () => ({ a: text })));
		});

		test('are sent in one way in JSON text, digit for digit', async () => {
			await run('vk_1', json('{"a":42,"b":9007199254740993,"c":19.9,"d":null,"e":"","f":-9223372036854775808}'));
			expect(sent()).toEqual([{ a: '42', b: '9007199254740993', c: '19.9', d: '', e: '', f: '-9223372036854775808' }]);
		});

		test('are sent in one way by a tool', async () => {
			const { error } = await runOperation({
				parameters: {
					resource: 'message',
					operation: 'sendTemplate',
					templateId: '5',
					...rows({ name: 'a', value: '={{ 19.9 }}' }, { name: 'b', value: '={{ null }}' }),
				} as INodeParameters,
				items: [{ json: { chatRef: 'whatsappb_3_4' } }],
				trigger: true,
				tool: true,
				credential: platform.credential,
			});
			expect(error).toBeUndefined();
			expect(sent()).toEqual([{ a: '19.9', b: '' }]);
		});

		test.each([
			['9007199254740993', 'Substitutions: "a" is too large to be exact: 9007199254740992'],
			['0 / 0', 'Substitutions: "a" isn\'t a number: NaN'],
			['1 / 0', 'Substitutions: "a" isn\'t a number: Infinity'],
			['new Date("x")', 'Substitutions: "a" must be text, a number or a date, but it is an invalid date'],
			['({})', 'Substitutions: "a" must be text, a number or a date, but it is an object'],
		])('refuses %s before the request', async (expression, message) => {
			const ways = [
				rows({ name: 'a', value: `={{ ${expression} }}` }),
				{ substitutionsInput: 'json', substitutionsJson: `={{ ({ a: ${expression} }) }}` },
			];
			for (const way of ways) expect((await run('whatsappb_1', way)).error?.message).toBe(message);
			expect(platform.to('/messages')).toEqual([]);
		});
	});

	test('sends to a chat, and as a reply', async () => {
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

	test('takes names that are members of every object as plain names, all except __proto__, which is never a field', async () => {
		const { error } = await run('whatsappb_1', json('{"constructor":"a","__proto__":"b","toString":"c"}'));
		expect(error).toBeUndefined();
		expect(String(platform.to('/messages')[0]?.body)).toContain('"substitutions":{"constructor":"a","toString":"c"}');
	});

	test('takes values at the limits', async () => {
		for (const value of ['a    b', '    ', '', 'x'.repeat(100_000), '1\u00a0\u00a0\u00a0\u00a0\u00a02']) {
			expect((await run('whatsappb_1', json({ a: value }))).error).toBeUndefined();
		}
		// the rules of whatsappb are its own
		expect((await run('vk_1', { ...json({ a: 'two\nlines     5' }), templateId: 'name' })).error).toBeUndefined();
		expect((await run('viber_1', json({ a_1: 'two\nlines' }))).error).toBeUndefined();
		expect(platform.to('/messages')).toHaveLength(7);
	});

	test.each([
		['whatsappb_1', { a: 'x     y' }, 'Substitutions: "a" has 5 spaces in a row, but WhatsApp Business allows only 4: x     y'],
		['whatsappb_1', { a: 'x\ny' }, 'Substitutions: "a" has a line break, which WhatsApp Business doesn\'t allow: x\ny'],
		['whatsappb_1', { a: 'x\u2028y' }, 'Substitutions: "a" has a line break, which WhatsApp Business doesn\'t allow: x\u2028y'],
		['whatsappb_1', { a: '\r' }, 'Substitutions: "a" has a line break, which WhatsApp Business doesn\'t allow: \r'],
		['whatsappb_1', { a: 'x\ty' }, 'Substitutions: "a" has a tab, which WhatsApp Business doesn\'t allow: x\ty'],
		['whatsappb_1', { a: { b: 'c' } }, 'Substitutions: "a" must be text, a number or a date, but it is an object'],
		['vk_1', { a: ['c'] }, 'Substitutions: "a" must be text, a number or a date, but it is a list'],
		['whatsappb_1', { a: true }, 'Substitutions: "a" must be text, a number or a date, but it is true'],
		['whatsappb_1', { ' ': 'x' }, 'Substitutions: " " isn\'t a name'],
		[
			'vk_1',
			{ order1: 'x' },
			'Substitutions: "order1" isn\'t a name for a VK template: only the letters A-Z and a-z are allowed',
		],
		['vk_1', { заказ: 'x' }, 'Substitutions: "заказ" isn\'t a name for a VK template: only the letters A-Z and a-z are allowed'],
		['vk_1', { 'a b': 'x' }, 'Substitutions: "a b" isn\'t a name for a VK template: only the letters A-Z and a-z are allowed'],
	])('refuses before the request on %s: %j', async (channel, substitutions, message) => {
		const { error } = await run(channel, json(substitutions));
		expect(error?.message).toBe(message);
		expect(error?.description).not.toBe('');
		expect(platform.to('/messages')).toEqual([]);
	});

	test.each(['[1]', '{', '"a"'])('refuses JSON that is not an object: %s', async (text) => {
		const { error } = await run('whatsappb_1', json(text));
		expect(error?.message).toMatch(/^Values \(JSON\) (isn't valid JSON|must be an object)/);
	});

	test('refuses a name given twice, or not at all', async () => {
		expect((await run('whatsappb_1', rows({ name: 'a', value: '1' }, { name: 'a', value: '2' }))).error?.message).toBe(
			'Value 2: Name is given twice: a',
		);
		expect((await run('whatsappb_1', rows({ name: '={{ "" }}', value: '1' }))).error?.message).toBe('Value 1: Name is empty');
	});

	test.each([
		['whatsappb_1', 'order_ready', 'Template ID must be a number on a WhatsApp Business channel: order_ready'],
		['whatsappb_1', '-5', 'Template ID must be a number on a WhatsApp Business channel: -5'],
		['vk_1', '={{ "" }}', 'Template ID is empty'],
	])('refuses a wrong template: %s %s', async (channel, templateId, message) => {
		expect((await run(channel, { templateId })).error?.message).toBe(message);
		expect(platform.to('/messages')).toEqual([]);
	});

	describe('refused by the platform', () => {
		const refused = async (status: number, $error: object, more: object) => {
			const parameters = { channel: { __rl: true, mode: 'id', value: 'whatsappb_1' }, phoneNumber: '+442079460958', ...more };
			const given = { resource: 'message', operation: 'sendTemplate', sendTo: 'phone', templateId: '1001', ...parameters };
			const { error } = await overWire(given, () => ({ status, body: { $error } }));
			return error?.description ?? '';
		};
		const missing = { sc: 400, msg: 'A value for the placeholder is missing' };

		test('names the ID and the values it was sent with, but no value', async () => {
			const advice = await refused(400, missing, json({ name: 'Zoë', order: '42-secret' }));
			expect(advice).toContain('The template "1001" was sent with values for "name", "order".');
			expect(advice).not.toContain('42-secret');
			const violations = [{ propertyPath: 'templateId', name: 'unknown' }];
			expect(await refused(400, { sc: 400, violations }, {})).toContain('The template "1001" was sent with no values.');
		});

		test.each([
			[400, { sc: 400, msg: 'The chat is blocked' }],
			[500, missing],
		])('names none after %d %j, which is about something else or may have sent it', async (status, $error) => {
			expect(await refused(status, $error, json({ name: 'Zoë' }))).not.toContain('was sent with');
		});
	});
});
