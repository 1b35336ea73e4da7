import { createHash } from 'crypto';
import { until } from '../../shared/api/deadline';
import { Cache } from '../../shared/cache';
import { printJson } from '../../shared/json';
import { Refusal } from '../verify/refusals';
import type { Ignored } from './publicResponse';
import type { Arrival } from './receive';

/** Accepted events that are remembered, over all triggers of a process. */
const MAX_SEEN = 20_000;

/** Claims that may wait for n8n's answer, over all triggers of a process. */
const MAX_CLAIMS = 5_000;

/** Lifetime of a claim while n8n doesn't respond, in ms; then the next copy gets its chance. */
const MAX_CLAIM_AGE_MS = 10 * 60_000;

/** Time a copy waits for the outcome of the first before the platform has to send it again, in ms. */
const WAIT_MS = 4_000;

/** Ends the claim of an event by n8n's answer, and wakes the copies that wait. If it was not accepted, one of them gets its chance. */
type Settle = (isAccepted: boolean) => void;

/** Makes a claim that waits for n8n's answer. */
function newOpen() {
	let end = () => {};
	const settled = new Promise<void>((resolve) => (end = resolve));
	return { settled, end };
}

/** Remembers in memory which events were accepted, so that one that comes again (specification, Events, rule 1) starts nothing. */
export class SeenEvents {
	private readonly accepted: Cache<string, true>;

	private readonly claims: Cache<string, ReturnType<typeof newOpen>>;

	constructor(now: () => number = Date.now, keepMs?: number) {
		this.accepted = new Cache({ max: MAX_SEEN, keepMs, now });
		this.claims = new Cache({ max: MAX_CLAIMS, keepMs: MAX_CLAIM_AGE_MS, now, onForget: ({ end }) => end() });
	}

	/** Claims an event, unless it was accepted before. The first copy gets the claim; the others wait for its outcome. */
	async claim(...key: string[]): Promise<Settle | 'duplicate' | 'in_progress'> {
		// an id may be as long as a body, and text cut out of a body would keep all of it in memory
		const name = createHash('sha256').update(printJson(key)).digest('base64');
		let limit: AbortSignal | undefined;
		for (;;) {
			if (this.accepted.has(name)) return 'duplicate';
			const open = this.claims.get(name);
			if (open === undefined) break;
			if (limit?.aborted) return 'in_progress';
			limit ??= AbortSignal.timeout(WAIT_MS);
			await until(open.settled, limit).catch(() => undefined);
		}
		const own = newOpen();
		this.claims.set(name, own);
		return (isAccepted) => {
			// even a claim that was given up: n8n has the event
			if (isAccepted) this.accepted.set(name, true);
			if (isAccepted || this.claims.get(name) === own) this.claims.delete(name);
		};
	}

	/**
	 * Ends a copy of an event that was accepted. For any other event n8n's answer decides: with 200 it counts as accepted, with
	 * anything else the next copy gets its chance, whether or not the caller still listens.
	 * @param id of the event, or of what it's about; undefined if each one counts
	 * @throws Refusal in_progress
	 */
	async endCopy({ context, node, accountId, event }: Arrival, id: string | undefined): Promise<Ignored | undefined> {
		// in the editor, the same event may arrive each time the user listens
		if (id === undefined || context.getMode() === 'manual') return undefined;
		const settle = await this.claim(node, accountId, event.name, id);
		if (settle === 'duplicate') return { status: 'duplicate' };
		if (settle === 'in_progress') throw new Refusal('in_progress');
		const response = context.getResponseObject();
		// its events would not do: once the caller has hung up, 'close' comes before n8n has decided anything, and 'finish' never does
		response.end = new Proxy(response.end, {
			apply(end, self, parameters) {
				settle(response.statusCode === 200);
				return Reflect.apply(end, self, parameters);
			},
		});
		return undefined;
	}
}
