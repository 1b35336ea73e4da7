/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader, importX509, jwtVerify } from 'jose';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { call, Receiver } from '../helpers/sandbox';

describe('the road: a message in, a verified delivery, a reply', () => {
	let sandbox: Sandbox;
	let receiver: Receiver;

	beforeEach(async () => {
		[sandbox, receiver] = await Promise.all([startSandbox({ resendDelaysMs: [1, 1, 1, 1] }), Receiver.start()]);
	});

	afterEach(async () => {
		await sandbox.close();
		await receiver.close();
	});

	const subscribe = async (...events: string[]) =>
		await call(sandbox, 'POST /notifications/webhooks', { body: { url: receiver.url, events } });

	test('delivers what an end user writes, signed for the receiver, with every digit of the ids', async () => {
		await subscribe('new_message');
		await call(sandbox, 'POST /sandbox/chats/9223372036854775807/messages', { body: { text: 'Привет 👋' }, token: null });
		const [delivery] = await receiver.until(1);
		expect(delivery?.text).toContain('"tbChatId":9223372036854775807');
		expect(delivery?.event).toMatchObject({
			name: 'new_message',
			accountId: sandbox.accountId,
			message: { direction: 'inbound', text: 'Привет 👋', channel: 'tg', channelId: 4100 },
		});
		const token = delivery?.headers.authorization?.split(' ')[1] ?? '';
		const { x5u } = decodeProtectedHeader(token);
		const certificate = await (await fetch(String(x5u))).text();
		const { payload } = await jwtVerify(token, await importX509(certificate, 'RS512'), {
			algorithms: ['RS512'],
			issuer: sandbox.issuer,
			audience: '127.0.0.1',
			subject: sandbox.accountId,
		});
		expect(Number(payload.exp)).toBeGreaterThan(Number(payload.iat));
	});

	test('keeps everything across a restart with a state file: chats, files, webhooks, keys, tokens', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		try {
			const stateFile = join(folder, 'deep', 'state.json');
			const first = await startSandbox({ stateFile });
			await call(first, 'POST /notifications/webhooks', { body: { url: receiver.url, events: ['new_message'] } });
			const to = { channel: 'whatsappb', channelId: 9007199254740993n, tbChatId: 9007199254740995n };
			await call(first, 'POST /api/messages', { body: { ...to, text: 'kept' } });
			const attachments = [{ fileName: 'a.txt', contentBase64: 'a2VwdCB0b28=' }];
			const sent = await call(first, 'POST /sandbox/chats/70001/messages', { body: { attachments } });
			const [, file = ''] = /"publicUrl":"http:\/\/[^/]+(\/[^"]+)"/.exec(sent.text) ?? [];
			await first.settled();
			await first.close();
			expect(statSync(stateFile).mode & 0o777).toBe(0o600);

			const second = await startSandbox({ stateFile });
			expect([second.apiToken, second.state.currentKid]).toEqual([first.apiToken, first.state.currentKid]);
			const { text } = await call(second, 'GET /sandbox/chats/whatsappb_9007199254740993_79005550202/messages');
			expect(text).toContain('"text":"kept"');
			expect(text).toContain('9007199254740995');
			expect(await (await fetch(second.fileOrigin + file)).text()).toBe('kept too');
			const before = receiver.received.length;
			await call(second, 'POST /sandbox/chats/70001/messages', { body: { text: 'after the restart' } });
			await receiver.until(before + 1);
			await second.close();
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	test('refuses an invalid state file and a busy port, in words', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		const stateFile = join(folder, 'state.json');
		writeFileSync(stateFile, '{"hello":1}');
		await expect(startSandbox({ stateFile })).rejects.toThrow(/not a saved sandbox state/);
		await expect(startSandbox({ port: Number(new URL(sandbox.origin).port) })).rejects.toThrow(/EADDRINUSE/);
		rmSync(folder, { recursive: true });
	});
});
