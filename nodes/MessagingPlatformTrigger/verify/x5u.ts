import type { IDataObject } from 'n8n-workflow';
import type { Connection } from '../../shared/api/connection';
import { folderOf, liesIn, readAddress, showPlace, type KeyAddress, type KeyPlace } from '../../shared/api/addresses';
import { quote, Refusal } from './refusals';

const MAX_ADDRESS_LENGTH = 2_048;

// URL parsers drop tabs and line breaks and read a backslash as a slash; an address that needs that is not an honest one.
const PLAIN_ADDRESS = /^https?:\/\/[^\s\\]+$/i;

/** What of a credential decides where keys come from. */
export type KeySources = Pick<Connection, 'keyPlaces' | 'tokenOrigins'>;

/** A checked address of a key. */
export interface CheckedKeyAddress extends KeyAddress {
	/** What to fetch: the parsed address, so that what was checked is what is fetched, without a fragment. */
	href: string;
}

/**
 * Where alone keys may come from: Key Origins where the credential has them; otherwise the folder of the address whose key
 * first verified a signature for this registration; until there is one, the origins of Base URL and Notification URL.
 *
 * @param sources the credential's places and origins
 * @param provenKeyAddress that address, if there is one; ignored when it is on none of the credential's origins any more
 */
export function findKeyPlaces(sources: KeySources, provenKeyAddress: string | undefined): readonly KeyPlace[] {
	if (sources.keyPlaces.length > 0) return sources.keyPlaces;
	const proven = provenKeyAddress === undefined ? undefined : readAddress(provenKeyAddress);
	if (proven !== undefined && sources.tokenOrigins.has(proven.origin)) return [folderOf(proven)];
	return [...sources.tokenOrigins].map((origin) => ({ origin, segments: [], reach: 'below', withQuery: true }));
}

/**
 * Decides whether a key may come from an address.
 *
 * @param address where the key is
 * @param places where alone keys may come from
 * @throws Refusal key_origin
 */
export function checkKeyPlace(address: CheckedKeyAddress, places: readonly KeyPlace[]): void {
	if (places.some((place) => liesIn(address, place))) return;
	const allowed = places.map((place) => quote(showPlace(place))).join(', ');
	throw new Refusal('key_origin', `x5u is ${quote(address.href)}, allowed: ${allowed}`);
}

/**
 * Step 5: decides whether a key may be fetched from where the token says (`x5u`, RFC 7515, section 4.1.5). Until the
 * signature is verified the address is a stranger's wish, so it must lie in a place that the operator configured, and its
 * path must mean one thing only. Plain http passes only where the operator configured that very http origin.
 *
 * @param header the decoded header
 * @param places where alone keys may come from
 * @throws Refusal key_url or key_origin
 */
export function checkKeyAddress(header: IDataObject, places: readonly KeyPlace[]): CheckedKeyAddress {
	const { x5u } = header;
	if (typeof x5u !== 'string' || x5u.length > MAX_ADDRESS_LENGTH || !PLAIN_ADDRESS.test(x5u)) {
		throw new Refusal('key_url', `x5u is ${quote(x5u)}`);
	}
	const address = readAddress(x5u);
	if (address === undefined) throw new Refusal('key_url', `x5u is ${quote(x5u)}`);
	const url = new URL(x5u);
	if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(x5u)) {
		throw new Refusal('key_url', 'x5u has a user name in it');
	}
	url.hash = '';
	const checked = { ...address, href: url.href };
	checkKeyPlace(checked, places);
	return checked;
}
