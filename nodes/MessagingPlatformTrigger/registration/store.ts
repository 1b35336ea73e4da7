import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { Cache } from '../../shared/cache';
import { isObject, objectOf } from '../../shared/json';
import type { Connection } from '../../shared/api/connection';
import { accountAt, recentDeliveries } from '../../shared/deliveries';
import { type Waiting, accountKey, isWaiting, stored, waitingQuestions } from '../../shared/waiting';
import { nodeOf } from '../settings/settings';
import { type ExpectedHost, readHost } from '../verify/token';

/** The query parameter of a registered address that holds the registration's mark. */
export const MARK = 'registration';

/** A proven key that moves within its folder is saved again once in this time, in ms. */
const SAVE_PAUSE_MS = 60 * 60_000;

/** Webhooks whose removal failed that are kept for a trigger; the oldest make room. */
export const MAX_LEFTOVERS = 20;

const MAX_REMEMBERED = 1_000;

/** A webhook that this trigger registered with the platform. */
export interface Registration {
	id: string;
	/** The trigger's own address, without the mark. */
	url: string;
	/** Stands in the registered address, so that each delivery shows through which registration it came. */
	mark: string;
	events: string[];
	/** The Notification URL it was registered at. */
	notificationUrl: string;
	/** A fingerprint of the API token that registered it. */
	token: string;
	/** The account whose events it may bring: the only accepted `sub`. */
	accountId: string;
	/** In ms since 1970. */
	registeredAt: number;
}

/** A key that verified a signature for an account. */
interface ProvenKey {
	accountId: string;
	/** Its address (x5u). */
	address: string;
	/** In ms since 1970. */
	savedAt: number;
}

const hasTexts = (value: IDataObject, ...names: string[]) =>
	names.every((name) => typeof value[name] === 'string' && value[name] !== '');

function isRegistration(value: unknown): value is Registration {
	if (!isObject(value) || !hasTexts(value, 'id', 'url', 'mark', 'notificationUrl', 'token', 'accountId')) return false;
	return Array.isArray(value.events) && typeof value.registeredAt === 'number';
}

function isProvenKey(value: unknown): value is ProvenKey {
	return isObject(value) && hasTexts(value, 'accountId', 'address') && typeof value.savedAt === 'number';
}

/**
 * Remembers what this process did, by workflow and node. n8n writes a workflow's static data whole, and the last one wins: a delivery or an
 * execution that loaded it before a publish brings back the webhook of before. n8n also saves it only after all webhooks of a workflow
 * were added: when the second of two triggers fails, the first is removed with the data of before, in which its ID is missing. And while
 * the editor listens, n8n keeps no static data beyond the test. This memory has it in all three cases.
 */
export class RegistrationMemory {
	/** Keyed by node and mode. */
	readonly current = new Cache<string, Registration>({ max: MAX_REMEMBERED });

	/** Webhooks that couldn't be removed, keyed by node and mode. */
	readonly stuck = new Cache<string, Registration[]>({ max: MAX_REMEMBERED });

	readonly proven = new Cache<string, ProvenKey>({ max: MAX_REMEMBERED });
}

/** Reads the path at which n8n serves a webhook: "webhook" or "webhook-test" unless an operator renamed them. */
function slotOf(url: string): string {
	return new URL(url).pathname.split('/').at(-3) ?? '';
}

/** While the editor listens, n8n gives a delivery the production address, too; then only a test is stored. */
function slotOfDelivery(context: IWebhookFunctions, url: string): string {
	if (context.getMode() !== 'manual') return slotOf(url);
	const { webhooks } = context.getWorkflowStaticData('node');
	return Object.keys(objectOf(webhooks))[0] ?? `${slotOf(url)}-test`;
}

function readMark(context: IWebhookFunctions): string | undefined {
	const query: unknown = context.getQueryData();
	const mark = objectOf(query)[MARK];
	return typeof mark === 'string' && /^[0-9a-f]{16}$/.test(mark) ? mark : undefined;
}

/**
 * Stores what one trigger node has registered in one mode (test or production), in the workflow's static data under the node, so that it
 * survives restarts. A copy of the workflow brings the static data of the original along; what belongs to another owner is not seen, so
 * that a copy never removes the webhook of the original.
 */
export class RegistrationStore {
	private readonly data: IDataObject;

	private readonly node: string;

	private readonly key: string;

	private readonly owner: string;

	private readonly isTest: boolean;

	private constructor(
		context: IHookFunctions | IWebhookFunctions,
		private readonly slot: string,
		private readonly memory: RegistrationMemory,
		/** The mark in a delivery's URL. */
		readonly mark?: string,
	) {
		this.data = context.getWorkflowStaticData('node');
		this.isTest = context.getMode() === 'manual';
		this.owner = `${context.getInstanceId()}/${context.getWorkflow().id}`;
		this.node = nodeOf(context);
		this.key = `${this.node}/${this.slot}`;
	}

	/** Opens the store of a trigger that is published or unpublished. */
	static ofHook(context: IHookFunctions, url: string, memory: RegistrationMemory): RegistrationStore {
		return new RegistrationStore(context, slotOf(url), memory);
	}

	/** Opens the store of a delivery's trigger, and writes back what this process registered if older data has replaced it. */
	static ofDelivery(context: IWebhookFunctions, url: string, memory: RegistrationMemory): RegistrationStore {
		const store = new RegistrationStore(context, slotOfDelivery(context, url), memory, readMark(context));
		const own = memory.current.get(store.key);
		if (own !== undefined && own.registeredAt > (store.stored?.registeredAt ?? 0)) store.write('webhooks', store.owned(own));
		return store;
	}

	get current(): Registration | undefined {
		return this.stored ?? this.memory.current.get(this.key);
	}

	/**
	 * The hosts that a delivery may be meant for: that of the registration through which it came, or of the current one if its mark names
	 * none. n8n shows a delivery of the editor's test another host than it registered (N8N_EDITOR_BASE_URL).
	 * @param webhookHost the trigger's option, which comes first in production; may be empty
	 * @throws Refusal webhook_url when one of them isn't a host
	 */
	hosts(webhookHost: string): ExpectedHost[] {
		const through = this.all.find(({ mark }) => mark === this.mark) ?? this.current;
		const registered = webhookHost === '' || this.isTest ? [through?.url ?? ''] : [];
		return [webhookHost, ...registered].filter((address) => address !== '').map(readHost);
	}

	/** Every webhook that may still be registered in this mode, each once. */
	get all(): Registration[] {
		const known = [...this.leftovers, this.stored, this.memory.current.get(this.key)].filter((one) => one !== undefined);
		return [...new Map(known.map((one) => [`${one.notificationUrl} ${one.id}`, one])).values()];
	}

	/** The waiting questions that this trigger keeps beyond the process. */
	get waiting(): Waiting[] {
		const { waiting } = this.data;
		// plain copies, because n8n watches its own objects for changes
		return Array.isArray(waiting) ? waiting.filter(isWaiting).map(stored) : [];
	}

	/** Keeps the account's questions. n8n writes static data whole, so a delivery that began before one was kept would undo that. */
	keepQuestions({ accountId, connection }: { accountId: string; connection: Connection }, now: number): void {
		const account = accountKey(accountId, connection);
		const { waiting } = this;
		waitingQuestions.learn(account, waiting, connection, now);
		const kept = new Set(waiting.map(({ key }) => key));
		const known = waitingQuestions.of(account, now).filter(({ until }) => until < Infinity);
		if (known.some(({ key }) => !kept.has(key))) this.data.waiting = known.map(stored);
	}

	/** Lets both nodes know that this trigger brings the events of its account; questions, only if it stays. */
	publish(connection: Connection): void {
		const { current } = this;
		if (current === undefined) return;
		recentDeliveries.expect(this.node, accountAt(connection.baseUrl, current.accountId));
		if (this.isTest) return;
		waitingQuestions.publish({ node: this.key, account: accountKey(current.accountId, connection), url: current.url });
	}

	set current(registration: Registration | undefined) {
		if (registration === undefined) {
			this.memory.current.delete(this.key);
			waitingQuestions.unpublish(this.key);
		} else this.memory.current.set(this.key, registration);
		this.write('webhooks', registration === undefined ? null : this.owned(registration));
	}

	/** Webhooks of this mode whose removal failed; to be tried again. */
	get leftovers(): Registration[] {
		const stored = objectOf(this.data.leftovers)[this.slot];
		const own = Array.isArray(stored) ? stored.filter((entry) => this.isOwn(entry)).filter(isRegistration) : [];
		return [...own, ...(this.memory.stuck.get(this.key) ?? [])];
	}

	set leftovers(leftovers: Registration[]) {
		const kept = leftovers.slice(-MAX_LEFTOVERS);
		if (kept.length === 0 && this.leftovers.length === 0) return;
		this.memory.stuck.set(this.key, kept);
		const owned = kept.map((leftover) => this.owned(leftover));
		this.write('leftovers', owned);
	}

	/** The key that verified a signature for an account, in this process or before. */
	provenFor(accountId: string): ProvenKey | undefined {
		return [this.memory.proven.get(this.node), this.storedProven].find((key) => key?.accountId === accountId);
	}

	/**
	 * Remembers the key that verified a delivery. n8n writes static data whole, so the delivery that proves a key, and may have
	 * waited seconds for it, saves nothing: it could undo what was published meanwhile. A later one saves it, which was verified
	 * at once.
	 */
	rememberKey(accountId: string, address: string, now: number): void {
		const key = { accountId, address, savedAt: now };
		const known = this.memory.proven.get(this.node);
		if (known?.accountId !== accountId || known.address !== address) return void this.memory.proven.set(this.node, key);
		const saved = this.storedProven;
		if (saved?.accountId === accountId && (saved.address === address || now - saved.savedAt < SAVE_PAUSE_MS)) return;
		this.data.provenKey = { ...key, owner: this.owner };
	}

	private get storedProven(): ProvenKey | undefined {
		const { provenKey } = this.data;
		return this.isOwn(provenKey) && isProvenKey(provenKey) ? provenKey : undefined;
	}

	/** The registration in n8n's database. */
	private get stored(): Registration | undefined {
		const stored = objectOf(this.data.webhooks)[this.slot];
		return this.isOwn(stored) && isRegistration(stored) ? stored : undefined;
	}

	private owned(registration: Registration): IDataObject {
		return { ...registration, owner: this.owner };
	}

	private isOwn(value: unknown): boolean {
		return isObject(value) && value.owner === this.owner;
	}

	private write(name: string, value: IDataObject | IDataObject[] | null): void {
		this.data[name] = { ...objectOf(this.data[name]), [this.slot]: value };
	}
}
