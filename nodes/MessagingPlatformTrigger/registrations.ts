import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { isObject } from '../MessagingPlatform/shared/json';

/** A webhook that this trigger registered with the service. */
export interface Registration {
	/** The webhook's id at the service. */
	id: string;
	/** The address that was registered. */
	url: string;
	/** The event names that were registered. */
	events: string[];
	/** Where it was registered. */
	notificationUrl: string;
	/** A fingerprint of the API token, to notice that the account has changed. */
	account: string;
}

/** A registration in the static data, with the n8n and the workflow that it belongs to. */
interface StoredRegistration extends Registration {
	owner: string;
}

const MAX_LEFTOVERS = 20;
const MAX_REMEMBERED = 1_000;

// n8n saves static data only after all webhooks of a workflow were added. When the second of two triggers fails, n8n
// removes the first with the static data of before, in which its id is missing: this memory still has it.
const remembered = new Map<string, Registration>();

function isStored(value: unknown): value is StoredRegistration & IDataObject {
	if (!isObject(value)) return false;
	const { id, url, events, notificationUrl, account, owner } = value;
	return (
		[id, url, notificationUrl, account, owner].every((text) => typeof text === 'string') &&
		Array.isArray(events)
	);
}

/** Where n8n serves a webhook, "webhook" or "webhook-test": keeps test and production apart. */
function slotOf(url: string): string {
	return new URL(url).pathname.split('/').at(-3) ?? '';
}

/**
 * What one trigger node has registered in one mode (test or production), kept in the workflow's static data under the
 * node, so that restarts know it. A copy of the workflow, or an import of it into another n8n, brings the static data of
 * the original along; what belongs to another is not seen, so that a copy never removes the webhook of the original.
 */
export class Registrations {
	private readonly data: IDataObject;

	private readonly slot: string;

	private readonly key: string;

	private readonly owner: string;

	/**
	 * @param context the hook's context
	 * @param url the webhook's own address in the hook's mode
	 */
	constructor(context: IHookFunctions, url: string) {
		this.data = context.getWorkflowStaticData('node');
		this.slot = slotOf(url);
		this.owner = `${context.getInstanceId()}/${context.getWorkflow().id}`;
		this.key = `${this.owner}/${context.getNode().id}/${this.slot}`;
	}

	/** @returns what is registered now as far as the database knows, or undefined */
	get stored(): Registration | undefined {
		const stored = this.read('webhooks')[this.slot];
		return this.isOwn(stored) ? stored : undefined;
	}

	/** @returns what is registered now, also when n8n has not saved it yet, or undefined */
	get current(): Registration | undefined {
		return this.stored ?? remembered.get(this.key);
	}

	/** @param registration what was just registered, or undefined once it is removed */
	set current(registration: Registration | undefined) {
		remembered.delete(this.key);
		this.data.webhooks = {
			...this.read('webhooks'),
			[this.slot]: registration === undefined ? null : { ...registration, owner: this.owner },
		};
		if (registration === undefined) return;
		remembered.set(this.key, registration);
		const oldest = remembered.keys().next();
		if (remembered.size > MAX_REMEMBERED && !oldest.done) remembered.delete(oldest.value);
	}

	/** @returns webhooks of this mode whose removal failed; to be tried again */
	get leftovers(): Registration[] {
		const stored = this.read('leftovers')[this.slot];
		return Array.isArray(stored) ? stored.filter((entry) => this.isOwn(entry)) : [];
	}

	/** @param leftovers what is still to be removed */
	set leftovers(leftovers: Registration[]) {
		if (leftovers.length === 0 && this.leftovers.length === 0) return;
		const kept = leftovers.slice(-MAX_LEFTOVERS).map((leftover) => ({ ...leftover, owner: this.owner }));
		this.data.leftovers = { ...this.read('leftovers'), [this.slot]: kept };
	}

	private isOwn(value: unknown): value is StoredRegistration & IDataObject {
		return isStored(value) && value.owner === this.owner;
	}

	private read(name: string): IDataObject {
		const value = this.data[name];
		return isObject(value) ? value : {};
	}
}
