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

const MAX_LEFTOVERS = 20;
const MAX_REMEMBERED = 1_000;

// n8n saves static data only after all webhooks of a workflow were added. When the second of two triggers fails, n8n
// removes the first with the static data of before, in which its id is missing: this memory still has it.
const remembered = new Map<string, Registration>();

function isRegistration(value: unknown): value is Registration & IDataObject {
	if (!isObject(value)) return false;
	const { id, url, events, notificationUrl, account } = value;
	return [id, url, notificationUrl, account].every((text) => typeof text === 'string') && Array.isArray(events);
}

/** Where n8n serves a webhook, "webhook" or "webhook-test": keeps test and production apart. */
function slotOf(url: string): string {
	return new URL(url).pathname.split('/').at(-3) ?? '';
}

/**
 * What one trigger node has registered in one mode (test or production), kept in the workflow's static data under the
 * node, so that restarts know it.
 */
export class Registrations {
	private readonly data: IDataObject;

	private readonly slot: string;

	private readonly key: string;

	/**
	 * @param context the hook's context
	 * @param url the webhook's own address in the hook's mode
	 */
	constructor(context: IHookFunctions, url: string) {
		this.data = context.getWorkflowStaticData('node');
		this.slot = slotOf(url);
		this.key = `${context.getWorkflow().id}/${context.getNode().id}/${this.slot}`;
	}

	/** @returns what is registered now as far as the database knows, or undefined */
	get stored(): Registration | undefined {
		const stored = this.read('webhooks')[this.slot];
		return isRegistration(stored) ? stored : undefined;
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
			[this.slot]: registration === undefined ? null : { ...registration },
		};
		if (registration === undefined) return;
		remembered.set(this.key, registration);
		const oldest = remembered.keys().next();
		if (remembered.size > MAX_REMEMBERED && !oldest.done) remembered.delete(oldest.value);
	}

	/** @returns webhooks of this mode whose removal failed; to be tried again */
	get leftovers(): Registration[] {
		const stored = this.read('leftovers')[this.slot];
		return Array.isArray(stored) ? stored.filter(isRegistration) : [];
	}

	/** @param leftovers what is still to be removed */
	set leftovers(leftovers: Registration[]) {
		if (leftovers.length === 0 && this.leftovers.length === 0) return;
		const kept = leftovers.slice(-MAX_LEFTOVERS).map((leftover) => ({ ...leftover }));
		this.data.leftovers = { ...this.read('leftovers'), [this.slot]: kept };
	}

	private read(name: string): IDataObject {
		const value = this.data[name];
		return isObject(value) ? value : {};
	}
}
