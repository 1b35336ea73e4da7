import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { deliverSigned, messageOf } from './delivery';
import { control } from '../helpers/sandbox';
import { EchoBot } from './echoBot';
import { startKeyServer, type KeyServer } from '../helpers/servers';

describe('requests that an event can trigger', () => {
	let real: RealN8n;
	/** A server in n8n's own network that is none of the platform's. */
	let neighbour: KeyServer;

	beforeAll(async () => {
		real = await startRealN8n();
		neighbour = await startKeyServer();
		neighbour.serve('/metadata', 'a secret of the internal network');
	});

	afterAll(async () => {
		await real?.close();
		await neighbour?.close();
	});

	/** Stores a file at the platform, as the action node does. */
	async function upload(): Promise<string> {
		const form = new FormData();
		form.append('file', new Blob(['a file']), '../../report.txt');
		const headers = { authorization: `Bearer ${real.sandbox.apiToken}` };
		const response = await fetch(`${real.sandbox.baseUrl}/upload`, { method: 'POST', headers, body: form });
		const { $value } = (await response.json()) as { $value: { publicUri: string } };
		return $value.publicUri;
	}

	/** The paths of the API that were asked for with GET. */
	async function asked(): Promise<string[]> {
		const requests = await control<Array<{ method: string; path: string }>>(real.sandbox, 'GET', '/requests');
		return requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
	}

	test.each([false, true])('load its files and nothing else (other addresses allowed: %s)', async (allowOtherAddresses) => {
		const bot = await EchoBot.create(real, { downloadAttachments: true, allowOtherAddresses });
		const { url } = await bot.publish();
		const publicUrl = await upload();
		const before = await asked();
		const attachments = [
			{ publicUrl, fileName: '../..\\evil\u202Etxt.sh', mimeType: 'text/plain' },
			{ publicUrl: `${real.sandbox.baseUrl}/chats?from=0` },
			{ publicUrl: `${real.sandbox.baseUrl}/%2e%2e/api//CHANNELS/` },
			{ publicUrl: `${neighbour.origin}/metadata` },
			{ publicUrl: 'file:///etc/passwd' },
		];
		expect(await deliverSigned(real, url, {}, messageOf(real.sandbox.accountId, { attachments }))).toBe(200);
		const [{ id } = { id: '' }] = await bot.executions(1);
		const { output } = await real.rest.getExecution(id);
		const [item] = output['Receive Message'] ?? [];
		expect(item?.attachments).toMatchObject([
			{ binaryField: 'attachment_0' },
			{ downloadError: expect.stringContaining('is an API endpoint, not a file') },
			{ downloadError: expect.stringContaining('is an API endpoint, not a file') },
			{ downloadError: expect.stringMatching(/in its network\. .*File Origins.*Download From Anywhere/) },
			{ downloadError: expect.stringContaining("isn't a web URL") },
		]);
		expect(neighbour.connections()).toBe(0);
		// the reply asks what its channel takes; the event's addresses are spelled in other ways
		const since = (await asked()).slice(before.length).filter((path) => path !== '/api/channels');
		expect(since.filter((path) => /chats|channels/i.test(path))).toEqual([]);
		await real.rest.unpublish(bot.workflow.id);
		await bot.removed('webhook');
	});
});
