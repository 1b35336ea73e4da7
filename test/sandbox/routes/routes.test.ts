import type { JsonObject } from '../../../sandbox/core/json';
import { call, failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox({ uploadLimitBytes: 100_000 });
const { api, control } = running;
const TO_ZOE = { channel: 'tg', channelId: 4100, tbChatId: 70001 };
const BUSINESS = { channel: 'whatsappb', channelId: 9007199254740993n };
const valueOf = async (request: string, body?: object) => (await api(request, body)).body.$value as JsonObject;

describe('channels', () => {
	test('answers version 1.0.0 by type, with the capability common to all', async () => {
		const { body } = await api('GET /channels?v=1.0.0');
		expect(body.tg).toMatchObject([{ freeTextCapability: { textRestrictions: { maxSize: 4096 } } }, {}]);
		expect(body.capability).toMatchObject({
			...{ textRestrictions: { maxSize: 670 }, buttonsRestrictions: null },
			...{ maxAttachmentsPerMessage: 0, messageSendIntervalMs: 100 },
		});
	});

	test('can be without capability, but not with one that is none', async () => {
		const put = async (body: object) => (await control('PUT /channels/viber/310/capability', body)).status;
		expect([await put({ capability: 5 }), await put({ capability: { textRestrictions: 'none' } })]).toEqual([400, 400]);
		await put({});
		const [entry] = (await api('GET /channels?v=1.0.0')).body.viber as object[];
		expect(Object.keys(entry ?? {})).not.toContain('freeTextCapability');
		expect((await control('GET /state')).status).toBe(200);
	});

	test('refuses a token that has expired, was revoked, lacks rights or is unpaid', async () => {
		const issue = async (body: object) => {
			const { $value } = (await control('POST /tokens', body)).body;
			return String((($value ?? {}) as { token: string }).token);
		};
		const short = await issue({ lifetimeMs: 60_000 });
		const revoked = await issue({});
		expect((await api('GET /channels', undefined, { token: short })).status).toBe(200);
		await control('POST /clock', { advanceMs: 61_000 });
		await control('POST /tokens/revoke', { token: revoked });
		const answers = await Promise.all(
			[short, revoked, await issue({ rights: 'none' }), await issue({ rights: 'unpaid' })].map(
				async (token) => await api('GET /channels', undefined, { token }),
			),
		);
		expect(answers.map((one) => one.status)).toEqual([401, 401, 403, 402]);
	});
});

describe('chats', () => {
	beforeEach(async () => void (await control('PATCH /settings', { pageSize: 5 })));
	afterAll(async () => void (await control('PATCH /settings', { pageSize: 10 })));

	/** The first name of a listed chat's person. */
	const firstName = ({ remoteContact }: JsonObject) =>
		(remoteContact as { nationalName?: { firstName?: string } }).nationalName?.firstName;

	/** The chats of all pages, following $nextPage until an empty page. */
	async function allPages(first: string): Promise<{ chats: JsonObject[]; pages: number[] }> {
		const chats: JsonObject[] = [];
		const pages: number[] = [];
		let request = first;
		for (;;) {
			const { body } = await api(request);
			const items = (body.$items ?? []) as JsonObject[];
			expect(body.$count).toBe(items.length);
			chats.push(...items);
			pages.push(items.length);
			if (typeof body.$nextPage !== 'string') return { chats, pages };
			expect(body.$nextPage.startsWith(running.sandbox.baseUrl)).toBe(true);
			request = `GET ${body.$nextPage.slice(running.sandbox.baseUrl.length)}`;
		}
	}

	test.each(['/v1/chats', '/chats'])('%s pages through every chat of the last 3 months once', async (path) => {
		const { chats, pages } = await allPages(`GET ${path}?from=0`);
		expect(pages).toEqual([5, 5, 3, 0]);
		expect(new Set(chats.map((one) => one.id)).size).toBe(13);
		expect(chats.map(firstName)).toContain('محمد');
		expect(chats.map((one) => String(one.tbChatId))).toContain('9223372036854775807');
		expect(chats.map((one) => one.id)).toContain('instagram_17841400008460056_yuki_san_77');
	});

	test('lists only chats with a message since `from`', async () => {
		const { chats } = await allPages(`GET /v1/chats?from=${Date.now() - 10 * 60_000}`);
		expect(chats.map(firstName)).toEqual(['Zoë', 'Мария']);
		expect(chats[0]).toMatchObject({
			id: 'tg_4100_271828182',
			lastMessage: { direction: 'inbound', text: 'Good morning!' },
			unreadCount: 1,
			blocked: false,
			address: { tbChatId: 70001 },
		});
		expect(chats[0]).not.toHaveProperty('blockedTs');
	});

	test('puts all chats on one page when there is no page size, and still links on', async () => {
		await control('PATCH /settings', { pageSize: 0 });
		expect((await allPages('GET /chats?from=-1&$skip=-1')).pages).toEqual([13, 0]);
	});

	test('blocks and unblocks, answering 202, and shows it only while blocked', async () => {
		const blocked = await api('PATCH /chats/9007199254740993', { blocked: true });
		expect([blocked.status, blocked.text]).toEqual([202, '']);
		const listed = await api('GET /chats?from=0&blocked=true');
		expect(listed.body.$items).toMatchObject([
			{ tbChatId: 9007199254740993n, blocked: true, blockedTs: expect.stringMatching(/T.*Z$/) },
		]);
		expect((await api('PATCH /chats/9007199254740993', { blocked: false })).status).toBe(202);
		expect((await api('GET /chats?from=0&blocked=true')).body.$count).toBe(0);
	});
});

describe('files', () => {
	const BYTES = Buffer.from([0, 255, 13, 10, 13, 10, 45, 45, 0xd1, 0x8f]);

	async function upload(content: Buffer, name: string, field = 'file') {
		const form = new FormData();
		form.append(field, new Blob([content], { type: 'image/png' }), name);
		const headers = { authorization: `Bearer ${running.sandbox.apiToken}` };
		const response = await fetch(`${running.sandbox.baseUrl}/upload`, { method: 'POST', body: form, headers });
		return { status: response.status, body: (await response.json()) as JsonObject };
	}

	const path = (value: unknown) => new URL(String(value)).pathname;

	test.each(['file', 'anything'])(
		'stores an upload (field %s), serves its bytes to the token only, and sends it',
		async (field) => {
			const { status, body } = await upload(BYTES, 'имя "файла".png', field);
			expect(status).toBe(200);
			expect(body).toMatchObject({ $count: 1, $value: { accountId: running.sandbox.accountId, bucket: expect.any(String) } });
			const { cloudUri, publicUri } = body.$value as JsonObject;
			for (const uri of [cloudUri, publicUri]) {
				expect((await call(running.sandbox, `GET ${path(uri)}`, { token: null })).status).toBe(401);
				const response = await fetch(String(uri), { headers: { authorization: `Bearer ${running.sandbox.apiToken}` } });
				expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES);
				expect(response.headers.get('content-type')).toBe('image/png');
				expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('имя "файла".png');
			}
			const sent = await api('POST /messages', { ...TO_ZOE, attachments: [{ kind: 'image', channelFileId: cloudUri }] });
			const shown = { kind: 'image', fileName: 'имя "файла".png', fileSize: BYTES.length, mimeType: 'image/png' };
			expect(sent.body.$value).toMatchObject({ attachments: [shown] });
		},
	);

	test('refuses a file beyond the cap and a form without a file', async () => {
		const before = running.sandbox.state.files.length;
		expect((await upload(Buffer.alloc(100_001), 'large.bin')).status).toBe(400);
		expect(running.sandbox.state.files).toHaveLength(before);
		expect((await upload(Buffer.alloc(100_000), 'fits.bin')).status).toBe(200);
		const headers = { 'content-type': 'multipart/form-data; boundary=x' };
		expect(failure(await api('POST /upload', undefined, { raw: '--x--\r\n', headers }))).toEqual([
			400,
			1000,
			'BODY_HAS_INVALID_FORMAT',
		]);
	});

	test('a file from a person has its name, type and size, and the page shows it without its link', async () => {
		const written = await control('POST /chats/70001/messages', {
			attachments: [{ kind: 'voice', fileName: 'a.ogg', mimeType: 'audio/ogg', contentBase64: BYTES.toString('base64') }],
		});
		const [attachment] = ((written.body.$value as JsonObject).attachments ?? []) as JsonObject[];
		expect(attachment).toMatchObject({ kind: 'voice', fileName: 'a.ogg', fileSize: BYTES.length, mimeType: 'audio/ogg' });
		expect(path(attachment?.publicUrl)).toMatch(
			/^\/11111111-2222-4333-8444-555555555555-received\/\d{4}-\d\d-\d\dT[\d:.]+-[\da-f-]+\.ogg$/,
		);
		const { messages } = (await control('GET /state')).body as { messages: Array<{ attachments: Array<{ url: string }> }> };
		const shown = await fetch(running.sandbox.origin + messages.find((one) => one.attachments.length > 0)?.attachments[0]?.url);
		expect(Buffer.from(await shown.arrayBuffer())).toEqual(BYTES);
		expect(shown.headers.get('content-security-policy')).toContain('sandbox');
	});
});

describe('messages', () => {
	const button = (type: string, more: object = {}) => ({ type, text: 'b', ...more });

	async function sent(body: object): Promise<JsonObject> {
		const answer = await api('POST /messages', body);
		expect([answer.status, answer.body.$error]).toEqual([200, undefined]);
		expect(answer.body.$count).toBe(1);
		return answer.body.$value as JsonObject;
	}

	/** The final delivery status of the chat's last messages, by their text. */
	async function statuses(chatRef: string, count: number): Promise<unknown[]> {
		await running.sandbox.settled();
		const { body } = await control(`GET /chats/${chatRef}/messages`);
		return (body.$items as JsonObject[]).slice(-count).map((one) => {
			const [status] = (one.currentDeliveryStatus ?? []) as JsonObject[];
			return status?.deliveryStatus;
		});
	}

	test.each([
		['chatId', { chatId: '79005550202' }],
		['tbChatId as a number', { tbChatId: 9007199254740995n }],
		['tbChatId as a string', { tbChatId: '9007199254740995' }],
		['remoteAddress', { remoteAddress: 'tel:+79005550202' }],
	])('finds the chat by %s', async (_case, reference) => {
		const { tbChatId } = await sent({ ...BUSINESS, ...reference, text: 'x' });
		expect(tbChatId).toBe(9007199254740995n);
	});

	test('fills a template in, outside of the 24-hour window too', async () => {
		const substitutions = { name: 'Ελένη', order: 7 };
		expect(await sent({ ...BUSINESS, tbChatId: 70007, templateId: '1001', substitutions })).toMatchObject({
			...{ text: 'Hello, Ελένη! Your order 7 is ready.', templateId: '1001', templateName: 'order_ready' },
			wabaWindowOpened: false,
		});
		expect(await statuses('70007', 1)).toEqual(['DELIVERED']);
	});

	test('splits a text that is too large, losing nothing and cutting no character', async () => {
		// The odd letter puts the cut of the emoji into the middle of one.
		const text = `${'слово '.repeat(700)}x${'👍'.repeat(5000)}`;
		const message = await sent({ ...TO_ZOE, text, buttons: [button('ActionButton', { payload: 'p' })] });
		expect(message.compositeMessageType).toBe('MASTER_MESSAGE');
		const children = message.childMessages as JsonObject[];
		expect(children.length).toBeGreaterThan(1);
		expect(children.map((one) => one.text).join('')).toBe(text);
		for (const [index, child] of children.entries()) {
			expect(child).toMatchObject({ compositeMessageType: 'CHILD_MESSAGE', masterMessageId: message.id });
			expect(String(child.text).length).toBeLessThanOrEqual(4096);
			expect(String(child.text)).not.toMatch(/[\uD800-\uDBFF]$/);
			expect(child.buttons !== undefined).toBe(index === children.length - 1);
		}
		expect(await statuses('70001', children.length + 1)).toEqual(Array(children.length + 1).fill('DELIVERED'));
	});

	test('have no delivery status on instagram', async () => {
		await sent({ channel: 'instagram', channelId: 17841400008460056n, tbChatId: 70011, text: 'x' });
		expect(await statuses('70011', 1)).toEqual([undefined]);
	});
});

describe('records', () => {
	test('notes change by field, and have the numbers and addresses that a person writes', async () => {
		await api('POST /chats/70001/memo', { memo: 'two\nlines', phones: ['+1'] });
		expect(await valueOf('POST /chats/70001/memo', { emails: ['a@b.example'] })).toMatchObject({
			...{ memo: 'two\nlines', phones: ['+1'], emails: ['a@b.example'], tbUserId: expect.any(String) },
		});
		await control('POST /chats/70011/messages', { text: 'Call +49 (30) 123-45-67 or write z@p.example, z@p.example' });
		const copied = await valueOf('GET /chats/70011/memo');
		expect(copied).toMatchObject({ memo: '', phones: ['+49301234567'], emails: ['z@p.example'] });
		expect(copied).not.toHaveProperty('tbUserId');
	});

	test('the message of an action shows what it holds now', async () => {
		const path = '/endUserNotifications/chainActions';
		const buttons = [{ type: 'ActionButton', text: 'b', payload: 'p' }];
		const prepared = await valueOf('POST /preparedMessages', { text: 'x', buttons });
		const created = await valueOf(`POST ${path}`, { action: 'nothing', message: { id: prepared.id } });
		expect(created).toMatchObject({ message: { id: prepared.id, buttons, attachments: [] }, enabled: true });
		expect((await api(`GET ${path}`)).body).toMatchObject({ $count: 1, $items: [{ id: created.id }] });
		await api(`PUT /preparedMessages/${String(prepared.id)}`, { text: 'x' });
		expect(await valueOf(`GET ${path}/${String(created.id)}`)).toMatchObject({ message: { buttons: [] } });
	});

	test('keeps to the number of widgets of each plan, and takes 50 settings of 1 KB', async () => {
		const settings = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`my-${index}`, 'x'.repeat(1022)]));
		const create = async () => (await api('POST /widgets', { channels: [{ channel: 'tg', id: 'bot' }], ...settings })).status;
		for (const [plan, most] of [
			['start', 2],
			['pro', 10],
		] as const) {
			await control('PATCH /settings', { plan });
			while (running.sandbox.state.widgets.length < most) expect(await create()).toBe(200);
			expect(await create()).toBe(402);
		}
	});
});
