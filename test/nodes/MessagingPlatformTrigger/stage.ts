import { startSandbox, type Sandbox } from '../../../sandbox/server';
import { startService, type ScriptedService } from '../../service';
import { Published } from './hooks';

/** The fields of the credential that leads to a sandbox. */
export function credentialOf({ apiToken, baseUrl, notificationUrl, issuer }: Sandbox) {
	return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
}

/** What the tests of registration work with. */
export class Stage {
	/** One for all tests of a file, without webhooks when a test begins. */
	sandbox!: Sandbox;

	/** A new one for each test, unpublished. */
	workflow!: Published;

	private services: ScriptedService[] = [];

	/** Starts a service for one test. */
	async serve(...answer: Parameters<typeof startService>): Promise<ScriptedService> {
		const service = await startService(...answer);
		this.services.push(service);
		return service;
	}

	/** The webhooks that the sandbox knows. */
	registered(): Array<{ url: string; events: string[] }> {
		return this.sandbox.state.webhooks.map(({ url, events }) => ({ url, events }));
	}

	/** Ends the services of a test. */
	async tidy(): Promise<void> {
		await Promise.all(this.services.map(async (service) => await service.close()));
		this.services = [];
	}
}

/** Gives a test file its stage, and jest what to do before and after each test. */
export function useStage(): Stage {
	const stage = new Stage();
	beforeAll(async () => {
		stage.sandbox = await startSandbox();
	});
	beforeEach(() => {
		stage.sandbox.state.webhooks = [];
		stage.workflow = new Published(credentialOf(stage.sandbox));
	});
	afterEach(async () => {
		await stage.tidy();
	});
	afterAll(async () => {
		await stage.sandbox.close();
	});
	return stage;
}
