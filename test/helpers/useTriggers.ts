import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/json';
import { startSigningPlatform, type SigningPlatform, type Answer, deliveryOf, newMessage } from './deliveries';
import { startTrigger, type Trigger, type TriggerSetup } from './startTrigger';

/** The means of the delivery tests. */
class Triggers {
	/** One for all tests of a file. */
	platform!: SigningPlatform;

	private started: Trigger | undefined;

	/** The trigger that was started last; it ends with its test. */
	get trigger(): Trigger {
		if (!this.started) throw new Error('The test has started no trigger.');
		return this.started;
	}

	/** Starts a trigger in place of the one before, with the platform's credential unless the setup has another. */
	async start(setup: Partial<TriggerSetup> = {}): Promise<Trigger> {
		await this.end();
		this.started = await startTrigger({ credential: this.platform.credential, ...setup });
		return this.started;
	}

	/** Ends the trigger, where one was started. */
	async end(): Promise<void> {
		await this.started?.close();
		this.started = undefined;
	}
}

/** Gives a test file its platform and triggers, and jest what to do before and after the tests. */
export function useTriggers(): Triggers {
	const stage = new Triggers();
	beforeAll(async () => {
		stage.platform = await startSigningPlatform();
	});
	afterEach(async () => {
		await stage.end();
	});
	afterAll(async () => {
		await stage.platform.close();
	});
	return stage;
}

/** Start time of each test, in ms since 1970. A whole second, so that iat is the clock's time exactly. */
export const START = Math.floor(Date.now() / 1_000) * 1_000;

const KEY_PATH = '/keys/true.pem';

/** The means of the tests about keys, new for each test. */
class TriggerOnTestClock {
	platform!: SigningPlatform;

	trigger!: Trigger;

	/** The trigger's clock: ms since 1970. */
	now = START;

	/** Deliveries that have reached the node since it was started. */
	received = 0;

	/** Starts the trigger, as n8n does: with nothing but what its database has. */
	async start(staticData?: IDataObject): Promise<void> {
		this.received = 0;
		this.trigger = await startTrigger({
			credential: this.platform.credential,
			now: () => this.now,
			// The same over restarts, whatever port the test's server gets.
			webhookBaseUrl: 'http://127.0.0.1',
			staticData,
			beforeHandling: async () => {
				this.received += 1;
				return await Promise.resolve();
			},
		});
	}

	/** Ends the trigger and starts it again. */
	async restart(): Promise<void> {
		const [saved] = Object.values(this.trigger.saved());
		await this.trigger.close();
		await this.start(isObject(saved) ? saved : undefined);
	}

	/** Delivers a fresh event with a fresh token of the test's time. */
	async deliver(options: Parameters<SigningPlatform['token']>[0] = {}): Promise<Answer> {
		const claims = { jti: String(Math.random()) };
		return await this.trigger.send(deliveryOf(newMessage(), this.platform.token({ now: this.now, claims, ...options })));
	}

	/** Counts the requests for a path of the key server. */
	fetches(path = KEY_PATH): number {
		return this.platform.keyServer.requests.filter((url) => url === path).length;
	}

	/** Makes a path answer with the status of an outage. */
	breakDown(path = KEY_PATH, status = 502): void {
		this.platform.keyServer.serve(path, 'bad gateway', status);
	}
}

/** Gives a test file its stage, and jest what to do before and after each test. */
export function useTriggerOnTestClock(): TriggerOnTestClock {
	const stage = new TriggerOnTestClock();
	beforeEach(async () => {
		stage.now = START;
		stage.platform = await startSigningPlatform();
		await stage.start();
	});
	afterEach(async () => {
		await stage.trigger.close();
		await stage.platform.close();
	});
	return stage;
}
