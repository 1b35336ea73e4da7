import type { Connection } from '../platform/connection';
import { isLocalHost } from './localHost';
import { isRedacted, redact } from './redact';

/** Why an address is not asked. */
export type AddressRefusal = 'not_web' | 'token' | 'user_name' | 'foreign' | 'local' | 'endpoint';

/** What may be done with an address: ask it, with the token or without, or not at all. */
export type Verdict = { url: URL; withToken: boolean } | { url?: URL; refused: AddressRefusal };

/**
 * Which addresses a request may go to: `api` to the credential's origins only; `file` to these, but to no endpoint of the
 * API; `any_file` also to public addresses, which never get the token.
 */
export type Reach = 'api' | 'file' | 'any_file';

/** Redirects that are followed before a circle is assumed. */
export const MAX_REDIRECTS = 5;

/** Every path of the specification's section "Endpoints", lower case; `*` is one segment from outside. */
const ENDPOINTS = [
	'channels',
	'chats',
	'chats/*',
	'chats/*/memo',
	'chats/*/tags',
	'chats/*/tags/*',
	'endusernotifications/chainactions',
	'endusernotifications/chainactions/*',
	'messages',
	'preparedmessages',
	'preparedmessages/*',
	'tags',
	'tags/*',
	'upload',
	'webhooks',
	'webhooks/*',
	'widgets',
	'widgets/*',
	'widgets/by_user/*',
].map((path) => path.split('/'));

/** Longer addresses are nobody's; signed links of file storages have some 2,000 characters. */
const MAX_ADDRESS_LENGTH = 8_192;

/** More servers than these, one behind the other, do not decode one path. */
const MAX_DECODINGS = 8;

function decodeFully(path: string): string {
	let decoded = path;
	for (let round = 0; round < MAX_DECODINGS && decoded.includes('%'); round++) {
		decoded = decoded.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));
	}
	return decoded;
}

/**
 * The segments of a path as the most lenient server would read it: decoded, in lower case, with backslashes as slashes,
 * without empty segments, path parameters (`;x=1`) and dot segments (RFC 3986, section 5.2.4).
 *
 * @param path a URL's pathname
 * @returns for '/api//Chats/%2e%2e/CHATS;v=1/' ['api', 'chats']
 */
export function plainSegments(path: string): string[] {
	const segments: string[] = [];
	for (const raw of decodeFully(path).toLowerCase().split(/[\\/]/)) {
		const segment = raw.replace(/;.*$/s, '').trim();
		if (segment === '..') segments.pop();
		else if (segment !== '' && segment !== '.') segments.push(segment);
	}
	return segments;
}

function isEndpoint(segments: string[]): boolean {
	return ENDPOINTS.some(
		(path) => path.length === segments.length && path.every((part, index) => part === '*' || part === segments[index]),
	);
}

/**
 * Tells whether an address on the credential's origins is one of the API's documented endpoints (specification,
 * "Endpoints"), with or without the base address's path and a version before it. A file is never there; a link that leads
 * there would make the node call the API in its owner's name.
 *
 * @param connection the credential's connection
 * @param url an address
 */
export function isApiEndpoint(connection: Connection, url: URL): boolean {
	const whole = plainSegments(url.pathname);
	const bases = [connection.baseUrl, connection.notificationUrl]
		.filter((base) => base !== '')
		.map((base) => plainSegments(new URL(base).pathname))
		.filter((base) => base.every((segment, index) => segment === whole[index]));
	return [[], ...bases].some((base) => {
		const path = whole.slice(base.length);
		return isEndpoint(path) || (/^v\d+(?:\.\d+)*$/.test(path[0] ?? '') && isEndpoint(path.slice(1)));
	});
}

/**
 * The one decision about an address: may it be asked at all, and may the token go there (specification,
 * "Authentication", 1: the token is for the service alone).
 *
 * @param connection the credential's connection
 * @param address an absolute address, from a field, an event or a redirect
 * @param reach which addresses the request may go to
 * @returns the parsed address, which is what must be requested, or why it is refused
 */
export function judgeAddress(connection: Connection, address: string, reach: Reach): Verdict {
	if (address.length > MAX_ADDRESS_LENGTH) return { refused: 'not_web' };
	if (isRedacted(redact(address, connection.apiToken))) return { refused: 'token' };
	if (!URL.canParse(address)) return { refused: 'not_web' };
	const url = new URL(address);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'not_web' };
	if (url.username !== '' || url.password !== '') return { url, refused: 'user_name' };
	if (connection.tokenOrigins.has(url.origin)) {
		return reach !== 'api' && isApiEndpoint(connection, url) ? { url, refused: 'endpoint' } : { url, withToken: true };
	}
	if (reach !== 'any_file') return { url, refused: 'foreign' };
	return isLocalHost(url.hostname) ? { url, refused: 'local' } : { url, withToken: false };
}

/**
 * Where an answer redirects to. 301 and 302 are followed, anything else is not (specification, "Errors").
 *
 * @param status the answer's status
 * @param location its Location header
 * @param from the address that answered, for a relative Location (RFC 9110, section 10.2.2)
 * @returns an absolute address, not judged yet; undefined when there is none to follow
 */
export function redirectOf(status: number, location: unknown, from: string): string | undefined {
	if ((status !== 301 && status !== 302) || typeof location !== 'string') return undefined;
	return URL.canParse(location, from) ? new URL(location, from).href : undefined;
}
