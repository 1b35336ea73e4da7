import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { byId, itemsOf, type Run, runOperation } from '../../../../helpers/runAction';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from '../../../../helpers/scriptedPlatform';

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

describe('a dry run', () => {
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
