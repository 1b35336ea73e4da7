import type { FilterReason } from '../../../../nodes/MessagingPlatformTrigger/filter';
import { REFUSALS } from '../../../../nodes/MessagingPlatformTrigger/verification/errors';
import type { Attempt } from '../types';

/** What the receiver's answers mean, in words. */

const FILTERED: Record<FilterReason, string> = {
	event: 'an event that the trigger does not listen to',
	direction: 'a message in the other direction',
	own_message: 'a message that was sent through the API',
	content: 'not the message content that was chosen',
	channel: 'another channel',
	chat: 'another chat',
	tag: 'a chat without the chosen tag',
	age: 'too old',
};

/** What the trigger means by a code that it answers with. */
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

/** What the answer of a receiver says, in the order in which one reads it. */
function wordsOf(attempt: Attempt | undefined): string[] {
	const texts = memberTexts(attempt?.response);
	return ['code', 'error', 'message', 'reason', 'hint'].flatMap((name) => texts[name] ?? []);
}

/**
 * What to do about a refusal, where the trigger's code tells.
 *
 * @param attempt one sending
 * @returns the advice; undefined when there is none
 */
export function adviceFor(attempt: Attempt | undefined): string | undefined {
	if (attempt?.status === 200) return undefined;
	// The advice is written for n8n's log, whose line carries the claims; here they are below.
	return wordsOf(attempt).map((word) => explained(word)?.advice.replace('from this line', 'from the token below'))[0];
}

/**
 * Why the receiver refused: what the trigger means by its code, else the text of a JSON answer, else the answer itself.
 *
 * @param attempt one sending
 * @returns the reason; undefined for a sending that was accepted
 */
export function refusalOf(attempt: Attempt | undefined): string | undefined {
	if (!attempt || attempt.status === 200) return undefined;
	if (attempt.error) return `Not reached: ${attempt.error}`;
	const words = wordsOf(attempt);
	if (words.length > 0) return words.map((word) => explained(word)?.message ?? word).join(': ');
	const text = attempt.response?.trim() ?? '';
	return text.slice(0, 300) || 'The answer gives no reason.';
}

/**
 * Why an accepted event started nothing, where the trigger says so.
 *
 * @param attempt one sending
 * @returns the reason; undefined for an event that started the workflow
 */
export function ignoredOf(attempt: Attempt | undefined): string | undefined {
	if (attempt?.status !== 200) return undefined;
	const { status, reason } = memberTexts(attempt.response);
	if (status === 'duplicate') return 'Started nothing: sent before';
	if (status !== 'filtered') return undefined;
	const known = Object.entries(FILTERED).find(([name]) => name === reason)?.[1];
	return `Started nothing: ${known ?? reason ?? 'filtered'}`;
}
