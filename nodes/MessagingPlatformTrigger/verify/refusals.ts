import { clip } from '../../shared/texts';

/** HTTP status of a refusal: 400 malformed, 401 not proven, 403 not allowed, 503 cannot be decided now, send again. */
export type RefusalStatus = 400 | 401 | 403 | 503;

/** A refusal's HTTP status and the words that an operator reads in the log. */
interface RefusalKind {
	/** The only thing the caller learns. */
	status: RefusalStatus;
	message: string;
	advice: string;
}

const kindWith =
	(status: RefusalStatus) =>
	(message: string, advice: string): RefusalKind => ({ status, message, advice });
const malformed = kindWith(400);
const unproven = kindWith(401);
const forbidden = kindWith(403);
const undecided = kindWith(503);

const FORGED = 'No action needed: someone sent a forged delivery.';
const FORGED_OR_RENEWED =
	"Someone probably sent a forged delivery. If every event is rejected like this, ask the platform's support about its signing key.";
const AGAIN = 'The platform will send the event again.';
const STRANGER = 'Someone else called this webhook.';
const PROXY_HEADER = 'If n8n is behind a proxy, check that the proxy forwards the Authorization header unchanged.';
const OPEN_ADDRESS = 'Open that URL in a browser. If genuine deliveries name it, report this to the platform.';
const CLOCK = "Check this server's clock. You can allow a small difference with the Clock Tolerance option.";

/** Every reason to refuse a delivery, by its code, which stands in n8n's log and never in the answer (docs/operate/verification.md). */
export const REFUSALS = {
	content_type: malformed(
		"The request's content type isn't application/json",
		`No action needed: the platform always sends JSON. ${STRANGER}`,
	),
	body_empty: malformed(
		'The request has no body',
		'If n8n is behind a proxy, check that the proxy forwards the body of POST requests.',
	),
	body_not_json: malformed(
		"The request body isn't JSON in UTF-8",
		"If n8n is behind a proxy, check that the proxy doesn't change the body.",
	),
	not_an_event: malformed(
		'The request body is JSON, but not an event from the platform',
		'If the platform sent it, its event format has changed. Check for a newer version of this package.',
	),
	token_missing: unproven('The request has no Authorization header', PROXY_HEADER),
	scheme: unproven('The Authorization header is neither "Bearer <token>" nor "JWT <token>"', PROXY_HEADER),
	token_too_long: unproven(
		'The token is longer than this node accepts',
		`No action needed: tokens from the platform are far shorter. ${STRANGER}`,
	),
	token_malformed: unproven("The token isn't a signed JWT with three parts", PROXY_HEADER),
	header_malformed: unproven("The token's header can't be read", FORGED),
	algorithm: unproven("The token isn't signed with RS512, the only algorithm that the platform uses", FORGED),
	type: unproven("The token isn't a JWT", 'No action needed: someone used a token that was issued for something else.'),
	critical_header: unproven("The token requires an extension (crit) that the platform doesn't use", FORGED),
	claims_malformed: unproven("The token's claims can't be read", FORGED),
	issuer: unproven(
		"The token's issuer (iss) isn't the one in the credential",
		"If this is a genuine delivery, copy the issuer from this line into the credential's Issuer field exactly, with a slash at its end if it has one.",
	),
	audience: unproven(
		"The token isn't meant for this webhook's host (aud)",
		"If n8n is behind a proxy, set N8N_WEBHOOK_URL (in older versions WEBHOOK_URL) to the public URL and publish again, or enter the public host in the trigger's Webhook Host option.",
	),
	subject: unproven(
		"The token's account (sub) is missing or differs from the event's accountId",
		"No action needed: someone combined a token with a body that it doesn't belong to.",
	),
	account: unproven(
		'The token or the event belongs to a different account than the one this trigger is registered for',
		'If you changed the credential to another account, publish the workflow again. Otherwise, another customer of the platform called this webhook.',
	),
	issued_at: unproven("The token's issue time (iat) is missing or isn't a number", FORGED),
	issued_in_future: unproven('The token was issued in the future (iat)', CLOCK),
	expiry: unproven("The token's expiry (exp) is missing or isn't a number after its issue time", FORGED),
	expired: unproven('The token has expired (exp)', "Check this server's clock. If it's right, someone replayed an old delivery."),
	lifetime: unproven(
		'The token is valid for longer than the Token Lifetime option allows',
		"If the platform's tokens really are valid for that long, raise that option or set it to 0.",
	),
	not_before: unproven("The token's start (nbf) isn't a number or is in the future", CLOCK),
	key_url: unproven("The signing key's URL (x5u) is missing, isn't a plain web URL, or has an ambiguous path", FORGED),
	key_origin: unproven(
		"Keys aren't accepted from the signing key's URL (x5u)",
		"If the platform really keeps its certificates there, enter the URL of that folder in the credential's Key Origins field. Otherwise, someone sent a forged delivery.",
	),
	key_redirect: unproven(
		"The signing key's URL (x5u) redirects, and redirects aren't followed",
		'If this keeps happening to genuine deliveries, ask the platform for the final URL of its certificate.',
	),
	key_not_found: unproven("No signing key was found at the token's key URL (x5u)", OPEN_ADDRESS),
	key_too_large: unproven("The file at the signing key's URL (x5u) is too large to be a key", OPEN_ADDRESS),
	key_malformed: unproven(
		"The file at the signing key's URL (x5u) isn't just a certificate or a public key in PEM",
		OPEN_ADDRESS,
	),
	certificate_validity: unproven(
		"The signing key's certificate isn't valid at this time",
		"Check this server's clock. If it's right, the platform has to renew its certificate.",
	),
	key_weak: unproven(
		"The signing key isn't an RSA key of at least 2048 bits",
		'If genuine deliveries use it, report this to the platform.',
	),
	signature: unproven("The token's signature doesn't match the signing key", FORGED_OR_RENEWED),
	address_not_allowed: forbidden(
		"The caller isn't in the list of allowed IP addresses",
		'If this was a genuine delivery, add the address to the Allowed IP Addresses option. If n8n is behind a proxy, set N8N_PROXY_HOPS so that n8n sees the real caller.',
	),
	address_list: undecided(
		"The Allowed IP Addresses option has an entry that isn't an IP address or range",
		'Correct the entry and publish the workflow again.',
	),
	address_list_empty: undecided(
		'The expression in the Allowed IP Addresses option returned no address, so every event is rejected',
		'Correct the expression, or remove the option to allow every address, and publish again.',
	),
	setting: undecided(
		"A filter or an option of the trigger can't be read, so it isn't known which events may start the workflow",
		'Correct it in the trigger and publish the workflow again.',
	),
	credential: undecided(
		"The credential can't be used, so nothing can be verified",
		'Open the trigger, choose a working Messaging Platform API credential and publish again.',
	),
	not_registered: undecided(
		"This trigger hasn't registered a webhook for an account on the platform, so nothing can be verified",
		'Publish the workflow again.',
	),
	issuer_not_configured: undecided(
		'The credential has no issuer, so nothing can be verified',
		"Fill in the credential's Issuer field: the name or URL the platform signs its webhooks with (iss), exactly, with a slash at its end if it has one.",
	),
	body_too_large: undecided(
		'The request body is larger than the Event Size Limit (MB) option allows',
		'If you expect events this large, raise that option and publish the workflow again: the platform will send the event again. Otherwise, someone else called this webhook.',
	),
	webhook_url: undecided(
		"This webhook's public host isn't known, so nothing can be verified",
		"Enter the public host in the trigger's Webhook Host option, or set N8N_WEBHOOK_URL (in older versions WEBHOOK_URL).",
	),
	key_unavailable: undecided(
		"The signing key can't be fetched at the moment",
		`${AGAIN} If this keeps happening, check that this server can reach the URL and that it responds.`,
	),
	key_busy: undecided(
		'Too many different signing keys were requested',
		`${AGAIN} Someone may be flooding this webhook. The Allowed IP Addresses option keeps strangers out.`,
	),
	in_progress: undecided(
		'An earlier copy of this event is still being processed',
		`${AGAIN} If this keeps happening, n8n is overloaded or its database is slow.`,
	),
	hand_over: undecided(
		"An execution is waiting for this button, but the answer couldn't be passed on to it",
		`${AGAIN} If this keeps happening, check that this server can reach its own public URL (N8N_WEBHOOK_URL, in older versions WEBHOOK_URL), even behind a router or a proxy.`,
	),
	chat_tags: undecided(
		"The tags of the event's chat couldn't be fetched",
		`${AGAIN} If this keeps happening, check that this server can reach the credential's Base URL and that the API token is valid. Or remove the trigger's tag filters and its Takeover Tag.`,
	),
	takeover: undecided(
		"An operator wrote in a chat, but the takeover tag couldn't be put on it",
		`${AGAIN} If this keeps happening, check that this server can reach the credential's Base URL and that the API token may assign tags. Or clear the trigger's Takeover Tag option.`,
	),
	internal: undecided(
		"The delivery couldn't be processed",
		`${AGAIN} Report this line to the authors of the package. At n8n's log level "debug", the line after it says more.`,
	),
} satisfies Record<string, RefusalKind>;

/** The stable code of a refusal, for example 'signature'. */
export type RefusalCode = keyof typeof REFUSALS;

const DEPEND_ON_CREDENTIAL: ReadonlySet<RefusalCode> = new Set(['issuer', 'account', 'key_origin', 'issuer_not_configured']);

const MAX_DETAIL = 200;

/** Makes a value that a stranger sent safe to stand in a log line: quoted, without control characters, shortened. */
export function quote(value: unknown): string {
	if (typeof value !== 'string') return value === undefined ? 'missing' : `a ${typeof value}`;
	return `"${clip(value.replace(/[^\x20-\x7e]/g, '?'), MAX_DETAIL)}"`;
}

/** A delivery that is not accepted: `code` and message are for n8n's log, `status` is the answer. It never contains the token. */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	readonly status: RefusalStatus;

	readonly reason: string;

	readonly advice: string;

	/** True if a newer credential might change the verdict, so that the cached one is renewed before refusing. */
	readonly dependsOnCredential: boolean;

	constructor(
		readonly code: RefusalCode,
		detail = '',
		cause?: unknown,
	) {
		const { status, message, advice } = REFUSALS[code];
		const reason = detail === '' ? message : `${message} (${detail})`;
		super(`${reason}. ${advice}`, { cause });
		this.reason = reason;
		this.advice = advice;
		this.status = status;
		this.dependsOnCredential = DEPEND_ON_CREDENTIAL.has(code);
	}
}
