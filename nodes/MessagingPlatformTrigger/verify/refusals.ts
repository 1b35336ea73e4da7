import { clip } from '../../shared/texts';

/** HTTP status of a refusal: 400 malformed, 401 not proven, 403 not allowed, 503 cannot be decided now, send again. */
export type RefusalStatus = 400 | 401 | 403 | 503;

/** What a refusal is answered with, what an operator reads in the log, and what to do about it. */
interface RefusalKind {
	/** All that the caller learns. */
	status: RefusalStatus;
	/** What happened. */
	message: string;
	/** What an operator can do. */
	advice: string;
}

const kindOf =
	(status: RefusalStatus) =>
	(message: string, advice: string): RefusalKind => ({ status, message, advice });
const malformed = kindOf(400);
const unproven = kindOf(401);
const forbidden = kindOf(403);
const undecided = kindOf(503);

const FORGED = 'No action needed: somebody sent a forged delivery.';
const STRANGER = 'Somebody else called this address.';
const PROXY_HEADER = 'If n8n is behind a proxy, check that the proxy passes the Authorization header on unchanged.';
const OPEN_ADDRESS = 'Open that address in a browser. If genuine deliveries name it, report this to the platform.';
const CLOCK = "Check this server's clock. You can allow a small difference with the Clock Tolerance option.";

/**
 * Every reason for which a delivery is refused, by its stable code. The code stands in square brackets in n8n's log and is
 * never in the answer; docs/operate/verification.md explains each.
 */
export const REFUSALS = {
	content_type: malformed(
		'The request is not declared as JSON',
		`No action needed: the platform always sends application/json. ${STRANGER}`,
	),
	body_empty: malformed(
		'The request has no body',
		'If n8n is behind a proxy, check that the proxy passes the body of POST requests on.',
	),
	body_not_json: malformed(
		'The request body is not JSON in UTF-8',
		'If n8n is behind a proxy, check that the proxy does not change the body.',
	),
	not_an_event: malformed(
		'The request body is JSON, but not an event from the platform',
		'If the platform sent it, its event format has changed: look for a newer version of this package.',
	),
	token_missing: unproven('The request has no Authorization header', PROXY_HEADER),
	scheme: unproven('The Authorization header is neither "Bearer <token>" nor "JWT <token>"', PROXY_HEADER),
	token_too_long: unproven(
		'The token is longer than this node accepts',
		`No action needed: tokens from the platform are far shorter. ${STRANGER}`,
	),
	token_malformed: unproven('The token is not a signed JWT with three parts', PROXY_HEADER),
	header_malformed: unproven("The token's header cannot be read", FORGED),
	algorithm: unproven('The token is not signed with RS512, the only algorithm that the platform uses', FORGED),
	type: unproven('The token is not a JWT', 'No action needed: somebody used a token that was issued for something else.'),
	critical_header: unproven('The token requires an extension (crit) that the platform does not use', FORGED),
	claims_malformed: unproven("The token's claims cannot be read", FORGED),
	issuer: unproven(
		"The token's issuer (iss) is not the one in the credential",
		"If this is a genuine delivery, copy the issuer from this line into the credential's Issuer field.",
	),
	audience: unproven(
		"The token is not meant for this webhook's host (aud)",
		"If n8n is behind a proxy, set WEBHOOK_URL to the public address and publish again, or enter the public host in the trigger's Webhook Host option.",
	),
	subject: unproven(
		"The token's account (sub) is missing or differs from the event's accountId",
		'No action needed: somebody combined a token and a body that do not belong together.',
	),
	account: unproven(
		'The token or the event belongs to a different account than the one this trigger is registered for',
		'If you changed the credential to another account, publish the workflow again. Otherwise another customer of the platform called this address.',
	),
	issued_at: unproven("The token's issue time (iat) is missing or is not a number", FORGED),
	issued_in_future: unproven('The token was issued in the future (iat)', CLOCK),
	expiry: unproven("The token's expiry (exp) is missing or is not a number after its issue time", FORGED),
	expired: unproven('The token has expired (exp)', "Check this server's clock. Otherwise somebody replayed an old delivery."),
	lifetime: unproven(
		'The token is valid for longer than the Maximum Token Lifetime option allows',
		'If the platform really issues such tokens, raise that option or set it to 0.',
	),
	not_before: unproven("The token's start (nbf) is not a number or is in the future", CLOCK),
	key_url: unproven(
		'The address of the signing key (x5u) is missing, is not a plain web address, or has an ambiguous path',
		FORGED,
	),
	key_origin: unproven(
		'The signing key (x5u) is not at an address that keys may come from',
		"If the platform really keeps its certificates there, enter the address of that folder in the credential's Key Origins field. Otherwise somebody sent a forged delivery.",
	),
	key_redirect: unproven(
		'The address of the signing key (x5u) redirects, and redirects are not followed',
		'If this keeps happening to genuine deliveries, ask the platform for the final address of its certificate.',
	),
	key_not_found: unproven('There is no signing key at the address that the token names (x5u)', OPEN_ADDRESS),
	key_too_large: unproven('The file at the address of the signing key (x5u) is too large to be a key', OPEN_ADDRESS),
	key_malformed: unproven(
		'The file at the address of the signing key (x5u) is not just a certificate or a public key in PEM',
		OPEN_ADDRESS,
	),
	certificate_validity: unproven(
		'The certificate of the signing key is not valid at this time',
		"Check this server's clock. Otherwise the platform has to renew its certificate.",
	),
	key_weak: unproven(
		'The signing key is not an RSA key of at least 2048 bits',
		'If genuine deliveries use it, report this to the platform.',
	),
	signature: unproven("The token's signature was not made with the key that it names", FORGED),
	address_not_allowed: forbidden(
		'The caller is not in the list of allowed IP addresses',
		'If this was a genuine delivery, add the address to the Allowed IP Addresses option. If n8n is behind a proxy, set N8N_PROXY_HOPS so that n8n sees the real caller.',
	),
	address_list: undecided(
		'The Allowed IP Addresses option has an entry that is not an IP address',
		'Correct the entry and publish the workflow again.',
	),
	address_list_empty: undecided(
		'The Allowed IP Addresses option is an expression that returned no address, so every caller is refused',
		'Correct the expression, or remove the option to allow every address, and publish again.',
	),
	credential: undecided(
		'The credential cannot be used, so nothing can be verified',
		'Open the trigger, choose a working Messaging Platform API credential and publish again.',
	),
	not_registered: undecided(
		'This trigger has not registered a webhook for an account on the platform, so nothing can be verified',
		'Publish the workflow again.',
	),
	issuer_not_configured: undecided(
		'The credential has no issuer, so nothing can be verified',
		"Fill in the credential's Issuer field: the name the platform signs its webhooks with (iss).",
	),
	body_too_large: undecided(
		'The request body is larger than the Event Size Limit (MB) option allows; if the platform sent it, it will send the event again',
		'If you expect events of this size, raise that option and publish the workflow again. Otherwise, somebody else called this address.',
	),
	webhook_url: undecided(
		'The public host of this webhook is not known, so nothing can be verified',
		"Enter the public host in the trigger's Webhook Host option, or set WEBHOOK_URL.",
	),
	key_unavailable: undecided(
		'The signing key cannot be fetched at the moment; the platform will send the event again',
		'If the problem persists, check that this server can reach the address and that it answers.',
	),
	key_busy: undecided(
		'Too many different signing keys were requested; the platform will send the event again',
		'Somebody may be flooding this address. The Allowed IP Addresses option keeps strangers out.',
	),
	in_progress: undecided(
		'A copy of the same event is still being started; the platform will send the event again',
		'If the problem persists, n8n is overloaded or its database is slow.',
	),
	hand_over: undecided(
		'A button was pressed that an execution waits for, but the press could not be handed over to it; the platform will send it again',
		'If the problem persists, check that this server can reach its own public address (WEBHOOK_URL), also behind a router or a proxy.',
	),
	chat_tags: undecided(
		'The event comes without the tags of its chat, and the platform could not be asked for them; it will send the event again',
		'If the problem persists, check that this server can reach the Base URL in the credential and that the API token is valid, or remove the options of the trigger that choose chats by their tags.',
	),
	internal: undecided(
		'The delivery could not be processed',
		'Report this line to the authors of the package. The platform will send the event again.',
	),
} satisfies Record<string, RefusalKind>;

/** The stable code of a refusal, for example 'signature'. */
export type RefusalCode = keyof typeof REFUSALS;

const DEPEND_ON_CREDENTIAL: ReadonlySet<RefusalCode> = new Set(['issuer', 'account', 'key_origin', 'issuer_not_configured']);

const MAX_DETAIL = 200;

/**
 * Makes a value that a stranger sent safe to stand in a log line: quoted, without control characters, shortened.
 * @returns at most about 200 characters on one line
 */
export function quote(value: unknown): string {
	if (typeof value !== 'string') return value === undefined ? 'nothing' : `a ${typeof value}`;
	return `"${clip(value.replace(/[^\x20-\x7e]/g, '?'), MAX_DETAIL)}"`;
}

/**
 * A delivery that is not accepted. `code` is stable and for n8n's log only, `status` is the HTTP answer, the message is for the
 * log: what happened, what was seen, what to do. It never contains the token.
 */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	/** HTTP status of the answer. */
	readonly status: RefusalStatus;

	/** True where a newer credential might change the verdict, so that the remembered one is renewed before refusing. */
	readonly dependsOnCredential: boolean;

	constructor(
		readonly code: RefusalCode,
		detail = '',
	) {
		const { status, message, advice } = REFUSALS[code];
		super(`${message}${detail === '' ? '' : ` (${detail})`}. ${advice}`);
		this.status = status;
		this.dependsOnCredential = DEPEND_ON_CREDENTIAL.has(code);
	}
}
