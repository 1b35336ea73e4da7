import { isLocalHost } from './localHost';
import { type Redact, isRedacted } from './redact';

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

/** Which addresses the requests of one credential may go to. */
export class AddressPolicy {
	/** The only origins that the token may be sent to. */
	readonly origins: ReadonlySet<string>;

	private basePaths?: string[][];

	/**
	 * @param bases the credential's addresses
	 * @param redact finds the token in an address
	 */
	constructor(
		private readonly bases: readonly URL[],
		private readonly redact: Redact,
	) {
		this.origins = new Set(bases.map(({ origin }) => origin));
	}

	/**
	 * Tells whether an address on the credential's origins is one of the API's documented endpoints (specification,
	 * "Endpoints"), with or without the base address's path and a version before it. A file is never there; a link that
	 * leads there would make the node call the API in its owner's name.
	 *
	 * @param url an address
	 */
	isEndpoint(url: URL): boolean {
		const whole = plainSegments(url.pathname);
		this.basePaths ??= this.bases.map(({ pathname }) => plainSegments(pathname));
		const own = this.basePaths.filter((base) => base.every((segment, index) => segment === whole[index]));
		return [[], ...own].some((base) => {
			const path = whole.slice(base.length);
			return isEndpoint(path) || (/^v\d+(?:\.\d+)*$/.test(path[0] ?? '') && isEndpoint(path.slice(1)));
		});
	}

	/**
	 * The one decision about an address: may it be asked at all, and may the token go there (specification,
	 * "Authentication", 1: the token is for the platform alone).
	 *
	 * @param address an absolute address, from a field, an event or a redirect
	 * @param reach which addresses the request may go to
	 * @returns the parsed address, which is what must be requested, or why it is refused
	 */
	judge(address: string, reach: Reach): Verdict {
		if (address.length > MAX_ADDRESS_LENGTH) return { refused: 'not_web' };
		if (isRedacted(this.redact(address))) return { refused: 'token' };
		if (!URL.canParse(address)) return { refused: 'not_web' };
		const url = new URL(address);
		if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'not_web' };
		if (url.username !== '' || url.password !== '') return { url, refused: 'user_name' };
		if (this.origins.has(url.origin)) {
			return reach !== 'api' && this.isEndpoint(url) ? { url, refused: 'endpoint' } : { url, withToken: true };
		}
		if (reach !== 'any_file') return { url, refused: 'foreign' };
		return isLocalHost(url.hostname) ? { url, refused: 'local' } : { url, withToken: false };
	}
}

/**
 * The absolute address of a request.
 *
 * @param address a path below the base address, or an address of its own
 * @param baseUrl the base address without a trailing slash
 */
export function targetOf(address: string, baseUrl: string): string {
	if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')) return address;
	return `${baseUrl}/${address.replace(/^\//, '')}`;
}

/**
 * Makes a link of an answer absolute (RFC 9110, section 10.2.2).
 *
 * @param link a Location header, or a link of a body
 * @param from the address that answered
 * @returns an absolute address, not judged yet; undefined when the link is none
 */
export function resolveLink(link: string, from: string): string | undefined {
	return URL.canParse(link, from) ? new URL(link, from).href : undefined;
}

/**
 * Where an answer redirects to. 301 and 302 are followed, anything else is not (specification, "Errors").
 *
 * @param status the answer's status
 * @param location its Location header
 * @param from the address that answered
 * @returns an absolute address, not judged yet; undefined when there is none to follow
 */
export function redirectOf(status: number, location: unknown, from: string): string | undefined {
	if ((status !== 301 && status !== 302) || typeof location !== 'string') return undefined;
	return resolveLink(location, from);
}
