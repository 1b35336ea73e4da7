import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type ButtonKey, makeButtonKey, readButtonKey } from '../../nodes/shared/buttonKey';
import { keysOf } from './handOver';

/** The buttons of each question: an approval's, because only that can be limited to certain people. */
export const BUTTONS = ['approve', 'decline'];

/** Questions of an order: what is pressed for one must not reach the other. */
export const QUESTIONS = 2;

/** Presses of one question that a trigger has in hand at once. */
const MAX_PER_QUESTION = 3;

export const TRIGGERS = 2;

/** The person who may answer (channelUserId). */
export const APPROVER = '4242';

/** Mistakes of a press; each alone is enough. */
const FLAWS = [
	...(['forged signature', 'another account', 'another chat', 'somebody else', 'nobody is named'] as const),
	...(['no such button', 'guessed secret', 'another question', 'not handed over'] as const),
];

type Flaw = (typeof FLAWS)[number];

/** Someone presses, and the platform (or an impostor) delivers it to a trigger. */
export interface Press {
	question: number;
	button: number;
	trigger: number;
	flaw?: Flaw;
}

/** The ways in which a question ends without an answer, and its state then: its time is over, or someone stops or deletes it. */
export const ENDS = { 'time is over': 'timed out', stop: 'stopped', delete: 'deleted' } as const;

export type End = keyof typeof ENDS;

export type Step =
	| ({ kind: 'press' } & Press)
	/** The delivery of the last single press again, unchanged. */
	| { kind: 'again'; trigger: number }
	/** All at the same moment. */
	| { kind: 'together'; presses: Press[] }
	| { kind: End; question: number }
	/** n8n's processes forget everything that they remember. */
	| { kind: 'restart' };

/** The state of a question: it waits, or it has ended in one of these ways. */
export type Standing = 'waits' | (typeof ENDS)[End] | `answered ${string}`;

interface Promised {
	/** The statuses that each delivery of the step may be answered with. */
	statuses: number[][];
	/** The possible states of each question afterwards. */
	standings: Standing[][];
}

const same = (standings: Standing[]): Standing[][] => standings.map((one) => [one]);

/** Number of presses for a question that a trigger may turn away when it gets them all at once. */
function sentAway(presses: Press[], question: number): number {
	return Math.max(0, presses.filter((press) => press.question === question).length - MAX_PER_QUESTION);
}

function statusesOf({ flaw, question }: Press, standings: Standing[], all: Press[]): number[] {
	if (flaw === 'forged signature' || flaw === 'another account') return [401];
	if (flaw !== 'not handed over') return sentAway(all, question) > 0 ? [200, 503] : [200];
	// a press for a question that is known to have ended need not be handed over
	return standings[question] === 'waits' ? [503] : [200, 503];
}

function pressed(presses: Press[], standings: Standing[]): Promised {
	const after = standings.map((standing, question): Standing[] => {
		const answers = presses.filter((press) => press.question === question && press.flaw === undefined);
		if (standing !== 'waits' || answers.length === 0) return [standing];
		const answered = answers.map(({ button }): Standing => `answered ${BUTTONS[button]}`);
		return answers.length > sentAway(presses, question) ? answered : [...answered, 'waits'];
	});
	return { statuses: presses.map((press) => statusesOf(press, standings, presses)), standings: after };
}

/** The engine that plays an order: n8n's engine, or a real n8n. */
export interface World {
	/** Presses, all at the same moment. @returns the status that each delivery was answered with */
	press(presses: Press[]): Promise<number[]>;
	/** Sends the delivery of the last single press once more. */
	again(trigger: number): Promise<number>;
	end(question: number, end: End): Promise<void>;
	restart(): Promise<void>;
	/** Returns the state of a question once nothing of it runs; throws when something ran twice. */
	standing(question: number): Promise<Standing>;
}

/**
 * Gives what a step does, and its promised result:
 *
 * 1. A question ends once: with the first press of one of its buttons that the platform delivers while it waits, from the chat
 *    that was asked, by a person who may answer; or when its time is over; or when its execution is stopped or deleted.
 * 2. Nothing after its end changes it, and neither does a press for another question.
 * 3. Deliveries are answered 200, so that they are not sent again, except a press that could not be handed over: that one is
 *    answered 503, and counts when it is sent again. So is a fourth press for the same question at once. Deliveries that the
 *    platform did not sign for the account are answered 401.
 * 4. A restart changes none of it.
 */
function planOf(
	step: Step,
	standings: Standing[],
	last: Press | undefined,
): [promised: Promised, play: (world: World) => Promise<number[] | number | void>] {
	switch (step.kind) {
		case 'press':
			return [pressed([step], standings), async (world) => await world.press([step])];
		case 'together':
			return [pressed(step.presses, standings), async (world) => await world.press(step.presses)];
		case 'again': {
			if (last === undefined) break;
			// n8n failed for a moment, not forever
			const again = { ...last, flaw: last.flaw === 'not handed over' ? undefined : last.flaw };
			return [pressed([again], standings), async (world) => await world.again(step.trigger)];
		}
		case 'restart':
			return [{ statuses: [], standings: same(standings) }, async (world) => await world.restart()];
		default: {
			const after = standings.map((standing, index) => (index === step.question ? ENDS[step.kind] : standing));
			const play = async (world: World) => await world.end(step.question, step.kind);
			return [{ statuses: [], standings: same(after) }, play];
		}
	}
	return [{ statuses: [], standings: same(standings) }, async () => {}];
}

/** Plays an order, and compares each step with the promises; throws the steps so far, the promise and the result. */
export async function play(world: World, steps: Step[]): Promise<void> {
	let last: Press | undefined;
	let standings = Array.from({ length: QUESTIONS }, (): Standing => 'waits');
	for (const [index, step] of steps.entries()) {
		// an execution that has ended can't end again without its outcome being lost to the test
		if ('question' in step && step.kind !== 'press' && standings[step.question] !== 'waits') continue;
		const [promised, act] = planOf(step, standings, last);
		const answers = [(await act(world)) ?? []].flat();
		if (step.kind === 'press') last = step;
		const came = await Promise.all(standings.map(async (_, question) => await world.standing(question)));
		const isKept =
			answers.length === promised.statuses.length &&
			answers.every((status, at) => promised.statuses[at]?.includes(status)) &&
			came.every((standing, at) => promised.standings[at]?.includes(standing));
		if (!isKept) {
			const played = steps.slice(0, index + 1).map((one) => JSON.stringify(one));
			const result = JSON.stringify({ answers, came });
			throw new Error(`promised ${JSON.stringify(promised)}, came ${result}\nafter\n${played.join('\n')}`);
		}
		standings = came;
	}
}

const question = fc.nat({ max: QUESTIONS - 1 });
const trigger = fc.nat({ max: TRIGGERS - 1 });
const pressWith = (flaws: readonly Flaw[]): fc.Arbitrary<Press> =>
	fc.record({
		question,
		button: fc.nat({ max: BUTTONS.length - 1 }),
		trigger,
		flaw: fc.option(fc.constantFrom(...flaws), { nil: undefined, freq: 3 }),
	});

const together = fc.array(pressWith(FLAWS.filter((flaw) => flaw !== 'not handed over')), { minLength: 2, maxLength: 4 });
const step = fc.oneof<Array<fc.WeightedArbitrary<Step>>>(
	{ weight: 6, arbitrary: pressWith(FLAWS).map((press) => ({ kind: 'press', ...press })) },
	{ weight: 2, arbitrary: trigger.map((one) => ({ kind: 'again', trigger: one })) },
	{ weight: 2, arbitrary: together.map((all) => ({ kind: 'together', presses: all })) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...(Object.keys(ENDS) as End[])), question }) },
	{ weight: 1, arbitrary: fc.constant({ kind: 'restart' }) },
);

export const anySteps: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 10 });

/** A question as the person in the chat got it. */
export interface AskedQuestion {
	accountId: string;
	apiToken: string;
	chat: { channel: string; channelId: number | string; chatId: string };
	/** The payloads of its buttons. */
	payloads: string[];
}

function keyIn(payload: string | undefined, apiToken: string): ButtonKey {
	const key = readButtonKey(payload, keysOf(apiToken));
	if (key === undefined) throw new Error('a button of a question has a key');
	return key;
}

export const executionOf = (payload: string | undefined, apiToken: string): string => keyIn(payload, apiToken).executionId;

function payloadOf({ button, flaw }: Press, { payloads, apiToken }: AskedQuestion): string {
	const key = keyIn(payloads[button], apiToken);
	const other = (more: Partial<ButtonKey>) => makeButtonKey({ ...key, ...more }, keysOf(apiToken));
	if (flaw === 'no such button') return other({ choice: 7 });
	if (flaw === 'another question') return other({ tag: key.tag === 'AAAA' ? 'BBBB' : 'AAAA' });
	if (flaw === 'guessed secret') return other({ resumeToken: 'ab'.repeat(32) });
	return payloads[button] ?? '';
}

export function eventOfPress(press: Press, question: AskedQuestion): { id: string; accountId: string; body: string } {
	const { flaw } = press;
	const id = randomUUID();
	const accountId = flaw === 'another account' ? randomUUID() : question.accountId;
	const who = { 'somebody else': { channelUserId: '4243' }, 'nobody is named': {} }[String(flaw)];
	const command = {
		...question.chat,
		...(flaw === 'another chat' && { chatId: '1' }),
		payload: payloadOf(press, question),
		remoteContact: who ?? { channelUserId: APPROVER },
		timestamp: Date.now(),
	};
	return { id, accountId, body: JSON.stringify({ id, accountId, name: 'EndUserActionCommand', command }) };
}
