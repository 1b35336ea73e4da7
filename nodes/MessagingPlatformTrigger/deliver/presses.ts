import { createHash } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { until } from '../../shared/api/deadline';
import type { ButtonKey } from '../../shared/buttonKey';
import { Cache } from '../../shared/cache';
import type { Press } from '../../shared/handOver';
import { printJson } from '../../shared/json';
import { Queue, Queues } from '../../shared/queue';
import { Refusal } from '../verify/refusals';
import type { DeliveryLog } from './log';
import { type Offer, type Outcome, WaitingAddress, offerPress } from './offer';
import { answerIgnored } from './publicAnswer';

/** Remembered questions that have ended, and refused presses, over all triggers of a process. */
const MAX_REMEMBERED = 1_000;

/** Time for which a press from a wrong chat or person is remembered, in ms. */
const REFUSED_FOR_MS = 60_000;

/** Presses of one person for one execution that come to nothing, per minute: n8n writes a line about most of them. */
const MAX_IN_VAIN = 10;

/** Different presses in hand for one question. */
const MAX_PER_QUESTION = 3;

/** Questions with presses in hand, over all triggers of a process. */
const MAX_QUESTIONS = 1_000;

/** Presses that are offered to n8n at once, over all triggers of a process: each costs n8n reading and running an execution. */
const OFFERED_AT_ONCE = 4;

/** Time without an outcome after which the platform is asked to send the press again, in ms. */
const ANSWER_WITHIN_MS = 8_000;

/** Presses with the same name are equal. */
interface PressName {
	question: string;
	/** Hashed, because its parts may be as long as a body. */
	press: string;
	/** The execution, chat and person, hashed. A made-up key names no other. */
	person: string;
}

/** Names a press by its question and by all that the waiting node compares. */
export function nameOf({ executionId, tag, choice, chat, sender }: Press, { resumeToken }: ButtonKey): PressName {
	// with its secret: a made-up key must not take the places of the true one
	const question = `${executionId}/${tag}/${resumeToken}`;
	const from = [{ ...chat }, sender.channelUserId ?? null];
	const hash = (...named: Array<string | number>) =>
		createHash('sha256')
			.update(printJson([...named, ...from]))
			.digest('base64');
	return { question, press: hash(question, choice), person: hash(executionId) };
}

/**
 * Keeps the presses in hand and the outcomes of earlier ones, because for each press it is offered, n8n reads a whole execution and logs a
 * line if that has ended.
 */
export class Presses {
	/** The URL at which n8n takes them. */
	readonly address = new WaitingAddress();

	/** The press that answered a question; empty when it isn't known. */
	private readonly ended: Cache<string, string>;

	/** The presses in hand, and those that were refused. */
	private readonly handed: Cache<string, Outcome>;

	/** The number of presses that came to nothing, by person and execution. */
	private readonly vain: Cache<string, number>;

	/** The presses in hand by their questions. */
	private readonly questions = new Queues(() => new Queue({ atOnce: 1 }));

	private readonly offers = new Queue({ atOnce: OFFERED_AT_ONCE });

	/** @param now the clock: ms since 1970 */
	constructor(now: () => number) {
		this.ended = new Cache({ max: MAX_REMEMBERED, now });
		this.handed = new Cache({ max: MAX_REMEMBERED, keepMs: REFUSED_FOR_MS, now });
		this.vain = new Cache({ max: MAX_REMEMBERED, keepMs: REFUSED_FOR_MS, now });
	}

	/**
	 * Hands a press over unless its outcome is known. A question's presses are handed over one after the other, because the first
	 * is mostly the answer. A press that equals one in hand shares its outcome.
	 * @throws Refusal hand_over when too many others are in hand, and whatever `handing` throws
	 */
	async handOver({ question, press, person }: PressName, handing: (offers: Queue) => Promise<Outcome>): Promise<Outcome> {
		const handOnce = async () => {
			const known = this.recall(question, press);
			if (known !== undefined) return known;
			if ((this.vain.get(person) ?? 0) >= MAX_IN_VAIN) return 'not_taken';
			// before its turn, or all that wait for one would pass
			this.count(person, 1);
			const outcome = await handing(this.offers).catch((error: unknown) => {
				this.count(person, -1);
				throw error;
			});
			if (outcome === 'taken' || outcome === 'refused') this.count(person, -1);
			if (outcome === 'taken' || outcome === 'ended') this.end(question, outcome === 'taken' ? press : '');
			// any other outcome says nothing about the next press, which may be the answer
			if (outcome !== 'refused') this.handed.delete(press);
			return outcome;
		};
		return this.recall(question, press) ?? (await this.handed.load(press, async () => await this.inLine(question, handOnce)));
	}

	private count(person: string, presses: number): void {
		this.vain.set(person, (this.vain.get(person) ?? 0) + presses);
	}

	private end(question: string, press: string): void {
		if (!this.ended.has(question)) this.ended.set(question, press);
	}

	private recall(question: string, press: string): Outcome | undefined {
		const answer = this.ended.get(question);
		return answer === undefined ? undefined : answer === press ? 'taken' : 'ended';
	}

	private async inLine(question: string, run: () => Promise<Outcome>): Promise<Outcome> {
		if (this.questions.of(question).inHand >= MAX_PER_QUESTION) {
			throw new Refusal('hand_over', 'other answers to the same question come first');
		}
		if (this.questions.size >= MAX_QUESTIONS) throw new Refusal('hand_over', 'too many answers at once');
		return await this.questions.of(question).run(run);
	}
}

/**
 * Handles the press of a question's button: it starts no workflow, the execution that asked continues with it. If the execution is over,
 * has its answer or refuses the press, the response is still 200, because sending it again would change nothing. A press that takes
 * too long gets 503 and stays in hand, so the next copy shares its outcome.
 */
export async function answerPress(
	context: IWebhookFunctions,
	name: PressName,
	offer: Offer,
	{ now, presses, log }: { now: () => number; presses: Presses; log: DeliveryLog },
): Promise<IWebhookResponseData> {
	const handed = presses.handOver(name, async (offers) => await offerPress(context, offer, now, offers));
	const outcome = await until(handed, AbortSignal.timeout(ANSWER_WITHIN_MS)).catch((error: unknown) => {
		if (error instanceof Refusal) throw error;
		throw new Refusal('hand_over', `took longer than ${ANSWER_WITHIN_MS / 1_000} s`);
	});
	if (outcome === 'taken') return answerIgnored(context, 'handed_over');
	log.pressed(context, offer.press.executionId);
	return answerIgnored(context, 'over');
}
