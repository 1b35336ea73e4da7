import { createHash } from 'crypto';
import { itemsOf, valueOf } from '../../shared/api/envelope';
import { Cache } from '../../shared/cache';
import { Failure, notSent } from '../../shared/failure';
import {
	type JsonObject,
	type JsonValue,
	type Printable,
	type PrintableObject,
	objectOf,
	printJson,
	textOrDigits,
} from '../../shared/json';
import { SingleFlight } from '../../shared/singleFlight';
import { oneLine } from '../../shared/texts';
import { type AnswerMark, isEnabled, readMark, usesTags, withMark } from '../fields/actions';
import type { ChannelKey } from '../run/channelBook';
import type { Item } from '../run/item';
import { type NodeMemory, onceFor } from '../run/memory';
import type { PlannedButton } from './buttons';

const ACTIONS_PATH = '/endUserNotifications/chainActions';

/** An answer that is known is looked up in the list of actions again after this many ms. */
const KEPT_MS = 5 * 60_000;

/** The list that lacks an answer may be this many ms old: another process may have made it since. */
const MISSED_MS = 10_000;

const MAX_LISTED = 20_000;

/** All that decides whether two answers are equal. */
interface Answer {
	/** Part of the comparison: an action for each caption lets a workflow see which button was pressed. */
	caption: string;
	text: string;
	action: string;
	tags: readonly string[];
}

/** An answer and the item whose message has it. */
interface WantedAnswer {
	answer: Answer;
	item: Item;
	findOwner(): Promise<string>;
}

/** An action of the list, with its reply if the platform shows it. */
interface ListedAnswer {
	id: string;
	text?: string;
}

/** Answers by fingerprint; those with the same one in the order of the list. */
type AnswerList = ReadonlyMap<string, ListedAnswer[]>;

/** The answers of an account that exist already: what this process made, and what the list of actions shows. */
class KnownAnswers {
	readonly made: Cache<string, string>;

	readonly list: Cache<'all', AnswerList>;

	latest?: AnswerList;

	readonly searches = new SingleFlight<string>();

	/** Prepared messages whose actions couldn't be made, by content: the next attempt uses them. */
	readonly unusedReplies = new Cache<string, string>({ max: 100 });

	constructor(now: () => number) {
		this.made = new Cache({ max: 2_000, now });
		this.list = new Cache({ max: 1, failureMs: 5_000, patience: 5, now });
	}
}

const accountsOf = onceFor<NodeMemory, Cache<string, KnownAnswers>>(() => new Cache({ max: 100 }));

function hash(value: Printable, characters: number): string {
	return createHash('sha256').update(printJson(value)).digest('base64url').slice(0, characters);
}

/** Tags are a set: their order and repetitions change nothing. */
function tagsOf(action: unknown, tags: readonly string[]): string[] {
	return usesTags(action) ? [...new Set(tags)].sort() : [];
}

function fingerprintOf({ caption, text, action, tags }: Answer): string {
	return hash([caption, text, action, tagsOf(action, tags)], 16);
}

function markOf(fingerprint: string, { action, tags }: Pick<Answer, 'action' | 'tags'>, messageId?: string): AnswerMark {
	return { fingerprint, seal: hash([fingerprint, action, tagsOf(action, tags), messageId ?? null], 8) };
}

const isFilled = (value: JsonValue | undefined): boolean => Array.isArray(value) && value.length > 0;

/** Reads an answer that no one has changed since it was made; a changed one belongs to the people who changed it. */
function readListed(listed: JsonObject): { fingerprint: string; answer: ListedAnswer } | undefined {
	const mark = readMark(listed.description);
	const id = textOrDigits(listed.id);
	if (mark === undefined || id === undefined || !isEnabled(listed.enabled)) return undefined;
	const { tags } = objectOf(listed.actionParameters);
	const message = objectOf(listed.message);
	const does = {
		action: typeof listed.action === 'string' ? listed.action : '',
		tags: Array.isArray(tags) ? tags.map((tag) => textOrDigits(tag) ?? '') : [],
	};
	const { seal } = markOf(mark.fingerprint, does, textOrDigits(message.id));
	if (seal !== mark.seal || isFilled(message.attachments) || isFilled(message.buttons)) return undefined;
	const answer = { id, text: typeof message.text === 'string' ? message.text : undefined };
	return { fingerprint: mark.fingerprint, answer };
}

/** Finds answers of this node among all actions of the account (specification, "Buttons: …"). */
function readAnswers(body: JsonValue | undefined): AnswerList {
	const answers = new Map<string, ListedAnswer[]>();
	for (const listed of itemsOf(body).slice(-MAX_LISTED)) {
		const found = readListed(listed);
		if (found) answers.set(found.fingerprint, [...(answers.get(found.fingerprint) ?? []), found.answer]);
	}
	return answers;
}

async function create(item: Item, path: string, body: Printable): Promise<string> {
	const made = await item.call({ method: 'POST', path, body }).catch(notSent);
	const id = textOrDigits(valueOf(made).id);
	if (id !== undefined) return id;
	throw Failure.ofPlatform(
		`The automatic reply of a button couldn't be created: the platform returned no ID (POST ${path})`,
		"Try again. If this keeps happening, contact the platform's support.",
	);
}

/** The prepared message with the reply, if there is one, then the chain action (specification, "Buttons: …"). */
async function make({ answer, item, findOwner }: WantedAnswer, fingerprint: string, known: KnownAnswers): Promise<string> {
	const { caption, text, action, tags } = answer;
	const reply = text === '' ? undefined : { name: caption, text, ownerType: 'Account', ownerId: await findOwner() };
	const key = printJson(reply);
	const unused = known.unusedReplies.get(key);
	known.unusedReplies.delete(key);
	const messageId = reply && (unused ?? (await create(item, '/preparedMessages', reply)));
	const shown = oneLine(caption).replace(/^(.{60}).+/u, '$1…');
	const body = {
		action,
		description: withMark(`Answer of the button "${shown}"`, markOf(fingerprint, answer, messageId)),
		message: messageId === undefined ? undefined : { id: messageId },
		actionParameters: usesTags(action) ? { tags: [...tags] } : undefined,
	};
	return await create(item, ACTIONS_PATH, body).catch((error: unknown) => {
		if (messageId !== undefined) known.unusedReplies.set(key, messageId);
		throw error;
	});
}

async function findOrMake(wanted: WantedAnswer, fingerprint: string, known: KnownAnswers): Promise<string> {
	const { answer, item } = wanted;
	const young = known.made.get(fingerprint, KEPT_MS);
	if (young !== undefined) return young;
	const own = known.made.get(fingerprint);
	const read = async () => readAnswers(await item.call({ method: 'GET', path: ACTIONS_PATH }));
	for (const maxAgeMs of [KEPT_MS, MISSED_MS]) {
		const { signal } = item.execution;
		const list = await known.list.load('all', read, { maxAgeMs, signal }).catch(() => undefined);
		known.latest = list ?? known.latest;
		const found = known.latest?.get(fingerprint)?.find(({ text }) => text === undefined || text === answer.text);
		if (found !== undefined) return found.id;
		if (list === undefined && own !== undefined) return own;
	}
	const id = await make(wanted, fingerprint, known).catch((error: unknown) => {
		// it may have been made, and its response lost
		known.list.delete('all');
		throw error;
	});
	known.made.set(fingerprint, id);
	return id;
}

async function actionOf(wanted: WantedAnswer): Promise<string> {
	const { memory } = wanted.item.execution;
	const fingerprint = fingerprintOf(wanted.answer);
	const account = await wanted.item.platform.connectionKey(wanted.item.index);
	const known = accountsOf(memory).get(account) ?? new KnownAnswers(memory.now);
	// set again: an account that is in use is forgotten last
	accountsOf(memory).set(account, known);
	let isOwn = false;
	const search = async () => {
		isOwn = true;
		return await findOrMake(wanted, fingerprint, known);
	};
	for (;;) {
		const id = await known.searches.run(fingerprint, search).catch((error: unknown) => {
			// if another item failed, this one may succeed
			if (isOwn) throw error;
			return undefined;
		});
		if (id !== undefined) return id;
	}
}

/** Makes the answers of buttons once for an account, because no one can delete them: equal ones are found by their marks. */
export async function completeButtons(
	item: Item,
	key: ChannelKey,
	buttons: PlannedButton[],
	ownerId?: string,
): Promise<JsonObject[]> {
	const findOwner = async () => ownerId ?? (await ownerOf(item, key));
	const completed: JsonObject[] = [];
	for (const { button, answer } of buttons) {
		const wanted = answer && { answer: { ...answer, caption: button.text }, item, findOwner };
		const find = async () => ({ json: wanted && (await actionOf(wanted)) });
		completed.push(wanted ? { ...button, payload: (await item.once('button', find)).json } : button);
	}
	return completed;
}

async function ownerOf(item: Item, key: ChannelKey): Promise<string> {
	const accountId = await item.execution.channels.accountIdOf(key, item.index);
	if (accountId !== undefined) return accountId;
	throw Failure.ofValue(
		"The buttons' automatic replies couldn't be created: the platform's channel list doesn't name the account",
		"Connect a channel on the platform. Or create the action with Button Action: Create and enter its ID as the button's key (payload).",
	);
}

/** Replaces an action or a reply of the account: it may be a button's, which then no longer equals the remembered one. */
export async function replaceReply(item: Item, path: string, body: PrintableObject): Promise<JsonObject[]> {
	try {
		return [item.recordOf(await item.call({ method: 'PUT', path, body }))];
	} finally {
		accountsOf(item.execution.memory).delete(await item.platform.connectionKey(item.index));
	}
}
