import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { isObject, objectOf } from '../../shared/json';
import { readProvenKey, readRegistration, type ProvenKey, type Registration } from './records';

/** A proven key that moves within its folder is saved anew at most once in this time, in ms. */
export const SAVE_PAUSE_MS = 60 * 60_000;

/** Webhooks whose removal failed that are kept for a trigger; of more, the oldest are given up. */
export const MAX_LEFTOVERS = 20;

const MAX_REMEMBERED = 1_000;

/**
 * What a process did itself, by workflow and node. n8n writes a workflow's static data whole, and the last one wins: a delivery
 * or an execution that loaded it before a publish and saves it afterwards brings back the webhook of before. n8n also saves it
 * only after all webhooks of a workflow were added: when the second of two triggers fails, the first is removed with the data
 * of before, in which its id is missing. And while the editor listens, n8n keeps no static data beyond the test. This memory
 * has it in all three cases.
 */
export class RegistrationMemory {
	/** What is registered, by node and mode. */
	readonly current = new BoundedMap<string, Registration>(MAX_REMEMBERED);

	/** Webhooks that could not be removed, by node and mode. */
	readonly stuck = new BoundedMap<string, Registration[]>(MAX_REMEMBERED);

	/** Proven keys by node. */
	readonly proven = new BoundedMap<string, ProvenKey>(MAX_REMEMBERED);
}

/** Where n8n serves a webhook, "webhook" or "webhook-test" unless an operator named them otherwise: test or production. */
function slotOf(url: string): string {
	return new URL(url).pathname.split('/').at(-3) ?? '';
}

/** The same for a delivery, to which n8n tells the production address while the editor listens, too; then only a test is stored. */
function slotOfDelivery(context: IWebhookFunctions, url: string): string {
	if (context.getMode() !== 'manual') return slotOf(url);
	const { webhooks } = context.getWorkflowStaticData('node');
	return Object.keys(objectOf(webhooks))[0] ?? `${slotOf(url)}-test`;
}

/**
 * What one trigger node has registered in one mode (test or production), kept in the workflow's static data under the
 * node, so that restarts know it. A copy of the workflow, or an import of it into another n8n, brings the static data of
 * the original along; what belongs to another is not seen, so that a copy never removes the webhook of the original.
 */
export class RegistrationStore {
	private readonly data: IDataObject;

	private readonly node: string;

	private readonly key: string;

	private readonly owner: string;

	private constructor(
		context: IHookFunctions | IWebhookFunctions,
		private readonly slot: string,
		private readonly memory: RegistrationMemory,
	) {
		this.data = context.getWorkflowStaticData('node');
		this.owner = `${context.getInstanceId()}/${context.getWorkflow().id}`;
		this.node = `${this.owner}/${context.getNode().id}`;
		this.key = `${this.node}/${this.slot}`;
	}

	/**
	 * Opens what is stored of the trigger that is published or unpublished.
	 *
	 * @param context the hook's context
	 * @param url the webhook's address as this context gives it
	 * @param memory what this process did before
	 */
	static ofHook(context: IHookFunctions, url: string, memory: RegistrationMemory): RegistrationStore {
		return new RegistrationStore(context, slotOf(url), memory);
	}

	/**
	 * Opens what is stored of the trigger that a delivery came to, and writes into n8n's database again what this process
	 * registered, where an older word has overwritten it there.
	 *
	 * @param context the webhook's context
	 * @param url the webhook's address as this context gives it
	 * @param memory what this process did before
	 */
	static ofDelivery(context: IWebhookFunctions, url: string, memory: RegistrationMemory): RegistrationStore {
		const store = new RegistrationStore(context, slotOfDelivery(context, url), memory);
		const own = memory.current.get(store.key);
		if (own !== undefined && own.registeredAt > (store.stored?.registeredAt ?? 0)) store.write('webhooks', store.owned(own));
		return store;
	}

	/** @returns what is registered now, as far as is known */
	get current(): Registration | undefined {
		return this.stored ?? this.memory.current.get(this.key);
	}

	/** @returns every webhook that may still be registered in this mode, each once */
	get all(): Registration[] {
		const known = [...this.leftovers, this.stored, this.memory.current.get(this.key)];
		const byId = new Map<string, Registration>();
		for (const one of known) if (one !== undefined) byId.set(`${one.notificationUrl} ${one.id}`, one);
		return [...byId.values()];
	}

	/** @param registration what was just registered, or undefined once it is removed */
	set current(registration: Registration | undefined) {
		if (registration === undefined) this.memory.current.delete(this.key);
		else this.memory.current.set(this.key, registration);
		this.write('webhooks', registration === undefined ? null : this.owned(registration));
	}

	/** @returns webhooks of this mode whose removal failed; to be tried again */
	get leftovers(): Registration[] {
		const stored = this.read('leftovers')[this.slot];
		const own = Array.isArray(stored) ? stored.filter((entry) => this.isOwn(entry)).map(readRegistration) : [];
		return [...own.filter((entry) => entry !== undefined), ...(this.memory.stuck.get(this.key) ?? [])];
	}

	/** @param leftovers what is still to be removed; at most {@link MAX_LEFTOVERS} are kept */
	set leftovers(leftovers: Registration[]) {
		const kept = leftovers.slice(-MAX_LEFTOVERS);
		if (kept.length === 0 && this.leftovers.length === 0) return;
		this.memory.stuck.set(this.key, kept);
		this.write(
			'leftovers',
			kept.map((leftover) => this.owned(leftover)),
		);
	}

	/**
	 * The key that verified a signature for an account, in this process or before.
	 *
	 * @param accountId the account
	 */
	provenFor(accountId: string): ProvenKey | undefined {
		return [this.memory.proven.get(this.node), this.storedProven].find((key) => key?.accountId === accountId);
	}

	/**
	 * Remembers the key that verified a delivery, and saves it in n8n's database, so that it is known after a restart.
	 *
	 * n8n writes static data whole, and what a delivery saves may undo what was published while the delivery was handled. So the
	 * delivery that proves a key, which may have waited for it for seconds, saves nothing; a later one does, that was verified
	 * at once.
	 *
	 * @param accountId the account that the key signed for
	 * @param address where the key is (x5u)
	 * @param now the time in ms since 1970
	 */
	rememberKey(accountId: string, address: string, now: number): void {
		const key = { accountId, address, savedAt: now };
		const known = this.memory.proven.get(this.node);
		if (known?.accountId !== accountId || known.address !== address) {
			this.memory.proven.set(this.node, key);
			return;
		}
		const saved = this.storedProven;
		if (saved?.accountId === accountId && (saved.address === address || now - saved.savedAt < SAVE_PAUSE_MS)) return;
		this.data.provenKey = { ...key, owner: this.owner };
	}

	private get storedProven(): ProvenKey | undefined {
		const { provenKey } = this.data;
		return this.isOwn(provenKey) ? readProvenKey(provenKey) : undefined;
	}

	/** @returns what n8n's database has, or undefined */
	private get stored(): Registration | undefined {
		const stored = this.read('webhooks')[this.slot];
		return this.isOwn(stored) ? readRegistration(stored) : undefined;
	}

	private owned(registration: Registration): IDataObject {
		return { ...registration, owner: this.owner };
	}

	private isOwn(value: unknown): boolean {
		return isObject(value) && value.owner === this.owner;
	}

	private read(name: string): IDataObject {
		return objectOf(this.data[name]);
	}

	private write(name: string, value: IDataObject | IDataObject[] | null): void {
		this.data[name] = { ...this.read(name), [this.slot]: value };
	}
}
