import { startSigningPlatform, type SigningPlatform, type Answer, deliveryOf, newMessage, type WireRequest } from './deliveries';
import { FakeN8n, type N8nSetup } from './fakeN8n';

const KEY_PATH = '/keys/true.pem';

type TokenOptions = Parameters<SigningPlatform['token']>[0];

/** The means of the delivery tests, new for each test. */
class Triggers {
	platform!: SigningPlatform;
	trigger!: FakeN8n;
	/** The trigger's clock, in ms since 1970. It begins with a whole second, so that iat is its time exactly. */
	now = 0;
	private all: FakeN8n[] = [];

	/** Starts a trigger in place of the one before, with the platform's credential unless the setup has another. */
	async start(setup: Partial<N8nSetup> = {}): Promise<FakeN8n> {
		await this.end();
		this.trigger = await this.startAnother(setup);
		return this.trigger;
	}

	async startAnother(setup: Partial<N8nSetup> = {}): Promise<FakeN8n> {
		// the same host over restarts, whatever port the test's server gets
		const base = { credential: this.platform.credential, now: () => this.now, webhookBaseUrl: 'http://127.0.0.1' };
		const trigger = await FakeN8n.start({ ...base, ...setup });
		this.all.push(trigger);
		return trigger;
	}

	async end(): Promise<void> {
		await Promise.all(this.all.splice(0).map(async (trigger) => await trigger.close()));
	}

	/** Delivers an event, by default a new message, with a fresh token of the test's time. */
	async send(body: string | Buffer = newMessage(), token: TokenOptions = {}, more: WireRequest = {}): Promise<Answer> {
		return await this.trigger.send({ ...this.request(body, token), ...more });
	}

	async deliver(token?: TokenOptions): Promise<Answer> {
		return await this.send(newMessage(), token);
	}

	/** Delivers an event; gives the status, and the reason of a filter or the code of a refusal. */
	async outcome(body?: string | Buffer, token?: TokenOptions, trigger = this.trigger): Promise<[number, string | undefined]> {
		const { status, code, text } = await trigger.send(this.request(body, token));
		const [, reason] = /"reason":"(\w+)"/.exec(text) ?? [];
		return [status, reason ?? code];
	}

	request(body: string | Buffer = newMessage(), token: TokenOptions = {}) {
		return deliveryOf(body, this.platform.token({ now: this.now, ...token }));
	}

	fetches(path = KEY_PATH): number {
		return this.platform.keyServer.requests.filter((url) => url === path).length;
	}
}

/** Gives a test file its platform and triggers, and jest what to do before and after each test. */
export function useTriggers(setup?: Partial<N8nSetup>): Triggers {
	const stage = new Triggers();
	beforeEach(async () => {
		stage.now = Math.floor(Date.now() / 1_000) * 1_000;
		stage.platform = await startSigningPlatform();
		await stage.start(setup);
	});
	afterEach(async () => {
		await stage.end();
		await stage.platform.close();
	});
	return stage;
}
