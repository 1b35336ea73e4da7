import { Cache } from './cache';
import { type JsonObject, printJson } from './json';

/** Deliveries of one account that are remembered. */
const MAX_DELIVERIES = 100;

/** Those of them that anyone may have sent. A flood of these leaves the others in the list, and they leave these. */
const MAX_REJECTED = 25;

/** Accounts, and triggers of all of them. */
const MAX_ACCOUNTS = 100;
const MAX_TRIGGERS = 1_000;

/** A delivery, and what its trigger did with it. Everything from outside is clipped. */
export interface Delivery extends JsonObject {
	/** ISO 8601. */
	time: string;
	outcome: 'started' | 'filtered' | 'duplicate' | 'answered' | 'notWaiting' | 'rejected';
	reason: string;
	advice?: string;
	code?: string;
	/** The name of the event; undefined if no token proves who sent it. Such ones are counted. */
	event?: string;
	count?: number;
	firstTime?: string;
}

/** The last deliveries that this process received, by account. */
class RecentDeliveries {
	/** The account of each trigger: no credential is read for a stranger's request. */
	private readonly owners = new Cache<string, string>({ max: MAX_TRIGGERS });

	/** The newest first. Unproven ones are known by trigger and reason, the newest last. */
	private readonly lists = new Cache<string, { proven: Delivery[]; unproven: Map<string, Delivery> }>({ max: MAX_ACCOUNTS });

	/** Says whose events a trigger gets. */
	expect(trigger: string, account: string): void {
		this.owners.set(trigger, account);
		if (!this.lists.has(account)) this.lists.set(account, { proven: [], unproven: new Map() });
	}

	/** Adds a delivery. Unproven ones at the same trigger that were rejected for the same reason are one. */
	add(trigger: string, delivery: Delivery): void {
		const known = this.lists.get(this.owners.get(trigger) ?? '');
		if (known === undefined) return;
		if (delivery.event !== undefined) {
			known.proven = [delivery, ...known.proven].slice(0, MAX_DELIVERIES);
			return;
		}
		const { unproven } = known;
		const kind = `${trigger} ${delivery.code}`;
		const { count = 0, firstTime = delivery.time } = unproven.get(kind) ?? {};
		unproven.delete(kind);
		unproven.set(kind, { ...delivery, count: count + 1, firstTime });
		for (const oldest of [...unproven.keys()].slice(0, -MAX_REJECTED)) unproven.delete(oldest);
	}

	/** The deliveries to an account, the newest first; undefined if this process knows no trigger of it. */
	of(account: string): Delivery[] | undefined {
		const { proven = [], unproven } = this.lists.get(account) ?? {};
		const all = unproven && [...unproven.values(), ...proven.slice(0, MAX_DELIVERIES - unproven.size)];
		return all?.sort((one, other) => other.time.localeCompare(one.time));
	}
}

/** Names an account at a platform, whichever API token is used. IDs may differ in case. */
export const accountAt = (baseUrl: string, accountId: string) => printJson([baseUrl, accountId.toLowerCase()]);

/** One for the process: the trigger adds to it, the action node reads it. */
export const recentDeliveries = new RecentDeliveries();
