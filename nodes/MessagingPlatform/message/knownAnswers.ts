import { BoundedMap } from '../../shared/boundedMap';
import { type Asker, MAX_REMEMBERED, Remembered, connectionKey } from '../run/remembered';
import { type Answer, type AnswerList, fingerprintOf } from './answerList';

/** An answer that is known is used for this long, in ms, before it is looked up in the list of actions again. */
export const ANSWERS_KEPT_MS = 5 * 60_000;

/** That an answer does not exist must have been seen within this time, in ms: another process may have made it since. */
export const ANSWER_MISSED_MS = 10_000;

const MAX_MADE = 2_000;
const MAX_UNUSED = 100;

/** Makes an answer. */
export interface AnswerMaker {
	asker: Asker;
	/** Reads the list of chain actions. */
	list(): Promise<AnswerList>;
	/** Makes the answer and returns its action's id. */
	make(fingerprint: string): Promise<string>;
}

/**
 * The answers of an account's buttons that exist already. Nobody can delete prepared messages and chain actions, so equal
 * answers are made once: what this process made is remembered; what others made is found in the list of chain actions by the
 * mark in its description, unless the list shows that it was changed. Of several alike the first of the list is used.
 */
export class KnownAnswers {
	/** Prepared messages whose actions could not be made, by what they hold: they serve the next try. */
	readonly unusedReplies = new BoundedMap<string, string>(MAX_UNUSED);

	private made = new BoundedMap<string, { id: string; at: number }>(MAX_MADE);

	private readonly underWay = new Map<string, Promise<string>>();

	/** What the platform told last. */
	private latest?: AnswerList;

	/**
	 * @param lists the lists of all accounts
	 * @param now the clock: ms since 1970
	 */
	constructor(
		private readonly lists: Remembered<AnswerList>,
		private readonly now: () => number,
	) {}

	/**
	 * The action of an answer: one that exists, or a new one.
	 *
	 * @param answer the answer
	 * @param maker how it is looked up and made
	 * @returns the action's id
	 * @throws what `maker.make` throws; a list that cannot be read only means that nothing more is known
	 */
	async actionOf(answer: Answer, maker: AnswerMaker): Promise<string> {
		const fingerprint = fingerprintOf(answer);
		for (;;) {
			const running = this.underWay.get(fingerprint);
			if (running === undefined) break;
			// where another failed, this one may have more luck
			const id = await running.catch(() => undefined);
			if (id !== undefined) return id;
		}
		const finding = this.findOrMake(fingerprint, answer, maker).finally(() => this.underWay.delete(fingerprint));
		this.underWay.set(fingerprint, finding);
		return await finding;
	}

	/**
	 * Lets everything be looked up again: an action or a reply of the account was changed.
	 *
	 * @param asker who changed it
	 */
	async forget(asker: Asker): Promise<void> {
		this.made = new BoundedMap(MAX_MADE);
		this.latest = undefined;
		await this.lists.forget(asker);
	}

	private async findOrMake(fingerprint: string, answer: Answer, maker: AnswerMaker): Promise<string> {
		const own = this.made.get(fingerprint);
		if (own !== undefined && this.now() - own.at < ANSWERS_KEPT_MS) return own.id;
		for (const maxAgeMs of [ANSWERS_KEPT_MS, ANSWER_MISSED_MS]) {
			const { answers, isCurrent } = await this.read(maker, maxAgeMs);
			const found = answers?.get(fingerprint)?.find(({ text }) => text === undefined || text === answer.text);
			if (found !== undefined) return found.id;
			if (!isCurrent && own !== undefined) return own.id;
		}
		return await this.make(fingerprint, maker);
	}

	/** The list, or where it cannot be read what it was before. */
	private async read({ asker, list }: AnswerMaker, maxAgeMs: number) {
		const answers = await this.lists.get(asker, list, maxAgeMs).catch(() => undefined);
		this.latest = answers ?? this.latest;
		return { answers: this.latest, isCurrent: answers !== undefined };
	}

	private async make(fingerprint: string, { asker, make }: AnswerMaker): Promise<string> {
		const id = await make(fingerprint).catch(async (error: unknown) => {
			// it may have been made all the same, its answer lost
			await this.lists.forget(asker);
			throw error;
		});
		this.made.set(fingerprint, { id, at: this.now() });
		return id;
	}
}

/** The known answers of each account, remembered across executions. */
export class AnswerMemory {
	private readonly lists: Remembered<AnswerList>;

	private readonly accounts = new BoundedMap<string, KnownAnswers>(MAX_REMEMBERED);

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {
		this.lists = new Remembered(ANSWERS_KEPT_MS, now);
	}

	/**
	 * The known answers of an account.
	 *
	 * @param asker who asks; its connection tells the account
	 */
	async of(asker: Asker): Promise<KnownAnswers> {
		const key = await connectionKey(asker);
		const known = this.accounts.get(key) ?? new KnownAnswers(this.lists, this.now);
		// set again: an account that is in use is forgotten last
		this.accounts.set(key, known);
		return known;
	}
}
