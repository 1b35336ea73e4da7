import { type IExecuteFunctions, type IHttpRequestOptions, type IWebhookFunctions, sleep } from 'n8n-workflow';
import { ByteCount, drop, readWhile } from './byteStream';
import { failureCode } from './noResponse';
import { OPEN_OPTIONS, readOpened } from './request';
import type { ButtonKey, KeySource } from '../buttonKey';
import { ANSWER_PATH, type Press, PRESS, sign, SIGNATURE_HEADER } from '../handOver';
import { objectOf, parseJson } from '../json';
import { Queue } from '../queue';
import { parseUrl } from '../urls';

/** Presses that are offered to n8n at once, over all triggers of a process: each costs n8n reading and running an execution. */
const OFFERED_AT_ONCE = 4;

/** Time for which a press is offered again while n8n is still saving the waiting execution, in ms. */
const SAVING_MS = 8_000;

/** Time limit of one offer, in ms: a busy n8n takes many seconds, and a request that is cut off may still count. */
const OFFER_MS = 30_000;

/** The age after which a press is not offered any more, in ms. */
const MAX_OFFER_AGE_MS = 5 * 60_000;

/** The pause between the first two offers, in ms; each of the next is twice as long, up to the longest. */
const PAUSE_MS = 250;

/** Longest pause between two offers, in ms: for each, n8n reads the whole execution. */
const LONGEST_PAUSE_MS = 2_000;

/** Bytes that are read of n8n's answer: enough for its message. */
const MAX_REPLY_BYTES = 16_384;

/** Time in ms after a question in which a running execution may still be about to wait; clocks may differ. */
const SAVED_WITHIN_MS = 3 * 60_000;

type Offering = IExecuteFunctions | IWebhookFunctions;

/** Says why the outcome of an offer can't be known. */
export class Undecided extends Error {}

/** An answer to a question, and all that its key says. */
export interface Pressed {
	key: ButtonKey;
	press: Press;
}

/** The outcome of an answer. After 'refused' it's never taken from this chat and person; 'waiting' only says that the execution waits. */
export type Outcome = 'taken' | 'not_taken' | 'refused' | 'asked_again' | 'waiting' | 'ended';

/** The outcomes that the waiting node itself names, and their statuses. */
const OWN = new Map<unknown, [status: number, outcome: Outcome]>([
	['refused', [403, 'refused']],
	['asked_again', [409, 'asked_again']],
	['waiting', [409, 'waiting']],
]);

/** The outcome, or why there is none yet: the execution runs, another press was as fast, or n8n takes no requests now. */
type Saying = Outcome | 'running' | 'contested' | 'unready';

/** n8n's own words for it: its status alone says too little. */
const SAYINGS: Array<[RegExp, Saying]> = [
	[/ is running\b/, 'running'],
	[/\b(problem executing the workflow|already being resumed)\b/, 'contested'],
	[/ (does not exist|has finished)\b/, 'ended'],
	[/\bDatabase is not ready\b/, 'unready'],
];

/** n8n's statuses for what it does not take: an execution that is gone or waits elsewhere, a wrong secret, a refused answer. */
const NOT_TAKEN = [401, 403, 404, 409];

/** The words of a wrong secret, from n8n, and of a refused answer, from the waiting node. */
const REFUSALS: unknown[] = ['Invalid token', 'forbidden'];

/** Reads why a press was not taken: n8n gives a number as `code`, the node an `error`; anything else says nothing about the execution. */
function readSaying(status: number, text: string): Saying | undefined {
	try {
		const { code, message, error } = objectOf(parseJson(text));
		const [ownStatus, own] = OWN.get(error) ?? [];
		if (status === ownStatus) return own;
		const said = typeof code === 'number' && typeof message === 'string' ? message : undefined;
		const saying = said === undefined ? undefined : SAYINGS.find(([words]) => words.test(said))?.[1];
		const isTold = said !== undefined || REFUSALS.includes(error);
		return saying ?? (isTold && NOT_TAKEN.includes(status) ? 'not_taken' : undefined);
	} catch {
		return undefined;
	}
}

/** Makes one offer, with a message of its own. No redirect is followed, and little is read of the answer. */
async function offerOnce({ helpers }: Offering, url: URL, press: Press, now: number, keys: KeySource): Promise<Saying> {
	const { body: message, signature } = sign(press, PRESS, now, keys);
	const end = AbortSignal.timeout(OFFER_MS);
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: url.href,
		headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signature },
		body: message,
		...OPEN_OPTIONS,
		abortSignal: end,
	};
	const { statusCode, body } = readOpened(await helpers.httpRequest(options), url);
	try {
		if (statusCode >= 200 && statusCode < 300) return 'taken';
		const { bytes } = await readWhile(body, new ByteCount(MAX_REPLY_BYTES).fits, end);
		const said = readSaying(statusCode, bytes.toString('utf8'));
		if (said !== undefined) return said;
		throw new Undecided(`${url.host} responded with HTTP ${statusCode}`);
	} finally {
		drop(body);
	}
}

/** Offers verified answers to the executions that wait for them, at this n8n's own address. All triggers of a process share one. */
export class Offers {
	/** A waiting execution's URL, which n8n shows nodes in an expression alone: evaluating it costs more than all the rest. */
	private resumeUrl?: URL;

	private readonly queue = new Queue({ atOnce: OFFERED_AT_ONCE });

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Offers a press until its outcome is known.
	 * @throws Undecided when it can't be known
	 */
	async offer(context: Offering, { key, press }: Pressed, keys: KeySource): Promise<Outcome> {
		const url = this.addressOf(context, key);
		const maySaveStill = this.now() - key.askedAt < SAVED_WITHIN_MS;
		const tooLong = (ms: number) => new Undecided(`${url.host}: took longer than ${ms / 1_000} s`);
		const begun = performance.now();
		const offerInTime = async () => {
			for (;;) {
				if (performance.now() - begun >= MAX_OFFER_AGE_MS) throw tooLong(MAX_OFFER_AGE_MS);
				const said = await offerOnce(context, url, press, this.now(), keys);
				if (said !== 'unready') return said;
				// keep the turn: the platform may have made its last attempt, and n8n isn't ready for other presses either
				await sleep(LONGEST_PAUSE_MS);
			}
		};
		let offered: number | undefined;
		let wasContested = false;
		for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
			const said = await this.queue.run(offerInTime).catch((error: unknown) => {
				if (error instanceof Undecided) throw error;
				// the error of the HTTP library may quote the whole request; its code is enough
				throw new Undecided(`${url.host}: ${failureCode(error) ?? 'no response'}`);
			});
			if (said !== 'running' && said !== 'contested') return said;
			// it runs because the other press resumed it, not because n8n has yet to save that it waits
			if (said === 'running' && wasContested) return 'ended';
			// it runs because its time is over or it has its answer
			if (said === 'running' && !maySaveStill) return 'not_taken';
			wasContested ||= said === 'contested';
			offered ??= performance.now();
			if (performance.now() - offered >= SAVING_MS) throw tooLong(SAVING_MS);
			await sleep(pauseMs);
		}
	}

	private addressOf(context: Offering, { executionId, resumeToken }: ButtonKey): URL {
		// except for the execution it is the same in all of a process
		this.resumeUrl ??= parseUrl(String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
		if (this.resumeUrl === undefined) throw new Undecided('n8n shows no URL of waiting executions');
		const url = new URL(this.resumeUrl);
		url.pathname = [...url.pathname.split('/').slice(0, -1), executionId, ANSWER_PATH].join('/');
		url.search = new URLSearchParams({ signature: resumeToken }).toString();
		return url;
	}
}
