import { type IDataObject, type INodeExecutionData, type INodeParameters, sleep } from 'n8n-workflow';
import { type AgentKind, callByMcp, runAgent } from '../../../../helpers/runAgent';
import { byId, itemsOf, type Run, runOperation } from '../../../../helpers/runAction';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from '../../../../helpers/scriptedPlatform';
import type { Reply } from '../../../../helpers/servers';
import { FakeN8n } from '../../../../helpers/fakeN8n';

describe('excludedTags', () => {
	const BIG = '9223372036854775807';
	const INTERVAL_MS = 400;

	let platform: ScriptedPlatform;
	/** The tags of every chat, or a response to return instead. */
	let tags: string[] | Reply;
	beforeEach(async () => {
		tags = ['VIP'];
		platform = await startScriptedPlatform({
			channels: { tg_1: RICH, whatsappb_5: RICH },
			answer: ({ url }) => {
				if (!url.endsWith('/tags')) return undefined;
				return Array.isArray(tags) ? { body: { $count: tags.length, $items: tags.map((name) => ({ name, tagId: 1 })) } } : tags;
			},
		});
	});
	afterEach(async () => await platform.close());

	const calls = () => platform.requests.map(({ method, url }) => `${method} ${url}`).filter((one) => !one.includes('/channels'));

	const excluded = (...names: string[]) => ({ additionalFields: { excludedTags: names } });
	const send = (more: object = excluded('human', 'VIP')) => ({ resource: 'message', operation: 'send', text: 'Hello', ...more });
	const template = (more: object = excluded('human', 'VIP')) => ({
		...send(more),
		operation: 'sendTemplate',
		templateId: '1001',
	});
	const event = (more: object = {}) => itemsOf({ event: 'new_message', chatRef: 'tg_1_a', tbChatId: 7, ...more });

	const run = async (parameters: object, options: Partial<Run> = {}) =>
		await runOperation({ parameters: parameters as INodeParameters, credential: platform.credential, ...options });
	const reply = async (parameters: object, items: INodeExecutionData[] = event()) =>
		await run(parameters, { items, trigger: true });

	const SKIPPED = { chatRef: 'tg_1_a', tbChatId: 7, outcome: 'skipped', skippedBecause: 'tag', tag: 'VIP' };

	describe('a message with excluded tags', () => {
		test.each([send, template])('is skipped if its chat has one of them', async (parameters) => {
			const { items, error } = await reply(parameters());
			expect(error).toBeUndefined();
			expect(items).toEqual([{ json: SKIPPED, pairedItem: { item: 0 } }]);
			expect(calls()).toEqual(['GET /api/chats/7/tags']);
			expect((await reply(parameters({ ...excluded('VIP'), simplify: true }))).items[0]?.json).toEqual(SKIPPED);
		});

		test.each([send, template])('goes out if it has none, after its tags were read', async (parameters) => {
			for (const other of [[], ['vip'], ['VIP ', 'hu']]) {
				tags = other;
				const { items } = await reply(parameters());
				expect(items[0]?.json).toMatchObject({ outcome: 'sent', chatRef: 'tg_1_a', tbChatId: 7 });
				expect(calls().splice(-2)).toEqual(['GET /api/chats/7/tags', 'POST /api/messages']);
			}
			expect(JSON.stringify(platform.bodies('/messages'))).not.toContain('human');
		});
	});

	describe("the chat's ID", () => {
		const number = { sendTo: 'tbChatId', channel: byId('tg_1'), tbChatId: BIG };
		const chat = { sendTo: 'chat', chat: byId('tg_1_a') };

		test.each<[string, object, INodeExecutionData[], string, object]>([
			['the event of a reply', {}, event({ tbChatId: BIG }), BIG, { chatRef: 'tg_1_a', tbChatId: BIG }],
			['A Chat by ID', number, itemsOf({}), BIG, { tbChatId: BIG }],
			['the item with the same chatRef', chat, event(), '7', { chatRef: 'tg_1_a', tbChatId: 7 }],
		])('comes from %s', async (_where, parameters, items, id, keys) => {
			for (const trigger of [true, false]) {
				const { items: output } = await run({ ...send(), ...parameters }, { items, trigger });
				expect(output[0]?.json).toEqual({ ...keys, outcome: 'skipped', skippedBecause: 'tag', tag: 'VIP' });
			}
			expect(calls()).toEqual([`GET /api/chats/${id}/tags`, `GET /api/chats/${id}/tags`]);
		});

		const phone = { sendTo: 'phone', channel: byId('whatsappb_5'), phoneNumber: '+442079460958' };

		test.each<[string, object, INodeExecutionData[]]>([
			['a phone number', phone, event({ chatRef: 'whatsappb_5_442079460958' })],
			['an item of another chat', chat, event({ chatRef: 'tg_1_b' })],
			['an item without chatRef', chat, itemsOf({ tbChatId: 7 })],
		])("is refused before anything is sent if it isn't known: %s", async (_where, parameters, items) => {
			for (const operation of [send(), template()]) {
				const attachments = { attachment: [{ source: 'binary', binaryPropertyName: 'data' }] };
				const binary = { data: { data: 'eA==', mimeType: 'image/png', fileName: 'a.png' } };
				const given = { ...operation, ...parameters, attachments };
				const { items: output } = await run(given, { items: items.map((one) => ({ ...one, binary })), continueOnFail: true });
				expect(output[0]?.json).toEqual({
					error: expect.stringMatching(
						/^Excluded Tag Names or IDs needs the chat's ID \(tbChatId\), which isn't known( for a phone number)?$/,
					),
					details: { advice: expect.stringContaining('"A Chat by ID"'), outcome: 'notSent' },
				});
			}
			expect(calls()).toEqual([]);
		});
	});

	describe("tags that can't be read", () => {
		test.each<[Reply, string]>([
			[{ status: 500, body: { $error: { sc: 1 } } }, 'The platform failed to process the request'],
			[{ body: { $value: {} } }, "The platform's response has no list of tags"],
		])('hold the message back: %j', async (answer, message) => {
			tags = answer;
			for (const parameters of [send(), template()]) {
				const { items } = await run(parameters, { items: event(), trigger: true, continueOnFail: true });
				expect(items[0]?.json).toMatchObject({
					error: `Nothing was sent, because the chat's tags couldn't be read: ${message}`,
					details: { outcome: 'notSent' },
				});
			}
			expect(platform.to('/messages')).toEqual([]);
		});
	});

	describe('the tags', () => {
		test('are read for each message, after its pause', async () => {
			tags = [];
			const paced = await startScriptedPlatform({
				channels: { tg_2: { ...RICH, messageSendIntervalMs: INTERVAL_MS } },
				answer: ({ url }) => {
					if (url.endsWith('/tags')) return { body: { $items: tags } };
					// an operator takes over while the second message waits
					if (url.endsWith('/messages')) void sleep(INTERVAL_MS / 2).then(() => (tags = ['VIP']));
					return undefined;
				},
			});
			try {
				const items = ['a', 'b', 'c'].map((id, index) => ({ json: { chatRef: `tg_2_${id}`, tbChatId: index + 1 } }));
				const { items: output } = await run(send(), { items, credential: paced.credential });
				expect(output.map(({ json }) => json.outcome)).toEqual(['sent', 'skipped', 'skipped']);
				expect(paced.to('/messages')).toHaveLength(1);
			} finally {
				await paced.close();
			}
		});
	});

	describe('as a tool', () => {
		const input: IDataObject = { chatRef: 'tg_1_other', tbChatId: 99, excludedTags: [], additionalFields: {} };
		const asTool = async (kind: AgentKind, parameters: object, items: INodeExecutionData[] = event()) =>
			JSON.stringify(
				await runAgent({
					kind,
					parameters: parameters as INodeParameters,
					items,
					calls: [{ itemIndex: 0, input }],
					credential: platform.credential,
				}),
			);

		test.each<AgentKind>(['engine', 'direct'])('returns the tag that kept the message back, called by the %s', async (kind) => {
			for (const parameters of [send(), template()]) {
				const answer = await asTool(kind, parameters);
				expect(answer).toContain('"outcome":"skipped","skippedBecause":"tag","tag":"VIP"');
			}
			expect(calls()).toEqual(['GET /api/chats/7/tags', 'GET /api/chats/7/tags']);
		});

		test.each<AgentKind>(['engine', 'direct'])(
			"never takes the chat's ID from the tool's own item, called by the %s",
			async (kind) => {
				const refused = "Excluded Tag Names or IDs needs the chat's ID (tbChatId), which isn't known";
				const withItem: IDataObject = { chatRef: 'tg_1_other', tbChatId: 99 };
				const chosen = { ...send(), sendTo: 'chat', chat: byId('tg_1_other') };
				expect(await asTool(kind, chosen, itemsOf(withItem))).toContain(refused);
				expect(await asTool(kind, send(), event({ tbChatId: undefined }))).toContain(refused);
				await expect(callByMcp(chosen as INodeParameters, withItem, input, platform.credential)).rejects.toThrow(refused);
				expect(calls()).toEqual([]);
			},
		);
	});

	describe('a question', () => {
		const question = { message: 'Shall we?', responseType: 'approval', options: { excludedTags: ['VIP'] } };

		test("isn't asked for a human review, and the agent reads which tag kept it back", async () => {
			const call = { tool: 'Refund', toolParameters: { amount: 5 } };
			const answers = await runAgent({
				kind: 'engine',
				items: event(),
				parameters: { ...question, message: '=Run {{ $tool.name }}? {{ $tool.parameters }}' },
				calls: [{ itemIndex: 0, input: call }],
				credential: platform.credential,
				noted: { hitl: { gatedToolNodeName: 'Refund', toolName: 'Refund', originalInput: { amount: 5 } } },
			});
			const chatInput = 'The tool wasn\'t run, because no one was asked. The chat has the tag "VIP".';
			expect(answers).toEqual([{ response: [{ ...SKIPPED, chatInput }], error: undefined }]);
			expect(platform.to('/messages')).toEqual([]);
		});

		test("isn't asked in a chat with an excluded tag, and the workflow continues", async () => {
			const n8n = await FakeN8n.start({ credential: platform.credential });
			try {
				const asked = await n8n.ask(question, event());
				expect([asked.error, asked.status]).toEqual([undefined, 'finished']);
				expect(asked.outputs.map((output) => output.map(({ json }) => json))).toEqual([[SKIPPED]]);
				expect(calls()).toEqual(['GET /api/chats/7/tags']);
				tags = [];
				expect((await n8n.ask(question, event())).status).toBe('waiting');
				expect(platform.to('/messages')).toHaveLength(1);
				tags = { status: 500 };
				expect((await n8n.ask(question, event())).error?.message).toMatch(/^Nothing was sent, because the chat's tags/);
				const phone = { ...question, sendTo: 'phone', channel: byId('whatsappb_5'), phoneNumber: '+442079460958' };
				expect((await n8n.ask(phone, event())).error?.message).toContain("needs the chat's ID");
				expect(platform.to('/messages')).toHaveLength(1);
			} finally {
				await n8n.close();
			}
		});
	});
});

describe('a dry run', () => {
	const PLAIN = { ...RICH, buttonsRestrictions: null, statusRestrictions: null };
	const WITH_STATUS = { ...RICH, statusRestrictions: {}, maxAttachmentsPerMessage: 1, messageSendIntervalMs: 60_000 };

	let platform: ScriptedPlatform;
	let tagsStatus: number;
	beforeEach(async () => {
		tagsStatus = 200;
		platform = await startScriptedPlatform({
			channels: { tg_1: WITH_STATUS, sms_2: PLAIN, whatsappb_5: RICH },
			answer: ({ url }) => {
				if (!url.endsWith('/tags')) return undefined;
				const body = { $count: 1, $items: [{ name: url.includes('/7/') ? 'human' : 'other', tagId: 1 }] };
				return tagsStatus === 200 ? { body } : { status: tagsStatus, body: {} };
			},
		});
	});
	afterEach(async () => await platform.close());

	const run = async (parameters: object, options: Partial<Run> = {}) =>
		await runOperation({ parameters: parameters as INodeParameters, credential: platform.credential, ...options });

	const reply = { resource: 'message', operation: 'send', text: '={{ $json.say ?? "Hello" }}' };
	const dry = (more: object = {}) => ({ ...reply, additionalFields: { dryRun: true, ...more } });
	const event = (chatRef: string, more: IDataObject = {}): INodeExecutionData =>
		itemsOf({ event: 'new_message', chatRef, ...more })[0] as INodeExecutionData;
	const jsonOf = async (parameters: object, items: INodeExecutionData[]) =>
		(await run(parameters, { items })).items.map(({ json }) => json);

	// the platform changes nothing for a GET (specification, "What the service does")
	afterEach(() => expect(platform.requests.filter(({ method }) => method !== 'GET')).toEqual([]));

	test('shows for each item who would get what, and what would be refused, in one run', async () => {
		const items = [
			event('tg_1_a', { tbChatId: 5 }),
			event('tg_1_b', { tbChatId: 7 }),
			event('tg_1_c', { tbChatId: 8, say: ' ' }),
			event('sms_2_d', { tbChatId: 9 }),
		];
		const { items: output, error } = await run(dry({ excludedTags: ['human'] }), { items });
		expect(error).toBeUndefined();
		expect(output).toEqual([
			{
				json: { outcome: 'wouldBeSent', chatRef: 'tg_1_a', tbChatId: 5, messages: [{ text: 'Hello' }], deliveryReports: 'yes' },
				pairedItem: { item: 0 },
			},
			{
				json: { chatRef: 'tg_1_b', tbChatId: 7, outcome: 'skipped', skippedBecause: 'tag', tag: 'human' },
				pairedItem: { item: 1 },
			},
			{
				json: {
					outcome: 'wouldBeRefused',
					problem: expect.stringMatching(/^The message is empty/) as unknown,
					advice: expect.stringMatching(/^Fill in Text/) as unknown,
				},
				pairedItem: { item: 2 },
			},
			{
				json: { outcome: 'wouldBeSent', chatRef: 'sms_2_d', tbChatId: 9, messages: [{ text: 'Hello' }], deliveryReports: 'no' },
				pairedItem: { item: 3 },
			},
		]);
	});

	test('lists the messages of an item, with the names of files and buttons, and makes none of them', async () => {
		const binary = (fileName: string) => ({ data: Buffer.from('x').toString('base64'), mimeType: 'image/png', fileName });
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

	test('says what the channel lacks', async () => {
		const buttons = { buttonsInput: 'json', buttonsJson: '[{"text": "Yes"}]' };
		const notes = async (parameters: object, chatRef: string) => (await jsonOf(parameters, [event(chatRef)]))[0]?.notes;
		const unsupported = (choice: string) => ({ ...dry(), ...buttons, ifButtonsUnsupported: choice });
		expect(await notes(unsupported('numberedText'), 'sms_2_a')).toEqual([
			expect.stringMatching(/^Buttons aren't supported .* numbered text\.$/),
		]);
		expect(await notes(unsupported('send'), 'sms_2_a')).toEqual([
			expect.stringMatching(/^Buttons aren't supported .* the platform decides/),
		]);
		expect(await notes(unsupported('send'), 'tg_1_a')).toBeUndefined();
		expect(await notes({ ...dry(), text: 'a'.repeat(101) }, 'tg_1_a')).toEqual([
			expect.stringMatching(/^The text has 101 characters/),
		]);
		expect(await notes(dry(), 'tg_404_a')).toEqual([expect.stringMatching(/^What .* isn't known/)]);
		expect(await jsonOf(unsupported('fail'), [event('sms_2_a')])).toMatchObject([{ outcome: 'wouldBeRefused' }]);
	});

	test('refuses an address like a run, and shows the phone number that it read', async () => {
		const phone = { ...dry(), sendTo: 'phone', channel: byId('whatsappb_5'), phoneNumber: '={{ $json.phone }}' };
		const [good, bad] = await jsonOf(phone, itemsOf({ phone: '+44 20 7946 0958' }, { phone: '12' }));
		expect(good).toMatchObject({ outcome: 'wouldBeSent', remoteAddress: 'tel:+442079460958', channelRef: 'whatsappb_5' });
		expect(bad).toMatchObject({ outcome: 'wouldBeRefused', problem: expect.stringContaining('Phone Number') as unknown });
		const chat = { ...dry(), sendTo: 'chat', chat: byId('={{ $json.chat }}') };
		expect(await jsonOf(chat, itemsOf({ chat: 'nobody' }))).toMatchObject([{ outcome: 'wouldBeRefused' }]);
	});

	test('fails when the platform does', async () => {
		tagsStatus = 401;
		const { error } = await run(dry({ excludedTags: ['human'] }), { items: [event('tg_1_a', { tbChatId: 5 })] });
		expect(error?.message).toContain("the chat's tags couldn't be read");
	});
});
