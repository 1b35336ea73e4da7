import type { JsonObject } from '../../../sandbox/core/json';
import { call, failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox({ uploadLimitBytes: 100_000 });
const { api, control } = running;
const BYTES = Buffer.from([0, 255, 13, 10, 13, 10, 45, 45, 0xd1, 0x8f]);

async function upload(content: Buffer, name: string, field = 'file') {
	const form = new FormData();
	form.append(field, new Blob([content], { type: 'image/png' }), name);
	const headers = { authorization: `Bearer ${running.sandbox.apiToken}` };
	const response = await fetch(`${running.sandbox.baseUrl}/upload`, { method: 'POST', body: form, headers });
	return { status: response.status, body: (await response.json()) as JsonObject };
}

const path = (value: unknown) => new URL(String(value)).pathname;

test.each(['file', 'anything'])('stores an upload (field %s) and serves its bytes to the token only', async (field) => {
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
});

test('sends an uploaded file and shows it in the chat', async () => {
	const { body } = await upload(BYTES, 'rose.png');
	const { cloudUri } = body.$value as JsonObject;
	const to = { channel: 'tg', channelId: 4100, tbChatId: 70001 };
	const sent = await api('POST /messages', { ...to, attachments: [{ kind: 'image', channelFileId: cloudUri }] });
	expect(sent.body.$value).toMatchObject({
		attachments: [{ kind: 'image', fileName: 'rose.png', fileSize: BYTES.length, mimeType: 'image/png' }],
	});
	const text = { channel: 'sms', channelId: 79005550103, tbChatId: 70010 };
	await api('POST /messages', { ...text, attachments: [{ kind: 'image', channelFileId: cloudUri }] });
	await running.sandbox.settled();
	expect((await control('GET /chats/70010/messages')).text).toContain('ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL');
});

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
});
