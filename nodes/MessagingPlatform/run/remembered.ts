import { createHash } from 'crypto';
import { BoundedMap } from '../../shared/boundedMap';
import { printJson } from '../../shared/json';
import { asNodeError, atItem } from '../../shared/failure';
import type { Platform } from '../../shared/api/platform';

/** Connections whose values are remembered at once. */
export const MAX_REMEMBERED = 100;

/** After a failure nobody asks again for this long, in ms. */
export const ASK_AGAIN_MS = 5_000;

/** A failure that took long keeps others from asking for this many times as long: waiting must not become the rule. */
const PATIENCE = 5;

/** A failure keeps others from asking for no longer than this, in ms. */
const MAX_PATIENCE_MS = 60_000;

/** Who asks: an item with the signal of its execution. */
export interface Asker {
	platform: Platform;
	/** Index of the item. */
	index: number;
	/** Aborted when a user stops the execution. */
	signal?: AbortSignal;
}

/** Something that happened: at what time, in ms since 1970, and how long it counts, in ms. */
interface Dated<Content> {
	content: Content;
	at: number;
	forMs: number;
}

/**
 * Names all that decides what the platform answers: address, token, and the way there.
 *
 * @param asker who asks
 * @returns a hash, which cannot be turned back
 */
export async function connectionKey({ platform, index }: Asker): Promise<string> {
	const { baseUrl, apiToken } = await platform.connection();
	const { proxy, skipSslCertificateValidation, timeout } = platform.requestOptions(index);
	// what came over an unchecked connection is not handed to those who check theirs, and nobody waits for another's patience
	const way = [proxy?.protocol ?? '', proxy?.host ?? '', proxy?.port ?? 0, skipSslCertificateValidation === true, timeout ?? 0];
	return createHash('sha256')
		.update(printJson([baseUrl, apiToken, ...way]))
		.digest('base64url');
}

/**
 * A value of the platform that is remembered for each connection for some time, and asked for once by many at the same time.
 * Whoever outlasts an execution keeps it, for example the memory of the node.
 */
export class Remembered<Value> {
	private readonly values = new BoundedMap<string, Dated<Value>>(MAX_REMEMBERED);

	private readonly failures = new BoundedMap<string, Dated<unknown>>(MAX_REMEMBERED);

	private readonly reading = new Map<string, Promise<Value>>();

	/**
	 * @param keepMs how long a value is used, in ms
	 * @param now the clock: ms since 1970
	 */
	constructor(
		private readonly keepMs: number,
		private readonly now: () => number,
	) {}

	/**
	 * The value, remembered or read.
	 *
	 * @param asker who asks
	 * @param read asks the platform; called when nothing young enough is known and nobody else is asking
	 * @param maxAgeMs how old the value may be, in ms, where that is less than usual
	 * @returns the value: one object for all who get it
	 * @throws NodeApiError or NodeOperationError of what `read` threw, also for some seconds after that
	 */
	async get(asker: Asker, read: () => Promise<Value>, maxAgeMs = this.keepMs): Promise<Value> {
		const key = await connectionKey(asker);
		for (;;) {
			const known = this.values.get(key);
			if (known && this.isWithin(known.at, Math.min(maxAgeMs, known.forMs))) return known.content;
			const running = this.reading.get(key);
			if (running === undefined) return await this.ask(key, asker, read);
			// when that fails, the failure is known by then; unless its execution was stopped, and then somebody else asks
			await running.catch(() => {});
		}
	}

	/**
	 * Forgets a value, so that the next who asks gets a new one.
	 *
	 * @param asker whose connection it belongs to
	 */
	async forget(asker: Asker): Promise<void> {
		this.values.delete(await connectionKey(asker));
	}

	/** Whether a time has not passed; it has when the clock was put back. */
	private isWithin(at: number, ms: number): boolean {
		const age = this.now() - at;
		return age >= 0 && age < ms;
	}

	private async ask(key: string, { platform, index, signal }: Asker, read: () => Promise<Value>): Promise<Value> {
		const item = { node: platform.context.getNode(), index };
		const failure = this.failures.get(key);
		if (failure && this.isWithin(failure.at, failure.forMs)) {
			throw atItem(item, asNodeError(item.node, index, failure.content));
		}
		const reading = this.read(key, read, signal).finally(() => this.reading.delete(key));
		this.reading.set(key, reading);
		try {
			return await reading;
		} catch (error) {
			throw asNodeError(item.node, index, error);
		}
	}

	private async read(key: string, read: () => Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
		const startedAt = this.now();
		const content = await read().catch((error: unknown) => {
			const at = this.now();
			const forMs = Math.min(Math.max(ASK_AGAIN_MS, PATIENCE * (at - startedAt)), MAX_PATIENCE_MS);
			// a read that was stopped says nothing about the platform
			if (signal?.aborted !== true) this.failures.set(key, { content: error, at, forMs });
			throw error;
		});
		this.values.set(key, { content, at: this.now(), forMs: this.keepMs });
		return content;
	}
}
