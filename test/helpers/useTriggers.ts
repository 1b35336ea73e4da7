import { startSigningPlatform, type SigningPlatform } from './signedDeliveries';
import { startTrigger, type Trigger, type TriggerSetup } from './startTrigger';

/** What the tests of deliveries work with. */
export class Triggers {
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
