import { runSandbox, eventsOf } from '../../helpers/sandbox';

const running = runSandbox({ deliveryConcurrency: 1 });
const { api, control } = running;
const TO_ZOE = { channel: 'tg', channelId: 4100, tbChatId: 70001 };

const ADDRESS = { channel: 'tg', channelId: 4100, chatId: '271828182', tbChatId: 70001, remoteAddress: '271828182' };

test('an end user writes: new_message', async () => {
	const raised = await eventsOf(running, async () => {
		await control('POST /chats/70001/messages', { text: 'hi', contact: { phone: '+4930123456', name: 'Bo' } });
	});
	expect(raised.names.sort()).toEqual(['ChatMemoChanged', 'new_message']);
	expect(raised.of('new_message')).toMatchObject({
		...ADDRESS,
		direction: 'inbound',
		text: 'hi',
		contact: { phone: '+4930123456' },
		remoteContact: { nationalName: { displayName: 'Zoë Müller ' } },
		chat: { id: 'tg_4100_271828182' },
	});
	expect(raised.of('ChatMemoChanged')).toMatchObject({ memo: { phones: ['+4930123456'] }, tbChatId: 70001 });
});

test('a new user writes: a new chat, the first message, the message', async () => {
	const raised = await eventsOf(running, async () => {
		await control('POST /chats', { channel: 'viber', channelId: 310, firstName: 'Nu', phone: '+79001234567', text: 'first' });
	});
	expect(raised.names).toEqual(['NewChatCreatedCommand', 'FirstMessageFromEndUserInChatCommand', 'new_message']);
	for (const name of raised.names.slice(0, 2)) {
		expect(raised.of(name)).toMatchObject({
			channel: 'viber',
			remoteAddress: 'tel:+79001234567',
			firstMessage: { text: 'first' },
			createdTs: expect.any(String),
		});
	}
});

test('the account opens a chat by phone: the new chat, later the first message of its user', async () => {
	const to = { channel: 'whatsapp', channelId: 79005550101, remoteAddress: 'tel:+79007654321', text: 'hello' };
	const opened = await eventsOf(running, async () => await api('POST /messages', to));
	expect(opened.names).toContain('NewChatCreatedCommand');
	expect(opened.names).not.toContain('FirstMessageFromEndUserInChatCommand');
	running.sandbox.state.webhooks = [];
	const answered = await eventsOf(running, async () => {
		await control('POST /chats/whatsapp_79005550101_79007654321/messages', { text: 'who are you?' });
	});
	expect(answered.names).toEqual(['FirstMessageFromEndUserInChatCommand', 'new_message']);
});

test('raises nothing for a blocked user, and reports messages of the cabinet to them as blocked', async () => {
	const raised = await eventsOf(running, async () => {
		await api('PATCH /chats/70001', { blocked: true });
		await control('POST /chats/70001/messages', { text: 'hear me' });
		await api('POST /messages', { ...TO_ZOE, text: 'refused' });
		await control('POST /chats/70001/operator/messages', { text: 'from the cabinet' });
	});
	expect(raised.names.sort()).toEqual(
		['EndUserUnsubscribedFromNotification', 'MessageDeliveryCommand', 'MessageDeliveryCommand', 'new_message'].sort(),
	);
	expect(raised.of('new_message')).toMatchObject({ text: 'from the cabinet', senderInfo: { endpointType: 'SERVICE_WEB' } });
	expect(raised.all('MessageDeliveryCommand')[1]).toMatchObject({ deliveryStatus: 'BLOCKED', isFinal: true, isDelivered: false });
	expect(raised.of('EndUserUnsubscribedFromNotification')).toMatchObject({ initiator: 'OPERATOR' });
});
