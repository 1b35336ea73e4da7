import { startSandbox, type Sandbox } from '../../../sandbox/server';
import { startService, type ScriptedService } from '../../service';
import { Published } from './hooks';

let sandbox: Sandbox;
let workflow: Published;
let services: ScriptedService[] = [];

/** Starts a service for one test. */
async function serve(...answer: Parameters<typeof startService>): Promise<ScriptedService> {
	const service = await startService(...answer);
	services.push(service);
	return service;
}

function credentialOf(service: Sandbox) {
	const { apiToken, baseUrl, notificationUrl, issuer } = service;
	return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
}

function registered(): Array<{ url: string; events: string[] }> {
	return sandbox.state.webhooks.map(({ url, events }) => ({ url, events }));
}

beforeAll(async () => {
	sandbox = await startSandbox();
});

beforeEach(() => {
	sandbox.state.webhooks = [];
	workflow = new Published(credentialOf(sandbox));
});

afterEach(async () => {
	await Promise.all(services.map(async (service) => await service.close()));
	services = [];
});

afterAll(async () => {
	await sandbox.close();
});

describe('what is refused on publishing, with the way to fix it', () => {
	async function reasonOf(): Promise<string> {
		const error: unknown = await workflow.publish().then(
			() => undefined,
			(reason: unknown) => reason,
		);
		if (!(error instanceof Error)) throw new Error('publishing was not refused');
		expect(registered()).toEqual([]);
		return `${error.message} | ${'description' in error ? String(error.description) : ''}`;
	}

	it.each([
		'http://localhost:5678',
		'http://192.168.1.4',
		'http://10.0.0.1:5678',
		'http://[::1]:5678',
		'http://n8n:5678',
		'http://nas.local',
	])('a webhook at %s, when the platform is public', async (base) => {
		workflow.webhookBaseUrl = base;
		workflow.credential = { ...workflow.credential, notificationUrl: 'https://notifications.example.com' };
		expect(await reasonOf()).toMatch(/cannot reach.*WEBHOOK_URL/);
	});

	it('a credential without an issuer', async () => {
		workflow.credential = { ...workflow.credential, issuer: ' ' };
		expect(await reasonOf()).toMatch(/Issuer is empty/);
	});

	it('a credential without a notification URL', async () => {
		workflow.credential = { ...workflow.credential, notificationUrl: '' };
		expect(await reasonOf()).toMatch(/Notification URL is empty/);
	});

	it('no event at all', async () => {
		workflow.parameters = { events: [] };
		expect(await reasonOf()).toMatch(/No event is chosen/);
	});

	it('a list of IP addresses with an entry that is none', async () => {
		workflow.parameters = { options: { allowedAddresses: '10.0.0.1, 300.1.1.1' } };
		expect(await reasonOf()).toMatch(/300\.1\.1\.1/);
	});

	it('a token that the service does not know', async () => {
		workflow.credential = { ...workflow.credential, apiToken: 'wrong' };
		expect(await reasonOf()).toMatch(/token/i);
	});

	it('an answer without an id', async () => {
		const service = await serve(() => ({ body: {} }));
		workflow.credential = { ...service.credential };
		expect(await reasonOf()).toMatch(/did not tell its id/);
	});
});
