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

	test.each([ 'null', '""', 'new Date(0)', 'new Map()', '[]'])(
		'sends nothing if its JSON is %s',
		async (expression) => {
			const { error } = await run('whatsappb_1', json(`={{ ${expression} }}`));
			expect(error?.message).toMatch(/^Values \(JSON\) (is empty$|must be an object like )/);
			expect(platform.to('/messages')).toEqual([]);
		},
	);

	// specification, "POST /messages request fields": templateId, attachments and buttons are fields of one request
	describe('files and buttons', () => {
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
	});

	describe('numbers, dates and empty values', () => {
		const AT = '2026-01-31T09:00:00.000';
		const zone = { settings: { timezone: 'Asia/Tokyo' } };
		const sent = () => platform.bodies('/messages').map(({ substitutions }) => substitutions);

		test.each([
			['42', '42'],
			['19.9', '19.9'],
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
