import type { INodeParameters } from 'n8n-workflow';
import { type PlannedButton, withNumberedButtons } from '../../../../nodes/MessagingPlatform/message/buttons';
import { runOperation } from '../../../helpers/runAction';
import {
	RICH,
	type ScriptedPlatform,
	startScriptedPlatform,
	toChat,
	type PlatformOptions,
} from '../../../helpers/scriptedPlatform';

describe('buttons', () => {
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

		test.each(['https://example.com', 'com.example.app://order/7', 'web+app-2://x', 'TEL:+1'])('opens %s', async (address) => {
			expect((await json([link(` ${address}\n`)])).error).toBeUndefined();
			expect(sent()).toEqual([link(new URL(address).href)]);
		});

		test.each([
			'https://example.com/a\nb',
			'https://[1::2',
			'tel:',
			'://example.com',
			'javascript:alert("tg://x")',
			'data:text/html,mailto:a@example.com',
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
		])('is refused in the form with %s', async (_what, row, message) => {
			const { error } = await send({ buttonsInput: 'fields', buttons: { button: [{ text: 'Go', ...row }] } });
			expect(error?.message).toBe(message);
			expect(platform.requests).toEqual([]);
		});

		test('has its caption as the key in the quick list from an expression', async () => {
			const buttonsList = "={{ ['Yes, please', '', ' No '] }}";
			expect((await send({ buttonsInput: 'list', buttonsList })).error).toBeUndefined();
			expect(sent()).toEqual([
				{ type: 'ActionButton', text: 'Yes, please', payload: 'Yes, please' },
				{ type: 'ActionButton', text: 'No', payload: 'No' },
			]);
		});

		test.each<[string, string, string]>([
			['equal keys after shortening', `${'x'.repeat(64)}a\n${'x'.repeat(64)}b`, 'Button 1 and Button 2 would have the same key'],
			['too many', '123456789ab'.split('').join('\n'), 'Buttons has 11 entries, but a message can have up to 10 buttons'],
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
			// the text is the user's own HTML, a caption never is
			['HTML', '<b>Choose</b>', '<b>Choose</b>\n\n1. Yes &amp; &lt;no&gt;\n2. Site: https://example.com/?a=1&amp;b=2'],
			['PLAIN', '', '1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
		] as const)('are sent in %s below %j', (markup, text, expected) => {
			expect(withNumberedButtons(text, buttons, markup)).toBe(expected);
		});
	});
});

describe('message: buttons', () => {
	let platform: ScriptedPlatform;
	const start = async (
		options: PlatformOptions = { channels: { tg_7: RICH, sms_7: { ...RICH, buttonsRestrictions: null } } },
	) => {
		platform = await startScriptedPlatform(options);
	};
	afterEach(async () => await platform.close());

	const run = async (more: object, channel = 'tg_7', directly = false) =>
		await runOperation({
			parameters: toChat(channel, { text: 'Choose', ...more }) as INodeParameters,
			credential: platform.credential,
			directly,
		});
	const json = async (buttonsJson: unknown, more: object = {}, channel = 'tg_7') =>
		await run(
			{ buttonsInput: 'json', buttonsJson: typeof buttonsJson === 'string' ? buttonsJson : JSON.stringify(buttonsJson), ...more },
			channel,
		);
	const fields = async (button: object[], more: object = {}, channel = 'tg_7') =>
		await run({ buttonsInput: 'fields', buttons: { button }, ...more }, channel);

	const action = (text: string) => ({ type: 'ActionButton', text, payload: 'p' });
	const link = (text: string) => ({ type: 'HyperLinkButton', text, link: 'https://example.com/' });

	// specification, "Button flow": it is sent to channels other than tg as an ActionButton; "Button": that one needs a payload
	test('gives a contact button outside Telegram always a key: the caption unless you give one', async () => {
		await start({ channels: { viber_7: RICH, tg_7: RICH } });
		const button = { type: 'GetContactButton', text: ' Share my number ', contactPayload: ' ' };
		await fields([button], {}, 'viber_7');
		await fields([{ ...button, contactPayload: 'c' }], {}, 'viber_7');
		await json({ type: 'GetContactButton', text: 'ф'.repeat(40) }, {}, 'viber_7');
		expect(platform.bodies('/messages').map(({ buttons }) => buttons)).toEqual([
			[{ type: 'GetContactButton', text: ' Share my number ', payload: 'Share my number' }],
			[{ type: 'GetContactButton', text: ' Share my number ', payload: 'c' }],
			[{ type: 'GetContactButton', text: 'ф'.repeat(40), payload: 'ф'.repeat(32) }],
		]);
	});

	test('reads a switch that an expression or a model gives as a word by its meaning', async () => {
		await start();
		const words = { oneTime: 'false', removeKeyboard: ' True ' };
		await fields([{ type: 'GetContactButton', text: 'Share', oneTime: '={{ "false" }}', removeKeyboard: '={{ "FALSE" }}' }]);
		await fields([{ type: 'GetContactButton', text: 'Share', oneTime: '={{ "true" }}', removeKeyboard: true }]);
		await json({ type: 'GetContactButton', text: 'Share', ...words });
		expect(platform.bodies('/messages').map(({ buttons }) => buttons)).toEqual([
			[{ type: 'GetContactButton', text: 'Share', oneTime: false, removeKeyboard: false }],
			[{ type: 'GetContactButton', text: 'Share' }],
			[{ type: 'GetContactButton', text: 'Share', oneTime: false, removeKeyboard: true }],
		]);
		const { error } = await fields([{ type: 'GetContactButton', text: 'Share', oneTime: '={{ "no" }}' }]);
		expect(error?.message).toBe('Button 1: Collapse Keyboard When Pressed must be true or false');
	});

	test('makes the same request from JSON as from the fields, and takes a single button, a list from an expression and null', async () => {
		await start();
		await fields([{ type: 'ActionButton', text: 'Yes', whenPressed: 'payload', payload: 'yes' }]);
		await json([{ type: 'ActionButton', text: 'Yes', payload: 'yes', link: null, clickCount: 3 }]);
		await json({ text: 'Yes', payload: 'yes' });
		await json('={{ [{ type: "ActionButton", text: "Yes", payload: "yes" }] }}');
		const bodies = platform.bodies('/messages');
		expect(bodies).toHaveLength(4);
		for (const body of bodies) expect(body).toEqual(bodies[0]);
		await json('={{ null }}');
		expect(platform.bodies('/messages').at(-1)).not.toHaveProperty('buttons');
	});

	test.each([
		[{ text: ' Yes, please ' }, 'Yes, please'],
		[{ text: 'Yes', payload: '' }, 'Yes'],
		// every messenger takes 64 bytes, and no character is cut in two
		[{ text: 'x'.repeat(65) }, 'x'.repeat(64)],
		[{ text: `x${'🎁'.repeat(20)}` }, `x${'🎁'.repeat(15)}`],
		[{ text: 'Yes', payload: 'x'.repeat(65) }, 'x'.repeat(65)],
	])('uses the caption as the key of a button without one: %j', async (button, payload) => {
		await start();
		const { error } = await json([button, link('Yes'), link('Yes')]);
		expect(error).toBeUndefined();
		expect(platform.bodies('/messages')[0]?.buttons).toMatchObject([{ type: 'ActionButton', payload }, link('Yes'), link('Yes')]);
	});

	const contact = { type: 'GetContactButton', text: 'Share' };
	test.each([
		[[contact, action('a')], 'Button 1: a GetContactButton must be the only button in a message, but there are 2'],
		[[{ ...link('a'), link: '' }], "Button 1: link isn't a valid URL: it is empty"],
		[[{ text: 'Yes' }, { text: ' Yes ' }], 'Button 1 and Button 2 would have the same key: Yes'],
		[
			[{ text: `${'ы'.repeat(32)}1` }, { text: `${'ы'.repeat(32)}2` }],
			`Button 1 and Button 2 would have the same key: ${'ы'.repeat(32)}`,
		],
		[[action(' \n')], 'Button 1: text is empty'],
		[[{ text: 'b', payload: 'a' }, { text: 'a' }], 'Button 1 and Button 2 would have the same key: a'],
		[[{ text: 'a', answer: [1] }], "Button 1: answer isn't an object"],
		[
			[{ text: 'a', answer: { action: 'tags.remove', tags: ' , ' } }],
			'Button 1: tags is empty, and the action tags.remove needs at least one tag',
		],
		[[{ ...action('a'), type: '' }], 'Button 1: type is empty'],
		[[{ text: 'a', answer: { action: 'tags.assign', tags: ['VIP', ' '] } }], 'Button 1: tags is empty'],
		[[{ text: 'a', answer: { action: 'dance' } }], 'Button 1: action can\'t be "dance"'],
	])('refuses before any request: %j', async (buttons, message) => {
		await start();
		const { error } = await json(buttons);
		expect(error?.message).toBe(message);
		expect(error?.description).not.toBe('');
		expect(platform.requests).toEqual([]);
	});

	describe('a channel without buttons', () => {
		const two = [action('Yes <ok>'), link('Site')];

		test('fails if that is chosen, and makes nothing before', async () => {
			await start();
			const { error } = await json([{ text: 'A', answer: { text: 'T' } }], { ifButtonsUnsupported: 'fail' }, 'sms_7');
			expect(error?.message).toBe("Buttons aren't supported by the SMS channel 7");
			expect(error?.description).toContain('Send as Numbered Text');
			expect(platform.requests.map(({ url }) => url)).toEqual(['/api/channels?v=1.0.0']);
		});

		test.each([
			['cannot be read', { channelList: { status: 500, body: 'x' } }],
			['is not JSON', { channelList: { body: '<html>' } }],
			['has no such channel', { channels: {} }],
			[
				'has another shape',
				{ channelList: { body: '{"tg":[null,{"channel":5},{"channel":{"channel":"tg","channelId":7}}],"capability":[]}' } },
			],
		])('sends buttons when the channel list %s, and the platform decides', async (_why, options) => {
			await start(options);
			expect((await json(two)).error).toBeUndefined();
			expect(platform.bodies('/messages')[0]?.buttons).toEqual(two);
		});
	});
});
