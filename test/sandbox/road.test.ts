/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader, importX509, jwtVerify } from 'jose';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { call } from './helpers/call';
import { Receiver } from './helpers/receiver';

describe('the road: a message in, a verified delivery, a reply', () => {
	let sandbox: Sandbox;
	let receiver: Receiver;

	beforeEach(async () => {
		[sandbox, receiver] = await Promise.all([
			startSandbox({ resendDelaysMs: [1, 1, 1, 1] }),
			Receiver.start(),
		]);
	});

	afterEach(async () => {
		await sandbox.close();
		await receiver.close();
	});

	const subscribe = async (...events: string[]) =>
		await call(sandbox, 'POST /notifications/webhooks', { body: { url: receiver.url, events } });

	it('delivers what an end user writes, signed for the receiver, with every digit of the ids', async () => {
		await subscribe('new_message');
		await call(sandbox, 'POST /sandbox/chats/9223372036854775807/messages', {
			body: { text: 'Привет 👋' },
			token: null,
		});
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

	it('sends up to five times on anything but 200', async () => {
		await subscribe('new_message');
		receiver.statuses.push(500, 204, 302, 401, 503, 500);
		await call(sandbox, 'POST /sandbox/chats/70001/messages', { body: { text: 'again' } });
		await sandbox.settled();
		expect(receiver.received).toHaveLength(5);
		const { body } = await call(sandbox, 'GET /sandbox/deliveries');
		expect(body.$items).toMatchObject([
			{ status: 'failed', attempts: [500, 204, 302, 401, 503].map((status) => ({ status })) },
		]);
	});

	it('keeps everything across a restart with a state file', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		try {
			const stateFile = join(folder, 'deep', 'state.json');
			const first = await startSandbox({ stateFile });
			await call(first, 'POST /api/messages', {
				body: {
					channel: 'whatsappb',
					channelId: 9007199254740993n,
					tbChatId: 9007199254740995n,
					text: 'kept',
				},
			});
			await first.close();
			const second = await startSandbox({ stateFile });
			expect(second.apiToken).toBe(first.apiToken);
			const { text } = await call(
				second,
				'GET /sandbox/chats/whatsappb_9007199254740993_79005550202/messages',
			);
			expect(text).toContain('"text":"kept"');
			expect(text).toContain('9007199254740995');
			await second.close();
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
