import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { channelTypeName } from '../../../../nodes/shared/channelTypes';
import { byId, itemsOf } from '../../../helpers/runAction';
import { recipient } from '../../../../nodes/MessagingPlatform/message/recipient';
import { fieldNamed } from '../../../helpers/fields';
import { runAgent } from '../../../helpers/runAgent';
import { usePlatform } from '../../../helpers/usePlatform';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';

const platform = usePlatform({});

const message = { resource: 'message', operation: 'send', text: 'Hi' };
const OPERATIONS = [{}, { operation: 'sendTemplate', templateId: '1' }];
const NUMBER = '+442079460958';
const phone = (more: object = {}, channel = 'whatsappb_1') => ({
	...{ ...message, sendTo: 'phone', channel: byId(channel), phoneNumber: NUMBER },
	...more,
});

test('on vk, only a template can be sent to a phone number', async () => {
	const { error } = await platform.run(phone({}, 'vk_1'));
	expect(error?.message).toBe('On VK, only a template can be sent to a phone number');
	const template = await platform.run(phone({ operation: 'sendTemplate', templateId: 'order_status' }, 'vk_1'));
	expect(template.error).toBeUndefined();
	expect(platform.sent()).toEqual([{ channel: 'vk', channelId: 1, remoteAddress: `tel:${NUMBER}`, templateId: 'order_status' }]);
});

test.each(['tg', 'vibersm', 'tgp'])('no message can be sent to a phone number on %s', async (type) => {
	const { error } = await platform.run(phone({}, `${type}_1`));
	expect(error?.message).toBe(`Channel can't write to a phone number: the ${channelTypeName(type)} channel 1`);
	expect(error?.description).toContain('Viber, VK, WhatsApp, WhatsApp Business');
	expect(platform.requests).toEqual([]);
});

/** From an expression: a typed value is checked by n8n itself. */
const given = (value: string) => byId(`={{ ${JSON.stringify(value)} }}`);
const INVALID = "Phone Number isn't valid: ";

test.each<[object, string, RegExp]>([
	[{ sendTo: '={{ "everyone" }}', chat: byId('tg_1_2'), tbChatId: '7' }, 'Send To can\'t be "everyone"', /^/],
	[
		{ phoneNumber: '9005550101' },
		`${INVALID}9005550101`,
		/its country isn't known: write it with a plus and the country code, .*, or choose a Default Country/,
	],
	[{ phoneNumber: '442079460958', defaultCountry: 'RU' }, `${INVALID}442079460958`, /the Default Country \(RU\)/],
	[{ defaultCountry: '={{ "XX" }}' }, "Default Country isn't a country: XX", /Choose one from the list/],
	[{ sendTo: 'chat', chat: given('7') }, 'Chat needs a chatRef, but it is the number 7', /"A Chat by ID"/],
	[{ sendTo: 'chat', chat: given('Ann') }, "Chat isn't a chatRef: Ann", /from the list.* tg_12345_67890/],
	[
		{ sendTo: 'tbChatId', channel: given('tg'), tbChatId: '7' },
		"Channel isn't a channelRef: tg",
		/from the list.* whatsappb_12345/,
	],
])('is refused before the request, with what to do: %j', async (wrong, words, advice) => {
	for (const operation of OPERATIONS) {
		const { error } = await platform.run(phone({ ...operation, ...wrong }));
		expect(error?.message).toBe(words);
		expect(error?.description).toMatch(advice);
	}
	expect(platform.requests).toEqual([]);
});

test('on a channel without phone numbers is refused in words that a model can use', async () => {
	const answers = await runAgent({
		kind: 'engine',
		parameters: phone({ phoneNumber: "={{ $fromAI('phone') }}" }, 'tg_1'),
		items: [{ json: { chatRef: 'tg_1_2' } }],
		calls: [{ itemIndex: 0, input: { phone: NUMBER } }],
		credential: platform.credential,
	});
	expect(JSON.stringify(answers)).toMatch(/Only channels of Viber, VK, WhatsApp, WhatsApp Business can\./);
	expect(platform.requests).toEqual([]);
});

test.each([
	['RU', '9005550101', 'tel:+79005550101'],
	['RU', '={{ 9005550101 }}', 'tel:+79005550101'],
	['={{ " gb " }}', '020 7946 0958', 'tel:+442079460958'],
	['={{ undefined }}', '0079005550101', 'tel:+79005550101'],
])('uses Default Country %j to send %s to %s', async (defaultCountry, phoneNumber, remoteAddress) => {
	for (const operation of OPERATIONS) await platform.run(phone({ defaultCountry, phoneNumber, ...operation }));
	expect(platform.sent()).toMatchObject([{ remoteAddress }, { remoteAddress }]);
});

test('the field Channel offers the channels that can send, or takes a channelRef that looks like one', () => {
	const channel = fieldNamed(
		recipient.parts.map(({ property }) => property),
		'channel',
	);
	const [list, id] = channel.modes ?? [];
	expect(list).toMatchObject({ typeOptions: { searchListMethod: 'searchSendingChannels' }, placeholder: 'Select a channel…' });
	expect(id).toMatchObject({ placeholder: 'e.g. whatsappb_12345', hint: expect.stringContaining('Channel: Get Many') });
	const [rule] = id?.validation ?? [];
	expect(rule).toMatchObject({ type: 'regex', properties: { errorMessage: expect.stringContaining('whatsappb_12345') } });
	const properties: Record<string, unknown> = rule && 'properties' in rule ? rule.properties : {};
	const takes = (value: string) => new RegExp(String(properties.regex)).test(value);
	expect(['tg_1', ' whatsappb_-12345 '].map(takes)).toEqual([true, true]);
	expect(['tg', 'tg_', '_1', 'tg_1_2', 'tg_x', 't g_1', 'a tg_1', 'tg_1 a'].map(takes)).toEqual(Array(8).fill(false));
});

// specification, "POST /messages request fields": tbChatId is an alternative to chatId
describe('a chat known only by its tbChatId', () => {
	const BIG = '9007199254740993';
	const event = { event: 'OperatorReadChatCommand', channel: 'whatsappb', channelId: BIG, tbChatId: BIG };
	const reply = { ...message, sendTo: 'reply' };

	test.each([undefined, 'paired', 'unpaired'] as const)('can be replied to (a node between: %s)', async (between) => {
		const { error } = await platform.run(reply, { items: itemsOf(event), trigger: true, between });
		expect(error).toBeUndefined();
		// a node that pairs nothing makes two items of one
		expect(new Set(platform.to('/messages').map(({ body }) => String(body)))).toEqual(
			new Set([`{"channel":"whatsappb","channelId":${BIG},"tbChatId":${BIG},"text":"Hi"}`]),
		);
	});

	test.each([
		['without its channel', { tbChatId: 5 }],
		['without the number', { channel: 'tg', channelId: 1 }],
		['with a number that has lost digits', { channel: 'tg', channelId: 1, tbChatId: 2 ** 60 }],
		['with an empty chatRef', { ...event, chatRef: '' }],
	])('cannot be replied to %s', async (_what, json) => {
		const { error } = await platform.run(reply, { items: itemsOf(json), trigger: true });
		expect(platform.requests).toEqual([]);
		expect(error?.message).toBe('No chat to reply to');
	});

	test.each(['engine', 'direct'] as const)('is what a tool is bound to, whatever the model says (%s)', async (kind) => {
		const text = "={{ $fromAI('text', 'as you like', 'string') }}";
		const input = { text: 'Hi', chatRef: 'tg_1_victim', tbChatId: 77, channel: 'tg', channelId: 1 };
		const items = [{ json: { ...event, channelId: 7, tbChatId: 5 } }];
		const calls = [{ itemIndex: 0, input }];
		await runAgent({ kind, parameters: { ...reply, text }, items, calls, credential: platform.credential });
		expect(platform.sent()).toEqual([{ channel: 'whatsappb', channelId: 7, tbChatId: 5, text: 'Hi' }]);
	});
});

describe.each([
	['Text', 'send', 'text'],
	['Message', 'sendAndWait', 'message'],
])('%s with an expression that n8n does not evaluate', (label, operation, name) => {
	const { properties } = new MessagingPlatform().description;
	const isWarned = (text: string) => {
		const values: INodeParameters = { resource: 'message', operation, [name]: text };
		const shown = properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null));
		return shown.some((one) => one.name === `${name}BracesNotice`);
	};

	test('is warned about under the field', () => {
		const warned = ['Echo: {{ $json.text }}', 'Echo: the result in the editor }}'];
		const others = ['={{ $json.text }}', '=Echo: {{ $json.text }} }}', '{"a":{"b":7 }}', 'Hello', ''];
		expect([...warned, ...others].filter(isWarned)).toEqual(warned);
	});

	const fixed = [
		"has an expression, but it's fixed text, so people would read {{ $",
		'Switch this field from Fixed to Expression',
	];
	const extra = ['has }} that belongs to no expression, so people would read it', 'Remove the }} that n8n adds'];
	test.each([
		['Echo: {{ $json.text }}', fixed],
		["Hi\n{{$('A').item.json.b}}", fixed],
		['={{ $json.text }}}}', extra],
		['={{ $json.text }} }}, {{ $json.chatRef }}', extra],
		['=Echo: {{ $json.text }}, thanks }}', extra],
	])('is refused before anything is sent: %j', async (text, [says = '', advice = '']) => {
		const items = itemsOf({ event: 'new_message', chatRef: 'tg_1_2', text: 'hi' });
		const { error } = await platform.run({ resource: 'message', operation, [name]: text }, { items, trigger: true });
		expect(error?.message).toContain(`${label} ${says}`);
		expect(error?.description).toContain(advice);
		expect(platform.requests).toEqual([]);
	});
});

test('JSON, which ends in braces of its own, is sent', async () => {
	await platform.send({ text: '={"a":{"b":{{ $json.text }} }}' }, { items: itemsOf({ text: 7 }) });
	expect(platform.sent()).toMatchObject([{ text: '{"a":{"b":7 }}' }]);
});
