import { call, failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api } = running;
const ZOE = { channel: 'tg', channelId: 4100, tbChatId: 70001 };
const BUSINESS = { channel: 'whatsappb', channelId: 9007199254740993n, tbChatId: 70007 };
const CHANNELS = [{ channel: 'tg', id: 'bot' }];
const REFUSED = [400, 400, 'INVALID_REQUEST'];
const NO_JSON = [400, 1000, 'BODY_HAS_INVALID_FORMAT'];
const NO_ID = [400, 1002, 'RESOURCE_ID_IS_ABSENT'];
const NOT_FOUND = [404, 404, 'NOT_FOUND'];
const invalid = (path: string) => [400, 1001, 'BODY_VALIDATION_ERROR', path];
const message = (more: object) => ['POST /messages', { ...ZOE, text: 'x', ...more }] as const;
const button = (more: object = {}) => ({ type: 'ActionButton', text: 'b', payload: 'p', ...more });
const buttons = (...list: object[]) => message({ buttons: list });
const attachments = (...list: object[]) => message({ attachments: list });
const widget = (more: object) => ['POST /widgets', { channels: CHANNELS, ...more }] as const;
const settings = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`my-${index}`, index]));
/** A call, its body, and its refusal. Rules that can be switched off are in rules.test.ts. */
type Case = readonly [call: readonly [request: string, body?: unknown], refusal: unknown[]];

const CASES: Case[] = [
	[message({ channel: undefined }), invalid('channel')],
	[message({ substitutions: { a: { b: 'c' } } }), invalid('substitutions.a')],
	[message({ templateId: '1001' }), REFUSED],
	[message({ ...BUSINESS, templateId: '1001', substitutions: { name: 'a\nb' } }), invalid('substitutions.name')],
	[message({ ...BUSINESS, templateId: '1001', substitutions: { name: 'a     b' } }), invalid('substitutions.name')],
	[
		['POST /messages', { channel: 'vk', channelId: 4100, tbChatId: 5, templateId: 'order_status', substitutions: { order1: 1 } }],
		invalid('substitutions.order1'),
	],
	[attachments(...Array.from({ length: 11 }, () => ({ kind: 'image', channelFileId: 'x' }))), invalid('attachments')],
	[attachments({ kind: 'gif', channelFileId: 'x' }), invalid('attachments[0].kind')],
	[buttons(...Array.from({ length: 11 }, () => button())), invalid('buttons')],
	[buttons({ type: 'GetContactButton', text: 'b' }, button()), invalid('buttons')],
	[buttons(button({ payload: undefined })), invalid('buttons[0].payload')],
	[buttons({ type: 'HyperLinkButton', text: 'b' }), invalid('buttons[0].link')],
	[buttons({ type: 'HyperLinkButton', text: 'b', link: 'no url' }), invalid('buttons[0].link')],
	[buttons({ type: 'InvoiceButton', text: 'b' }), invalid('buttons[0].type')],
	[['PATCH /chats/tg_4100_271828182', { blocked: true }], REFUSED],
	[['PATCH /chats/', { blocked: true }], NO_ID],
	[['PATCH /chats/70001', { blocked: 'yes' }], invalid('blocked')],
	[['PATCH /chats/70001'], NO_JSON],
	[['GET /chats?from=1.5'], REFUSED],
	[['GET /chats?from=0&blocked=maybe'], REFUSED],
	[['GET /chats?from=0&$skip=1.5'], REFUSED],
	[['GET /chats/tg_4100_nobody/memo'], NOT_FOUND],
	[['POST /chats/1/memo', { memo: 'x' }], REFUSED],
	[['POST /chats/70001/memo', { emails: [1] }], invalid('emails[0]')],
	[['POST /tags/'], NO_ID],
	[['POST /chats/tg_4100_271828182/tags/x'], REFUSED],
	[['POST /preparedMessages', { text: 'x', buttons: [button({ payload: undefined })] }], invalid('buttons[0].payload')],
	[['PUT /preparedMessages/', { text: 'x' }], NO_ID],
	[['GET /endUserNotifications/chainActions/x'], NOT_FOUND],
	[widget({ channels: [] }), invalid('channels')],
	[widget({ channels: [{ channel: 'sms', id: 'x' }] }), invalid('channels[0].channel')],
	[widget({ 'show-mobile': 'yes' }), invalid('show-mobile')],
	[widget({ 'is-custom-wide1': 1 }), invalid('is-custom-wide1')],
	[widget(settings(51)), invalid('')],
	[widget({ 'my-x': 'я'.repeat(512) }), invalid('my-x')],
	[['POST /upload', { file: 'x' }], NO_JSON],
	[['GET /nothing'], NOT_FOUND],
];

test.each(CASES)('refuses %j', async ([request, body], refusal) => {
	const answer = await api(request, body);
	expect(failure(answer)).toEqual(refusal);
	expect(answer.headers.get('x-correlation-id')).toMatch(/./);
});

test.each(['{"blocked":tru', '{"blocked":true}}'])('refuses %s as no JSON', async (raw) => {
	expect(failure(await api('PATCH /chats/70001', undefined, { raw }))).toEqual(NO_JSON);
});

const notifications = async (request: string, body?: unknown, token?: null) =>
	await call(running.sandbox, request.replace(' ', ' /notifications'), { body, ...(token === null && { token }) });

test('a webhook needs the token, a list of texts, and an id to be removed', async () => {
	const url = 'http://a.example/';
	expect(failure(await notifications('POST /webhooks', { url, events: [] }, null))).toEqual([401, 401, 'UNAUTHORIZED']);
	expect(failure(await notifications('POST /webhooks', { url, events: [1] }))).toEqual(invalid('events[0]'));
	expect(failure(await notifications('DELETE /webhooks/'))).toEqual(NO_ID);
});
