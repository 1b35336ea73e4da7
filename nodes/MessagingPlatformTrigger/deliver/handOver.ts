import { type IHttpRequestOptions, type IWebhookFunctions, sleep } from 'n8n-workflow';
import { ByteCount, readWhile } from '../../shared/api/byteStream';
import { failureCode } from '../../shared/api/noAnswer';
import { OPEN_OPTIONS, readOpened } from '../../shared/api/request';
import { objectOf, parseJson } from '../../shared/json';
import type { Connection } from '../../shared/api/connection';
import { Refusal } from '../../shared/verification/refusals';
import type { ButtonKey } from '../../shared/waiting/buttonKey';
import { ANSWER_PATH, NOTE_HEADER, type Note, markRefusal, writeNote } from '../../shared/waiting/handOver';

/** How long a press is offered to the waiting execution, in ms, while n8n is still saving that it waits. */
export const SAVING_MS = 8_000;

/** How long n8n may take for one offer, in ms: a busy n8n takes many seconds, and a request that is cut off may count anyway. */
const OFFER_MS = 30_000;

/** How old a press may be when it's offered, in ms. */
const MAX_OFFER_AGE_MS = 5 * 60_000;

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

/**
 * The outcome of a press: the execution continues with it, did not take it, will never take this button from this chat and
 * person, or has ended, so that it takes no press at all.
 */
export type Outcome = 'taken' | 'not_taken' | 'refused' | 'ended';

/** Runs something as soon as there's room for it. */
export type InTurn = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** How the delivery was verified that brought a press. */
interface Verified extends Note {
	connection: Pick<Connection, 'apiToken'>;
	/** The delivery's Authorization header, which holds the platform's token and never the credential's. */
	tokenHeader: string;
	body: Buffer;
}

/** What is handed over: the delivery as it came, and the trigger's note. */
export interface Parcel extends Pick<Verified, 'tokenHeader' | 'body'> {
	key: ButtonKey;
	url: URL;
	note: string;
	/** The mark by which the waiting node refuses the chat or the person. */
	refusal: string;
}

/** The address of waiting executions, which n8n shows nodes in an expression alone: evaluating it costs more than all the rest. */
export class WaitingAddress {
	private resumeUrl = '';

	/**
	 * Finds where n8n takes a press.
	 *
	 * @param context the webhook's context, before n8n has its result
	 * @param key the press
	 * @throws Refusal hand_over when n8n shows no address
	 */
	of(context: IWebhookFunctions, { executionId, resumeToken }: ButtonKey): URL {
		// but for the execution it is the same in all of a process
		if (!URL.canParse(this.resumeUrl)) this.resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}'));
		if (!URL.canParse(this.resumeUrl)) throw new Refusal('hand_over', 'n8n tells no address of waiting executions');
		const url = new URL(this.resumeUrl);
		url.pathname = [...url.pathname.split('/').slice(0, -1), executionId, ANSWER_PATH].join('/');
		url.search = new URLSearchParams({ signature: resumeToken }).toString();
		return url;
	}
}

/**
 * Prepares a press for its hand-over.
 *
 * @param url where n8n takes it
 * @param key the press
 * @param verified the delivery that brought it
 */
export function makeParcel(url: URL, key: ButtonKey, { connection, host, toleranceMs, tokenHeader, body }: Verified): Parcel {
	const handedOver = { executionId: key.executionId, body };
	const note = writeNote({ host, toleranceMs: toleranceMs + MAX_OFFER_AGE_MS }, handedOver, connection.apiToken);
	return { key, url, tokenHeader, body, note, refusal: markRefusal(handedOver, connection.apiToken) };
}

/**
 * What n8n says of an execution that it does not resume: it is running; or the answer was right and n8n could not go on with it,
 * most often because another press did at the same moment; or it has ended; or n8n takes no requests until its database is faster,
 * which happens under load.
 */
type Saying = 'running' | 'contested' | 'ended' | 'unready';

/** n8n's own words for it: its status alone tells too little. */
const SAYINGS: Array<[RegExp, Saying]> = [
	[/ is running\b/, 'running'],
	[/\b(problem executing the workflow|already being resumed)\b/, 'contested'],
	[/ (does not exist|has finished)\b/, 'ended'],
	[/\bDatabase is not ready\b/, 'unready'],
];

/** Its statuses for what it does not take: an execution that is gone or waits elsewhere, a wrong secret, a refused answer. */
const NOT_TAKEN = [401, 403, 404, 409];

/** The words of a wrong secret, from n8n, and of a refused answer, from the waiting node. */
const REFUSALS: unknown[] = ['Invalid token', 'forbidden'];

/**
 * Reads why a press was not taken. n8n says so in JSON with a number as `code` (its response-helper.js), and the waiting node with an
 * `error`. Anything else comes from a server in between and says nothing about the execution.
 */
function readSaying(status: number, text: string, refusal: string): Saying | 'not_taken' | 'refused' | undefined {
	try {
		const { code, message, error, refused } = objectOf(parseJson(text));
		if (refused === refusal) return 'refused';
		const said = typeof code === 'number' && typeof message === 'string' ? message : undefined;
		const saying = said === undefined ? undefined : SAYINGS.find(([words]) => words.test(said))?.[1];
		const isTold = said !== undefined || REFUSALS.includes(error);
		return saying ?? (isTold && NOT_TAKEN.includes(status) ? 'not_taken' : undefined);
	} catch {
		return undefined;
	}
}

async function offer({ helpers }: IWebhookFunctions, parcel: Parcel): Promise<Outcome | Saying> {
	const { url } = parcel;
	const end = AbortSignal.timeout(OFFER_MS);
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: url.href,
		headers: { Authorization: parcel.tokenHeader, 'Content-Type': 'application/json', [NOTE_HEADER]: parcel.note },
		body: parcel.body,
		...OPEN_OPTIONS,
		abortSignal: end,
	};
	const { statusCode, body } = readOpened(await helpers.httpRequest(options), url);
	try {
		if (statusCode >= 200 && statusCode < 300) return 'taken';
		const { bytes } = await readWhile(body, new ByteCount(MAX_REPLY_BYTES).fits, end);
		const said = readSaying(statusCode, bytes.toString('utf8'), parcel.refusal);
		if (said !== undefined) return said;
		throw new Refusal('hand_over', `${url.host} answered HTTP ${statusCode}`);
	} finally {
		body.destroy();
	}
}

/**
 * Hands a verified press over to the execution that waits for it, at this n8n's own address. The credential's token stays here,
 * no redirect is followed, and little is read of the answer.
 *
 * @param context the webhook's context
 * @param parcel what is handed over
 * @param now the time in ms since 1970
 * @param inTurn bounds how many presses are offered at once; the pauses between offers need no turn
 * @returns the outcome
 * @throws Refusal hand_over when it could not be found out, so that the platform sends the press again
 */
export async function handOver(context: IWebhookFunctions, parcel: Parcel, now: number, inTurn: InTurn): Promise<Outcome> {
	const { url, key } = parcel;
	const maySaveStill = now - key.askedAt < SAVED_WITHIN_MS;
	const tooLong = (ms: number) => new Refusal('hand_over', `${url.host}: not within ${ms / 1_000} s`);
	const begun = performance.now();
	const offerInTime = async () => {
		for (;;) {
			if (performance.now() - begun >= MAX_OFFER_AGE_MS) throw tooLong(MAX_OFFER_AGE_MS);
			const outcome = await offer(context, parcel);
			if (outcome !== 'unready') return outcome;
			// the platform may have made its last attempt; and in another's turn n8n would be no readier
			await sleep(LONGEST_PAUSE_MS);
		}
	};
	let offered: number | undefined;
	let wasContested = false;
	for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
		const outcome = await inTurn(offerInTime).catch((error: unknown) => {
			if (error instanceof Refusal) throw error;
			// the error of the HTTP library may quote the whole request; its code is enough
			throw new Refusal('hand_over', `${url.host}: ${failureCode(error) ?? 'no answer'}`);
		});
		if (outcome !== 'running' && outcome !== 'contested') return outcome;
		// it runs, and not because n8n has yet to save that it waits: the other press resumed it
		if (outcome === 'running' && wasContested) return 'ended';
		// nor here: its time was over, or it has its answer, and the rest of the workflow runs
		if (outcome === 'running' && !maySaveStill) return 'not_taken';
		wasContested ||= outcome === 'contested';
		offered ??= performance.now();
		if (performance.now() - offered >= SAVING_MS) throw tooLong(SAVING_MS);
		await sleep(pauseMs);
	}
}
