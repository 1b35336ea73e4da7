import type { INodeParameters } from 'n8n-workflow';
import { type PlannedButton, escapeHtml, withNumberedButtons } from '../../../../nodes/MessagingPlatform/message/buttons';
import { runOperation } from '../../../helpers/runAction';
import { RICH, type ScriptedPlatform, startScriptedPlatform, toChat } from '../../../helpers/scriptedPlatform';

const link = (address: unknown) => ({ type: 'HyperLinkButton', text: 'Site', link: address });
const contact = { type: 'GetContactButton', text: 'Share' };

describe('a button', () => {
	let platform: ScriptedPlatform;
	beforeEach(async () => (platform = await startScriptedPlatform({ channels: { tg_7: RICH } })));
	afterEach(async () => await platform.close());

	const send = async (parameters: object) =>
		await runOperation({
			parameters: toChat('tg_7', { text: 'Choose', ...parameters }) as INodeParameters,
			credential: platform.credential,
		});
	const json = async (buttons: unknown) => await send({ buttonsInput: 'json', buttonsJson: JSON.stringify(buttons) });
	/** The buttons of the only message. */
	const sent = () => {
		const bodies = platform.bodies('/messages');
		expect(bodies).toHaveLength(1);
		return bodies[0]?.buttons;
	};

	test.each([
		'https://example.com',
		'HTTPS://EXAMPLE.COM/a?b=c#d',
		'tg://resolve?domain=x',
		'com.example.app://order/7',
		'web+app-2://x',
		'mailto:a@example.com',
		'TEL:+1',
		'sms:+1',
	])('opens %s', async (address) => {
		expect((await json([link(` ${address}\n`)])).error).toBeUndefined();
		expect(sent()).toEqual([link(new URL(address).href)]);
	});

	test.each([
		'https://exa mple.com',
		'tel:+44 20 7946',
		'https://example.com/a\nb',
		'https:example.com',
		'https://',
		'https://[1::2',
		'tg://',
		'tel:',
		'://example.com',
		'1tg://example.com',
		'javascript:alert("tg://x")',
		'data:text/html,mailto:a@example.com',
		'//example.com',
		'example.com',
	])('does not open %j, which is not a complete URL', async (address) => {
		const { error } = await json([link(address)]);
		expect(error?.message).toBe(`Button 1: link isn't a valid URL: ${address}`);
		expect(error?.description).toContain('https://example.com');
		expect(platform.requests).toEqual([]);
	});

	test.each([
		[
			{ ...contact, payload: 'c', oneTime: true, removeKeyboard: false, link: 'x' },
			{ ...contact, payload: 'c', oneTime: true, removeKeyboard: false },
		],
		[{ ...contact, payload: '', oneTime: null }, contact],
		[
			{ ...contact, payload: ' ' },
			{ ...contact, payload: ' ' },
		],
		[{ ...link('https://example.com'), payload: 'p', oneTime: true }, link('https://example.com/')],
		[
			{ type: null, text: 'Yes', oneTime: true, payload: ' yes ' },
			{ type: 'ActionButton', text: 'Yes', payload: ' yes ' },
		],
		[
			{ text: 'Yes', payload: 'yes', answer: null },
			{ type: 'ActionButton', text: 'Yes', payload: 'yes' },
		],
		[{ text: 'x'.repeat(64) }, { type: 'ActionButton', text: 'x'.repeat(64), payload: 'x'.repeat(64) }],
	])('is sent only with the fields of its type: %j', async (button, expected) => {
		expect((await json(button)).error).toBeUndefined();
		expect(sent()).toEqual([expected]);
	});

	test.each<[string, unknown, string, string]>([
		['no caption', { payload: 'x' }, 'Button 1: text is empty', 'needs a caption'],
		['an answer that is none', { text: 'a', answer: [1] }, "Button 1: answer isn't an object", '"action": "tags.assign"'],
		[
			'an action without its tags',
			{ text: 'a', answer: { action: 'tags.remove', tags: ' , ' } },
			'Button 1: tags is empty, and the action tags.remove needs at least one tag',
			'separated by commas',
		],
		[
			'a contact button among others',
			[link('https://example.com'), contact],
			'Button 2: a GetContactButton must be the only button in a message, but there are 2',
			'separate message',
		],
		[
			'a key that stands before a caption like it',
			[{ text: 'b', payload: 'a' }, { text: 'a' }],
			'Button 1 and Button 2 would have the same key: a',
			'Change one of the captions',
		],
		[
			'too many',
			Array.from({ length: 11 }, (_one, index) => ({ text: `a${index}` })),
			'Buttons has 11 entries, but a message can have up to 10 buttons',
			'another message',
		],
	])('is refused before any request, with what to do: %s', async (_what, buttons, message, advice) => {
		const { error } = await json(buttons);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(advice);
		expect(platform.requests).toEqual([]);
	});

	test.each([
		['tags.assign', ' customer , VIP,, ', ['customer', 'VIP']],
		['tags.remove', ['a', ' a ', 7], ['a', ' a ', '7']],
	])('with %s takes the tags %j', async (action, tags, expected) => {
		expect((await json([{ text: 'Go', answer: { action, tags } }])).error).toBeUndefined();
		expect(platform.bodies('/endUserNotifications/chainActions')).toMatchObject([
			{ action, actionParameters: { tags: expected } },
		]);
	});

	test.each<[string, Record<string, unknown>, string]>([
		['neither a reply nor tags', { answerTags: [] }, 'Button 1: answer has neither a reply nor an action'],
		[
			'no tags to remove',
			{ whenPressed: 'tags.remove' },
			'Button 1: tags is empty, and the action tags.remove needs at least one tag',
		],
		['an unknown effect', { whenPressed: '={{ "tags.assign" }}' }, 'Button 1: When Pressed can\'t be "tags.assign"'],
	])('is refused in the form with %s', async (_what, row, message) => {
		const { error } = await send({ buttonsInput: 'fields', buttons: { button: [{ text: 'Go', ...row }] } });
		expect(error?.message).toBe(message);
		expect(platform.requests).toEqual([]);
	});

	test.each<[string, unknown]>([
		['one caption per line', ' Yes, please \r\n\n No\n'],
		['a list from an expression', "={{ ['Yes, please', '', ' No '] }}"],
	])('has its caption as the key in the quick list: %s', async (_what, buttonsList) => {
		expect((await send({ buttonsInput: 'list', buttonsList })).error).toBeUndefined();
		expect(sent()).toEqual([
			{ type: 'ActionButton', text: 'Yes, please', payload: 'Yes, please' },
			{ type: 'ActionButton', text: 'No', payload: 'No' },
		]);
	});

	test.each<[string, string, string]>([
		['equal keys', 'Yes\nNo\n\nYes', 'Button 1 and Button 3 would have the same key: Yes'],
		['equal keys after shortening', `${'x'.repeat(64)}a\n${'x'.repeat(64)}b`, 'Button 1 and Button 2 would have the same key'],
		['too many', '123456789ab'.split('').join('\n'), 'Buttons has 11 entries, but a message can have up to 10 buttons'],
		['no text', '={{ { a: 1 } }}', 'Captions must be text, but it is an object'],
	])('is refused in the quick list with %s', async (_what, buttonsList, message) => {
		const { error } = await send({ buttonsInput: 'list', buttonsList });
		expect(error?.message).toContain(message);
		expect(platform.requests).toEqual([]);
	});

	test.each(['null', '[]', '', '={{ undefined }}'])('does not exist in an empty list: %s', async (buttonsJson) => {
		expect((await send({ buttonsInput: 'json', buttonsJson })).error).toBeUndefined();
		expect(sent()).toBeUndefined();
	});
});

const buttons: PlannedButton[] = [
	{ button: { type: 'ActionButton', text: 'Yes & <no>', payload: 'p' } },
	{ button: { type: 'HyperLinkButton', text: 'Site', link: 'https://example.com/?a=1&b=2' } },
];

describe('buttons as a numbered list', () => {
	test.each([
		['PLAIN', 'Choose', 'Choose\n\n1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
		['MARKDOWN', 'Choose', 'Choose\n\n1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
		// the text is the user's own HTML, a caption never is
		['HTML', '<b>Choose</b>', '<b>Choose</b>\n\n1. Yes &amp; &lt;no&gt;\n2. Site: https://example.com/?a=1&amp;b=2'],
		['PLAIN', '', '1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
	] as const)('are sent in %s below %j', (markup, text, expected) => {
		expect(withNumberedButtons(text, buttons, markup)).toBe(expected);
	});

	test('escape every character that HTML would read, once', () => {
		expect(escapeHtml('<a href="b">&amp;</a>')).toBe('&lt;a href="b"&gt;&amp;amp;&lt;/a&gt;');
	});
});
