import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../../shared/json';
import { BoundedMap } from '../../shared/boundedMap';

/** The query parameter of a registered address that holds the registration's mark. */
export const MARK = 'registration';

/** A webhook that this trigger registered with the platform. */
export interface Registration {
	/** The webhook's id at the platform. */
	id: string;
	/** The trigger's own address, without the mark. */
	url: string;
	/** What tells the deliveries of this registration apart: the query parameter {@link MARK} of its address. */
	mark: string;
	/** The event names that were registered. */
	events: string[];
	/** Where it was registered. */
	notificationUrl: string;
	/** A fingerprint of the API token that registered it. */
	token: string;
	/** The account whose events may come through it: the only `sub` that is let in. */
	accountId: string;
	/** When it was registered, in ms since 1970. */
	registeredAt: number;
}

/** The address of a key that verified a signature for an account. */
export interface ProvenKey {
	accountId: string;
	/** The address (x5u). */
	address: string;
	/** When this was saved, in ms since 1970. */
	savedAt: number;
}

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

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function readRegistration(value: unknown): Registration | undefined {
	if (!isObject(value)) return undefined;
	const { id, url, notificationUrl, events, mark, token, account, accountId, registeredAt } = value;
	if (!isText(id) || !isText(url) || !isText(notificationUrl) || !Array.isArray(events)) return undefined;
	return {
		id,
		url,
		notificationUrl,
		events: events.filter(isText),
		// Missing in what an older version of this package stored: such a registration lets nobody in, and is made anew.
		mark: isText(mark) ? mark : '',
		token: [token, account].find(isText) ?? '',
		accountId: isText(accountId) ? accountId : '',
		registeredAt: typeof registeredAt === 'number' ? registeredAt : 0,
	};
}

function readProven(value: unknown): ProvenKey | undefined {
	if (!isObject(value)) return undefined;
	const { accountId, address, savedAt } = value;
	if (!isText(accountId) || !isText(address) || typeof savedAt !== 'number') return undefined;
	return { accountId, address, savedAt };
}

/**
 * Where n8n serves a webhook, "webhook" or "webhook-test" unless an operator named them otherwise: keeps test and production
 * apart.
 *
 * @param url the webhook's address as a hook's context gives it
 */
export function slotOf(url: string): string {
	return new URL(url).pathname.split('/').at(-3) ?? '';
}

/**
 * The same for a delivery, to which n8n tells the production address also while the editor listens. Then the static data is
 * that of the test alone.
 *
 * @param context the webhook's context
 * @param url the webhook's address as this context gives it
 */
export function slotOfDelivery(context: IWebhookFunctions, url: string): string {
	if (context.getMode() !== 'manual') return slotOf(url);
	const { webhooks } = context.getWorkflowStaticData('node');
	return Object.keys(isObject(webhooks) ? webhooks : {})[0] ?? `${slotOf(url)}-test`;
}

/**
 * Tells whether two webhook addresses are of one n8n: all before the webhook's own part is the same.
 *
 * @param one a webhook's address as n8n makes it
 * @param other another
 */
export function isSameServer(one: string, other: string): boolean {
	const baseOf = (url: string) => (URL.canParse(url) ? new URL(url).href.split('/').slice(0, -3).join('/') : url);
	return baseOf(one) === baseOf(other);
}

/**
 * What one trigger node has registered in one mode (test or production), kept in the workflow's static data under the
 * node, so that restarts know it. A copy of the workflow, or an import of it into another n8n, brings the static data of
 * the original along; what belongs to another is not seen, so that a copy never removes the webhook of the original.
 */
export class Registrations {
	private readonly data: IDataObject;

	private readonly node: string;

	private readonly key: string;

	private readonly owner: string;

	/**
	 * @param context the context of a hook or of a delivery
	 * @param slot which mode: {@link slotOf} or {@link slotOfDelivery}
	 * @param memory what this process did before
	 */
	constructor(
		context: IHookFunctions | IWebhookFunctions,
		private readonly slot: string,
		private readonly memory: RegistrationMemory,
	) {
		this.data = context.getWorkflowStaticData('node');
		this.owner = `${context.getInstanceId()}/${context.getWorkflow().id}`;
		this.node = `${this.owner}/${context.getNode().id}`;
		this.key = `${this.node}/${this.slot}`;
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
		this.write('webhooks', registration === undefined ? null : { ...registration, owner: this.owner });
	}

	/** Writes into n8n's database again what this process registered, where an older word has overwritten it there. */
	mend(): void {
		const own = this.memory.current.get(this.key);
		if (own !== undefined && own.registeredAt > (this.stored?.registeredAt ?? 0)) {
			this.write('webhooks', { ...own, owner: this.owner });
		}
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
		const entries = kept.map((leftover) => ({ ...leftover, owner: this.owner }));
		this.write('leftovers', entries);
	}

	/**
	 * The key that verified a signature for an account, in this process or before.
	 *
	 * @param accountId the account
	 */
	provenFor(accountId: string): ProvenKey | undefined {
		return [this.memory.proven.get(this.node), this.storedProven].find((key) => key?.accountId === accountId);
	}

	/** @returns the proven key in n8n's database */
	get storedProven(): ProvenKey | undefined {
		const { provenKey } = this.data;
		return isObject(provenKey) && provenKey.owner === this.owner ? readProven(provenKey) : undefined;
	}

	/**
	 * Remembers a proven key in this process.
	 *
	 * @param key the key
	 * @returns false when this process knew it already
	 */
	rememberProven(key: ProvenKey): boolean {
		const known = this.memory.proven.get(this.node);
		if (known?.accountId === key.accountId && known.address === key.address) return false;
		this.memory.proven.set(this.node, key);
		return true;
	}

	/** @param key the key to save in n8n's database */
	saveProven(key: ProvenKey): void {
		this.data.provenKey = { ...key, owner: this.owner };
	}

	/** @returns what n8n's database has, or undefined */
	private get stored(): Registration | undefined {
		const stored = this.read('webhooks')[this.slot];
		return this.isOwn(stored) ? readRegistration(stored) : undefined;
	}

	private isOwn(value: unknown): boolean {
		return isObject(value) && value.owner === this.owner;
	}

	private read(name: string): IDataObject {
		const value = this.data[name];
		return isObject(value) ? value : {};
	}

	private write(name: string, value: IDataObject | IDataObject[] | null): void {
		this.data[name] = { ...this.read(name), [this.slot]: value };
	}
}
