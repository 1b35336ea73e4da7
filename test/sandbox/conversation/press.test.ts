import type { JsonObject } from '../../../sandbox/core/json';
import { eventsOf } from '../../helpers/raisedEvents';
import { runSandbox } from '../../helpers/runSandbox';

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
	expect(raised.all('new_message')[1]).toMatchObject({
		text: 'Thank you!',
		reason: 'tb_sent_interactive_action_response',
	});
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

test("`nothing`, an empty reply and a key of the client's own only raise the press", async () => {
	const raised = await eventsOf(running, async () => {
		const { id } = await valueOf('POST /preparedMessages', { text: '' });
		await press({ action: 'nothing', message: { id } }, TO_ZOE);
		const buttons = [{ type: 'ActionButton', text: 'b', payload: 'my-own-key' }];
		const message = await valueOf('POST /messages', { ...TO_ZOE, text: 'menu', buttons });
		await control('POST /chats/70001/press', { messageId: message.id, index: 0 });
	});
	expect(raised.all('EndUserActionCommand')[1]).toMatchObject({ payload: 'my-own-key' });
	expect(raised.all('new_message')).toHaveLength(2);
});

test('the business-API channel tells the button, its clicks and the first click', async () => {
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
	expect(raised.of('EndUserActionCommand')).toMatchObject({ button: { type: 'GetContactButton' } });
	expect(raised.of('new_message')).toMatchObject({
		direction: 'inbound',
		contact: { phone: '+79005550999' },
	});
	expect(raised.of('ChatMemoChanged')).toMatchObject({ memo: { phones: ['+79005550999'] } });
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

test('refuses to press what is not there', async () => {
	expect((await control('POST /chats/70001/press', { messageId: 'x', index: 0 })).status).toBe(404);
});
