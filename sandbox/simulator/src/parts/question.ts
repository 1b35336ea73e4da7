import { QUESTION_MARK } from '../../../core/n8n';
import type { Delivery, Message, Press } from '../types';
import { labelOf } from '../format';
import { filterOf, ignoredOf, refusalOf, toldBy } from './answers';

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
	const outcomes = presses.map((press) => outcomeOf(press, deliveries));
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
