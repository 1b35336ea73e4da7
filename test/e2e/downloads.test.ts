/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { type ServerResponse, createServer, request as httpRequest } from 'node:http';
import { credentialData } from '../../sandbox/demo/provision';
import { type Listening, listen } from '../helpers/servers';
import { createAndPublish, startRealN8n, type RealN8n, hasEnded } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned, messageOf } from './delivery';

const NOTE = 'Not downloaded: too many other events were downloading files at the same time';

describe('events whose files hang', () => {
	let real: RealN8n;
	/** The platform's address: its files hang, everything else is the sandbox's. */
	let front: Listening;
	/** File requests that have no answer yet. */
	const open: ServerResponse[] = [];

	beforeAll(async () => {
		real = await startRealN8n();
		front = await listen(
			createServer((request, response) => {
				const { url = '', method, headers } = request;
				if (url.startsWith('/files/')) return void open.push(response);
				const passOn = httpRequest(`${real.sandbox.origin}${url}`, { method, headers }, (answer) => {
					answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
				});
				request.pipe(passOn);
			}),
		);
		const baseUrl = real.sandbox.baseUrl.replace(real.sandbox.origin, front.origin);
		const { origin } = real.sandbox;
		await real.rest.updateCredential(real.credential, { ...credentialData(real.sandbox), baseUrl, keyOrigins: origin });
	});

	afterAll(async () => {
		await real?.close();
		await front?.close();
	});

	/** Publishes a workflow of a trigger alone. */
	async function publish(name: string, options: object) {
		const trigger = {
			id: 'trigger',
			name: 'Trigger',
			type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger',
			typeVersion: 2,
			position: [0, 0] as [number, number],
			webhookId: name,
			parameters: { events: ['new_message'], options },
			credentials: { messagingPlatformApi: real.credential },
		};
		return await createAndPublish(real, { name, nodes: [trigger], connections: {}, settings: {} });
	}

	async function send(url: string, files: number): Promise<number> {
		const attachments = Array.from({ length: files }, (_, index) => ({ publicUrl: `${front.origin}/files/${index}.txt` }));
		return await deliverSigned(real, url, {}, messageOf(real.sandbox.accountId, { attachments }));
	}

	/** What the newest executions, up to 100, say of each file. */
	async function notes(id: string): Promise<string[]> {
		const ended = (await real.rest.listExecutions(id)).filter(hasEnded);
		const lists = ended.map(async ({ id: one }) => (await real.rest.getExecution(one)).output.Trigger?.[0]?.attachments);
		const files = (await Promise.all(lists)) as Array<Array<{ downloadError?: string }>>;
		return files.flat().map(({ downloadError }) => downloadError ?? 'file');
	}

	test('let others through, and start without their files when they find no place', async () => {
		const files = await publish('files', { downloadAttachments: true, downloadBudgetSeconds: 60 });
		const other = await publish('other', {});
		// proves the key, so that no delivery waits for it
		expect(await send(other.url, 0)).toBe(200);
		let held = 225;
		const all = Array.from({ length: 225 }, async () => {
			const status = await send(files.url, 2);
			held -= 1;
			return status;
		});
		// 20 download, 200 wait
		await waitFor(() => held === 220 && open.length === 40, 'five events are answered without their files');
		const noted = async (count: number) => (await notes(files.id)).length === count;
		await waitFor(async () => await noted(10), 'these five have their executions');
		expect(await notes(files.id)).toEqual(Array(10).fill(NOTE));
		expect(await send(other.url, 0)).toBe(200);
		expect(await send(files.url, 0)).toBe(200);
		expect([held, open.length]).toEqual([220, 40]);
		for (let turn = 0; turn < 11; turn++) {
			await waitFor(() => open.length === 40, 'the next twenty download');
			open.splice(0).forEach((response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x'));
		}
		expect(await Promise.all(all)).toEqual(Array(225).fill(200));
		await waitFor(async () => await noted(200), 'the newest events have their executions');
		expect(await notes(files.id)).toEqual(Array(200).fill('file'));
	});
});
