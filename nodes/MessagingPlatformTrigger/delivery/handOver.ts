import { type IHttpRequestOptions, type IWebhookFunctions, sleep } from 'n8n-workflow';
import { ByteCount, readWhile } from '../../shared/http/byteStream';
import { failureCode } from '../../shared/http/noAnswer';
import { OPEN_OPTIONS, readOpened } from '../../shared/http/request';
import { objectOf, parseJson } from '../../shared/json';
import { Refusal } from '../../shared/verification/refusals';
import type { ButtonKey } from '../../shared/waiting/buttonKey';
import { ANSWER_PATH, NOTE_HEADER } from '../../shared/waiting/handOver';

/** How long a press is offered to the waiting execution, in ms, while n8n is still saving that it waits. */
export const HAND_OVER_MS = 8_000;

/** The pause between the first two offers, in ms; each of the next is twice as long, up to the longest. */
const PAUSE_MS = 250;

/** For each offer n8n reads the whole execution, so they become fewer. */
const LONGEST_PAUSE_MS = 2_000;

/** Bytes that are read of n8n's answer: enough for its message. */
const MAX_REPLY_BYTES = 16_384;

/**
 * How long after a question was asked its execution may run and still be about to wait for the answer, in ms. The time of asking
 * is known to the minute, and the clocks of n8n's processes may differ.
 */
export const SAVED_WITHIN_MS = 3 * 60_000;

/** What became of a press: the execution goes on with it, did not take it, or has ended, so that it will take none. */
export type Outcome = 'taken' | 'not_taken' | 'ended';

/** What is handed over: the delivery as it came, and the trigger's note. */
export interface Parcel {
	key: ButtonKey;
	body: Buffer;
	/** The delivery's Authorization header, which holds the platform's token and never the credential's. */
	tokenHeader: string;
	note: string;
}

/** Where n8n serves waiting executions: the same for all of a process, and no part of its interface for nodes but this. */
function addressOf(context: IWebhookFunctions, { executionId, resumeToken }: ButtonKey): URL {
	const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}'));
	if (!URL.canParse(resumeUrl)) throw new Refusal('hand_over', 'n8n tells no address of waiting executions');
	const url = new URL(resumeUrl);
	url.pathname = [...url.pathname.split('/').slice(0, -1), executionId, ANSWER_PATH].join('/');
	url.search = new URLSearchParams({ signature: resumeToken }).toString();
	return url;
}

/**
 * What n8n says of an execution that it does not resume: it is running; or the answer was right and n8n could not go on with it,
 * most often because another press did at the same moment; or it has ended.
 */
type Saying = 'running' | 'contested' | 'ended';

/** n8n's own words for it: its status alone tells too little. */
const SAYINGS: Array<[RegExp, Saying]> = [
	[/ is running\b/, 'running'],
	[/\b(problem executing the workflow|already being resumed)\b/, 'contested'],
	[/ (does not exist|has finished)\b/, 'ended'],
];

/** Its statuses for what it does not take: an execution that is gone or waits elsewhere, a wrong secret, a refused answer. */
const NOT_TAKEN = [401, 403, 404, 409];

/**
 * Reads why a press was not taken. Both n8n and the waiting node say so in JSON; anything else comes from a server before them, and
 * tells nothing of the execution.
 */
function readSaying(status: number, text: string): Saying | 'not_taken' | undefined {
	try {
		const { message, error } = objectOf(parseJson(text));
		const said = SAYINGS.find(([words]) => typeof message === 'string' && words.test(message))?.[1];
		const isTold = typeof message === 'string' || typeof error === 'string';
		return said ?? (isTold && NOT_TAKEN.includes(status) ? 'not_taken' : undefined);
	} catch {
		return undefined;
	}
}

async function offer(context: IWebhookFunctions, url: URL, parcel: Parcel, end: AbortSignal): Promise<Outcome | Saying> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: url.href,
		headers: { Authorization: parcel.tokenHeader, 'Content-Type': 'application/json', [NOTE_HEADER]: parcel.note },
		body: parcel.body,
		...OPEN_OPTIONS,
		abortSignal: end,
	};
	const { statusCode, body } = readOpened(await context.helpers.httpRequest(options), url);
	try {
		if (statusCode >= 200 && statusCode < 300) return 'taken';
		const { bytes } = await readWhile(body, new ByteCount(MAX_REPLY_BYTES).fits, end);
		const said = readSaying(statusCode, bytes.toString('utf8'));
		if (said !== undefined) return said;
		throw new Refusal('hand_over', `${url.host} answered HTTP ${statusCode}`);
	} finally {
		body.destroy();
	}
}

async function offerUntilDecided(
	context: IWebhookFunctions,
	url: URL,
	parcel: Parcel,
	now: number,
	end: AbortSignal,
): Promise<Outcome> {
	const maySaveStill = now - parcel.key.askedAt < SAVED_WITHIN_MS;
	let wasContested = false;
	for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
		const outcome = await offer(context, url, parcel, end);
		if (outcome === 'taken' || outcome === 'not_taken' || outcome === 'ended') return outcome;
		// it runs, and not because n8n has yet to save that it waits: the other press resumed it
		if (outcome === 'running' && wasContested) return 'ended';
		// nor here: its time was over, or it has its answer, and the rest of the workflow runs
		if (outcome === 'running' && !maySaveStill) return 'not_taken';
		wasContested ||= outcome === 'contested';
		await sleep(pauseMs, end);
	}
}

/**
 * Hands a verified press over to the execution that waits for it, at this n8n's own address. The credential's token stays here,
 * no redirect is followed, and little is read of the answer.
 *
 * @param context the webhook's context
 * @param parcel what is handed over
 * @param now the time in ms since 1970
 * @param budgetMs the time for all of it, in ms
 * @returns 'taken' when the execution goes on, 'not_taken' when it does not wait for this press, 'ended' when it waits for none
 * @throws Refusal hand_over when that could not be found out, so that the platform sends the press again
 */
export async function handOver(
	context: IWebhookFunctions,
	parcel: Parcel,
	now: number,
	budgetMs = HAND_OVER_MS,
): Promise<Outcome> {
	const end = AbortSignal.timeout(budgetMs);
	const url = addressOf(context, parcel.key);
	return await offerUntilDecided(context, url, parcel, now, end).catch((error: unknown) => {
		if (error instanceof Refusal) throw error;
		// the error of the HTTP library may quote the whole request; its code is enough
		const reason = end.aborted ? `not within ${budgetMs / 1_000} s` : (failureCode(error) ?? 'no answer');
		throw new Refusal('hand_over', `${url.host}: ${reason}`);
	});
}
