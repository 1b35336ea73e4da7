import { createHash } from 'crypto';
import { type IWebhookFunctions, type IWebhookResponseData, sleep } from 'n8n-workflow';
import pLimit from 'p-limit';
import { BoundedMap } from '../../shared/boundedMap';
import { printJson } from '../../shared/json';
import type { LineLimit } from '../../shared/lineLimit';
import { Refusal } from '../../shared/verification/refusals';
import type { ButtonKey } from '../../shared/waiting/buttonKey';
import type { Presser } from '../../shared/waiting/pressed';
import { placeOf } from '../settings/logPlace';
import { type InTurn, type Outcome, type Parcel, WaitingAddress, handOver } from './handOver';
import { answerIgnored } from './publicAnswer';

/** Remembered questions that have ended, over all triggers of a process. */
export const MAX_ENDED = 1_000;

/** Remembered presses from a wrong chat or person, over all triggers of a process. */
export const MAX_REFUSED = 1_000;

/** How long such a press is remembered, in ms. */
export const REFUSED_FOR_MS = 60_000;

/** Different presses in hand for one question. */
export const MAX_PER_QUESTION = 3;

/** Questions with presses in hand, over all triggers of a process. */
export const MAX_QUESTIONS = 1_000;

/** Presses that are offered to n8n at once, over all triggers of a process: each costs n8n reading and running an execution. */
export const OFFERED_AT_ONCE = 4;

/** How long the platform waits for an outcome until it's asked to send the press again, in ms. */
export const ANSWER_WITHIN_MS = 8_000;

/** Presses with the same name are equal. */
export interface PressName {
	question: string;
	/** Hashed, because its parts may be as long as a body. */
	press: string;
}

/**
 * Names a press by its question and by all that the waiting node compares.
 *
 * @param key the press's key
 * @param presser where and by whom the button was pressed
 */
export function nameOf({ executionId, tag, choice, resumeToken }: ButtonKey, presser: Presser): PressName {
	// with its secret: a made-up key must not take the places of the true one
	const question = `${executionId}/${tag}/${resumeToken}`;
	const { channel, channelId, chatId, tbChatId, remoteAddress, channelUserId } = presser;
	const compared = [channel, channelId, chatId, tbChatId, remoteAddress, channelUserId].map((one) => one ?? null);
	const press = createHash('sha256')
		.update(printJson([question, choice, compared]))
		.digest('base64');
	return { question, press };
}

/**
 * The presses in hand, and what is known from earlier ones. For each press that it is offered n8n reads a whole execution, and
 * writes a line into its log when that has ended.
 */
export class Presses {
	/** Where n8n takes them. */
	readonly address = new WaitingAddress();

	/** The press that answered a question; empty when it isn't known. */
	private readonly ended = new BoundedMap<string, string>(MAX_ENDED);

	/** When a press was refused. */
	private readonly refused = new BoundedMap<string, number>(MAX_REFUSED);

	private readonly inHand = new Map<string, Map<string, Promise<Outcome>>>();

	private readonly inTurn: InTurn = pLimit(OFFERED_AT_ONCE);

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Hands a press over unless its outcome is known. A question's presses are handed over one after the other, because the first
	 * is mostly the answer. A press that equals one in hand shares its outcome.
	 *
	 * @param name names the press
	 * @param handing hands it over
	 * @throws Refusal hand_over when too many others are in hand, and whatever handing throws
	 */
	async handOver({ question, press }: PressName, handing: (inTurn: InTurn) => Promise<Outcome>): Promise<Outcome> {
		const known = this.recall(question, press);
		if (known !== undefined) return known;
		const presses = this.inHand.get(question) ?? new Map<string, Promise<Outcome>>();
		const equal = presses.get(press);
		if (equal !== undefined) return await equal;
		if (presses.size >= MAX_PER_QUESTION) throw new Refusal('hand_over', 'other answers to its question come first');
		if (this.inHand.size >= MAX_QUESTIONS) throw new Refusal('hand_over', 'too many answers at once');
		const last = [...presses.values()].at(-1);
		const handed = this.handOverAfter(last, { question, press }, handing).finally(() => {
			presses.delete(press);
			if (presses.size === 0) this.inHand.delete(question);
		});
		this.inHand.set(question, presses.set(press, handed));
		return await handed;
	}

	private async handOverAfter(
		last: Promise<unknown> | undefined,
		{ question, press }: PressName,
		handing: (inTurn: InTurn) => Promise<Outcome>,
	): Promise<Outcome> {
		await last?.catch(() => undefined);
		const known = this.recall(question, press);
		if (known !== undefined) return known;
		const outcome = await handing(this.inTurn);
		// any other outcome says nothing about the next press, which may be the answer
		if (outcome === 'refused') this.refused.set(press, this.now());
		if (outcome === 'taken' || outcome === 'ended') this.ended.set(question, outcome === 'taken' ? press : '');
		return outcome;
	}

	private recall(question: string, press: string): Outcome | undefined {
		const answer = this.ended.get(question);
		if (answer !== undefined) return answer === press ? 'taken' : 'ended';
		const age = this.now() - (this.refused.get(press) ?? -Infinity);
		return age >= 0 && age < REFUSED_FOR_MS ? 'refused' : undefined;
	}
}

/** What the triggers of a process share for presses. */
export interface PressMemory {
	now: () => number;
	presses: Presses;
	/** For presses that change nothing: anyone who sees an old button can press it as often as they like. */
	lines: LineLimit;
}

function tell(context: IWebhookFunctions, lines: LineLimit, text: string): void {
	const place = placeOf(context);
	const { counted, line } = lines.take(`${place.workflowId}/${context.getNode().id}`, text);
	if (counted !== undefined) context.logger.info(`Buttons pressed: ${counted}`, place);
	if (line !== undefined) context.logger.info(line, place);
}

async function inTime<Result>(result: Promise<Result>): Promise<Result> {
	const done = new AbortController();
	const late = sleep(ANSWER_WITHIN_MS, done.signal).then(() => {
		throw new Refusal('hand_over', `not within ${ANSWER_WITHIN_MS / 1_000} s`);
	});
	return await Promise.race([result, late]).finally(() => done.abort());
}

/**
 * Answers the press of a question's button: it starts no workflow, the execution that asked continues with it. When the execution
 * is over, has its answer, or refuses the press, the platform is answered 200 all the same: nothing would change if it sent again.
 * A press that takes too long is answered 503 and stays in hand, so the next copy shares its outcome.
 *
 * @param context the webhook's context
 * @param parcel the verified delivery
 * @param presser where and by whom the button was pressed
 * @param memory the presses in hand and before
 * @throws Refusal hand_over: the platform is to send the press again
 */
export async function answerPress(
	context: IWebhookFunctions,
	parcel: Parcel,
	presser: Presser,
	memory: PressMemory,
): Promise<IWebhookResponseData> {
	const { key } = parcel;
	const handing = async (inTurn: InTurn) => await handOver(context, parcel, memory.now(), inTurn);
	const outcome = await inTime(memory.presses.handOver(nameOf(key, presser), handing));
	if (outcome === 'taken') return answerIgnored(context, 'handed_over');
	const what = 'which does not wait for this press (any more).';
	tell(context, memory.lines, `A button was pressed for execution ${key.executionId}, ${what}`);
	return answerIgnored(context, 'over');
}
