import type { FilterReason } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { REFUSALS } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import type { Attempt, Delivery, Message, Press } from '../types';
import { QUESTION_MARK } from '../../../core/records';
import { labelOf } from '../format';

/** Matches the addresses at which n8n serves the pages of waiting executions. */
const WAITING_PAGE = /\/(webhook|form)-waiting\//;

export type Outcome = {
	/** taken: the workflow that asked continues; over: nothing waits for this press; unheard: no workflow takes presses. */
	kind: 'taken' | 'over' | 'unheard' | 'underWay' | 'failed' | 'accepted' | 'unknown';
	/** The HTTP statuses that came back, one for each webhook that has answered. */
	statuses: number[];
	text: string;
};

/** The way to answer a question: with its buttons, or on the page of a link. */
export type Way = 'buttons' | 'page';

/**
 * Detects a message with which a workflow asks.
 * @returns how it is answered; undefined for a message that isn't a question
 */
export function questionIn({ direction, buttons, text = '' }: Message): Way | undefined {
	if (direction !== 'outbound') return undefined;
	if (buttons.some(({ payload = '' }) => payload.startsWith(QUESTION_MARK))) return 'buttons';
	return [text, ...buttons.map(({ link = '' }) => link)].some((one) => WAITING_PAGE.test(one)) ? 'page' : undefined;
}

const result = (kind: Outcome['kind'], statuses: number[], text: string): Outcome => ({ kind, statuses, text });

/** Finds the result of a press from the deliveries of its event: the answer of the webhook that could do most with it. */
function outcomeOf(press: Press, deliveries: Delivery[]): Outcome {
	if (press.receivers === 0) {
		return result('unheard', [], 'not received: no published workflow listens to pressed buttons');
	}
	const own = deliveries.filter(({ eventId }) => eventId === press.eventId);
	const last = own.flatMap(({ attempts }) => attempts.at(-1) ?? []);
	const statuses = last.flatMap(({ status }) => status ?? []);
	const told = last.map(toldBy);
	const failed = own.find(({ status }) => status === 'failed');
	if (own.length === 0) return result('unknown', [], 'its delivery is no longer in the log');
	if (told.includes('handed_over')) return result('taken', statuses, 'the workflow continues');
	if (own.some(({ status }) => status === 'pending')) {
		return result('underWay', statuses, last.length > 0 ? 'not accepted yet, will be sent again' : 'on its way');
	}
	if (failed) return result('failed', statuses, `given up: ${refusalOf(failed.attempts.at(-1), failed) ?? 'no response'}`);
	if (told.includes('over')) return result('over', statuses, 'ignored: no workflow is still waiting for this answer');
	const filters = last.map(filterOf);
	if (filters.includes(undefined) || filters.includes('answered_press')) return result('accepted', statuses, 'accepted');
	return filters.includes('event')
		? result('unheard', statuses, `No workflow started: add ${labelOf('EndUserActionCommand')} to the trigger's Events`)
		: result('unheard', statuses, ignoredOf(last[0]) ?? '');
}

/** Lists the results of a message's presses, oldest first. */
export function outcomesOf({ presses }: Message, deliveries: Delivery[]): Outcome[] {
	const outcomes = presses.map((press): Outcome => {
		const outcome = outcomeOf(press, deliveries);
		if (!press.acts || outcome.kind !== 'unheard') return outcome;
		return { ...outcome, kind: 'accepted', text: 'done by the platform, without a workflow' };
	});
	const answer = outcomes.findIndex(({ kind }) => kind === 'taken');
	const isLate = (kind: Outcome['kind'], index: number) => kind === 'over' && answer >= 0 && index > answer;
	return outcomes.map((outcome, index) =>
		isLate(outcome.kind, index) ? { ...outcome, text: 'ignored: the question was already answered' } : outcome,
	);
}

export function standingOf(
	way: Way,
	outcomes: Outcome[],
	listening: boolean,
	waits?: boolean,
): { tone: 'ok' | 'warn' | 'wait' | 'off'; text: string } {
	if (outcomes.some(({ kind }) => kind === 'taken')) return { tone: 'ok', text: 'Answered: the workflow continues' };
	if (way === 'page') {
		return waits === false
			? { tone: 'off', text: 'No longer waiting: the question was answered, or it has ended' }
			: { tone: 'wait', text: 'A workflow asks this question. Open the link to answer.' };
	}
	if (waits === false) return { tone: 'off', text: 'Not answered: the question has ended' };
	if (outcomes.at(-1)?.kind === 'over') {
		return { tone: 'off', text: 'Not answered: the question has ended, or someone else has to answer it' };
	}
	if (listening) return { tone: 'wait', text: 'A workflow is waiting for the answer' };
	return {
		tone: 'warn',
		text: "A workflow is waiting, but the answer can't reach it. Publish a workflow that starts with the Messaging Platform Trigger.",
	};
}

const FILTERED: Record<FilterReason, string> = {
	event: "an event that the trigger doesn't listen to",
	direction: 'a message in the other direction',
	own_message: 'a message sent through the API',
	sent_by: "a message from a sender that isn't chosen",
	content: 'a message without the chosen content',
	text: "a text that the trigger's filters leave out",
	answered_press: 'a button with an automatic reply',
	button: 'another button',
	status: 'another delivery status',
	part: 'a part of a split message',
	channel: 'another channel',
	chat: 'another chat',
	takeover: 'a chat that an operator has taken over',
	tag: 'a chat without the chosen tag',
	excluded_tag: 'a chat with an excluded tag',
	age: 'too old',
};

function explained(code: unknown): { message: string; advice: string } | undefined {
	return Object.entries(REFUSALS).find(([name]) => name === code)?.[1];
}

/** The texts and numbers of an answer that is a JSON object, by name; none otherwise. */
function memberTexts(response: string | undefined): Record<string, string> {
	try {
		const answer: unknown = JSON.parse(response ?? '');
		if (typeof answer !== 'object' || answer === null) return {};
		const texts = Object.entries(answer).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
		return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]));
	} catch {
		return {};
	}
}

/** Explanations of a status, for when nothing else is known of the reason. */
const STATUSES: Record<number, string> = {
	400: 'Rejected as an invalid delivery',
	401: 'Rejected as unverified',
	403: 'Rejected because of the address it came from',
	503: 'Temporarily unavailable, so it will be sent again',
};

/** The trigger's own answers, which say no more than the status. */
const BARE = new Set(['bad_request', 'unauthorized', 'forbidden', 'unavailable']);

/** Faults of the sandbox, in a delivery or at its key server, that are a reason to refuse. */
const FAULTS: Record<string, string> = {
	foreignKey: "signed with a key that isn't the platform's",
	refusedKey: "names a key URL that doesn't exist",
	expiredToken: 'its token has expired',
	token: 'its token was changed',
	noToken: 'sent without a token',
	tamper: 'its body was changed',
	keyDown: 'the key server was down',
	keySlow: 'the key server was slow',
	keyHuge: 'the key server sent too much data',
	keyGarbage: 'the key server sent no certificate',
	keyRedirect: 'the key server redirected the request',
	keyWrong: "the key server sent another key's certificate",
};

function faultsOf(attempt: Attempt, delivery: Delivery): string[] {
	return [...delivery.faults, ...(attempt.faults ?? [])].flatMap((kind) => FAULTS[kind] ?? []);
}

function wordsOf(attempt: Attempt): string[] {
	const texts = memberTexts(attempt.response);
	return ['code', 'error', 'message', 'reason', 'hint'].flatMap((name) => texts[name] ?? []);
}

function isBare(attempt: Attempt): boolean {
	const words = wordsOf(attempt);
	return words.length > 0 && words.every((word) => BARE.has(word));
}

const either = (texts: string[]) => [...new Set(texts)].join(', or: ');

/** Advises what to do about a refusal; undefined when there is no advice. */
export function adviceFor(attempt: Attempt | undefined): string | undefined {
	if (!attempt || attempt.status === undefined || attempt.status === 200) return undefined;
	const codes = attempt.reason?.codes ?? [];
	// The advice is written for n8n's log, whose line carries the claims; here they are below.
	const advice = codes.flatMap((code) => explained(code)?.advice.replace('from this line', 'from the token below') ?? []);
	if (advice.length > 0) return either(advice);
	if (!(attempt.status in STATUSES) || !isBare(attempt)) return undefined;
	return 'The log of n8n has the reason, in a line that begins with "Delivery rejected". The response itself shows only the status.';
}

/** Quotes n8n's log on a refusal, without the advice that {@link adviceFor} gives; undefined if the log is not known or only counts. */
export function logLineOf(attempt: Attempt | undefined): string | undefined {
	const { codes: [code] = [], line } = attempt?.reason ?? {};
	if (line === undefined) return undefined;
	return `[${code}] ${line.replace(explained(code)?.advice ?? '', '').trim()}`;
}

/**
 * Explains why the receiver refused, by the first that is known: its log, the sandbox's own faults, the text of a JSON answer, or
 * the answer itself.
 * @returns the reason; undefined for a sending that was accepted
 */
export function refusalOf(attempt: Attempt | undefined, delivery: Delivery): string | undefined {
	if (!attempt || attempt.status === 200) return undefined;
	if (attempt.error) return `Not reached: ${attempt.error}`;
	const codes = attempt.reason?.codes ?? [];
	if (codes.length > 0) return either(codes.map((code) => explained(code)?.message ?? code));
	const bare = isBare(attempt) ? STATUSES[attempt.status ?? 0] : undefined;
	const faults = faultsOf(attempt, delivery);
	if (bare) return [bare, ...(faults.length > 0 ? [faults.join(', ')] : [])].join(': ');
	const words = wordsOf(attempt);
	if (words.length > 0) return words.join(': ');
	return attempt.response?.trim().slice(0, 300) || 'The response gives no reason.';
}

/** Lists the faults of a delivery by name, each with what it does. */
export function faultsIn(delivery: Delivery): string[] {
	const kinds = new Set([...delivery.faults, ...delivery.attempts.flatMap(({ faults }) => faults ?? [])]);
	return [...kinds].map((kind) => (FAULTS[kind] ? `${kind}: ${FAULTS[kind]}` : kind));
}

/** The trigger's words for an event that does not start a workflow on its own. */
const HANDLED: Record<string, string> = {
	duplicate: 'No workflow started: sent before',
	handed_over: 'An answer: the workflow that asked continues',
	over: 'Ignored: no workflow is still waiting for this answer',
};

/**
 * Reads what the trigger did with an event, from its answer.
 * @returns `filtered`, `duplicate`, `handed_over` or `over`; undefined for an event that started a workflow, and for other
 * receivers
 */
export function toldBy(attempt: Attempt | undefined): string | undefined {
	return attempt?.status === 200 ? memberTexts(attempt.response).status : undefined;
}

/**
 * Reads which filter of the trigger left an event out.
 * @returns the trigger's name of the reason; undefined for an event that no filter left out
 */
export function filterOf(attempt: Attempt | undefined): string | undefined {
	return toldBy(attempt) === 'filtered' ? (memberTexts(attempt?.response).reason ?? 'filtered') : undefined;
}

/** Explains why an accepted event started nothing; undefined for an event that started the workflow. */
export function ignoredOf(attempt: Attempt | undefined): string | undefined {
	const told = toldBy(attempt);
	if (told === undefined) return undefined;
	const reason = filterOf(attempt);
	if (reason === undefined) return HANDLED[told];
	return `No workflow started: ${Object.entries(FILTERED).find(([name]) => name === reason)?.[1] ?? reason}`;
}
