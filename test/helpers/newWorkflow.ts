import { startSandbox, type Sandbox } from '../../sandbox/server';
import { startScriptedServer, type Received, type Reply, type ScriptedServer } from './scriptedServer';
import { PublishableWorkflow } from './publishableWorkflow';

/** What a scripted service tells of its channels: each of them belongs to one account. */
export const CHANNELS: Reply = { body: { $items: [{ accountId: 'account-1' }], $count: 1 } };

/** The fields of the credential that leads to a sandbox. */
export function credentialOf({ apiToken, baseUrl, notificationUrl, issuer }: Sandbox) {
	return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
}

/** What the tests of registration work with. */
export class NewWorkflow {
	/** One for all tests of a file, without webhooks when a test begins. */
	sandbox!: Sandbox;

	/** A new one for each test, unpublished. */
	workflow!: PublishableWorkflow;

	private services: ScriptedServer[] = [];

	/** Starts a service for one test that knows one account, and answers all but the channels as the test says. */
	async serve(answer: (request: Received) => Reply): Promise<ScriptedServer> {
		const service = await startScriptedServer((request) =>
			request.url.startsWith('/api/channels') ? CHANNELS : answer(request),
		);
		this.services.push(service);
		return service;
	}

	/** The webhooks that the sandbox knows; their addresses without the mark. */
	registered(): Array<{ url: string; events: string[] }> {
		return this.sandbox.state.webhooks.map(({ url, events }) => ({ url: url.replace(/\?.*$/, ''), events }));
	}

	/** Ends the services of a test. */
	async tidy(): Promise<void> {
		await Promise.all(this.services.map(async (service) => await service.close()));
		this.services = [];
	}
}

/** Gives a test file its stage, and jest what to do before and after each test. */
export function useNewWorkflow(): NewWorkflow {
	const stage = new NewWorkflow();
	beforeAll(async () => {
		stage.sandbox = await startSandbox();
	});
	beforeEach(() => {
		stage.sandbox.state.webhooks = [];
		stage.workflow = new PublishableWorkflow(credentialOf(stage.sandbox));
	});
	afterEach(async () => {
		await stage.tidy();
	});
	afterAll(async () => {
		await stage.sandbox.close();
	});
	return stage;
}
