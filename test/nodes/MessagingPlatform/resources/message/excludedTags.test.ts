import { type IDataObject, type INodeExecutionData, type INodeParameters, sleep } from 'n8n-workflow';
import { type AgentKind, callByMcp, runAgent } from '../../../../helpers/runAgent';
import { byId, itemsOf } from '../../../../helpers/runAction';
import { RICH } from '../../../../helpers/scriptedPlatform';
import type { Reply } from '../../../../helpers/servers';
import { FakeN8n } from '../../../../helpers/fakeN8n';
import { usePlatform } from '../../../../helpers/usePlatform';

const send = { resource: 'message', operation: 'send', text: '={{ $json.say ?? "Hello" }}' };

describe('a message with excluded tags', () => {
	const BIG = '9223372036854775807';
	const INTERVAL_MS = 200;
	const SKIPPED = { chatRef: 'tg_1_a', tbChatId: 7, outcome: 'skipped', skippedBecause: 'tag', tag: 'VIP' };

	/** The tags of every chat, or a response to return instead. */
	let tags: string[] | Reply;
	beforeEach(() => (tags = ['VIP']));
	const listed = ({ url }: { url: string }) => {
		if (!url.endsWith('/tags')) return undefined;
		return Array.isArray(tags) ? { body: { $count: tags.length, $items: tags.map((name) => ({ name, tagId: 1 })) } } : tags;
	};
	const paced = { ...RICH, messageSendIntervalMs: INTERVAL_MS };
	const platform = usePlatform({ channels: { tg_1: RICH, tg_2: paced, whatsappb_5: RICH }, answer: listed });
	const calls = () => platform.calls().filter((one) => !one.includes('/channels'));

	const tagged = { ...send, additionalFields: { excludedTags: ['human', 'VIP'] } };
	const template = { ...tagged, operation: 'sendTemplate', templateId: '1001' };
	const event = (more: object = {}) => itemsOf({ event: 'new_message', chatRef: 'tg_1_a', tbChatId: 7, ...more });
	const reply = async (parameters: object) => await platform.run(parameters, { items: event(), trigger: true });

	test.each([tagged, template])('is skipped if its chat has one, and goes out otherwise: $operation', async (parameters) => {
		const { items, error } = await reply(parameters);
		expect(error).toBeUndefined();
		expect(items).toEqual([{ json: SKIPPED, pairedItem: { item: 0 } }]);
		expect(calls()).toEqual(['GET /api/chats/7/tags']);
		expect((await reply({ ...parameters, simplify: true })).items[0]?.json).toEqual(SKIPPED);
		for (const other of [[], ['vip', 'VIP ', 'hu']]) {
			tags = other;
			expect((await reply(parameters)).items[0]?.json).toMatchObject({ outcome: 'sent', chatRef: 'tg_1_a', tbChatId: 7 });
			expect(calls().splice(-2)).toEqual(['GET /api/chats/7/tags', 'POST /api/messages']);
		}
		expect(JSON.stringify(platform.sent())).not.toContain('human');
	});

	const chat = { sendTo: 'chat', chat: byId('tg_1_a') };
	test("takes the chat's ID from the item with the same chatRef, digit for digit", async () => {
		await platform.run({ ...tagged, ...chat }, { items: event({ tbChatId: BIG }) });
		expect(calls()).toEqual([`GET /api/chats/${BIG}/tags`]);
	});

	const phone = { sendTo: 'phone', channel: byId('whatsappb_5'), phoneNumber: '+442079460958' };
	test.each<[string, object, INodeExecutionData[]]>([
		[' for a phone number', phone, event({ chatRef: 'whatsappb_5_442079460958' })],
		['', chat, event({ chatRef: 'tg_1_b' })],
	])("is refused before anything is sent if the chat's ID isn't known%s", async (which, parameters, items) => {
		const attachments = { attachment: [{ source: 'binary', binaryPropertyName: 'data' }] };
		const binary = { data: { data: 'eA==', mimeType: 'image/png', fileName: 'a.png' } };
		const given = { items: items.map((one) => ({ ...one, binary })), continueOnFail: true };
		const { items: output } = await platform.run({ ...tagged, ...parameters, attachments }, given);
		expect(output[0]?.json).toEqual({
			error: `Excluded Tag Names or IDs needs the chat's ID (tbChatId), which isn't known${which}`,
			details: { advice: expect.stringContaining('"A Chat by ID"'), outcome: 'notSent' },
		});
		expect(calls()).toEqual([]);
	});

	test.each<[Reply, string, string]>([
		[{ status: 500, body: { $error: { sc: 1 } } }, 'The platform failed to process the request', ''],
		[{ body: { $value: {} } }, "The platform's response has no list of tags", "Report this to the platform's support."],
	])("is held back if the tags can't be read: %j", async (answer, message, advice) => {
		tags = answer;
		const { items } = await platform.run(tagged, { items: event(), trigger: true, continueOnFail: true });
		const error = `Nothing was sent, because the chat's tags couldn't be read: ${message}`;
		expect(items[0]?.json).toMatchObject({ error, details: { advice: expect.stringContaining(advice), outcome: 'notSent' } });
		expect(platform.sent()).toEqual([]);
	});

	test('has its tags read once, before the first of its parts', async () => {
		tags = [];
		const additionalFields = { ...tagged.additionalFields, ifTextTooLong: 'split' };
		const { items } = await reply({ ...tagged, text: `${'a'.repeat(90)} ${'b'.repeat(90)}`, additionalFields });
		expect(items).toMatchObject([{ json: { outcome: 'sent', parts: [{}, {}] } }]);
		expect(calls()).toEqual(['GET /api/chats/7/tags', 'POST /api/messages', 'POST /api/messages']);
	});

	test('has its tags read after its pause', async () => {
		tags = [];
		await platform.start({
			channels: { tg_2: paced },
			answer: (request) => {
				// an operator takes over while the second message waits
				if (request.url.endsWith('/messages')) void sleep(INTERVAL_MS / 2).then(() => (tags = ['VIP']));
				return listed(request);
			},
		});
		const items = ['a', 'b', 'c'].map((id, index) => ({ json: { chatRef: `tg_2_${id}`, tbChatId: index + 1 } }));
		const { items: output } = await platform.run(tagged, { items });
		expect(output.map(({ json }) => json.outcome)).toEqual(['sent', 'skipped', 'skipped']);
		expect(platform.sent()).toHaveLength(1);
	});

	test.each<AgentKind>(['engine', 'direct'])(
		"shows a tool which tag kept it back, and never takes the chat's ID from the tool's own item: %s",
		async (kind) => {
			const input: IDataObject = { chatRef: 'tg_1_other', tbChatId: 99, excludedTags: [], additionalFields: {} };
			const asTool = async (parameters: object, items = event()) => {
				const given = { kind, parameters: parameters as INodeParameters, calls: [{ itemIndex: 0, input }] };
				return JSON.stringify(await runAgent({ ...given, items, credential: platform.credential }));
			};
			expect(await asTool(tagged)).toContain('"outcome":"skipped","skippedBecause":"tag","tag":"VIP"');
			expect(calls()).toEqual(['GET /api/chats/7/tags']);
			const refused = "Excluded Tag Names or IDs needs the chat's ID (tbChatId), which isn't known";
			const withItem: IDataObject = { chatRef: 'tg_1_other', tbChatId: 99 };
			const chosen = { ...tagged, sendTo: 'chat', chat: byId('tg_1_other') };
			expect(await asTool(chosen, itemsOf(withItem))).toContain(refused);
			expect(await asTool(tagged, event({ tbChatId: undefined }))).toContain(refused);
			await expect(callByMcp(chosen as INodeParameters, withItem, input, platform.credential)).rejects.toThrow(refused);
			const written = { ...tagged, additionalFields: { excludedTags: '={{ $json.excludedTags }}' } };
			expect(await asTool(written)).toContain("Excluded Tag Names or IDs reads the tool's own item");
			expect(calls()).toHaveLength(1);
			tags = { status: 500, body: 'a secret' };
			expect(await asTool(tagged)).toContain(
				"Nothing was sent, because the chat's tags couldn't be read. Other arguments won't help. Continue without this tool, and tell the operator",
			);
			await platform.start({ answer: ({ url }) => (url.endsWith('/channels') ? undefined : { status: 500 }) });
			expect(await asTool(send)).toContain(
				"The platform didn't respond as expected. This may or may not have been done. Try again later, only once",
			);
		},
	);

	const question = { message: 'Shall we?', responseType: 'approval', options: { excludedTags: ['VIP'] } };
	const separate = { ...question, options: { ...question.options, separateOutputs: true } };

	test("isn't asked as a question in a chat with an excluded tag, and the workflow continues", async () => {
		const n8n = await FakeN8n.start({ credential: platform.credential });
		const asked = await n8n.ask(question, event());
		expect([asked.error, asked.status]).toEqual([undefined, 'finished']);
		expect(asked.outputs.map((output) => output.map(({ json }) => json))).toEqual([[SKIPPED]]);
		expect(calls()).toEqual(['GET /api/chats/7/tags']);
		expect((await n8n.ask(separate, event())).branches).toMatchObject({ 0: [{ json: SKIPPED }] });
		tags = [];
		expect((await n8n.ask(question, event())).status).toBe('waiting');
		tags = { status: 500 };
		expect((await n8n.ask(question, event())).error?.message).toMatch(/^Nothing was sent, because the chat's tags/);
		expect((await n8n.ask({ ...question, ...phone }, event())).error?.message).toContain("needs the chat's ID");
		expect(platform.sent()).toHaveLength(1);
		await n8n.close();
	});
});

describe('a dry run', () => {
	const PLAIN = { ...RICH, buttonsRestrictions: null, statusRestrictions: null };
	const WITH_STATUS = { ...RICH, statusRestrictions: {}, maxAttachmentsPerMessage: 1, messageSendIntervalMs: 60_000 };

	let tagsStatus: number;
	beforeEach(() => (tagsStatus = 200));
	const platform = usePlatform({
		channels: { tg_1: WITH_STATUS, sms_2: PLAIN, whatsappb_5: RICH },
		answer: ({ url }) => {
			if (!url.endsWith('/tags')) return undefined;
			const body = { $count: 1, $items: [{ name: url.includes('/7/') ? 'human' : 'other', tagId: 1 }] };
			return tagsStatus === 200 ? { body } : { status: tagsStatus, body: {} };
		},
	});
	// the platform changes nothing for a GET (specification, "What the service does")
	afterEach(() => expect(platform.calls().filter((call) => !call.startsWith('GET'))).toEqual([]));

	const dry = (more: object = {}) => ({ ...send, additionalFields: { dryRun: true, ...more } });
	const event = (chatRef: string, more: IDataObject = {}): INodeExecutionData => ({
		json: { event: 'new_message', chatRef, ...more },
	});
	const jsonOf = async (parameters: object, items: INodeExecutionData[]) =>
		(await platform.run(parameters, { items })).items.map(({ json }) => json);

	test('shows for each item who would get what, and what would be refused, in one run', async () => {
		const items = [
			event('tg_1_a', { tbChatId: 5 }),
			event('tg_1_b', { tbChatId: 7 }),
			event('tg_1_c', { tbChatId: 8, say: ' ' }),
			event('sms_2_d', { tbChatId: 9 }),
		];
		const { items: output, error } = await platform.run(dry({ excludedTags: ['human'] }), { items });
		expect(error).toBeUndefined();
		const would = { outcome: 'wouldBeSent', messages: [{ text: 'Hello' }] };
		const matching = (words: RegExp) => expect.stringMatching(words) as unknown;
		const jsons = [
			{ ...would, chatRef: 'tg_1_a', tbChatId: 5, deliveryReports: 'yes' },
			{ chatRef: 'tg_1_b', tbChatId: 7, outcome: 'skipped', skippedBecause: 'tag', tag: 'human' },
			{ outcome: 'wouldBeRefused', problem: matching(/^The message is empty/), advice: matching(/^Fill in Text/) },
			{ ...would, chatRef: 'sms_2_d', tbChatId: 9, deliveryReports: 'no' },
		];
		expect(output).toEqual(jsons.map((json, item) => ({ json, pairedItem: { item } })));
	});

	test('lists the messages of an item, with the names of files and buttons, and makes none of them', async () => {
		const binary = (fileName: string) => ({ data: 'eA==', mimeType: 'image/png', fileName });
		const items = [{ ...event('tg_1_a'), binary: { one: binary('one.png'), two: binary('two.png') } }];
		const parameters = {
			...dry({ ifTextTooLong: 'split', subject: 'News' }),
			text: `${'a'.repeat(99)} ${'b'.repeat(50)}`,
			attachments: { attachment: [{ source: 'binary', binaryPropertyName: 'one,two' }] },
			buttonsInput: 'json',
			buttonsJson: '[{"text": "Yes", "answer": {"text": "Thank you!"}}]',
		};
		const [json] = await jsonOf(parameters, items);
		expect(json).toEqual({
			outcome: 'wouldBeSent',
			chatRef: 'tg_1_a',
			messages: [
				{ text: 'a'.repeat(99), subject: 'News' },
				{ text: 'b'.repeat(50), subject: 'News', attachments: [{ kind: 'image', fileName: 'one.png' }] },
				{ subject: 'News', attachments: [{ kind: 'image', fileName: 'two.png' }], buttons: ['Yes'] },
			],
			deliveryReports: 'yes',
		});
	});

	test.each<[object, string, RegExp | undefined]>([
		[{ ifButtonsUnsupported: 'numberedText' }, 'sms_2_a', /^Buttons aren't supported .* numbered text\.$/],
		[{ ifButtonsUnsupported: 'send' }, 'sms_2_a', /^Buttons aren't supported .* the platform decides/],
		[{ text: 'a'.repeat(101) }, 'tg_1_a', /^The text has 101 characters/],
		[{}, 'tg_404_a', /^What .* isn't known/],
	])('says what the channel lacks: %j in %s', async (more, chatRef, note) => {
		const buttons = { buttonsInput: 'json', buttonsJson: '[{"text": "Yes"}]' };
		const [json] = await jsonOf({ ...dry(), ...buttons, ...more }, [event(chatRef)]);
		expect(json?.notes).toEqual(note && [expect.stringMatching(note)]);
	});
});
