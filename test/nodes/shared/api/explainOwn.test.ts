import type { INodeParameters } from 'n8n-workflow';
import { byId, overWire } from '../../../helpers/runAction';

const chat = byId('tg_1_2');
const text: INodeParameters = { resource: 'message', operation: 'send', sendTo: 'chat', chat, text: 'Hi' };
const template: INodeParameters = { ...text, operation: 'sendTemplate', templateId: '1' };
const memo: INodeParameters = { resource: 'memo', operation: 'update', chat, updateFields: { memo: 'x' } };
const widget: INodeParameters = {
	resource: 'widget',
	operation: 'create',
	channels: { channel: [{ channel: 'tg', id: 'bot' }] },
};
const block: INodeParameters = { resource: 'chat', operation: 'block', chat: byId('42') };

const refused = (msg: string | undefined, scn = 'INVALID_REQUEST', status = 400, sc = 400) => ({
	status,
	body: { $count: 0, $error: { sc, scn, ...(msg === undefined ? {} : { msg }) } },
});

const BLOCKED = 'The chat is blocked, so nothing can be sent to it';

/** The message and the description of the error that an operation ends with when its last request is answered so. */
async function told(parameters: INodeParameters, answer: ReturnType<typeof refused> | { status: number; body: string | object }) {
	const { error } = await overWire(parameters, (request) =>
		request.method === 'GET' && request.url.startsWith('/api/channels') && parameters.resource === 'message'
			? { status: 500 }
			: answer,
	);
	return { message: error?.message, description: error?.description, context: error?.context };
}

describe('a blocked chat', () => {
	test.each<[string, INodeParameters]>([
		['User is blocked', text],
		['user is blocked', template],
		['The user 42 is blocked.', text],
		['Chat has been blocked', text],
		['The chat is currently blocked', text],
		['User blocked', text],
		['Message was not sent: the recipient is blocked', text],
	])('is recognized from %j', async (msg, parameters) => {
		const { message, description } = await told(parameters, refused(msg));
		expect(message).toBe(BLOCKED);
		expect(description).toContain('Unblock it first with Chat: Unblock');
		expect(description).not.toContain('The platform says');
	});

	test.each<[string, INodeParameters, ReturnType<typeof refused>]>([
		['a text with the word', text, refused('Text block too long')],
		['a blocked link', text, refused('The link is blocked by the channel')],
		['what the user did', text, refused('The user blocked the bot')],
		['its opposite', text, refused('User is not blocked, but the channel is offline')],
		['nothing said', text, refused(undefined)],
		['another code', text, refused('User is blocked', 'BODY_VALIDATION_ERROR', 400, 1001)],
		['another status', text, refused('User is blocked', 'INVALID_REQUEST', 500)],
		['rights', text, refused('User is blocked', 'INVALID_REQUEST', 403)],
		['a memo', memo, refused('User is blocked')],
		['a widget', widget, refused('User is blocked')],
		['blocking itself', block, refused('User is blocked')],
	])('is not recognized from %s', async (_what, parameters, answer) => {
		const { message, description } = await told(parameters, answer);
		expect(message).toBeDefined();
		expect(message).not.toBe(BLOCKED);
		expect(description).not.toContain('Unblock');
	});
});

describe('a memo that is not accepted', () => {
	test('may be that of an unknown chat', async () => {
		const { message, description } = await told(memo, refused('no such chat'));
		expect(message).toBe("The platform didn't accept the request: no such chat");
		expect(description).toContain("The platform also responds like this if it doesn't know the chat.");
		expect((await told(memo, refused(undefined))).message).toBe("The platform didn't accept the request");
	});

	test('another code says nothing about the chat, nor does another operation', async () => {
		const invalid = await told(memo, refused(undefined, 'BODY_VALIDATION_ERROR', 400, 1001));
		expect(invalid.message).toBe("The platform didn't accept some fields");
		expect(invalid.description).not.toContain("doesn't know the chat");
		expect((await told(widget, refused('x'))).description).not.toContain("doesn't know the chat");
	});
});

describe('a 404', () => {
	const NO_API = "The platform's API isn't at the credential's URL";
	const channels = { resource: 'channel', operation: 'getAll' };

	test.each<[string, INodeParameters]>([
		['channels', channels],
		['chats', { resource: 'chat', operation: 'getAll' }],
		['a message', text],
		['tags', { resource: 'tag', operation: 'getAll' }],
	])('for %s that is not the API’s explains the address', async (_what, parameters) => {
		for (const body of ['', 'Not Found', { message: 'no Route matched' }]) {
			const { message, description } = await told(parameters, { status: 404, body });
			expect(message).toBe(NO_API);
			expect(description).toContain('the URL must not end with them');
		}
	});

	test.each([{ status: 404, body: '' }, refused('no', 'NOT_FOUND', 404, 404)])(
		'for a webhook says: check the Notification URL',
		async (answer) => {
			const webhook = { resource: 'webhook', operation: 'create', url: 'https://n8n.example.com/x' };
			const { message, description } = await told(webhook, answer);
			expect(message).toBe("The platform's webhooks aren't at the credential's Notification URL");
			expect(description).toContain('The nodes add /webhooks to it themselves');
		},
	);

	test.each<[string, INodeParameters, { status: number; body: string | object }]>([
		['of the API itself', channels, refused('no', 'NOT_FOUND', 404, 404)],
		['for an ID', { resource: 'webhook', operation: 'delete', webhookId: 'w' }, { status: 404, body: '' }],
		['for a chat', { resource: 'memo', operation: 'get', chat }, { status: 404, body: {} }],
	])('%s says to check the ID', async (_what, parameters, answer) => {
		const { message, description } = await told(parameters, answer);
		expect(message).toBe("The platform didn't find what was requested");
		expect(description).toContain('Check the ID');
	});
});
