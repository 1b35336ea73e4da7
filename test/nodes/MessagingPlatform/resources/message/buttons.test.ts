import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import {
	type ScriptedPlatform,
	type PlatformOptions,
	RICH,
	startScriptedPlatform,
	toChat,
} from '../../../../helpers/scriptedPlatform';

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
		[{ text: 'Yes', payload: ' \n' }, 'Yes'],
		[{ text: 'Yes', payload: null }, 'Yes'],
		[{ text: 5 }, '5'],
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
		[[{ ...action('a'), payload: ['x'] }], 'Button 1: payload must be text, but it is a list'],
		[[action(' \n')], 'Button 1: text is empty'],
		[[{ ...action('a'), type: 'InvoiceButton' }], 'Button 1: type can\'t be "InvoiceButton"'],
		[[{ ...action('a'), type: '' }], 'Button 1: type is empty'],
		[[{ ...contact, oneTime: 'no' }], 'Button 1: oneTime must be true or false'],
		[[{ text: 'a', answer: { action: 'tags.assign', tags: ['VIP', ' '] } }], 'Button 1: tags is empty'],
		[[{ text: 'a', answer: { action: 'dance' } }], 'Button 1: action can\'t be "dance"'],
	])('refuses before any request: %j', async (buttons, message) => {
		await start();
		const { error } = await json(buttons);
		expect(error?.message).toBe(message);
		expect(error?.description).not.toBe('');
		expect(platform.requests).toEqual([]);
	});

	test('refuses an unknown way to give buttons', async () => {
		await start();
		const { error } = await run({ buttonsInput: '={{ "magic" }}', buttonsJson: '[]' });
		expect(error?.message).toBe('Buttons can\'t be "magic"');
		expect(platform.requests).toEqual([]);
	});

	test.each([
		['https://пример.рф/я', 'https://xn--e1afmkfd.xn--p1ai/%D1%8F'],
		['https://example.com/my file.pdf', 'https://example.com/my%20file.pdf'],
	])('takes a valid link, and sends it in the form of a request: %s', async (address, sent) => {
		await start();
		expect((await json([{ ...link('a'), link: address }])).error).toBeUndefined();
		expect(platform.bodies('/messages')[0]?.buttons).toEqual([{ ...link('a'), link: sent }]);
	});

	describe('an automatic reply button', () => {

		test('makes equal replies of one execution once, and each different one', async () => {
			await start();
			const { error, items } = await runOperation({
				parameters: toChat('tg_7', {
					text: 'Choose',
					buttonsInput: 'json',
					buttonsJson: '={{ [{ text: "Same", answer: { text: "Thanks" } }, { text: "Own", answer: { text: $json.reply } }] }}',
				}) as INodeParameters,
				items: ['a', 'b', 'a'].map((reply) => ({ json: { reply } })),
				credential: platform.credential,
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(3);
			expect(platform.bodies('/preparedMessages').map(({ text }) => text)).toEqual(['Thanks', 'a', 'b']);
			expect(
				platform.bodies('/messages').map(({ buttons }) => (buttons as Array<{ payload: string }>).map(({ payload }) => payload)),
			).toEqual([
				['action-1', 'action-2'],
				['action-1', 'action-3'],
				['action-1', 'action-2'],
			]);
		});

		test('sends no message after a failure on the way, and the next item tries again', async () => {
			let refusals = 1;
			await start({
				channels: { tg_7: RICH },
				answer: ({ method, url }) =>
					method === 'POST' && url.endsWith('/chainActions') && refusals-- > 0 ? { status: 500 } : undefined,
			});
			const { items } = await runOperation({
				parameters: toChat('tg_7', {
					text: 'Hi',
					buttonsInput: 'json',
					buttonsJson: '[{ "text": "A", "answer": { "text": "T" } }]',
				}) as INodeParameters,
				items: [{ json: {} }, { json: {} }],
				credential: platform.credential,
				continueOnFail: true,
			});
			expect(items[0]?.json.error).toBe('The platform failed to process the request');
			expect(items[1]?.json).toMatchObject({ id: 'message-1' });
			expect(platform.to('/messages')).toHaveLength(1);
		});
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
