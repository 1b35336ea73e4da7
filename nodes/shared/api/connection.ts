import { createHmac } from 'crypto';
import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';
import { parseUrl } from '../urls';
import { Addresses, type Place, placeBelow, readAddress } from './addresses';
import { type Redact, createRedact } from './redact';
import { type TokenClaims, isSameAccount, readClaims } from './tokenClaims';

/** The internal name of the credential type; workflows that users save depend on it. */
export const CREDENTIAL_NAME = 'messagingPlatformApi';

/** The values of a credential, checked and cleaned of what people paste by accident. */
export interface Connection {
	/** The API token (a JWT) without the word "Bearer". A secret: never printed. */
	apiToken: string;
	/** Without a slash at its end. */
	baseUrl: string;
	/** Address of webhook management without a trailing slash; empty when the user left it out. */
	notificationUrl: string;
	/** The `iss` claim that deliveries must carry; empty when the user left it out. */
	issuer: string;
	/** The account whose events are accepted: typed by the user, or else named by the token; empty if only the channels name it. */
	readonly accountId: string;
	readonly claims: TokenClaims;
	redact: Redact;
	addresses: Addresses;
	/** The only origins that the token may be sent to: those of baseUrl and notificationUrl. */
	tokenOrigins: ReadonlySet<string>;
	/** The only places to fetch a key (x5u) from, as the user entered them in Key Origins; none when the user left them out. */
	keyPlaces: readonly Place[];
	/** Names Base URL and API token, and can't be turned back into them. */
	readonly name: string;
	/** A key that only someone with the API token can derive (HMAC-SHA-256), another one for each label; 32 bytes. */
	deriveKey(label: string): Buffer;
}

/** Reads a field. n8n gives '' for one that was left out, which may trust more, so nothing else is taken for that. */
function readText(data: ICredentialDataDecryptedObject, name: string, field: string): string {
	const value: unknown = name in data ? data[name] : '';
	if (typeof value === 'string' && (value === '' || value.trim() !== '')) return value.trim();
	throw new UserError(
		`The credential's ${field} isn't a text. If it's an expression, it gave no value or a wrong one, so correct it. Otherwise, enter the value again or clear the field.`,
	);
}

function withScheme(value: string): string {
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value}`;
}

function readUrl(value: string, field: string): URL {
	const url = parseUrl(withScheme(value));
	if (url === undefined) {
		throw new UserError(`The credential's ${field} isn't a web URL: "${value}". Enter one like https://api.example.com/api.`);
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new UserError(`The credential's ${field} must start with https://, not with ${url.protocol}`);
	}
	if (url.username !== '' || url.password !== '') {
		throw new UserError(`The credential's ${field} must not contain a user name or a password.`);
	}
	return url;
}

function readBase(data: ICredentialDataDecryptedObject, name: string, field: string): URL | undefined {
	const value = readText(data, name, field);
	if (value === '') return undefined;
	const url = readUrl(value, field);
	if (/[?#]/.test(url.href)) {
		throw new UserError(`The credential's ${field} must not contain "?" or "#". Enter only the part before them.`);
	}
	return url;
}

function withoutSlash({ href }: URL): string {
	return href.replace(/\/+$/, '');
}

function readPlace(entry: string, field: string): Place {
	// Most of these would cut the address short or split it, which would trust more than what was typed.
	if (/[?#@*;]/.test(entry)) {
		throw new UserError(
			`The credential's ${field} must not contain "?", "#", "@", "*" or ";": "${entry}". Enter plain URLs like https://storage.example.com/folder, separated by commas.`,
		);
	}
	readUrl(entry, field);
	const address = readAddress(withScheme(entry));
	if (address === undefined) {
		throw new UserError(
			`The credential's ${field} has an ambiguous path: "${entry}". Enter it without "..", "\\" and encoded slashes.`,
		);
	}
	return placeBelow(address);
}

function readPlaces(data: ICredentialDataDecryptedObject, name: string, field: string): Place[] {
	const text = readText(data, name, field);
	const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
	if (text !== '' && entries.length === 0) {
		throw new UserError(`The credential's ${field} contains no URL. Enter one, or leave the field empty.`);
	}
	return entries.map((entry) => readPlace(entry, field));
}

function readToken(data: ICredentialDataDecryptedObject): string {
	const token = readText(data, 'apiToken', 'API Token')
		.replace(/^["']|["']$/g, '')
		.replace(/^bearer(\s+|$)/i, '')
		.trim();
	if (token === '') {
		throw new UserError("The credential's API Token is empty. Paste the token from your account's integration page.");
	}
	// Anything else could not stand in a header, and an HTTP library's own complaint would print the token.
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new UserError(
			"The credential's API Token contains a space, a line break or an unusual character. Copy the whole token again.",
		);
	}
	return token;
}

/** Derives each key once: each request asks for its gate's. */
function derivationFrom(apiToken: string): Connection['deriveKey'] {
	const derived = new Map<string, Buffer>();
	return (label) => {
		const key = derived.get(label) ?? createHmac('sha256', apiToken).update(label).digest();
		derived.set(label, key);
		return key;
	};
}

/**
 * Cleans and checks the decrypted credential: spaces around values, trailing slashes, a pasted "Bearer " prefix and a missing
 * https:// are put right.
 * @throws UserError naming the field that is missing or wrong, but never the value of the token
 */
export function readConnection(data: ICredentialDataDecryptedObject): Connection {
	const apiToken = readToken(data);
	const baseUrl = readBase(data, 'baseUrl', 'Base URL');
	if (baseUrl === undefined) {
		throw new UserError("The credential's Base URL is empty. Enter the URL of the platform's API.");
	}
	const notificationUrl = readBase(data, 'notificationUrl', 'Notification URL');
	const issuer = readText(data, 'issuer', 'Issuer');
	const typedAccountId = readText(data, 'accountId', 'Account ID');
	const keyPlaces = readPlaces(data, 'keyOrigins', 'Key Origins');
	const filePlaces = readPlaces(data, 'fileOrigins', 'File Origins');
	const redact = createRedact(apiToken);
	const addresses = new Addresses(notificationUrl ? [baseUrl, notificationUrl] : [baseUrl], redact, filePlaces);
	const deriveKey = derivationFrom(apiToken);
	let claims: TokenClaims | undefined;
	return {
		deriveKey,
		get name() {
			return deriveKey(`connection\n${this.baseUrl}`).toString('base64url');
		},
		get claims() {
			return (claims ??= readClaims(apiToken));
		},
		get accountId() {
			const { accountId } = this.claims;
			return typedAccountId === '' || isSameAccount(typedAccountId, accountId) ? accountId : typedAccountId;
		},
		apiToken,
		baseUrl: withoutSlash(baseUrl),
		notificationUrl: notificationUrl ? withoutSlash(notificationUrl) : '',
		issuer,
		redact,
		addresses,
		tokenOrigins: addresses.origins,
		keyPlaces,
	};
}
