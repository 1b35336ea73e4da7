import { isObject } from '../../shared/json';

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

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Reads a registration out of n8n's database.
 *
 * @param value what is stored
 * @returns undefined when it is none
 */
export function readRegistration(value: unknown): Registration | undefined {
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

/**
 * Reads a proven key out of n8n's database.
 *
 * @param value what is stored
 * @returns undefined when it is none
 */
export function readProvenKey(value: unknown): ProvenKey | undefined {
	if (!isObject(value)) return undefined;
	const { accountId, address, savedAt } = value;
	if (!isText(accountId) || !isText(address) || typeof savedAt !== 'number') return undefined;
	return { accountId, address, savedAt };
}
