import { createHmac } from 'crypto';
import { type ButtonKey, type KeySource, makeButtonKey, readButtonKey } from './buttonKey';
import { Cache } from './cache';
import { level } from './fold';
import type { ChatNames, Kind } from './handOver';
import { type JsonObject, isObject } from './json';

/** Questions of one account that are known; the oldest makes room. */
const MAX_WAITING = 1_000;

/** Accounts of which something is known, over all nodes of a process. */
const MAX_ACCOUNTS = 500;

/** Published triggers that are known. */
const MAX_TRIGGERS = 1_000;

const MAX_ENDED = 10_000;

/** The header with the signature of a message about a question. */
export const WAITING_HEADER = 'x-messaging-platform-waiting';

/** A question that the next message in a chat answers. All that a workflow's static data keeps of it: no one can answer with it. */
export type Waiting = {
	/** Names the execution as a button's key does, so that it opens nothing without the API token. */
	key: string;
	/** The names of the chat, hashed. */
	names: string[];
	/** The end of the wait, in ms since 1970. */
	until: number;
	/** When the question was sent, by the platform's clock, in ms since 1970; 0 if it doesn't say. */
	sentAt: number;
	/** Whether any message may be the answer; otherwise only one of the captions is. */
	open: boolean;
	/** The messages that are the same as pressing one of its buttons, hashed. */
	captions?: string[];
};

/** A question as this process knows it. */
export interface Known extends Waiting {
	/** The execution and the tag of its question. */
	id: string;
	/** Settles once the question was sent, or wasn't. */
	sent?: Promise<unknown>;
	/** Messages that weren't of the right kind. */
	tries: number;
}

/** A published trigger: its workflow and node, and the account whose events it gets, as {@link accountKey} names it. */
interface Trigger {
	node: string;
	account: string;
	url: string;
}

/** Whether each message of the chat is for this question, because it has no buttons. */
export const takesAll = ({ open, captions }: Pick<Waiting, 'open' | 'captions'>): boolean => open && captions === undefined;

/** A key of this kind can't be pressed. */
const keysOf = (keys: KeySource): KeySource => ({ deriveKey: (label) => keys.deriveKey(`${label}, by message`) });

export function waitingKey(key: Omit<ButtonKey, 'choice'>, keys: KeySource): string {
	return makeButtonKey({ ...key, choice: 0 }, keysOf(keys));
}

export function readWaitingKey({ key }: Waiting, keys: KeySource): ButtonKey | undefined {
	return readButtonKey(key, keysOf(keys));
}

export const questionId = ({ executionId, tag }: Pick<ButtonKey, 'executionId' | 'tag'>) => `${executionId}/${tag}`;

const hash = (keys: KeySource, ...parts: string[]) =>
	createHmac('sha256', keys.deriveKey('chat of a question')).update(parts.join('\n')).digest('base64url').slice(0, 22);

/** Names an account for those who have its API token. IDs may differ in case. */
export function accountKey(accountId: string, keys: KeySource): string {
	return hash(keys, accountId.toLowerCase());
}

/** The names of a chat, hashed, because exports of a workflow carry them; any common one is the same chat. */
export function hashedNames({ channel = '', channelId = '', ...within }: ChatNames, account: string, keys: KeySource): string[] {
	const given = (['chatId', 'tbChatId', 'remoteAddress'] as const).filter((name) => within[name] !== undefined);
	return given.map((name) => hash(keys, account, channel, channelId, name, within[name] ?? ''));
}

export function hashedCaption(caption: string, keys: KeySource): string {
	return hash(keys, 'caption', level(caption));
}

const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Checks what static data or a message has; it may be anyone's. */
export function isWaiting(value: unknown): value is Waiting {
	if (!isObject(value)) return false;
	const { key, names, until, sentAt, open, captions } = value;
	const isWhole = typeof key === 'string' && typeof until === 'number' && typeof sentAt === 'number' && typeof open === 'boolean';
	return isWhole && areTexts(names) && (captions === undefined || areTexts(captions));
}

export type Note = { account: string; question: Waiting };

/** A question's message to a trigger, which keeps it. */
export const NOTE: Kind<Note> = {
	label: 'question that waits',
	has: (message): message is JsonObject & Note => typeof message.account === 'string' && isWaiting(message.question),
};

/** The published triggers and the waiting questions that this process knows, by account. */
class WaitingQuestions {
	/** The one that was published longest ago comes first. */
	private readonly triggers = new Map<string, Trigger>();

	private readonly questions = new Cache<string, Known[]>({ max: MAX_ACCOUNTS });

	private readonly ended = new Cache<string, true>({ max: MAX_ENDED });

	/** Remembers a published trigger, in place of what it was published for before. */
	publish(trigger: Trigger): void {
		this.unpublish(trigger.node);
		this.triggers.set(trigger.node, trigger);
		const [first = ''] = this.triggers.keys();
		if (this.triggers.size > MAX_TRIGGERS) this.unpublish(first);
	}

	unpublish(node: string): void {
		this.triggers.delete(node);
	}

	/** The addresses at which published triggers get the account's events. */
	triggersOf(account: string): string[] {
		return [...this.triggers.values()].filter((one) => one.account === account).map(({ url }) => url);
	}

	/** The questions of an account that still wait, the oldest first. */
	of(account: string, now: number): Known[] {
		return (this.questions.get(account) ?? []).filter(({ until }) => until > now);
	}

	/** Adds a question, in place of an earlier state of it, unless it has ended. */
	add(account: string, question: Known, now: number): void {
		if (this.ended.has(question.key)) return;
		const others = this.of(account, now).filter(({ key }) => key !== question.key);
		this.questions.set(account, [...others, question].slice(-MAX_WAITING));
	}

	/** Adds those that static data has and this process doesn't know: from before a restart, or from another process. */
	learn(account: string, stored: Waiting[], keys: KeySource, now: number): void {
		if (stored.length === 0) return;
		const known = new Set(this.of(account, now).map(({ key }) => key));
		for (const question of stored.filter(({ key }) => !known.has(key) && !this.ended.has(key))) {
			const named = readWaitingKey(question, keys);
			if (named !== undefined) this.add(account, { ...question, id: questionId(named), tries: 0 }, now);
		}
	}

	/** Ends a question that was answered in any way, or that no one will answer. */
	end(account: string, id: string, now: number): void {
		const all = this.of(account, now);
		for (const { key } of all.filter((question) => question.id === id)) this.ended.set(key, true);
		this.questions.set(
			account,
			all.filter((question) => question.id !== id),
		);
	}

	has(account: string, { key }: Waiting, now: number): boolean {
		return this.of(account, now).some((question) => question.key === key);
	}
}

/** One for the process: both nodes know the same questions. */
export const waitingQuestions = new WaitingQuestions();

/** The part of a question that outlives the process. */
export function stored({ key, names, until, sentAt, open, captions }: Waiting): Waiting {
	return { key, names, until, sentAt, open, ...(captions && { captions }) };
}
