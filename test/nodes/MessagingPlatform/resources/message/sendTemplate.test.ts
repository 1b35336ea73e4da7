import { type INodeParameters, Workflow } from 'n8n-workflow';
import 'reflect-metadata';
import { byId, type Run } from '../../../../helpers/runAction';
import { RICH } from '../../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../../helpers/usePlatform';
import { MessagingPlatform } from '../../../../../nodes/MessagingPlatform/MessagingPlatform.node';

const platform = usePlatform({ channels: { tg_7: RICH, sms_7: { ...RICH, locationSupported: false } } });

describe('message: sendTemplate', () => {
	const run = async (channel: string, more: object, options: Partial<Run> = {}) => {
		const to = { sendTo: 'phone', channel: byId(channel), phoneNumber: '+44 20 7946 0958' };
		return await platform.run({ resource: 'message', operation: 'sendTemplate', ...to, templateId: '1001', ...more }, options);
	};
	const rows = (...substitution: object[]) => ({ substitutionsInput: 'fields', substitutions: { substitution } });
	const json = (value: unknown) => ({
		substitutionsInput: 'json',
		substitutionsJson: typeof value === 'string' ? value : JSON.stringify(value),
	});
	/** A value from an expression: in a row and in JSON. */
	const ways = (code: string) => [rows({ name: 'a', value: `={{ ${code} }}` }), json(`={{ ({ a: ${code} }) }}`)];
	const substitutions = () => platform.sent().map((body) => body.substitutions);

	test.each(['undefined', '""', 'new Date(0)', '[]'])('sends nothing if its JSON is %s', async (expression) => {
		const { error } = await run('whatsappb_1', json(`={{ ${expression} }}`));
		expect(error?.message).toMatch(/^Values \(JSON\) (is empty$|must be an object like )/);
		expect(platform.sent()).toEqual([]);
	});

	const AT = '2026-01-31T09:00:00.000';
	test.each([
		['42', '42'],
		['0.0000001', '0.0000001'],
		['"0042 "', '0042 '],
		['10n', '10'],
		[`DateTime.fromISO("${AT}", { zone: "Europe/Berlin" })`, `${AT}+01:00`],
		[`new Date("${AT}Z")`, '2026-01-31T18:00:00.000+09:00'],
		['undefined', ''],
	])('sends %s in one way, in a row, in JSON and by the routing', async (code, text) => {
		const settings = { timezone: 'Asia/Tokyo' };
		for (const way of ways(code)) expect((await run('vk_1', way, { settings })).error).toBeUndefined();
		expect((await run('whatsappb_1', ways(code)[0] ?? {}, { settings, directly: true })).error).toBeUndefined();
		expect(substitutions()).toEqual([{ a: text }, { a: text }, { a: text }]);
	});

	test('sends JSON text in one way, digit for digit', async () => {
		await run('vk_1', json('{"a":42,"b":9007199254740993,"c":19.9,"d":null,"e":"","f":-9223372036854775808}'));
		expect(substitutions()).toEqual([{ a: '42', b: '9007199254740993', c: '19.9', d: '', e: '', f: '-9223372036854775808' }]);
	});

	test('takes values at the limits', async () => {
		for (const value of ['a    b', '    ', '', 'x'.repeat(100_000), '1\u00a0\u00a0\u00a0\u00a0\u00a02']) {
			expect((await run('whatsappb_1', json({ a: value }))).error).toBeUndefined();
		}
		// the rules of whatsappb are its own
		expect((await run('vk_1', { ...json({ a: 'two\nlines     5' }), templateId: 'name' })).error).toBeUndefined();
		expect((await run('viber_1', json({ a_1: 'two\nlines' }))).error).toBeUndefined();
	});

	const [large, endless] = [ways('9007199254740993'), ways('1 / 0')];
	test.each<[string, object | undefined, string]>([
		['whatsappb_1', large[0], 'Substitutions: "a" is too large to be exact: 9007199254740992'],
		['whatsappb_1', large[1], 'Substitutions: "a" is too large to be exact: 9007199254740992'],
		['whatsappb_1', endless[0], 'Substitutions: "a" isn\'t a number: Infinity'],
		['whatsappb_1', json({ a: 'x     y' }), '"a" has 5 spaces in a row, but WhatsApp Business allows only 4: x     y'],
		['whatsappb_1', json({ a: 'x\ny' }), '"a" has a line break, which WhatsApp Business doesn\'t allow: x\ny'],
		['whatsappb_1', json({ a: 'x\ty' }), '"a" has a tab, which WhatsApp Business doesn\'t allow: x\ty'],
		['vk_1', json({ a: ['c'] }), 'Substitutions: "a" must be text, a number or a date, but it is a list'],
		['whatsappb_1', json({ ' ': 'x' }), 'Substitutions: " " isn\'t a name'],
		['vk_1', json({ order1: 'x' }), '"order1" isn\'t a name for a VK template: only the letters A-Z and a-z are allowed'],
		['whatsappb_1', rows({ name: 'a', value: '1' }, { name: 'a', value: '2' }), 'Value 2: Name is given twice: a'],
		['whatsappb_1', rows({ name: '={{ "" }}', value: '1' }), 'Value 1: Name is empty'],
		['whatsappb_1', { templateId: 'name' }, 'Template ID must be a number on a WhatsApp Business channel: name'],
	])('refuses before the request on %s: %j', async (channel, given, message) => {
		const { error } = await run(channel, given ?? {});
		expect(error?.message).toContain(message);
		expect(error?.description).not.toBe('');
		expect(platform.sent()).toEqual([]);
	});

	const missing = { sc: 400, msg: 'A value for the placeholder is missing' };
	const refused = async (status: number, $error: object, more: object) => {
		await platform.start({ answer: ({ method }) => (method === 'POST' ? { status, body: { $error } } : undefined) });
		return (await run('whatsappb_1', more)).error?.description ?? '';
	};

	test('names the ID and the values it was sent with, but no value, when the platform refuses it', async () => {
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

describe('message: its other fields', () => {
	const run = async (additionalFields: object, more: object = {}) => await platform.send({ additionalFields, ...more });
	const bodies = () => platform.to('/messages').map(({ body }) => String(body));
	const point = (latitude: unknown, longitude: unknown) => ({ location: { point: { latitude, longitude } } });
	const details = (...detail: object[]) => ({ contact: { detail } });
	const timeout = (amount: number, unit: string) => ({ deliveryTimeout: { values: { amount, unit } } });

	test('need no text with a location, and are not sent if they were added and left empty', async () => {
		expect((await run(point('52.5163', ' -13.3777 '))).error).toBeUndefined();
		const empty = { subject: '', deliveryTimeout: {}, contact: {}, location: {}, furtherFields: '' };
		expect((await run({ ...empty, replyToChannelMessageId: '={{ null }}' }, { text: 'Hi' })).error).toBeUndefined();
		const address = '{"channel":"tg","channelId":7,"chatId":"1"';
		const location = '"location":{"latitude":52.5163,"longitude":-13.3777}';
		expect(bodies()).toEqual([`${address},${location}}`, `${address},"text":"Hi"}`]);
	});

	test.each([{}, { furtherFields: '{"pushType":"NO_PUSH","replyToMessage":{"id":"1"},"location":null}' }])(
		"aren't a message if they are only sending options: %j",
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
		[details({ name: ' ', value: 'x' }), 'Detail 1: Name is empty'],
		[details({ name: 'a', value: 'x' }, { name: 'a', value: 'y' }), 'Detail 2 repeats "a"'],
		[timeout(-1, 'hours'), 'Delivery Timeout: Amount must be a number of 0 or more, but it is -1'],
		[timeout(1, 'weeks'), 'Delivery Timeout: Unit can\'t be "weeks"'],
		[{ subject: 'S', furtherFields: '{"subject":"T"}' }, 'Other Message Fields repeats "subject"'],
		[{ ...point('1', '2'), furtherFields: '{"location":{}}' }, 'Other Message Fields repeats "location"'],
	])('are refused before any request: %j', async (fields, message) => {
		const { error } = await run(fields, { text: 'Hi' });
		expect(error?.message).toBe(message);
		expect(platform.requests).toEqual([]);
	});

	test('send no location to a channel that is known to show none', async () => {
		for (const fields of [point('1', '2'), { furtherFields: '{"location":{"latitude":1,"longitude":2}}' }]) {
			const { error } = await run(fields, { chat: byId('sms_7_1') });
			expect(error?.message).toBe("Location isn't supported by the SMS channel 7");
			expect(error?.description).toBe('Leave the location out, or send to another channel.');
		}
		expect(platform.sent()).toEqual([]);
	});
});

describe('hints', () => {
	const type = new MessagingPlatform();

	/** The first words of the hints that the editor shows: it evaluates each condition with the node's parameters. */
	function shown(parameters: INodeParameters): string[] {
		const node = { id: 'a', name: 'A', type: 'test', typeVersion: 1, position: [0, 0] as [number, number], parameters };
		const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
		const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		return (type.description.hints ?? [])
			.filter(({ displayCondition }) => expression.getSimpleParameterValue(node, displayCondition, 'internal', {}) === true)
			.map(({ message }) => message.split(' ').slice(0, 2).join(' '));
	}

	const send = { resource: 'message', operation: 'send', sendTo: 'chat' };
	const dry = { sendTo: 'reply', additionalFields: { dryRun: true } };

	test.each<[string, INodeParameters, string[]]>([
		['WhatsApp Business, free text', { chat: byId('whatsappb_1_2') }, ['WhatsApp Business']],
		['WhatsApp Business, to a number', { sendTo: 'phone', channel: byId('whatsappb_1') }, ['WhatsApp Business']],
		['WhatsApp', { chat: byId('whatsapp_1_2') }, ['WhatsApp reports']],
		['Instagram', { operation: 'sendTemplate', chat: byId('instagram_1_2') }, ["Instagram doesn't"]],
		['Telegram', { chat: byId('tg_1_2') }, []],
		['a dry run', dry, ['Dry Run']],
		['a question, which has no dry run', { ...dry, operation: 'sendAndWait' }, []],
	])('are right for %s', (_name, parameters, hints) => {
		expect(shown({ ...send, ...parameters })).toEqual(hints);
	});
});
