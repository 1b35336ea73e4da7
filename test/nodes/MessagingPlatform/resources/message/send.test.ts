import type { INodeParameters } from 'n8n-workflow';
import { byId, itemsOf, overWire, type Run, single } from '../../../../helpers/runAction';
import type { Reply } from '../../../../helpers/servers';
import { RICH, toChat as toChannel } from '../../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../../helpers/usePlatform';

const platform = usePlatform({ channels: { tg_7: RICH, sms_7: { ...RICH, locationSupported: false } } });

const BIG = '9223372036854775807';
const message = { resource: 'message', operation: 'send', text: 'Hello', simplify: false };
const toChat = { ...message, sendTo: 'chat', chat: byId('tg_9007199254740993_a_b') };
const toPhone = { ...message, sendTo: 'phone', channel: byId('whatsappb_5'), phoneNumber: '+442079460958' };
const template = { ...toPhone, operation: 'sendTemplate', templateId: '1001' };

describe('message: send', () => {
	test.each([
		['9007199254740993', '9007199254740993'],
		[' 42 ', '42'],
	])('sends to a chat by its number, digit for digit: %s', async (tbChatId, digits) => {
		const to = { sendTo: 'tbChatId', channel: byId('viber_9007199254740993'), tbChatId };
		for (const one of [message, template]) expect((await platform.run({ ...one, ...to })).error).toBeUndefined();
		const address = `{"channel":"viber","channelId":9007199254740993,"tbChatId":${digits}`;
		const bodies = platform.to('/messages').map(({ body }) => String(body));
		expect(bodies).toEqual([`${address},"text":"Hello"}`, `${address},"templateId":"1001"}`]);
	});

	test.each([
		['tg', { ...RICH, statusRestrictions: {} }, 'yes'],
		['tg', { ...RICH, statusRestrictions: null }, 'no'],
		['whatsapp', { ...RICH, statusRestrictions: {} }, 'unreliable'],
		['instagram', { ...RICH, statusRestrictions: {} }, 'no'],
	] as Array<[string, object, string]>)('outputs deliveryReports by the capability: %s %j', async (type, capability, reports) => {
		await platform.start({ channels: { [`${type}_1`]: capability } });
		for (const more of [{}, { operation: 'sendTemplate', templateId: '1001', simplify: true }]) {
			const { items } = await platform.run(toChannel(`${type}_1`, { text: 'Hello', ...more }));
			expect(items[0]?.json.deliveryReports).toBe(reports);
		}
	});
});

describe('the output of a send', () => {
	async function outputOf(parameters: INodeParameters, answer: Reply, options: Partial<Run> = {}) {
		const { items, error } = await overWire(parameters, answer, options);
		expect([error, items.length]).toEqual([undefined, 1]);
		const { outcome, deliveryReports, ...output } = items[0]?.json ?? {};
		expect([outcome, deliveryReports]).toEqual(['sent', 'unknown']);
		return output;
	}

	const chatRef = 'tg_9007199254740993_a_b';
	const byNumber = { ...message, sendTo: 'tbChatId', channel: byId('tg_9007199254740993'), tbChatId: BIG };
	test.each<[string, object, string, object, object]>([
		['an item of the same chat', toChat, '{}', { chatRef, tbChatId: BIG }, { chatRef, tbChatId: BIG }],
		['an item with the same number', byNumber, '{}', { chatRef, tbChatId: BIG }, { chatRef, tbChatId: BIG }],
		['no item, but the number', byNumber, '{}', {}, { tbChatId: BIG }],
		['the response', byNumber, '{"chatId":"c"}', {}, { chatId: 'c', chatRef: 'tg_9007199254740993_c', tbChatId: BIG }],
		['no item of another chat', toChat, '{}', { chatRef: 'tg_1_x', tbChatId: 5 }, { chatRef }],
		['the event of a reply', { ...message, sendTo: 'reply' }, '{}', { chatRef, tbChatId: BIG }, { chatRef, tbChatId: BIG }],
	])("takes the chat's keys from %s", async (_what, parameters, response, json, output) => {
		for (const trigger of [true, false]) {
			const options = { items: itemsOf(json), trigger };
			expect(await outputOf(parameters as INodeParameters, single(response), options)).toEqual(output);
		}
	});

	test.each([
		['x'.repeat(5000), `${'x'.repeat(200)}…`],
		['Bearer test-token', 'Bearer [API token]'],
	])('has the ID of the request, x-correlation-id: %j', async (id, correlationId) => {
		for (const parameters of [toChat, template]) {
			const answer = { ...single('{"id":"0a"}'), headers: { 'x-correlation-id': id } };
			expect((await outputOf(parameters, answer)).correlationId).toBe(correlationId);
		}
	});
});

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
		['"0042 "', '0042 '],
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
		['whatsappb_1', endless[0], 'Substitutions: "a" isn\'t a number: Infinity'],
		['whatsappb_1', json({ a: 'x     y' }), '"a" has 5 spaces in a row, but WhatsApp Business allows only 4: x     y'],
		['whatsappb_1', json({ a: 'x\ny' }), '"a" has a line break, which WhatsApp Business doesn\'t allow: x\ny'],
		['vk_1', json({ a: ['c'] }), 'Substitutions: "a" must be text, a number or a date, but it is a list'],
		['vk_1', json({ order1: 'x' }), '"order1" isn\'t a name for a VK template: only the letters A-Z and a-z are allowed'],
		['whatsappb_1', rows({ name: 'a', value: '1' }, { name: 'a', value: '2' }), 'Value 2: Name is given twice: a'],
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
		[point('90.1', '2'), 'Location: Latitude must be a number of degrees from -90 to 90, but it is 90.1'],
		[point('1', '-180.5'), 'Location: Longitude must be a number of degrees from -180 to 180, but it is -180.5'],
		[details({ name: 'a', value: 'x' }, { name: 'a', value: 'y' }), 'Detail 2 repeats "a"'],
		[timeout(-1, 'hours'), 'Delivery Timeout: Amount must be a number of 0 or more, but it is -1'],
		[{ subject: 'S', furtherFields: '{"subject":"T"}' }, 'Other Message Fields repeats "subject"'],
		[{ furtherFields: '{"chatId":"victim"}' }, 'Other Message Fields can\'t have "chatId"'],
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
		expect((await run(point('1', '2'), { chat: byId('tg_404_1') })).error).toBeUndefined();
		expect((await run({}, { chat: byId('sms_7_1'), text: 'Hi' })).error).toBeUndefined();
	});
});
