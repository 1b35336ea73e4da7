import { startSandbox, type Sandbox } from '../../sandbox/server';
import { FakeN8n } from './fakeN8n';
import { startScriptedServer, type Received, type Reply, type ScriptedServer } from './servers';

/** The channels that a scripted platform lists: each of them belongs to one account. */
export const CHANNELS: Reply = { body: { $items: [{ accountId: 'account-1' }], $count: 1 } };

export function credentialOf({ apiToken, baseUrl, notificationUrl, issuer, fileOrigin }: Sandbox) {
	return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '', fileOrigins: fileOrigin };
}

class NewWorkflow {
	/** One for all tests of a file, without webhooks when a test begins. */
	sandbox!: Sandbox;
	/** A new one for each test, unpublished. */
	workflow!: FakeN8n;
	private services: ScriptedServer[] = [];

	/** Starts a service for one test that knows one account, and answers all but the channels as the test says. */
	async serve(answer: (request: Received) => Reply, channels: (request: Received) => Reply = () => CHANNELS) {
		const service = await startScriptedServer((request) =>
			request.url.startsWith('/api/channels') ? channels(request) : answer(request),
		);
		this.services.push(service);
		return service;
	}

	/** Starts a service that registers webhooks 1, 2, 3 … of accounts, each with a token. A webhook is seen by its account. */
	async serveWebhooks(
		refuse: (id: string) => Reply | undefined = () => undefined,
		owners: Record<string, string> = { 'test-token': 'account-1' },
	) {
		const webhooks = new Map<string, string>();
		const removals: string[] = [];
		let last = 0;
		const accountOf = ({ headers }: Received) => owners[String(headers.authorization).replace('Bearer ', '')] ?? '';
		const service = await this.serve(
			(request) => {
				const id = request.url.split('/').at(-1) ?? '';
				if (request.method === 'POST') webhooks.set(String((last += 1)), accountOf(request));
				if (request.method === 'POST') return { body: { id: last } };
				if (request.method === 'DELETE') removals.push(id);
				const refusal = refuse(id);
				if (refusal !== undefined) return refusal;
				if (webhooks.get(id) !== accountOf(request)) return { status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND' } } };
				webhooks.delete(id);
				return { body: {} };
			},
			(request) => ({ body: { $items: [{ accountId: accountOf(request) }] } }),
		);
		const use = (apiToken: string) => {
			this.workflow.credential = { ...service.credential, apiToken };
		};
		use('test-token');
		return { webhooks, removals, use };
	}

	/** The webhooks that the sandbox knows; their addresses without the mark. */
	registered(): Array<{ url: string; events: string[] }> {
		return this.sandbox.state.webhooks.map(({ url, events }) => ({ url: url.replace(/\?.*$/, ''), events }));
	}

	async tidy(): Promise<void> {
		await Promise.all(this.services.splice(0).map(async (service) => await service.close()));
	}
}

/** Gives a test file its stage, and jest what to do before and after each test. */
export function useNewWorkflow(): NewWorkflow {
	const stage = new NewWorkflow();
	beforeAll(async () => (stage.sandbox = await startSandbox()));
	beforeEach(() => {
		stage.sandbox.state.webhooks = [];
		stage.workflow = new FakeN8n({ credential: credentialOf(stage.sandbox) });
	});
	afterEach(async () => await stage.tidy());
	afterAll(async () => await stage.sandbox.close());
	return stage;
}
