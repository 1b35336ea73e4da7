import type { IDataObject } from 'n8n-workflow';
import { quote, Refusal } from './refusal';

const MAX_ADDRESS_LENGTH = 2_048;

// URL parsers drop tabs and line breaks and read a backslash as a slash; an address that needs that is not an honest one.
const PLAIN_ADDRESS = /^https?:\/\/[^\s\\]+$/i;

/**
 * Step 5: decides whether a key may be fetched from where the token says (`x5u`, RFC 7515, section 4.1.5). Until the
 * signature is verified the address is a stranger's wish, so it must have an origin that the operator configured. Plain
 * http passes only where the operator configured that very http origin.
 *
 * @param header the decoded header
 * @param origins the credential's key origins, for example 'https://api.example.com'
 * @returns the address to fetch: the parsed one, so that what was checked is what is fetched, without a fragment
 * @throws Refusal key_url or key_origin
 */
export function checkKeyAddress(header: IDataObject, origins: ReadonlySet<string>): string {
	const { x5u } = header;
	if (typeof x5u !== 'string' || x5u.length > MAX_ADDRESS_LENGTH || !PLAIN_ADDRESS.test(x5u)) {
		throw new Refusal('key_url', `x5u is ${quote(x5u)}`);
	}
	if (!URL.canParse(x5u)) throw new Refusal('key_url', `x5u is ${quote(x5u)}`);
	const url = new URL(x5u);
	if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(x5u)) {
		throw new Refusal('key_url', 'x5u has a user name in it');
	}
	if (!origins.has(url.origin)) {
		throw new Refusal(
			'key_origin',
			`x5u is on ${quote(url.origin)}, allowed: ${[...origins].map(quote).join(', ')}`,
		);
	}
	url.hash = '';
	return url.href;
}
