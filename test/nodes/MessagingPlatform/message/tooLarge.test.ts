import { type INodeParameters, sleep } from 'n8n-workflow';
import type { FileFacts } from '../../../../nodes/MessagingPlatform/message/fileKind';
import type { Channel } from '../../../../nodes/MessagingPlatform/run/channelBook';
import { maxTextSize, textsOf } from '../../../../nodes/MessagingPlatform/message/channelLimits';
import { fileGroups } from '../../../../nodes/MessagingPlatform/message/fileLimits';
import { refusalOf } from '../../../helpers/fields';
import { runOperation, type Run, byId } from '../../../helpers/runAction';
import {
	type ScriptedPlatform,
	type PlatformOptions,
	RICH,
	startScriptedPlatform,
	toChat,
} from '../../../helpers/scriptedPlatform';

describe('sizes', () => {
	const KEY = { channel: 'tg', channelId: '7' };
	const withText = (textRestrictions: unknown) => ({ ...KEY, capability: { textRestrictions } }) as Channel;

	test.each<[unknown, number | undefined]>([
		[{ maxSize: 20 }, 20],
		[{ maxSize: 0 }, 0],
		[{ maxSize: '20' }, undefined],
		[{}, undefined],
	])('reads from restrictions of text %j the size %s', (restrictions, size) => {
		expect(maxTextSize(withText(restrictions))).toBe(size);
	});

	test('a text is split into up to a hundred parts: the longest is sent, one more character is not', () => {
		const split = (count: number) => textsOf(withText({ maxSize: 5 }), { text: 'x'.repeat(count), markup: 'PLAIN' }, 'split');
		expect(split(500)).toEqual(Array.from({ length: 100 }, () => 'xxxxx'));
		expect(refusalOf(() => split(501))).toEqual({
			message:
				'Text is too long: it has 501 characters, and the Telegram channel 7 allows up to 5, so it would take more than 100 messages',
			advice: `Shorten it. It begins with: ${'x'.repeat(60)}…`,
		});
	});

	describe('the files', () => {
		const taking = (maxAttachmentsPerMessage: unknown) => ({ capability: { maxAttachmentsPerMessage } }) as Partial<Channel>;
		const most = (count: number, facts: Partial<Channel>, choice: 'split' | 'fail' = 'split') =>
			fileGroups(
				{ ...KEY, ...facts },
				Array.from({ length: count }, (): FileFacts => ({ kind: 'document' })),
				choice,
			)[0]?.length;
		const refusal = (...given: Parameters<typeof most>) => refusalOf(() => most(...given));

		test.each<[string, Partial<Channel>, number]>([
			['ten where it takes more', taking(11), 10],
			['ten where what it says is no number', taking('3'), 10],
			['what it takes', taking(3), 3],
		])('go into one message: %s', (_what, facts, expected) => {
			expect(most(expected, facts)).toBe(expected);
			expect(most(expected, facts, 'fail')).toBe(expected);
			expect(most(expected * 100, facts)).toBe(expected);
			expect(refusal(expected * 100 + 1, facts)?.advice).toBe('Leave them out, or send them another way.');
			expect(refusal(expected + 1, facts, 'fail')?.advice).toBe(
				'Send the others in another message, or set "If There Are Too Many Files" to "Send Several Messages".',
			);
		});

		describe('files of several kinds', () => {
			const files = (...kinds: Array<FileFacts['kind']>) => kinds.map((kind): FileFacts => ({ kind }));
			const mixed = files('image', 'image', 'document', 'image');
			const separate = { ...KEY, capability: { canCombineDifferentTypes: false, maxAttachmentsPerMessage: 10 } };

			test('are sent in one message each if the channel does not combine them, in their order', () => {
				const groups = fileGroups(separate, mixed, 'split');
				expect(groups).toEqual([files('image', 'image'), files('document'), files('image')]);
				const one = { ...KEY, capability: { ...separate.capability, maxAttachmentsPerMessage: 1 } };
				expect(fileGroups(one, mixed, 'split')).toHaveLength(4);
			});

			test.each([{}, { capability: { canCombineDifferentTypes: true } }])(
				'stay together unless the channel reports that it does not combine them: %j',
				(facts) => {
					expect(fileGroups({ ...KEY, ...facts }, mixed, 'fail')).toEqual([mixed]);
				},
			);

			test('are refused if they are not to be split, or take too many messages', () => {
				expect(refusalOf(() => fileGroups(separate, mixed, 'fail'))).toEqual({
					message: 'Attachments has files of several kinds, but the Telegram channel 7 accepts one kind per message',
					advice: 'Send the others in another message, or set "If There Are Too Many Files" to "Send Several Messages".',
				});
				const alternating = Array.from({ length: 101 }, (_one, index) => files(index % 2 === 0 ? 'image' : 'audio')).flat();
				expect(fileGroups(separate, alternating.slice(1), 'split')).toHaveLength(100);
				expect(refusalOf(() => fileGroups(separate, alternating, 'split'))?.advice).toMatch(/more than 100 messages/);
			});
		});
	});
});

describe('a message that is larger than its channel takes', () => {
	const SPLIT = { ifTextTooLong: 'split' };
	const channel = (more: object = {}) => ({ channels: { tg_7: { ...RICH, textRestrictions: { maxSize: 20 }, ...more } } });

	/** Three parts for a channel of 20 characters, cut at a paragraph and at a sentence. */
	const LONG = 'One two three.\n\nFour five six. Seven eight nine.';
	const PARTS = ['One two three.', 'Four five six.', 'Seven eight nine.'];

	let platform: ScriptedPlatform;
	const start = async (options: PlatformOptions = channel()) => (platform = await startScriptedPlatform(options));
	afterEach(async () => await platform.close());

	const send = async (parameters: object, more: Partial<Run> = {}) =>
		await runOperation({ parameters: toChat('tg_7', parameters) as INodeParameters, credential: platform.credential, ...more });
	const bodies = () => platform.bodies('/messages');
	const texts = () => bodies().map(({ text }) => text);
	const links = (count: number) => ({
		attachment: Array.from({ length: count }, (_one, index) => ({
			source: 'uploaded',
			channelFileId: `https://c.example/${index}.pdf`,
		})),
	});
	const filesOf = (body: Record<string, unknown> | undefined) => (Array.isArray(body?.attachments) ? body.attachments.length : 0);
	const buttons = { buttonsInput: 'json', buttonsJson: '[{ "text": "Yes", "payload": "yes" }]' };
	/** Refuses the message with this number, counted from 1. */
	const refusing = (number: number, status = 400): PlatformOptions => {
		let count = 0;
		return {
			...channel(),
			answer: ({ url }) => {
				if (url !== '/api/messages' || ++count !== number) return undefined;
				return { status, body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'no' } } };
			},
		};
	};

	describe('the text', () => {
		test('fails if that is chosen: the longest is sent, one more character is not', async () => {
			await start();
			const additionalFields = { ifTextTooLong: 'fail' };
			expect((await send({ text: '👍'.repeat(20), additionalFields })).error).toBeUndefined();
			const { error } = await send({ text: '👍'.repeat(21), additionalFields });
			expect(error?.message).toBe('Text is too long: it has 21 characters, and the Telegram channel 7 allows up to 20');
			expect(error?.description).toContain('"If Text Is Too Long"');
			expect(bodies()).toHaveLength(1);
		});

		test.each([
			['as a custom operation', {}],
			['called directly', { directly: true }],
		])('is split %s: in order, buttons and files with the last part, one item that names all parts', async (_how, more) => {
			await start();
			const { error, items } = await send({ text: LONG, ...buttons, attachments: links(2), additionalFields: SPLIT }, more);
			expect(error).toBeUndefined();
			const to = { channel: 'tg', channelId: 7, chatId: '1' };
			expect(bodies()).toEqual([
				{ ...to, text: PARTS[0] },
				{ ...to, text: PARTS[1] },
				{
					...to,
					text: PARTS[2],
					attachments: [
						{ kind: 'document', channelFileId: 'https://c.example/0.pdf' },
						{ kind: 'document', channelFileId: 'https://c.example/1.pdf' },
					],
					buttons: [{ type: 'ActionButton', text: 'Yes', payload: 'yes' }],
				},
			]);
			expect(items).toHaveLength(1);
			expect(items[0]).toMatchObject({
				json: {
					id: 'message-3',
					chatRef: 'tg_7_1',
					parts: [1, 2, 3].map((number) => ({ id: `message-${number}`, chatRef: 'tg_7_1' })),
				},
				pairedItem: { item: 0 },
			});
		});

		test('keeps its markup on every part, and further fields on the right one', async () => {
			await start();
			const furtherFields = '{"pushType":"SILENT_PUSH","replyToChannelMessageId":"q","location":{"latitude":1,"longitude":2}}';
			await send({
				text: '<b>One 2</b> three. <i>Four</i> five',
				additionalFields: { ...SPLIT, textMarkup: 'HTML', furtherFields },
			});
			const common = { channel: 'tg', channelId: 7, chatId: '1', textMarkup: 'HTML', pushType: 'SILENT_PUSH' };
			expect(bodies()).toEqual([
				{ ...common, text: '<b>One 2</b> three.', replyToChannelMessageId: 'q' },
				{ ...common, text: '<i>Four</i> five', location: { latitude: 1, longitude: 2 } },
			]);
		});
	});

	describe('the files', () => {
		test('are sent in several messages: the text with the first, the buttons with the last', async () => {
			await start(channel({ maxAttachmentsPerMessage: 3 }));
			const { error, items } = await send({ text: 'See', attachments: links(7), ...buttons });
			expect(error).toBeUndefined();
			expect(bodies().map((body) => [body.text, filesOf(body), 'buttons' in body])).toEqual([
				['See', 3, false],
				[undefined, 3, false],
				[undefined, 1, true],
			]);
			expect(bodies().flatMap(({ attachments }) => attachments)).toEqual(
				links(7).attachment.map(({ channelFileId }) => ({ kind: 'document', channelFileId })),
			);
			expect(items).toHaveLength(1);
			expect(items[0]?.json).toMatchObject({ id: 'message-3', parts: [{ id: 'message-1' }, { id: 'message-2' }, {}] });
		});
	});

	describe('order and pace', () => {
		test('keep another channel going while eleven channels wait between their parts', async () => {
			const slow = { ...RICH, textRestrictions: { maxSize: 20 }, messageSendIntervalMs: 600 };
			const names = Array.from({ length: 11 }, (_one, index) => `tg_${index + 10}`);
			await start({ channels: { ...Object.fromEntries(names.map((name) => [name, slow])), tg_7: RICH } });
			const items = [...names, 'tg_7'].map((name) => ({ json: { chat: `${name}_1`, text: name === 'tg_7' ? 'quick' : LONG } }));
			const parameters = { text: '={{ $json.text }}', chat: byId('={{ $json.chat }}') };
			expect((await send({ ...parameters, additionalFields: SPLIT }, { items })).error).toBeUndefined();
			// before any second part
			expect(texts().indexOf('quick')).toBeLessThanOrEqual(11);
			expect(texts()).toHaveLength(34);
		});
	});

	describe('a failure of a later part', () => {
		test.each([false, true])('names the parts that were sent, and nothing is sent again (directly: %s)', async (directly) => {
			await start(refusing(3));
			const { error } = await send({ text: LONG, ...buttons, additionalFields: SPLIT }, { directly });
			expect(error?.httpCode).toBe('400');
			expect(error?.description).toContain(
				"2 of this message's 3 parts had already been sent. Don't send them again. The rest begins with: Seven eight nine.",
			);
			expect(texts()).toEqual(PARTS);
		});

		test('is in its item with "Continue on Fail", and the next item is sent', async () => {
			await start(refusing(2));
			const items = [{ json: { text: LONG } }, { json: { text: 'next' } }];
			const outcome = await send({ text: '={{ $json.text }}', additionalFields: SPLIT }, { items, continueOnFail: true });
			expect(outcome.items[0]?.json.details).toMatchObject({
				advice: expect.stringContaining("1 of this message's 3 parts had already been sent. Don't"),
				outcome: 'unknown',
				sentMessageIds: ['message-1'],
			});
			expect(outcome.items[1]?.json).toMatchObject({ id: expect.any(String) });
			expect(texts()).toEqual([PARTS[0], PARTS[1], 'next']);
		});
	});

	test('lets a begun item finish when another channel fails', async () => {
		let release = () => {};
		const failed = new Promise<void>((resolve) => (release = resolve));
		await start({
			channels: { tg_7: { ...RICH, textRestrictions: { maxSize: 20 } }, vk_7: RICH },
			answer: async ({ url, body }) => {
				if (url !== '/api/messages') return undefined;
				const { text } = JSON.parse(String(body)) as { text: string };
				if (text === 'bad') {
					void sleep(20).then(release);
					return { status: 400, body: { $error: { sc: 400, scn: 'INVALID_REQUEST' } } };
				}
				if (text === PARTS[0]) await failed;
				return undefined;
			},
		});
		const items = ['tg_7_1', 'vk_7_1'].map((chat, index) => ({ json: { chat, text: index === 0 ? LONG : 'bad' } }));
		const parameters = { text: '={{ $json.text }}', chat: { __rl: true, mode: 'id', value: '={{ $json.chat }}' } };
		const { error } = await send({ ...parameters, additionalFields: SPLIT }, { items });
		expect(error?.description).toContain('Item 1 of 2 was already processed. Leave it out');
		expect(texts().filter((text) => text !== 'bad')).toEqual(PARTS);
	});

	test('reports the sent parts when an execution is stopped between two of them', async () => {
		let stop = () => {};
		await start({
			...channel({ messageSendIntervalMs: 60_000 }),
			answer: ({ url }) => {
				if (url === '/api/messages') void sleep(50).then(() => stop());
				return undefined;
			},
		});
		const { run } = await send({ text: LONG, additionalFields: SPLIT }, { started: (cancel) => (stop = cancel) });
		expect(run.status).toBe('canceled');
		expect(run.data.resultData.error?.description).toContain(
			"Item 1: 1 of this message's 3 parts had already been sent. Don't send it again.",
		);
		expect(texts()).toEqual([PARTS[0]]);
	});
});
