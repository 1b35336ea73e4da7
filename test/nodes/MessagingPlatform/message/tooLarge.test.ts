import { sleep } from 'n8n-workflow';
import { type FileFacts, maskAllows, shownFiles } from '../../../../nodes/MessagingPlatform/message/fileKind';
import type { Channel } from '../../../../nodes/MessagingPlatform/run/channelBook';
import { channelNamed, limitOf, orElsewhere, textsOf } from '../../../../nodes/MessagingPlatform/message/channelLimits';
import { checkFileCount, fileGroups } from '../../../../nodes/MessagingPlatform/message/fileLimits';
import { refusalOf } from '../../../helpers/fields';
import { byId, itemsOf } from '../../../helpers/runAction';
import { type PlatformOptions, RICH, toChat } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';
import { waitFor } from '../../../helpers/waitFor';

const ANOTHER = 'Send the others in another message, or set "If Too Many Files" to "Send Several Messages".';

describe('the limits of a channel', () => {
	const taking = (capability: object) => ({ channel: 'tg', channelId: '7', capability }) as Channel;
	const files = (...kinds: Array<FileFacts['kind']>) => kinds.map((kind): FileFacts => ({ kind }));

	test('split a text into up to a hundred parts: the longest is sent, one more character is not', () => {
		const small = taking({ textRestrictions: { maxSize: 5 } });
		const split = (count: number) => textsOf(small, { text: 'x'.repeat(count), markup: 'PLAIN' }, 'split');
		expect(split(500)).toEqual(Array.from({ length: 100 }, () => 'xxxxx'));
		const tooLong = 'Text is too long: it has 501 characters, and the Telegram channel 7 allows up to 5';
		expect(refusalOf(() => split(501))).toEqual({
			message: `${tooLong}, so it would take more than 100 messages`,
			advice: `Shorten it. It begins with: ${'x'.repeat(60)}…`,
		});
	});

	test('split a text of short words only into a hundred parts, too, and one of spaces into one that is empty', () => {
		const small = taking({ textRestrictions: { maxSize: 5 } });
		const parts = (text: string) => textsOf(small, { text, markup: 'PLAIN' }, 'split');
		expect(parts('abc '.repeat(100))).toHaveLength(100);
		expect(() => parts('abc '.repeat(101))).toThrow(/would take more than 100 messages$/);
		expect(parts(' '.repeat(6))).toEqual(['']);
	});

	test('are numbers from 0 on, and anything else is none', () => {
		expect(['5', -1, NaN, null, 0, 2.9].map(limitOf)).toEqual([undefined, undefined, undefined, undefined, 0, 2]);
	});

	test('name a channel by its name, in quotes unless it is a number', () => {
		const named = (name: string) => channelNamed({ channel: 'tg', channelId: '7', name } as Channel);
		expect(['', '+4420', 'Shop 7', '7 Shop'].map(named)).toEqual([
			...['the Telegram channel 7', 'the Telegram channel +4420'],
			...['the Telegram channel "Shop 7"', 'the Telegram channel "7 Shop"'],
		]);
		expect(orElsewhere('Leave it out')).toEqual({ people: 'Leave it out, or send to another channel.', model: 'Leave it out.' });
	});

	test('refuse a text where there is none, and nothing else', () => {
		const none = taking({ textRestrictions: null });
		const text = (given: string) => textsOf(none, { text: given, markup: 'PLAIN' }, 'fail');
		expect(text('')).toEqual(['']);
		const advice = 'Send a file without a text, or send to another channel.';
		expect(refusalOf(() => text('x'))).toEqual({ message: "Text isn't supported by the Telegram channel 7", advice });
		const small = taking({ textRestrictions: { maxSize: 5 } });
		expect(textsOf(small, { text: 'too long', markup: 'PLAIN' }, 'platform')).toEqual(['too long']);
	});

	test('know no type of a file whose name and type say nothing, and show it without a name', () => {
		expect(maskAllows('jpg', 'application/x-unknown', 'x')).toBe(true);
		expect(maskAllows('image/*', 'imagery/png', 'a.png')).toBe(true);
		expect(shownFiles([{ kind: 'image' }, { kind: 'audio', name: 'a.mp3' }])).toEqual({
			attachments: [{ kind: 'image' }, { kind: 'audio', fileName: 'a.mp3' }],
		});
		expect([shownFiles(), shownFiles([])]).toEqual([{}, {}]);
	});

	test('count the files of a template and of a prepared message', () => {
		checkFileCount(10);
		expect(refusalOf(() => checkFileCount(11))).toEqual({
			message: 'Attachments has 11 files, but a message can have up to 10',
			advice: 'Send the others in another message.',
		});
	});

	test.each([
		['ten files where it takes more', 11, 10, 'a message can have up to 10'],
		['ten files where it takes ten', 10, 10, 'a message can have up to 10'],
		['the files that it takes', 3, 3, 'the Telegram channel 7 allows up to 3 per message'],
	])('put into one message %s', (_what, maxAttachmentsPerMessage, most, allowed) => {
		const grouped = (count: number, choice: 'fail' | 'split') =>
			fileGroups(taking({ maxAttachmentsPerMessage }), Array<FileFacts>(count).fill({ kind: 'document' }), choice);
		expect(grouped(most, 'fail')).toHaveLength(1);
		expect(grouped(most * 100, 'split').map((group) => group.length)).toEqual(Array(100).fill(most));
		expect(refusalOf(() => grouped(most * 100 + 1, 'split'))?.advice).toBe('Leave them out, or send them another way.');
		expect(refusalOf(() => grouped(most + 1, 'fail'))).toEqual({
			message: `Attachments has ${most + 1} files, but ${allowed}`,
			advice: ANOTHER,
		});
	});

	test('take no file where they are none', () => {
		const none = taking({ maxAttachmentsPerMessage: 0 });
		expect(fileGroups(none, [], 'fail')).toEqual([]);
		expect(refusalOf(() => fileGroups(none, files('image'), 'fail'))?.advice).toBe('Leave them out, or send them another way.');
	});

	test('send files of several kinds in one message each if the channel does not combine them, in their order', () => {
		const mixed = files('image', 'image', 'document', 'image');
		const separate = { canCombineDifferentTypes: false, maxAttachmentsPerMessage: 10 };
		expect(fileGroups(taking(separate), mixed, 'split')).toEqual([files('image', 'image'), files('document'), files('image')]);
		expect(fileGroups(taking({ ...separate, maxAttachmentsPerMessage: 1 }), mixed, 'split')).toHaveLength(4);
		for (const canCombineDifferentTypes of [undefined, true]) {
			expect(fileGroups(taking({ canCombineDifferentTypes }), mixed, 'fail')).toEqual([mixed]);
		}
		expect(refusalOf(() => fileGroups(taking(separate), mixed, 'fail'))).toEqual({
			message: 'Attachments has files of several kinds, but the Telegram channel 7 accepts one kind per message',
			advice: ANOTHER,
		});
		const alternating = Array.from({ length: 101 }, (_one, index) => files(index % 2 === 0 ? 'image' : 'audio')).flat();
		expect(fileGroups(taking(separate), alternating.slice(1), 'split')).toHaveLength(100);
		expect(refusalOf(() => fileGroups(taking(separate), alternating, 'split'))?.advice).toMatch(/more than 100 messages/);
	});
});

describe('a message that is larger than its channel takes', () => {
	const SPLIT = { ifTextTooLong: 'split' };
	const small = { ...RICH, textRestrictions: { maxSize: 20 } };
	const platform = usePlatform({ channels: { tg_7: small } });
	const { send, sent } = platform;

	/** Three parts for a channel of 20 characters, cut at a paragraph and at a sentence. */
	const LONG = 'One two three.\n\nFour five six. Seven eight nine.';
	const PARTS = ['One two three.', 'Four five six.', 'Seven eight nine.'];

	const texts = () => sent().map(({ text }) => text);
	const links = (count: number) =>
		Array.from({ length: count }, (_one, index) => ({ source: 'uploaded', channelFileId: `https://c.example/${index}.pdf` }));
	const attached = (count: number) => links(count).map(({ channelFileId }) => ({ kind: 'document', channelFileId }));
	const buttons = { buttonsInput: 'json', buttonsJson: '[{ "text": "Yes", "payload": "yes" }]' };
	const to = { channel: 'tg', channelId: 7, chatId: '1' };
	const error = { status: 400, body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'no' } } };
	/** Refuses the message with this number, counted from 1. */
	const refusing = (number: number): PlatformOptions => {
		let count = 0;
		return { answer: ({ url }) => (url === '/api/messages' && ++count === number ? error : undefined) };
	};

	test('fails if that is chosen: the longest text is sent, one more character is not', async () => {
		const additionalFields = { ifTextTooLong: 'fail' };
		expect((await send({ text: '👍'.repeat(20), additionalFields })).error).toBeUndefined();
		const { error } = await send({ text: '👍'.repeat(21), additionalFields });
		expect(error?.message).toBe('Text is too long: it has 21 characters, and the Telegram channel 7 allows up to 20');
		expect(error?.description).toContain('"If Text Is Too Long"');
		expect(sent()).toHaveLength(1);
	});

	test.each([false, true])('is split in order, with buttons and files at the end, in one item (direct: %s)', async (directly) => {
		const attachments = { attachment: links(2) };
		const { error, items } = await send({ text: LONG, ...buttons, attachments, additionalFields: SPLIT }, { directly });
		expect(error).toBeUndefined();
		const button = { type: 'ActionButton', text: 'Yes', payload: 'yes' };
		expect(sent()).toEqual([
			{ ...to, text: PARTS[0] },
			{ ...to, text: PARTS[1] },
			{ ...to, text: PARTS[2], attachments: attached(2), buttons: [button] },
		]);
		const parts = [1, 2, 3].map((number) => ({ id: `message-${number}`, chatRef: 'tg_7_1' }));
		expect(items).toMatchObject([{ json: { ...parts[2], parts }, pairedItem: { item: 0 } }]);
	});

	test('keeps its markup on every part, and further fields on the right one', async () => {
		const furtherFields = '{"pushType":"SILENT_PUSH","replyToChannelMessageId":"q","location":{"latitude":1,"longitude":2}}';
		const text = '<b>One 2</b> three. <i>Four</i> five';
		await send({ text, additionalFields: { ...SPLIT, textMarkup: 'HTML', furtherFields } });
		const common = { ...to, textMarkup: 'HTML', pushType: 'SILENT_PUSH' };
		expect(sent()).toEqual([
			{ ...common, text: '<b>One 2</b> three.', replyToChannelMessageId: 'q' },
			{ ...common, text: '<i>Four</i> five', location: { latitude: 1, longitude: 2 } },
		]);
	});

	test('sends its files in several messages: the text with the first, the buttons with the last', async () => {
		await platform.start({ channels: { tg_7: { ...small, maxAttachmentsPerMessage: 3 } } });
		const { error, items } = await send({ text: 'See', attachments: { attachment: links(7) }, ...buttons });
		expect(error).toBeUndefined();
		const parts = sent().map(({ text, attachments, buttons }) => [text, (attachments as object[]).length, buttons !== undefined]);
		expect(parts.map(String)).toEqual(['See,3,false', ',3,false', ',1,true']);
		expect(sent().flatMap(({ attachments }) => attachments)).toEqual(attached(7));
		expect(items).toMatchObject([{ json: { id: 'message-3', parts: [{ id: 'message-1' }, { id: 'message-2' }, {}] } }]);
	});

	const messages = toChat('tg_7', { text: '={{ $json.text }}', chat: byId('={{ $json.chat }}'), additionalFields: SPLIT });

	test('keeps another channel going while eleven channels wait between their parts', async () => {
		const slow = { ...small, messageSendIntervalMs: 300 };
		const names = Array.from({ length: 11 }, (_one, index) => `tg_${index + 10}`);
		await platform.start({ channels: { ...Object.fromEntries(names.map((name) => [name, slow])), tg_7: RICH } });
		const items = [...names, 'tg_7'].map((name) => ({ json: { chat: `${name}_1`, text: name === 'tg_7' ? 'quick' : LONG } }));
		expect((await platform.run(messages, { items })).error).toBeUndefined();
		// before any second part
		expect(texts().indexOf('quick')).toBeLessThanOrEqual(11);
		expect(texts()).toHaveLength(34);
	});

	test.each([false, true])('names the parts sent before a failure, and sends the next item (direct: %s)', async (directly) => {
		await platform.start(refusing(2));
		const items = itemsOf({ chat: 'tg_7_1', text: LONG }, { chat: 'tg_7_1', text: 'next' });
		const outcome = await platform.run(messages, { items, continueOnFail: true, directly });
		const sent = "1 of this message's 3 parts had already been sent. Don't send it again. The rest begins with: Four five six.";
		const details = { advice: expect.stringContaining(sent), outcome: 'unknown', sentMessageIds: ['message-1'] };
		expect(outcome.items[0]?.json.details).toMatchObject(details);
		expect(outcome.items[1]?.json).toMatchObject({ id: expect.any(String) });
		expect(texts()).toEqual([PARTS[0], PARTS[1], 'next']);
	});

	test.each<[unknown, string]>([
		[11, '11'],
		[{}, 'unknown'],
	])('names the parts that went out before a file, whatever IDs they have: %j', async (id, shown) => {
		let count = 0;
		await platform.start({
			channels: { tg_7: { ...small, maxAttachmentsPerMessage: 1 } },
			answer: ({ url }) => {
				if (url !== '/api/messages') return undefined;
				return ++count % 3 === 0 ? error : { body: { $count: 1, $value: { id } } };
			},
		});
		const attachments = { attachment: links(3) };
		const { items } = await send({ text: 'See', attachments }, { continueOnFail: true });
		const sent = "2 of this message's 3 parts had already been sent. Don't send them again. The rest has no text.";
		const sentMessageIds = [shown, shown];
		expect(items[0]?.json.details).toMatchObject({ advice: expect.stringContaining(sent), status: 400, sentMessageIds });
		const { error: thrown } = await send({ text: 'See', attachments });
		expect(thrown?.context?.data).toMatchObject({ scn: 'INVALID_REQUEST', sentMessageIds });
	});

	test('lets a begun item finish when another channel fails', async () => {
		let release = () => {};
		const failed = new Promise<void>((resolve) => (release = resolve));
		await platform.start({
			channels: { tg_7: small, vk_7: RICH },
			answer: async ({ url, body }) => {
				if (url !== '/api/messages') return undefined;
				const { text } = JSON.parse(String(body)) as { text: string };
				if (text === PARTS[0]) await failed;
				if (text !== 'bad') return undefined;
				void sleep(20).then(release);
				return error;
			},
		});
		const items = itemsOf({ chat: 'tg_7_1', text: LONG }, { chat: 'vk_7_1', text: 'bad' });
		expect((await platform.run(messages, { items })).error?.description).toContain(
			'Item 1 of 2 was already processed. Leave it out',
		);
		expect(texts().filter((text) => text !== 'bad')).toEqual(PARTS);
	});

	test('is not begun after another channel has failed, whose error is shown', async () => {
		await platform.start({
			channels: { tg_7: { ...small, messageSendIntervalMs: 60_000 }, vk_7: RICH },
			answer: async ({ body }) => {
				if (!String(body).includes('bad')) return undefined;
				await waitFor(() => texts().includes('One'));
				return error;
			},
		});
		const items = itemsOf({ chat: 'tg_7_1', text: 'One' }, { chat: 'tg_7_1', text: LONG }, { chat: 'vk_7_1', text: 'bad' });
		const { error: shown } = await platform.run(messages, { items });
		expect(shown?.message).toMatch(/^Item 3 of 3: /);
		expect(texts().sort()).toEqual(['One', 'bad']);
	});

	test('reports the sent parts when an execution is stopped between two of them', async () => {
		let stop = () => {};
		await platform.start({
			channels: { tg_7: { ...small, messageSendIntervalMs: 60_000 } },
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
