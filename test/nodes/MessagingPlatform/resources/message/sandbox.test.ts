import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import { type Sandbox, startSandbox } from '../../../../../sandbox/server';

/** The sandbox refuses requests that break its contract, so a request that it accepts conforms. */
describe('messages and files with the sandbox', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox()));
	afterAll(async () => await sandbox.close());

	const run = async (parameters: object, items?: INodeExecutionData[]) => {
		const { apiToken, baseUrl, notificationUrl, issuer } = sandbox;
		return await runOperation({
			parameters: { simplify: false, ...parameters } as INodeParameters,
			items,
			credential: { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' },
		});
	};
	const chat = (value: string) => ({ sendTo: 'chat', chat: { __rl: true, mode: 'id', value } });
	const zoe = 'tg_4100_271828182';

	test('sends a message with a file of the item, a link, and automatic reply buttons', async () => {
		const content = Buffer.from('pretend picture');
		const binary = { data: { data: content.toString('base64'), mimeType: 'image/png', fileName: 'Фото 🎂.png' } };
		const menu = {
			resource: 'message',
			operation: 'send',
			...chat(zoe),
			text: 'Choose, Zoë!',
			attachments: { attachment: [{ source: 'binary', binaryPropertyName: 'data' }] },
			buttonsInput: 'fields',
			buttons: {
				button: [
					{
						type: 'ActionButton',
						text: 'Yes',
						whenPressed: 'answer',
						answerText: 'Thanks!',
						answerTags: ['buyer'],
					},
					{ type: 'HyperLinkButton', text: 'Site', link: 'https://example.com' },
					{
						type: 'ActionButton',
						text: 'Stop',
						whenPressed: 'notifications.unsubscribe',
						answerText: '',
					},
				],
			},
		};
		const { error, items } = await run(menu, [{ json: {}, binary }]);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ direction: 'outbound', text: 'Choose, Zoë!', tbChatId: 70001 });
		const message = items[0]?.json as {
			attachments: Array<{ kind: string; fileName: string; publicUrl: string }>;
			buttons: object[];
		};
		expect(message.attachments).toMatchObject([{ kind: 'image', fileName: 'Фото 🎂.png' }]);
		expect(message.buttons).toHaveLength(3);
		// the editor shows the fields in this order: what people use first, IDs last
		const names = Object.keys(message);
		const first = ['outcome', 'deliveryReports', 'text', 'chatRef', 'channel', 'attachments', 'buttons'];
		const last = ['id', 'chatId', 'channelId', 'tbChatId', 'accountId', 'correlationId'];
		expect(names.slice(0, first.length)).toEqual(first);
		expect(names.slice(-last.length)).toEqual(last);
		expect(sandbox.state.chainActions).toMatchObject([{ action: 'tags.assign' }, { action: 'notifications.unsubscribe' }]);
		expect(sandbox.state.preparedMessages).toMatchObject([{ text: 'Thanks!', ownerType: 'Account', ownerId: sandbox.accountId }]);

		// another process, which finds the answers in the list
		expect((await run(menu, [{ json: {}, binary }])).items[0]?.json.buttons).toEqual(message.buttons);
		expect(sandbox.state.chainActions).toHaveLength(2);

		const download = await run({ resource: 'file', operation: 'download', url: message.attachments[0]?.publicUrl });
		expect(download.error).toBeUndefined();
		expect(download.items[0]?.json).toEqual({ fileName: 'Фото 🎂.png', mimeType: 'image/png', fileSize: content.length });
		expect(Buffer.from(download.items[0]?.binary?.data?.data ?? '', 'base64').equals(content)).toBe(true);
	});

	test('uploads, then sends the link in a message', async () => {
		const binary = { data: { data: 'AAEC', mimeType: 'application/pdf', fileName: 'a "b".pdf' } };
		const upload = await run({ resource: 'file', operation: 'upload' }, [{ json: {}, binary }]);
		expect(upload.error).toBeUndefined();
		const { cloudUri } = upload.items[0]?.json as { cloudUri: string };
		const { error, items } = await run({
			resource: 'message',
			operation: 'send',
			...chat('viber_310_Qk9va1=='),
			attachments: { attachment: [{ source: 'uploaded', channelFileId: cloudUri, fileName: 'price.pdf' }] },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json.attachments).toMatchObject([{ kind: 'document', fileName: 'price.pdf', fileSize: 3 }]);
	});

	test('sends templates to a number and to a chat, on channels with ids beyond 2^53', async () => {
		const whatsapp = await run({
			resource: 'message',
			operation: 'sendTemplate',
			sendTo: 'phone',
			channel: { __rl: true, mode: 'id', value: 'whatsappb_9007199254740993' },
			phoneNumber: '8 (900) 555-02-09',
			defaultCountry: 'RU',
			templateId: '1001',
			substitutions: {
				substitution: [
					{ name: 'name', value: 'Анна' },
					{ name: 'order', value: '42' },
				],
			},
		});
		expect(whatsapp.error).toBeUndefined();
		expect(whatsapp.items[0]?.json).toMatchObject({
			text: 'Hello, Анна! Your order 42 is ready.',
			channelId: '9007199254740993',
		});
		const vk = await run({
			resource: 'message',
			operation: 'sendTemplate',
			...chat('vk_4100_271828182'),
			templateId: 'order_status',
			substitutionsInput: 'json',
			substitutionsJson: '{"order": 7, "status": "sent"}',
		});
		expect(vk.error).toBeUndefined();
		expect(vk.items[0]?.json).toMatchObject({ text: 'Order 7: sent.', tbChatId: '9007199254740993' });
	});

	test('sends a public link on whatsapp, a contact button on tg, markup, and to a chat by its number', async () => {
		const link = await run({
			resource: 'message',
			operation: 'send',
			...chat('whatsapp_79005550101_79005550201'),
			attachments: { attachment: [{ source: 'publicUrl', publicUrl: 'https://example.com/a.png' }] },
		});
		expect(link.error).toBeUndefined();
		const contact = await run({
			resource: 'message',
			operation: 'send',
			sendTo: 'tbChatId',
			channel: { __rl: true, mode: 'id', value: 'tg_4100' },
			tbChatId: '9223372036854775807',
			text: '<b>Your number?</b>',
			buttonsInput: 'json',
			buttonsJson: '[{"type":"GetContactButton","text":"Share","payload":"c","oneTime":false}]',
			additionalFields: { textMarkup: 'HTML' },
		});
		expect(contact.error).toBeUndefined();
		expect(contact.items[0]?.json).toMatchObject({ tbChatId: '9223372036854775807', chatId: '314159265' });
	});

	test('sends the output of Chat: Get Many unchanged; a location and a contact need no text', async () => {
		const { items: chats } = await run({ resource: 'chat', operation: 'getAll', filters: { blocked: 'notBlocked' } });
		const onTelegram = chats.filter(({ json }) => json.channel === 'tg');
		expect(onTelegram.length).toBeGreaterThan(1);
		const { items, error } = await run(
			{
				resource: 'message',
				operation: 'send',
				...chat('={{ $json.chatRef }}'),
				additionalFields: {
					location: { point: { latitude: '52.5163', longitude: '13.3777' } },
					contact: { detail: [{ name: 'phone', value: '+442079460958' }] },
				},
			},
			onTelegram,
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.chatRef, json.tbChatId])).toEqual(
			onTelegram.map(({ json }) => [json.chatRef, json.tbChatId]),
		);
		expect(items[0]?.json).toMatchObject({
			location: { latitude: 52.5163, longitude: 13.3777 },
			contact: { phone: '+442079460958' },
			correlationId: expect.stringMatching(/./) as string,
		});
	});

	test('attaches several uploads as a list', async () => {
		const files = {
			b: { data: 'Qg==', mimeType: 'image/png', fileName: 'b.png' },
			a: { data: 'QUE=', mimeType: 'text/plain', fileName: 'ä.txt' },
		};
		const uploads = await run({ resource: 'file', operation: 'upload', binaryPropertyName: '' }, [{ json: {}, binary: files }]);
		expect(uploads.items.map(({ json }) => [json.fileName, json.fileSize, json.mimeType])).toEqual([
			['b.png', 1, 'image/png'],
			['ä.txt', 2, 'text/plain'],
		]);
		const { items, error } = await run(
			{
				resource: 'message',
				operation: 'send',
				...chat('tg_4100_314159265'),
				attachments: { attachment: [{ source: 'list', list: '={{ $json.uploads }}' }] },
			},
			[{ json: { uploads: uploads.items.map(({ json }) => json) } }],
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json.attachments).toMatchObject([
			{ kind: 'image', fileName: 'b.png' },
			{ kind: 'document', fileName: 'ä.txt' },
		]);
	});

	test('takes the limits of a channel from its capability', async () => {
		const tooLong = {
			resource: 'message',
			operation: 'send',
			...chat('sms_79005550103_79005550206'),
			text: 'слово '.repeat(200).trim(),
		};
		const { error } = await run({ ...tooLong, additionalFields: { ifTextTooLong: 'fail' } });
		expect(error?.message).toBe('Text is too long: it has 1199 characters, and the SMS channel "SMS sender" allows up to 670');
		const edge = await run({
			resource: 'message',
			operation: 'send',
			...chat('sms_79005550103_79005550206'),
			text: 'x'.repeat(670),
		});
		expect(edge.error).toBeUndefined();
		const left = await run(tooLong);
		expect([left.error, left.items[0]?.json.text]).toEqual([undefined, tooLong.text]);
		const split = await run({ ...tooLong, additionalFields: { ifTextTooLong: 'split' } });
		expect(split.error).toBeUndefined();
		expect(split.items).toHaveLength(1);
		expect(split.items[0]?.json.parts).toEqual([
			expect.objectContaining({ id: expect.any(String), text: 'слово '.repeat(111).trim() }),
			expect.objectContaining({ id: split.items[0]?.json.id, text: 'слово '.repeat(89).trim() }),
		]);
	});
});
