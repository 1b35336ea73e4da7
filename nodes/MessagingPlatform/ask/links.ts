import { createHmac, timingSafeEqual } from 'crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { drop } from '../../shared/api/byteStream';
import { OPEN_OPTIONS, readOpened } from '../../shared/api/request';
import type { KeySource } from '../../shared/buttonKey';
import { Failure } from '../../shared/failure';

/** The purpose of a link: the page with all ways to answer, or one choice, from 0. */
export type LinkAim = 'page' | number;

/** Statuses for a link that doesn't reach its execution: n8n refuses the signature, has no such path, or shows its editor. An execution that still runs responds with 409. */
const UNOPENED = [401, 404, 200];

/** Time within which n8n says whether it opens a link, in ms. */
const CHECK_MS = 5_000;

/** The execution and the node that a link is valid for. */
interface LinkPlace {
	executionId: string;
	nodeId: string;
}

interface LinkKey {
	tag: string;
	aim: LinkAim;
}

/** The parameter of a link that has its key; short, because an SMS is. */
const LINK_PARAMETER = 'q';

/** Bytes of the signature: 128 bits cannot be guessed, and a link stays short enough for an SMS. */
const SIGNATURE_BYTES = 16;

// tag in hexadecimal digits, aim, signature: no sign in it means anything in Markdown or HTML
const KEY = /^([0-9a-f]{6})(p|\d)([0-9a-f]{32})$/;

const placeOf = (functions: Pick<IWebhookFunctions, 'getExecutionId' | 'getNode'>): LinkPlace => ({
	executionId: functions.getExecutionId(),
	nodeId: functions.getNode().id,
});

function signatureOf(tagAndAim: string, { executionId, nodeId }: LinkPlace, keys: KeySource): Buffer {
	return createHmac('sha256', keys.deriveKey('link to a question'))
		.update(`${executionId}\n${nodeId}\n${tagAndAim}`)
		.digest()
		.subarray(0, SIGNATURE_BYTES);
}

/**
 * Makes the part of a link that names its question and purpose: HMAC-SHA-256 (RFC 2104), cut to 128 bits, over execution, node,
 * question and aim. Only someone with the API token can make it.
 * @returns 39 letters and digits
 */
function makeLinkKey({ tag, aim }: LinkKey, place: LinkPlace, keys: KeySource): string {
	const tagAndAim = `${Buffer.from(tag, 'base64url').toString('hex')}${aim === 'page' ? 'p' : aim}`;
	return `${tagAndAim}${signatureOf(tagAndAim, place, keys).toString('hex')}`;
}

/** Reads the link that was opened; undefined for anything that {@link makeLinkKey} did not make for this place. */
export function readLinkKey(context: IWebhookFunctions, keys: KeySource): LinkKey | undefined {
	const text = context.getRequestObject().query[LINK_PARAMETER];
	const [, tag, aim, signature] = (typeof text === 'string' && KEY.exec(text)) || [];
	if (tag === undefined || aim === undefined || signature === undefined) return undefined;
	const expected = signatureOf(`${tag}${aim}`, placeOf(context), keys);
	if (!timingSafeEqual(Buffer.from(signature, 'hex'), expected)) return undefined;
	return { tag: Buffer.from(tag, 'hex').toString('base64url'), aim: aim === 'p' ? 'page' : Number(aim) };
}

/** Makes the links of a question, which n8n signs; the token that opens the whole execution is not in them. */
export function linksOf(functions: IExecuteFunctions, tag: string, keys: KeySource): (aim: LinkAim) => string {
	const place = placeOf(functions);
	return (aim) => functions.getSignedResumeUrl({ [LINK_PARAMETER]: makeLinkKey({ tag, aim }, place, keys) });
}

/** Checks whether a shorter path reaches n8n than people see. Asked for a page that it doesn't have, n8n names the path that arrived. */
async function isCut(functions: IExecuteFunctions, { origin, pathname }: URL): Promise<boolean> {
	const path = `${pathname}/-`;
	const options = { method: 'POST', url: origin + path, timeout: CHECK_MS, ...OPEN_OPTIONS } as const;
	const page: unknown = await functions.helpers
		.httpRequest({ ...options, encoding: 'text', returnFullResponse: false })
		.catch(() => undefined);
	const [, seen] = (typeof page === 'string' && /Cannot POST (\/[^<\s]+)/.exec(page)) || [];
	return seen !== undefined && seen !== path && path.endsWith(seen);
}

/**
 * Checks that n8n will open the links of a question. It signs the path that people see and compares the one that arrives, so below
 * a path that a proxy takes off, it refuses every link. A node can't see what arrives, so n8n itself is asked.
 */
export async function checkLinks(functions: IExecuteFunctions): Promise<void> {
	const url = new URL(functions.getSignedResumeUrl());
	const path = url.pathname.split('/').slice(1, -3);
	if (path.length === 0) return;
	const request = functions.helpers.httpRequest({ url: url.href, timeout: CHECK_MS, ...OPEN_OPTIONS });
	const answer = await request.then((given) => readOpened(given, url)).catch(() => undefined);
	if (answer === undefined) return;
	drop(answer.body);
	// n8n doesn't know the signature of a run by hand yet: 500
	const isRefused = answer.statusCode === 500 ? await isCut(functions, url) : UNOPENED.includes(answer.statusCode);
	if (!isRefused) return;
	throw Failure.ofPlatform(
		`n8n would refuse every link to this question, because it runs below a path (/${path.join('/')}), so no one was asked`,
		'Let your proxy pass /webhook-waiting/ on unchanged, and set N8N_WEBHOOK_URL (in older versions WEBHOOK_URL) to your address without the path. For an approval or a choice, you can also ask with buttons in the chat.',
	);
}
