import type { IDataObject } from 'n8n-workflow';
import { folderOf, liesIn, readAddress, showPlace, type Place } from '../../shared/api/addresses';
import type { Connection } from '../../shared/api/connection';
import { quote, Refusal } from './refusals';

const MAX_ADDRESS_LENGTH = 2_048;

// URL parsers drop tabs and line breaks and read a backslash as a slash; an address that needs that is not an honest one.
const NOT_PLAIN = /[\s\\]/;

/** The members of a connection that decide where keys come from. */
export type KeySources = Pick<Connection, 'keyPlaces' | 'tokenOrigins'>;

/** A place on http includes the same one on https, which no one on the way can change; never the other way round. */
function withHttps(place: Place): Place[] {
	const { protocol, host, hostname } = new URL(place.origin);
	if (protocol !== 'http:') return [place];
	const origins = new Set([place.origin, `https://${host}`, `https://${hostname}`]);
	return [...origins].map((origin) => ({ ...place, origin }));
}

/** The only places of keys: Key Origins, or the folder of the key that first verified a signature, or else the origins of the URLs. */
export function findKeyPlaces({ keyPlaces, tokenOrigins }: KeySources, provenKeyAddress: string | undefined): readonly Place[] {
	if (keyPlaces.length > 0) return keyPlaces.flatMap(withHttps);
	const origins = [...tokenOrigins].map((origin): Place => ({ origin, segments: [], reach: 'below', withQuery: true }));
	const places = origins.flatMap(withHttps);
	const proven = provenKeyAddress === undefined ? undefined : readAddress(provenKeyAddress);
	if (proven === undefined || !places.some(({ origin }) => origin === proven.origin)) return places;
	return withHttps(folderOf(proven));
}

/**
 * Step 5: decides whether a key may be fetched from the address in the token (`x5u`, RFC 7515, section 4.1.5). Until the
 * signature is verified the address is a stranger's wish, so it must lie in a place that the operator configured, and its path
 * must mean one thing only. Plain http passes only if the operator configured that very http origin, which includes https on its host.
 * @returns the parsed address, without a fragment, so that the checked address is the one that is fetched
 */
export function checkKeyAddress({ x5u }: IDataObject, places: readonly Place[]): string {
	if (typeof x5u !== 'string' || x5u.length > MAX_ADDRESS_LENGTH || NOT_PLAIN.test(x5u)) {
		throw new Refusal('key_url', `x5u is ${quote(x5u)}`);
	}
	const address = readAddress(x5u);
	if (address === undefined) throw new Refusal('key_url', `x5u is ${quote(x5u)}`);
	if (/^https?:\/\/[^/?#]*@/i.test(x5u)) throw new Refusal('key_url', 'x5u contains a user name');
	const url = new URL(x5u);
	url.hash = '';
	if (places.some((place) => liesIn(address, place))) return url.href;
	const allowed = places.map((place) => quote(showPlace(place))).join(', ');
	throw new Refusal('key_origin', `x5u is ${quote(url.href)}, allowed: ${allowed}`);
}
