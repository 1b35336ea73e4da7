/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/server';
import { call, Receiver } from '../helpers/sandbox';

let receiver: Receiver;
let folder: string;
beforeEach(async () => {
	receiver = await Receiver.start();
	folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
	await receiver.close();
	rmSync(folder, { recursive: true });
});

test('keeps everything across a restart with a state file: chats, files, webhooks, keys, tokens', async () => {
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
});

test('refuses an invalid state file and a busy port, in words', async () => {
	const stateFile = join(folder, 'state.json');
	writeFileSync(stateFile, '{"hello":1}');
	await expect(startSandbox({ stateFile })).rejects.toThrow(/not a saved sandbox state/);
	await expect(startSandbox({ port: Number(new URL(receiver.url).port) })).rejects.toThrow(/EADDRINUSE/);
});
