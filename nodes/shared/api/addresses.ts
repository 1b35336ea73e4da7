import ipaddr from 'ipaddr.js';
import { parseUrl } from '../urls';
import { type Redact, isRedacted } from './redact';

export type AddressRefusal = 'not_web' | 'token' | 'user_name' | 'foreign' | 'local' | 'endpoint';

/** An address that may be asked, with the token or without, or the reason why not. */
type Verdict = { url: URL; withToken: boolean } | { url?: URL; refused: AddressRefusal };

/**
 * The URLs that a request may go to: `api` only the credential's origins; `file` these, but no endpoint of the API;
 * `any_file` public URLs too, which never get the token; `public_file` only public URLs, without the token wherever they are.
 */
export type UrlReach = 'api' | 'file' | 'any_file' | 'public_file';

export interface KeyAddress {
	/** Scheme, host and port, for example 'https://keys.example.com'. */
	origin: string;
	/** The decoded segments of the path; the last one is empty when the path ends with a slash. */
	segments: readonly string[];
	hasQuery: boolean;
}

/** A place that signing keys or files may come from; without segments a whole origin. */
export interface Place {
	origin: string;
	segments: readonly string[];
	/** 'below': the path itself and all below it. 'nextTo': only the files directly in this folder. */
	reach: 'below' | 'nextTo';
	/** True if a URL with a query is among them. */
	withQuery: boolean;
}

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

/** Signed links of file storages have about 2,000 characters. */
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

/** The segments of a path as the most lenient server would read it: for '/api//Chats/%2e%2e/CHATS;v=1/' ['api', 'chats']. */
function lenientSegments(path: string): string[] {
	const segments: string[] = [];
	for (const raw of decodeFully(path).toLowerCase().split(/[\\/]/)) {
		const segment = raw.replace(/;.*/s, '').trim();
		if (segment === '..') segments.pop();
		else if (segment !== '' && segment !== '.') segments.push(segment);
	}
	return segments;
}

function isDocumented(segments: string[]): boolean {
	return ENDPOINTS.some(
		(path) => path.length === segments.length && path.every((part, index) => part === '*' || part === segments[index]),
	);
}

/** Domains that the public DNS doesn't have: RFC 6761, RFC 6762 with appendix G, RFC 8375, hosts files, Kubernetes (svc, pod). */
export const LOCAL_NAMES = [
	...['localhost', 'localdomain', 'local', 'test', 'intranet', 'internal', 'private', 'corp', 'home', 'lan', 'home.arpa'],
	...['svc', 'pod'],
];
const LOCAL_SUFFIX = new RegExp(`(?:^|\\.)(?:${LOCAL_NAMES.join('|').replaceAll('.', '\\.')})$`);

/** All IPv6 addresses that are given out for the internet (RFC 4291, section 2.4, and IANA's registry). */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
	if (address.range() !== 'unicast') return false;
	return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

/** Checks whether a host can only be reached from the same network (RFC 6890), by its name: what DNS makes of it isn't seen. */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
	if (ipaddr.isValid(host)) return !isPublicAddress(ipaddr.process(host));
	return !host.includes('.') || LOCAL_SUFFIX.test(host);
}

/** Decides for one credential which addresses are asked, and which get the token. */
export class Addresses {
	readonly origins: ReadonlySet<string>;

	private basePaths?: string[][];

	constructor(
		private readonly bases: readonly URL[],
		private readonly redact: Redact,
		readonly filePlaces: readonly Place[] = [],
	) {
		this.origins = new Set(bases.map(({ origin }) => origin));
	}

	/** Judges whether a URL may be requested, and with the token (specification, "Authentication", 1). */
	judge(address: string, reach: UrlReach): Verdict {
		if (address.length > MAX_ADDRESS_LENGTH) return { refused: 'not_web' };
		if (isRedacted(this.redact(address))) return { refused: 'token' };
		const url = parseUrl(address);
		if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return { refused: 'not_web' };
		if (url.username !== '' || url.password !== '') return { url, refused: 'user_name' };
		const isPublic = reach === 'public_file';
		if (reach !== 'api' && !isPublic && this.isFilePlace(url)) return { url, withToken: false };
		if (this.origins.has(url.origin)) {
			if (reach !== 'api' && this.isEndpoint(url)) return { url, refused: 'endpoint' };
			if (!isPublic) return { url, withToken: true };
		}
		if (reach !== 'api' && isLocalHost(url.hostname)) return { url, refused: 'local' };
		return isPublic || reach === 'any_file' ? { url, withToken: false } : { url, refused: 'foreign' };
	}

	private isFilePlace({ origin, href }: URL): boolean {
		return this.filePlaces.some((place) => {
			if (place.segments.length === 0) return place.origin === origin;
			// names of files may have encoded signs, which a path that trusts a part of a host must not have
			const address = readAddress(href);
			return address !== undefined && liesIn(address, place);
		});
	}

	/** Checks whether a link would make the node call the API in its owner's name, with or without the base URL's path and a version. */
	private isEndpoint(url: URL): boolean {
		const whole = lenientSegments(url.pathname);
		this.basePaths ??= this.bases.map(({ pathname }) => lenientSegments(pathname));
		const own = this.basePaths.filter((base) => base.every((segment, index) => segment === whole[index]));
		return [[], ...own].some((base) => {
			const path = whole.slice(base.length);
			return isDocumented(path) || (/^v\d+(?:\.\d+)*$/.test(path[0] ?? '') && isDocumented(path.slice(1)));
		});
	}
}

/** The absolute address of a request, whose own address may be a path below the base address. */
export function targetOf(address: string, baseUrl: string): string {
	if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')) return address;
	return `${baseUrl}/${address.replace(/^\//, '')}`;
}

const WRITTEN = /^https?:\/\/[^/?#\\]+((?:\/[^?#]*)?)(?:[?#]|$)/i;

// Segments that some server reads as a step to another folder, or decodes a second time into one: dot segments (even with a
// path parameter or spaces behind them), an encoded slash, backslash, semicolon or percent sign, a control character.
const ENCODED_SEMICOLON = /%3b/i;
const MISLEADING = /[\p{Cc}/\\%]|^[. ]+(?:;|$)/u;

function decodeStrictly(written: string): string | undefined {
	if (ENCODED_SEMICOLON.test(written)) return undefined;
	try {
		const segment = decodeURIComponent(written);
		// In this form look-alikes of dots and slashes are the real ones, as some servers take them.
		return MISLEADING.test(segment.normalize('NFKC')) ? undefined : segment;
	} catch {
		return undefined;
	}
}

/**
 * Reads the text of a URL (RFC 3986, sections 3.3 and 6.2.2) before a URL parser resolves anything in it.
 * @returns undefined when it isn't an http(s) address, or its path could be read in two ways
 */
export function readAddress(address: string): KeyAddress | undefined {
	const [, path] = WRITTEN.exec(address) ?? [];
	const url = parseUrl(address);
	if (path === undefined || url === undefined) return undefined;
	const segments: string[] = [];
	for (const written of path.slice(1).split('/')) {
		const segment = decodeStrictly(written);
		if (segment === undefined) return undefined;
		segments.push(segment);
	}
	return { origin: url.origin, segments, hasQuery: url.search !== '' };
}

/** An address with all below it; an address without a path is the whole origin. */
export function placeBelow({ origin, segments }: KeyAddress): Place {
	const path = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
	return { origin, segments: path, reach: 'below', withQuery: true };
}

/** The folder that an address lies in, without the folders below; with a query only if the address has one. */
export function folderOf({ origin, segments, hasQuery }: KeyAddress): Place {
	return { origin, segments: segments.slice(0, -1), reach: 'nextTo', withQuery: hasQuery };
}

export function liesIn(address: KeyAddress, place: Place): boolean {
	return (
		address.origin === place.origin &&
		(place.reach === 'below' || address.segments.length === place.segments.length + 1) &&
		(place.withQuery || !address.hasQuery) &&
		place.segments.every((segment, index) => segment === address.segments[index])
	);
}

export function showPlace({ origin, segments, reach }: Place): string {
	const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
	return `${origin}${path}${reach === 'nextTo' ? '/*' : ''}`;
}
