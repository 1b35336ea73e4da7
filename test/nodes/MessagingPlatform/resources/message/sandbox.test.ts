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
});
