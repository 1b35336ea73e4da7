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
	/** True where a newer credential might change the verdict, so that the remembered one is renewed before refusing. */
	credential?: true;
}

/**
 * Every reason for which a delivery is refused, by its stable code. The code stands in square brackets in n8n's log and is
 * never in the answer; docs/verification.md explains each.
 */
export const REFUSALS = {
	content_type: {
		status: 400,
		message: 'The request is not declared as JSON',
		advice: 'Nothing to do: the platform sends application/json. Somebody else called this address.',
	},
	body_empty: {
		status: 400,
		message: 'The request has no body',
		advice: 'If a proxy stands before n8n, check that it forwards the body of POST requests.',
	},
	body_too_large: {
		status: 400,
		message: 'The request body is larger than this node accepts',
		advice: 'Nothing to do: events of the platform are far smaller. Somebody else called this address.',
	},
	body_not_json: {
		status: 400,
		message: 'The request body is not JSON in UTF-8',
		advice: 'If a proxy stands before n8n, check that it does not change the body.',
	},
	not_an_event: {
		status: 400,
		message: 'The request body is JSON but not an event of the platform',
		advice: 'If the platform sent it, its event format has changed: look for a newer version of this package.',
	},
	token_missing: {
		status: 401,
		message: 'The request carries no Authorization header',
		advice: 'If a proxy stands before n8n, check that it forwards the Authorization header.',
	},
	scheme: {
		status: 401,
		message: 'The Authorization header is neither "Bearer <token>" nor "JWT <token>"',
		advice: 'If a proxy stands before n8n, check that it does not replace the Authorization header.',
	},
	token_too_long: {
		status: 401,
		message: 'The token is longer than this node accepts',
		advice: 'Nothing to do: tokens of the platform are far shorter. Somebody else called this address.',
	},
	token_malformed: {
		status: 401,
		message: 'The token is not a signed JWT of three parts',
		advice: 'If a proxy stands before n8n, check that it does not replace the Authorization header.',
	},
	header_malformed: {
		status: 401,
		message: "The token's header cannot be read",
		advice: 'Nothing to do: somebody forged a delivery.',
	},
	algorithm: {
		status: 401,
		message: 'The token is not signed with RS512',
		advice: 'Nothing to do: the platform signs with RS512 only. Somebody forged a delivery.',
	},
	type: {
		status: 401,
		message: 'The token is of a type other than JWT',
		advice: 'Nothing to do: somebody presented a token that was made for something else.',
	},
	critical_header: {
		status: 401,
		message: 'The token demands an extension (crit) that the platform does not use',
		advice: 'Nothing to do: somebody forged a delivery.',
	},
	claims_malformed: {
		status: 401,
		message: "The token's claims cannot be read",
		advice: 'Nothing to do: somebody forged a delivery.',
	},
	issuer: {
		status: 401,
		message: "The token's issuer (iss) is not the one in the credential",
		advice: "If this is a real delivery, copy the issuer from this line into the credential's Issuer field.",
		credential: true,
	},
	audience: {
		status: 401,
		message: "The token is not meant for this webhook's host (aud)",
		advice:
			"If a proxy stands before n8n, set WEBHOOK_URL to the public address and publish again, or enter the public host in the trigger's Webhook Host option.",
	},
	subject: {
		status: 401,
		message: "The token's account (sub) is missing or is not the event's accountId",
		advice: 'Nothing to do: somebody combined a token and a body that do not belong together.',
	},
	account: {
		status: 401,
		message: 'The token or the event is of another account than the one that this trigger is registered for',
		advice:
			'If the credential was changed to another account, publish the workflow again. Otherwise another customer of the platform called this address.',
		credential: true,
	},
	issued_at: {
		status: 401,
		message: "The token's issue time (iat) is missing or is not a number",
		advice: 'Nothing to do: somebody forged a delivery.',
	},
	issued_in_future: {
		status: 401,
		message: 'The token was issued in the future (iat)',
		advice: "Check this server's clock. A small difference can be allowed with the Clock Tolerance option.",
	},
	expiry: {
		status: 401,
		message: "The token's expiry (exp) is missing or is not a number after its issue time",
		advice: 'Nothing to do: somebody forged a delivery.',
	},
	expired: {
		status: 401,
		message: 'The token has expired (exp)',
		advice: "Check this server's clock. Otherwise somebody replayed an old delivery.",
	},
	lifetime: {
		status: 401,
		message: 'The token is valid for longer than the Maximum Token Lifetime option allows',
		advice: 'If the platform really issues such tokens, raise that option or set it to 0.',
	},
	not_before: {
		status: 401,
		message: "The token's start (nbf) is not a number or is in the future",
		advice: "Check this server's clock. A small difference can be allowed with the Clock Tolerance option.",
	},
	key_url: {
		status: 401,
		message:
			'The address of the signing key (x5u) is missing, is not a plain web address, or has a path that can be read in two ways',
		advice: 'Nothing to do: somebody forged a delivery.',
	},
	key_origin: {
		status: 401,
		message: 'The signing key (x5u) is not at an address that keys may come from',
		advice:
			"If the platform really keeps its certificates there, enter the address of that folder into the credential's Key Origins field. Otherwise somebody forged a delivery.",
		credential: true,
	},
	key_redirect: {
		status: 401,
		message: 'The address of the signing key (x5u) redirects, which is not followed',
		advice: 'If this lasts for real deliveries, ask the platform for the final address of its certificate.',
	},
	key_not_found: {
		status: 401,
		message: 'There is no signing key at the address that the token names (x5u)',
		advice: 'Open the address in a browser. If real deliveries name it, report it to the platform.',
	},
	key_too_large: {
		status: 401,
		message: 'What is at the address of the signing key (x5u) is too large for a key',
		advice: 'Open the address in a browser. If real deliveries name it, report it to the platform.',
	},
	key_malformed: {
		status: 401,
		message: 'What is at the address of the signing key (x5u) is not a certificate or a public key in PEM and nothing else',
		advice: 'Open the address in a browser. If real deliveries name it, report it to the platform.',
	},
	certificate_validity: {
		status: 401,
		message: 'The certificate of the signing key is not valid at this time',
		advice: "Check this server's clock. Otherwise the platform has to renew its certificate.",
	},
	key_weak: {
		status: 401,
		message: 'The signing key is not an RSA key of at least 2048 bits',
		advice: 'If real deliveries use it, report it to the platform.',
	},
	signature: {
		status: 401,
		message: "The token's signature is not by the key that it names",
		advice: 'Nothing to do: somebody forged a delivery.',
	},
	address_not_allowed: {
		status: 403,
		message: 'The caller is not in the list of allowed IP addresses',
		advice:
			'If this was a real delivery, add the address to the Allowed IP Addresses option; behind a proxy set N8N_PROXY_HOPS, so that n8n sees the real caller.',
	},
	address_list: {
		status: 503,
		message: 'The Allowed IP Addresses option has an entry that is not an address',
		advice: 'Correct the entry and publish the workflow again.',
	},
	address_list_empty: {
		status: 503,
		message: 'The Allowed IP Addresses option is an expression that gave no address, so nobody is let in',
		advice: 'Correct the expression, or remove the option to let every address in, and publish again.',
	},
	credential: {
		status: 503,
		message: 'The credential cannot be used, so nothing can be verified',
		advice: 'Open the trigger, choose a working Messaging Platform API credential and publish again.',
	},
	not_registered: {
		status: 503,
		message: 'This trigger has not registered a webhook for an account of the platform, so nothing can be verified',
		advice: 'Publish the workflow again.',
	},
	issuer_not_configured: {
		status: 503,
		message: 'The credential has no issuer, so nothing can be verified',
		advice: "Fill in the credential's Issuer field: the name that the platform puts into its tokens (iss).",
		credential: true,
	},
	webhook_url: {
		status: 503,
		message: 'The host of this webhook is not known, so nothing can be verified',
		advice: "Enter the public host in the trigger's Webhook Host option, or set WEBHOOK_URL.",
	},
	key_unavailable: {
		status: 503,
		message: 'The signing key cannot be fetched at the moment; the platform will send the event again',
		advice: 'If this lasts, check that this server can reach the address and that it answers.',
	},
	key_busy: {
		status: 503,
		message: 'Too many different signing keys were asked for; the platform will send the event again',
		advice: 'Somebody may be flooding this address. The Allowed IP Addresses option keeps strangers out.',
	},
	in_progress: {
		status: 503,
		message: 'A copy of the same event is still being started; the platform will send the event again',
		advice: 'If this lasts, n8n is overloaded or its database is slow.',
	},
	internal: {
		status: 503,
		message: 'The delivery could not be processed',
		advice: 'Report this line to the authors of the package; the platform will send the event again.',
	},
} as const satisfies Record<string, RefusalKind>;

/** The stable code of a refusal, for example 'signature'. */
export type RefusalCode = keyof typeof REFUSALS;
