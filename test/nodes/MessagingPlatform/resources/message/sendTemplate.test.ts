import { type INodeParameters, Workflow } from 'n8n-workflow';
import 'reflect-metadata';
import { overWire, runOperation, byId } from '../../../../helpers/runAction';
import { RICH, type ScriptedPlatform, startScriptedPlatform, toChat } from '../../../../helpers/scriptedPlatform';
import { MessagingPlatform } from '../../../../../nodes/MessagingPlatform/MessagingPlatform.node';

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
				channel: byId(channel),
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

	test.each(['undefined', '""', 'new Date(0)', '[]'])('sends nothing if its JSON is %s', async (expression) => {
		const { error } = await run('whatsappb_1', json(`={{ ${expression} }}`));
		expect(error?.message).toMatch(/^Values \(JSON\) (is empty$|must be an object like )/);
		expect(platform.to('/messages')).toEqual([]);
	});

	describe('numbers, dates and empty values', () => {
		const AT = '2026-01-31T09:00:00.000';
		const zone = { settings: { timezone: 'Asia/Tokyo' } };
		const sent = () => platform.bodies('/messages').map(({ substitutions }) => substitutions);

		test.each([
			['42', '42'],
			['0.0000001', '0.0000001'],
			['"0042 "', '0042 '],
			['10n', '10'],
			[`DateTime.fromISO("${AT}", { zone: "Europe/Berlin" })`, `${AT}+01:00`],
			[`new Date("${AT}Z")`, '2026-01-31T18:00:00.000+09:00'],
			['undefined', ''],
		])('are sent in one way as %s, in a row, in JSON and by the routing, on every channel', async (expression, text) => {
			for (const channel of ['whatsappb_1', 'vk_1']) {
				for (const [way, directly] of [
					[rows({ name: 'a', value: `={{ ${expression} }}` }), false],
					[rows({ name: 'a', value: `={{ ${expression} }}` }), true],
					[{ substitutionsInput: 'json', substitutionsJson: `={{ ({ a: ${expression} }) }}` }, false],
				] as const) {
					expect((await run(channel, way, directly, zone)).error).toBeUndefined();
				}
			}
			expect(sent()).toEqual(Array.from({ length: 6 }, () => ({ a: text })));
		});

		test('are sent in one way in JSON text, digit for digit', async () => {
			await run('vk_1', json('{"a":42,"b":9007199254740993,"c":19.9,"d":null,"e":"","f":-9223372036854775808}'));
			expect(sent()).toEqual([{ a: '42', b: '9007199254740993', c: '19.9', d: '', e: '', f: '-9223372036854775808' }]);
		});

		test.each([
			['9007199254740993', 'Substitutions: "a" is too large to be exact: 9007199254740992'],
			['1 / 0', 'Substitutions: "a" isn\'t a number: Infinity'],
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
		['whatsappb_1', { a: 'x\ty' }, 'Substitutions: "a" has a tab, which WhatsApp Business doesn\'t allow: x\ty'],
		['vk_1', { a: ['c'] }, 'Substitutions: "a" must be text, a number or a date, but it is a list'],
		['whatsappb_1', { ' ': 'x' }, 'Substitutions: " " isn\'t a name'],
		[
			'vk_1',
			{ order1: 'x' },
			'Substitutions: "order1" isn\'t a name for a VK template: only the letters A-Z and a-z are allowed',
		],
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

	test('refuses the name of a template in place of its number', async () => {
		const { error } = await run('whatsappb_1', { templateId: 'order_ready' });
		expect(error?.message).toBe('Template ID must be a number on a WhatsApp Business channel: order_ready');
		expect(platform.to('/messages')).toEqual([]);
	});

	describe('refused by the platform', () => {
		const refused = async (status: number, $error: object, more: object) => {
			const parameters = { channel: byId('whatsappb_1'), phoneNumber: '+442079460958', ...more };
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

describe('message: its other fields', () => {
	let platform: ScriptedPlatform;
	beforeEach(async () => {
		platform = await startScriptedPlatform({ channels: { tg_7: RICH, sms_7: { ...RICH, locationSupported: false } } });
	});
	afterEach(async () => await platform.close());

	const run = async (additionalFields: object, more: object = {}, channel = 'tg_7') =>
		await runOperation({
			parameters: toChat(channel, { additionalFields, ...more }) as INodeParameters,
			credential: platform.credential,
		});
	const point = (latitude: unknown, longitude: unknown) => ({ location: { point: { latitude, longitude } } });
	const details = (...detail: object[]) => ({ contact: { detail } });
	const timeout = (amount: number, unit: string) => ({ deliveryTimeout: { values: { amount, unit } } });
	const address = '{"channel":"tg","channelId":7,"chatId":"1"';

	test('needs no text with a location', async () => {
		expect((await run(point('52.5163', ' -13.3777 '))).error).toBeUndefined();
		const sent = platform.to('/messages').map(({ body }) => String(body));
		expect(sent).toEqual([`${address},"location":{"latitude":52.5163,"longitude":-13.3777}}`]);
	});

	test('does not send a field that was added and left empty', async () => {
		const empty = { subject: '', deliveryTimeout: {}, contact: {}, location: {}, furtherFields: '' };
		const { error } = await run({ ...empty, replyToChannelMessageId: '={{ null }}' }, { text: 'Hi' });
		expect(error).toBeUndefined();
		expect(platform.to('/messages').map(({ body }) => String(body))).toEqual([`${address},"text":"Hi"}`]);
	});

	test.each([{}, { furtherFields: '{"pushType":"NO_PUSH","replyToMessage":{"id":"1"},"location":null}' }])(
		'does not take sending options for a message: %j',
		async (fields) => {
			const { error } = await run(fields, { text: ' ' });
			expect(error?.message).toBe('The message is empty: it has no text, no attachment, no location and no contact');
			expect(platform.requests).toEqual([]);
		},
	);

	test.each<[object, string]>([
		[point('', '2'), 'Location: Latitude is empty'],
		[point('1', '={{ undefined }}'), 'Location: Longitude is empty'],
		[point('90.1', '2'), 'Location: Latitude must be a number of degrees from -90 to 90, but it is 90.1'],
		[point('1', '-180.5'), 'Location: Longitude must be a number of degrees from -180 to 180, but it is -180.5'],
		[point('={{ "Infinity" }}', '2'), 'Location: Latitude must be a number of degrees from -90 to 90, but it is Infinity'],
		[details({ name: ' ', value: 'x' }), 'Detail 1: Name is empty'],
		[details({ name: 'a', value: 'x' }, { name: 'a', value: 'y' }), 'Detail 2 repeats "a"'],
		[timeout(-1, 'hours'), 'Delivery Timeout: Amount must be a number of 0 or more, but it is -1'],
		[timeout(1, 'weeks'), 'Delivery Timeout: Unit can\'t be "weeks"'],
		[{ subject: 'S', furtherFields: '{"subject":"T"}' }, 'Other Message Fields repeats "subject"'],
		[{ ...point('1', '2'), furtherFields: '{"location":{}}' }, 'Other Message Fields repeats "location"'],
	])('refuses before any request: %j', async (fields, message) => {
		const { error } = await run(fields, { text: 'Hi' });
		expect(error?.message).toBe(message);
		expect(platform.requests).toEqual([]);
	});

	test('sends no location to a channel that is known to show none', async () => {
		for (const fields of [point('1', '2'), { furtherFields: '{"location":{"latitude":1,"longitude":2}}' }]) {
			const { error } = await run(fields, {}, 'sms_7');
			expect(error?.message).toBe("Location isn't supported by the SMS channel 7");
			expect(error?.description).toBe('Leave the location out, or send to another channel.');
		}
		expect(platform.to('/messages')).toEqual([]);
	});
});

describe('hints', () => {
	const type = new MessagingPlatform();

	/** The first words of the hints that the editor shows: it evaluates each condition with the node's parameters. */
	function shown(parameters: INodeParameters): string[] {
		const node = { id: 'a', name: 'A', type: 'test', typeVersion: 1, position: [0, 0] as [number, number], parameters };
		const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		return (type.description.hints ?? [])
			.filter(
				({ displayCondition }) => workflow.expression.getSimpleParameterValue(node, displayCondition, 'internal', {}) === true,
			)
			.map(({ message }) => message.split(' ').slice(0, 2).join(' '));
	}

	const send = { resource: 'message', operation: 'send', sendTo: 'chat' };

	test.each<[string, INodeParameters, string[]]>([
		['WhatsApp Business, free text', { ...send, chat: byId('whatsappb_1_2') }, ['WhatsApp Business']],
		['WhatsApp Business, to a number', { ...send, sendTo: 'phone', channel: byId('whatsappb_1') }, ['WhatsApp Business']],
		['WhatsApp', { ...send, chat: byId('whatsapp_1_2') }, ['WhatsApp reports']],
		['Instagram', { ...send, operation: 'sendTemplate', chat: byId('instagram_1_2') }, ["Instagram doesn't"]],
		['Telegram', { ...send, chat: byId('tg_1_2') }, []],
		['a dry run', { ...send, sendTo: 'reply', additionalFields: { dryRun: true } }, ['Dry Run']],
		[
			'a question, which has no dry run',
			{ ...send, operation: 'sendAndWait', sendTo: 'reply', additionalFields: { dryRun: true } },
			[],
		],
	])('shows a hint for %s', (_name, parameters, hints) => {
		expect(shown(parameters)).toEqual(hints);
	});
});
