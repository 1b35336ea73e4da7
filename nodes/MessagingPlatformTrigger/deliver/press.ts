import { createHash } from 'crypto';
import { type KeySource, readButtonKey } from '../../shared/buttonKey';
import { Cache } from '../../shared/cache';
import { PRESS_EVENT } from '../../shared/catalogue';
import { printJson } from '../../shared/json';
import type { Event } from '../event/event';
import { payloadOf } from '../event/filter';
import { senderIn } from '../event/sender';
import type { Offers, Outcome, Pressed } from '../../shared/api/offer';
import { chatNamesOf } from '../event/chatAddress';
import { accountKey, questionId, waitingQuestions } from '../../shared/waiting';
import { isoTime } from '../../shared/timestamp';
import { AnswersInHand, outcomeOf } from './answersInHand';
import type { Ignored } from './publicResponse';
import type { Arrival } from './receive';

/** Remembered questions that have ended, and refused presses, over all triggers of a process. */
const MAX_REMEMBERED = 1_000;

/** Time for which a press from a wrong chat or person is remembered, in ms. */
const REFUSED_FOR_MS = 60_000;

/** Presses of one person for one execution that come to nothing, per minute: n8n writes a line about most of them. */
const MAX_IN_VAIN = 10;

/** Reads the press of a question's button; `now` is the time of one that has none, in ms since 1970. */
export function readPress(event: Event, now: number, keys: KeySource): Pressed | undefined {
	const { name, fields, accountId, address } = event;
	const key = name === PRESS_EVENT ? readButtonKey(payloadOf(fields), keys) : undefined;
	if (key === undefined) return undefined;
	const { executionId, tag, choice } = key;
	const chat = chatNamesOf(address, fields);
	const sender = senderIn(event, fields);
	const pressedAt = isoTime(fields.timestamp, new Date(now).toISOString());
	return { key, press: { accountId, executionId, tag, given: { choice }, chat, chatRef: address.chatRef, sender, pressedAt } };
}

/** Names a press by its question and by all that the waiting node compares: presses with the same name are equal. */
function nameOf({ press: { executionId, tag, chat, sender }, key }: Pressed) {
	// with its secret: a made-up key must not take the places of the true one
	const question = `${executionId}/${tag}/${key.resumeToken}`;
	const from = [{ ...chat }, sender.channelUserId ?? null];
	// hashed, because its parts may be as long as a body
	const hash = (...named: Array<string | number>) =>
		createHash('sha256')
			.update(printJson([...named, ...from]))
			.digest('base64');
	// the person in the execution: a made-up key names no other
	return { question, press: hash(question, key.choice), person: hash(executionId) };
}

/** Hands presses over. Those in hand and earlier outcomes are kept: for each offer, n8n reads an execution and may log a line. */
export class Presses {
	/** The press that answered a question; empty when it isn't known. */
	private readonly ended: Cache<string, string>;

	/** The presses in hand, and those that were refused. */
	private readonly handed: Cache<string, Outcome>;

	/** The number of presses that came to nothing, by person and execution. */
	private readonly vain: Cache<string, number>;

	private readonly inHand = new AnswersInHand();

	/** @param now the clock: ms since 1970 */
	constructor(
		private readonly now: () => number,
		private readonly offers: Offers,
	) {
		this.ended = new Cache({ max: MAX_REMEMBERED, now });
		this.handed = new Cache({ max: MAX_REMEMBERED, keepMs: REFUSED_FOR_MS, now });
		this.vain = new Cache({ max: MAX_REMEMBERED, keepMs: REFUSED_FOR_MS, now });
	}

	/** Responds 200 even if the execution is over, has its answer or refuses the press: another attempt would change nothing. */
	async answer({ context, connection }: Arrival, pressed: Pressed): Promise<Ignored> {
		const handing = this.handOver(pressed, async () => await this.offers.offer(context, pressed, connection));
		if ((await outcomeOf(handing)) !== 'taken') return { status: 'over' };
		const { press } = pressed;
		waitingQuestions.end(accountKey(press.accountId, connection), questionId(press), this.now());
		return { status: 'handed_over' };
	}

	/**
	 * Hands a press over unless its outcome is known. A press that equals one in hand shares its outcome.
	 * @throws Refusal hand_over when too many others are in hand, and whatever `offer` throws
	 */
	async handOver(pressed: Pressed, offer: () => Promise<Outcome>): Promise<Outcome> {
		const { question, press, person } = nameOf(pressed);
		const handOnce = async () => {
			const known = this.recall(question, press);
			if (known !== undefined) return known;
			if ((this.vain.get(person) ?? 0) >= MAX_IN_VAIN) return 'not_taken';
			// before its turn, or all that wait for one would pass
			this.count(person, 1);
			const outcome = await offer().catch((error: unknown) => {
				this.count(person, -1);
				throw error;
			});
			if (outcome === 'taken' || outcome === 'refused') this.count(person, -1);
			if (outcome === 'taken' || outcome === 'ended') this.ended.set(question, outcome === 'taken' ? press : '');
			// any other outcome says nothing about the next press, which may be the answer
			if (outcome !== 'refused') this.handed.delete(press);
			return outcome;
		};
		return (
			this.recall(question, press) ?? (await this.handed.load(press, async () => await this.inHand.inTurn(question, handOnce)))
		);
	}

	private count(person: string, presses: number): void {
		this.vain.set(person, (this.vain.get(person) ?? 0) + presses);
	}

	private recall(question: string, press: string): Outcome | undefined {
		const answer = this.ended.get(question);
		return answer === undefined ? undefined : answer === press ? 'taken' : 'ended';
	}
}
