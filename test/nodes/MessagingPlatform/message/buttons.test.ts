import { type PlannedButton, withNumberedButtons } from '../../../../nodes/MessagingPlatform/message/buttons';
import { RICH, toChat } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';

const platform = usePlatform({ channels: { tg_7: RICH, viber_7: RICH, sms_7: { ...RICH, buttonsRestrictions: null } } });

const run = async (more: object, channel = 'tg_7') => await platform.run(toChat(channel, { text: 'Choose', ...more }));
const json = async (buttons: unknown, more: object = {}, channel?: string) =>
	await run(
		{ buttonsInput: 'json', buttonsJson: typeof buttons === 'string' ? buttons : JSON.stringify(buttons), ...more },
		channel,
	);
const fields = async (button: object[], channel?: string) => await run({ buttonsInput: 'fields', buttons: { button } }, channel);
/** The buttons of each message. */
const sent = () => platform.sent().map(({ buttons }) => buttons);

const link = (address: unknown) => ({ type: 'HyperLinkButton', text: 'Site', link: address });
const contact = { type: 'GetContactButton', text: 'Share' };
const action = (text: string, payload = text) => ({ type: 'ActionButton', text, payload });

test.each(['https://example.com', 'com.example.app://order/7', 'web+app-2://x', 'TEL:+1'])('opens %s', async (address) => {
	expect((await json([link(` ${address}\n`)])).error).toBeUndefined();
	expect(sent()).toEqual([[link(new URL(address).href)]]);
});

test.each([
	'https://example.com/a\nb',
	'https://[1::2',
	'tel:',
	'://a.com',
	'javascript:alert("tg://x")',
	'data:text/html,mailto:a@b.c',
])('does not open %j, which is not a complete URL', async (address) => {
	const { error } = await json([link(address)]);
	expect(error?.message).toBe(`Button 1: link isn't a valid URL: ${address}`);
	expect(error?.description).toContain('https://example.com');
	expect(platform.requests).toEqual([]);
});

const full = { ...contact, payload: 'c', oneTime: true, removeKeyboard: false };
test.each<[object, object]>([
	[{ ...full, link: 'x' }, full],
	[
		{ ...contact, payload: ' ' },
		{ ...contact, payload: ' ' },
	],
	[{ ...link('https://example.com'), payload: 'p', oneTime: true }, link('https://example.com/')],
	[{ type: null, text: 'Yes', oneTime: true, payload: ' yes ' }, action('Yes', ' yes ')],
	[{ text: 'Yes', payload: 'yes', answer: null }, action('Yes', 'yes')],
	// the caption is the key of a button without one
	[{ text: 'Yes', payload: '' }, action('Yes')],
	// every messenger takes 64 bytes, and no character is cut in two
	[{ text: 'x'.repeat(65) }, action('x'.repeat(65), 'x'.repeat(64))],
	[{ text: `x${'🎁'.repeat(20)}` }, action(`x${'🎁'.repeat(20)}`, `x${'🎁'.repeat(15)}`)],
	[{ text: 'Yes', payload: 'x'.repeat(65) }, action('Yes', 'x'.repeat(65))],
])('sends %j only with the fields of its type', async (button, expected) => {
	expect((await json(button)).error).toBeUndefined();
	expect(sent()).toEqual([[expected]]);
});

test.each([
	['tags.assign', ' customer , VIP,, ', ['customer', 'VIP']],
	['tags.remove', ['a', ' a ', 7], ['a', ' a ', '7']],
])('takes for %s the tags %j', async (name, tags, expected) => {
	expect((await json([{ text: 'Go', answer: { action: name, tags } }])).error).toBeUndefined();
	const actionParameters = { tags: expected };
	expect(platform.bodies('/endUserNotifications/chainActions')).toMatchObject([{ action: name, actionParameters }]);
});

test.each<[object, string]>([
	[{ answerTags: [] }, 'Button 1 has neither a reply nor an action'],
	[{ whenPressed: 'tags.remove' }, 'Button 1 has no tags, but "Remove Tags" needs at least one'],
	[{ ...contact, oneTime: '={{ "no" }}' }, 'Button 1: Collapse Keyboard must be true or false'],
])('refuses in the form %j', async (row, message) => {
	expect((await fields([{ text: 'Go', ...row }])).error?.message).toBe(message);
	expect(platform.requests).toEqual([]);
});

test('reads the quick list from an expression: each caption is the key', async () => {
	expect((await run({ buttonsInput: 'list', buttonsList: "={{ ['Yes, please', '', ' No '] }}" })).error).toBeUndefined();
	expect(sent()).toEqual([[action('Yes, please'), action('No')]]);
});

test.each([
	['equal keys after shortening', `${'x'.repeat(64)}a\n${'x'.repeat(64)}b`, 'Button 1 and Button 2 would have the same key'],
	['too many', '1\n2\n3\n4\n5\n6\n7\n8\n9\na\nb', 'Buttons has 11 entries, but a message can have up to 10 buttons'],
])('refuses the quick list with %s', async (_what, buttonsList, message) => {
	expect((await run({ buttonsInput: 'list', buttonsList })).error?.message).toContain(message);
	expect(platform.requests).toEqual([]);
});

test.each(['null', '[]', '', '={{ undefined }}', '={{ null }}'])(
	'sends no buttons for an empty list: %s',
	async (buttonsJson) => {
		expect((await json(buttonsJson)).error).toBeUndefined();
		expect(platform.sent()[0]).not.toHaveProperty('buttons');
	},
);

test.each([
	['PLAIN', 'Choose', 'Choose\n\n1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
	// the text is the user's own HTML, a caption never is
	['HTML', '<b>Choose</b>', '<b>Choose</b>\n\n1. Yes &amp; &lt;no&gt;\n2. Site: https://example.com/?a=1&amp;b=2'],
	['PLAIN', '', '1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
] as const)('numbers buttons in %s below %j', (markup, text, expected) => {
	const address = 'https://example.com/?a=1&b=2';
	const buttons = [action('Yes & <no>'), link(address)].map((button) => ({ button }) as PlannedButton);
	expect(withNumberedButtons(text, buttons, markup)).toBe(expected);
});

// specification, "Button flow": it is sent to channels other than tg as an ActionButton; "Button": that one needs a payload
test('gives a contact button outside Telegram always a key: the caption unless you give one', async () => {
	const button = { type: 'GetContactButton', text: ' Share my number ', contactPayload: ' ' };
	await fields([button], 'viber_7');
	await fields([{ ...button, contactPayload: 'c' }], 'viber_7');
	await json({ type: 'GetContactButton', text: 'ф'.repeat(40) }, {}, 'viber_7');
	expect(sent()).toEqual([
		[{ type: 'GetContactButton', text: ' Share my number ', payload: 'Share my number' }],
		[{ type: 'GetContactButton', text: ' Share my number ', payload: 'c' }],
		[{ type: 'GetContactButton', text: 'ф'.repeat(40), payload: 'ф'.repeat(32) }],
	]);
});

test('reads a switch that an expression or a model gives as a word by its meaning', async () => {
	await fields([{ ...contact, oneTime: '={{ "false" }}', removeKeyboard: '={{ "FALSE" }}' }]);
	await fields([{ ...contact, oneTime: '={{ "true" }}', removeKeyboard: true }]);
	await json({ ...contact, oneTime: 'false', removeKeyboard: ' True ' });
	expect(sent()).toEqual([
		[{ ...contact, oneTime: false, removeKeyboard: false }],
		[contact],
		[{ ...contact, oneTime: false, removeKeyboard: true }],
	]);
});

test('makes the same request from JSON as from the fields, and takes a single button and a list from an expression', async () => {
	await fields([{ type: 'ActionButton', text: 'Yes', whenPressed: 'payload', payload: 'yes' }]);
	await json([{ type: 'ActionButton', text: 'Yes', payload: 'yes', link: null, clickCount: 3 }]);
	await json('={{ [{ type: "ActionButton", text: "Yes", payload: "yes" }] }}');
	const [body] = platform.sent();
	expect(platform.sent()).toEqual([body, body, body]);
});

test.each<[object[], string]>([
	[[contact, action('a')], 'Button 1: a GetContactButton must be the only button in a message, but there are 2'],
	[[{ ...link(''), text: 'a' }], "Button 1: link isn't a valid URL: it is empty"],
	[[{ text: 'Yes' }, { text: ' Yes ' }], 'Button 1 and Button 2 would have the same key: Yes'],
	[[{ text: 'b', payload: 'a' }, { text: 'a' }], 'Button 1 and Button 2 would have the same key: a'],
	[[action(' \n')], 'Button 1 has no caption'],
	[[{ text: 'a', answer: [1] }], "Button 1: answer isn't an object"],
	[[{ ...action('a'), type: '' }], 'Button 1: type is empty'],
	[[{ text: 'a', answer: { action: 'tags.assign', tags: ['VIP', ' '] } }], 'Button 1: tags is empty'],
	[[{ text: 'a', answer: { action: 'dance' } }], 'Button 1: action can\'t be "dance"'],
])('refuses before any request: %j', async (buttons, message) => {
	const { error } = await json(buttons);
	expect(error?.message).toBe(message);
	expect(error?.description).not.toBe('');
	expect(platform.requests).toEqual([]);
});

describe('a channel without buttons', () => {
	test('fails if that is chosen, and makes nothing before', async () => {
		const { error } = await json([{ text: 'A', answer: { text: 'T' } }], { ifButtonsUnsupported: 'fail' }, 'sms_7');
		expect(error?.message).toBe("Buttons aren't supported by the SMS channel 7");
		expect(error?.description).toContain('Send as Numbered Text');
		expect(platform.calls()).toEqual(['GET /api/channels?v=1.0.0']);
	});

	const odd = '{"tg":[null,{"channel":5},{"channel":{"channel":"tg","channelId":7}}],"capability":[]}';
	test.each([
		['cannot be read', { channelList: { status: 500, body: 'x' } }],
		['is not JSON', { channelList: { body: '<html>' } }],
		['has no such channel', { channels: {} }],
		['has another shape', { channelList: { body: odd } }],
	])('sends buttons when the channel list %s, and the platform decides', async (_why, options) => {
		await platform.start(options);
		const two = [action('Yes <ok>'), link('https://example.com/')];
		expect((await json(two)).error).toBeUndefined();
		expect(sent()).toEqual([two]);
	});
});
