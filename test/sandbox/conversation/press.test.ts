import type { JsonObject } from '../../../sandbox/core/json';
import { eventsOf, runSandbox } from '../../helpers/sandbox';

const running = runSandbox({ deliveryConcurrency: 1 });
const { api, control } = running;
const valueOf = async (request: string, body: object) => (await api(request, body)).body.$value as JsonObject;

/** Sends a message with one button of an action and presses it. */
async function press(action: object, to: JsonObject, times = 1): Promise<void> {
	const { id } = await valueOf('POST /endUserNotifications/chainActions', action);
	const buttons = [{ type: 'ActionButton', text: 'Press', payload: id }];
	const message = await valueOf('POST /messages', { ...to, text: 'menu', buttons });
	for (let time = 0; time < times; time += 1) {
		await control(`POST /chats/${String(to.tbChatId)}/press`, { messageId: message.id, index: 0 });
	}
}

const TO_ZOE = { channel: 'tg', channelId: 4100, tbChatId: 70001 };
const TO_BUSINESS = { channel: 'whatsappb', channelId: 9007199254740993n, tbChatId: 9007199254740995n };

test('a pressed button assigns tags and sends the prepared reply', async () => {
	const raised = await eventsOf(running, async () => {
		const { id } = await valueOf('POST /preparedMessages', { text: 'Thank you!' });
		await press({ action: 'tags.assign', message: { id }, actionParameters: { tags: ['a', 'b'] } }, TO_ZOE);
	});
	expect(raised.of('EndUserActionCommand')).toMatchObject({ tbChatId: 70001, payload: expect.any(String) });
	expect(raised.of('EndUserActionCommand')).not.toHaveProperty('button');
	expect(raised.all('TagAssignedOnChatCommand')).toMatchObject([
		{ tag: { name: 'a' }, reason: 'user_activated_response', isNewTag: true, wasActuallyChanged: true },
		{ tag: { name: 'b' } },
	]);
	expect(raised.all('new_message')[1]).toMatchObject({ text: 'Thank you!', reason: 'tb_sent_interactive_action_response' });
	const { messages } = (await control('GET /state')).body as { messages: Array<{ presses: object[] }> };
	expect(messages.flatMap(({ presses }) => presses)).toMatchObject([{ acts: true }]);
});

test('an edited action and reply change a button already delivered', async () => {
	const prepared = await valueOf('POST /preparedMessages', { text: 'old' });
	const action = { action: 'nothing', message: { id: prepared.id } };
	const created = await valueOf('POST /endUserNotifications/chainActions', action);
	const buttons = [{ type: 'ActionButton', text: 'b', payload: created.id }];
	const message = await valueOf('POST /messages', { ...TO_ZOE, text: 'menu', buttons });
	await api(`PUT /preparedMessages/${String(prepared.id)}`, { text: 'new' });
	const changed = { ...action, action: 'tags.assign', actionParameters: { tags: ['later'] } };
	await api(`PUT /endUserNotifications/chainActions/${String(created.id)}`, changed);
	const raised = await eventsOf(running, async () => {
		await control('POST /chats/70001/press', { messageId: message.id, index: 0 });
	});
	expect(raised.of('new_message')).toMatchObject({ text: 'new' });
	expect(raised.of('TagAssignedOnChatCommand')).toMatchObject({ tag: { name: 'later' } });
});

test.each([
	['notifications.subscribe', 'EndUserSubscribedOnNotification', {}],
	['notifications.unsubscribe', 'EndUserUnsubscribedFromNotification', { initiator: 'USER_ACTION' }],
	['tags.remove', 'TagRemovedFromChatCommand', { reason: 'user_activated_response', wasActuallyChanged: false }],
])('%s raises %s', async (action, event, fields) => {
	const raised = await eventsOf(running, async () => await press({ action, actionParameters: { tags: ['x'] } }, TO_ZOE));
	expect(raised.of(event)).toMatchObject(fields);
});

test('the business-API channel reports the button, its clicks and the first click', async () => {
	const raised = await eventsOf(running, async () => await press({ action: 'nothing' }, TO_BUSINESS, 2));
	expect(raised.all('EndUserActionCommand')).toMatchObject([
		{ firstCLick: true, button: { type: 'ActionButton', clickCount: 1 } },
		{ firstCLick: false, button: { clickCount: 2 } },
	]);
});

test('a GetContactButton on tg shares the contact', async () => {
	const buttons = [{ type: 'GetContactButton', text: 'Share' }];
	const message = await valueOf('POST /messages', { ...TO_ZOE, text: 'number?', buttons });
	const raised = await eventsOf(running, async () => {
		await control('POST /chats/70001/press', { messageId: message.id, index: 0 });
	});
	expect(raised.of('EndUserActionCommand')).toMatchObject({
		button: { type: 'GetContactButton' },
		remoteContact: { channelUserId: '271828182', phoneNumbers: [{ number: 'tel:+79005550999' }] },
	});
	expect(raised.of('new_message')).toMatchObject({ direction: 'inbound', contact: { phone: '+79005550999' } });
	expect(raised.of('ChatMemoChanged')).toMatchObject({ memo: { phones: ['+79005550999'] } });
});

/** Presses a button in Zoë's chat, and returns what that raises. */
async function pressAs(by: unknown, button: object = { type: 'ActionButton', text: 'Yes', payload: 'yes' }) {
	const message = await valueOf('POST /messages', { ...TO_ZOE, text: 'Sure?', buttons: [button] });
	return await eventsOf(running, async () => {
		await control('POST /chats/70001/press', { messageId: message.id, index: 0, by });
	});
}

test('someone else in the chat presses: the event has their contact, and the address of the chat', async () => {
	const by = { channelUserId: '999', channelUsername: 'ada', displayName: 'Ada', phone: '+442079460958' };
	const pressed = (await pressAs(by)).of('EndUserActionCommand');
	expect(pressed).toMatchObject({ chatId: '271828182', remoteAddress: '271828182' });
	expect(pressed.remoteContact).toEqual({
		channel: 'tg',
		channelUserId: '999',
		channelUsername: 'ada',
		phoneNumbers: [{ number: 'tel:+442079460958' }],
		nationalName: { displayName: 'Ada ' },
	});
});

test('someone else shares their own number, which is not taken for that of the person in the chat', async () => {
	const contactButton = { type: 'GetContactButton', text: 'Share', payload: 'share' };
	const shared = await pressAs({ channelUserId: '999', displayName: 'Ada', phone: '+442079460958' }, contactButton);
	expect(shared.of('EndUserActionCommand')).toMatchObject({ remoteContact: { phoneNumbers: [{ number: 'tel:+442079460958' }] } });
	expect(shared.of('new_message')).toMatchObject({
		contact: { phone: '+442079460958', name: 'Ada' },
		remoteContact: { channelUserId: '999' },
	});
	expect((await pressAs(undefined)).of('EndUserActionCommand').remoteContact).not.toHaveProperty('phoneNumbers');
});

test.each([[null], ['Ada'], [[]], [{ channelUserId: 999 }], [{ id: 'x' }], [{ displayName: null }]])(
	'refuses %j as the person who presses',
	async (by) => {
		const buttons = [{ type: 'ActionButton', text: 'Yes', payload: 'yes' }];
		const message = await valueOf('POST /messages', { ...TO_ZOE, text: 'Sure?', buttons });
		expect((await control('POST /chats/70001/press', { messageId: message.id, index: 0, by })).status).toBe(400);
	},
);

test('the state reports each press: which button, which event, who, and how many webhooks it went to', async () => {
	const buttons = ['Yes', 'No'].map((text) => ({ type: 'ActionButton', text, payload: text }));
	const { id } = await valueOf('POST /messages', { ...TO_ZOE, text: 'Sure?', buttons });
	const pressAt = async (index: number, by?: object) => {
		await control('POST /chats/70001/press', { messageId: id, index, by });
	};
	await pressAt(0);
	await eventsOf(running, async () => await pressAt(1, { displayName: 'Ada' }));
	const { $items } = (await control('GET /deliveries')).body as { $items: JsonObject[] };
	await pressAt(1, {});
	const { messages } = (await control('GET /state')).body as { messages: JsonObject[] };
	const shown = messages.find((one) => one.id === id);
	const pressedTs = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
	expect(shown?.presses).toEqual([
		{ index: 0, eventId: expect.any(String), pressedTs, receivers: 0 },
		{ index: 1, eventId: $items.at(-1)?.eventId, pressedTs, receivers: 1, by: 'Ada' },
		{ index: 1, eventId: expect.any(String), pressedTs, receivers: 1, by: '' },
	]);
	expect(shown?.buttons).toMatchObject([{ presses: 1 }, { presses: 2 }]);
});

test('a HyperLinkButton only opens its link', async () => {
	const buttons = [{ type: 'HyperLinkButton', text: 'Shop', link: 'https://shop.example/' }];
	const message = await valueOf('POST /messages', { ...TO_ZOE, text: 'x', buttons });
	await running.sandbox.settled();
	const raised = await eventsOf(running, async () => {
		const answer = await control('POST /chats/70001/press', { messageId: message.id, index: 0 });
		expect(answer.body.$value).toEqual({ link: 'https://shop.example/' });
	});
	expect(raised.names).toEqual([]);
});

test('on other channels a contact button arrives as an ordinary one: a press shares nothing, and has the number only if it is known', async () => {
	const buttons = [{ type: 'GetContactButton', text: 'Share', payload: 'share' }];
	const pressIn = async (to: JsonObject) => {
		const { id } = await valueOf('POST /messages', { ...to, text: 'number?', buttons });
		await running.sandbox.settled();
		return await eventsOf(running, async () => {
			await control(`POST /chats/${String(to.tbChatId)}/press`, { messageId: id, index: 0 });
		});
	};
	const vk = await pressIn({ channel: 'vk', channelId: 4100, tbChatId: 9007199254740993n });
	expect(vk.names).toEqual(['EndUserActionCommand']);
	expect(vk.of('EndUserActionCommand')).toMatchObject({ payload: 'share' });
	expect(vk.of('EndUserActionCommand').remoteContact).not.toHaveProperty('phoneNumbers');
	const business = await pressIn(TO_BUSINESS);
	expect(business.names).toEqual(['EndUserActionCommand']);
	expect(business.of('EndUserActionCommand')).toMatchObject({
		remoteContact: { phoneNumbers: [{ number: 'tel:+79005550202' }] },
	});
});
