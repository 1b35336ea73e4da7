import { createHash } from 'crypto';
import { BoundedMap } from '../../shared/boundedMap';
import { type JsonObject, type JsonValue, type Printable, objectOf, printJson, textOrDigits } from '../../shared/json';
import { type AnswerMark, readMark } from '../fields/answerMark';
import { itemsOf } from '../../shared/api/envelope';
import { isEnabled, usesTags } from '../fields/actions';

/** Answers of an account that are kept in mind. */
const MAX_LISTED = 20_000;

/** A self-answering button: all that decides whether two answers are equal. */
export interface Answer {
	/** What is written on the button: by an action of its own a workflow tells which button was pressed. */
	caption: string;
	/** The reply; '' for none. */
	text: string;
	/** Value of the action. */
	action: string;
	/** For tag actions. */
	tags: readonly string[];
}

/** An answer in the list of chain actions. */
export interface ListedAnswer {
	fingerprint: string;
	/** The action's id. */
	id: string;
	/** Its reply, on a platform that shows it. */
	text?: string;
}

/** The answers of an account by their fingerprints, those with the same one in the order of the list. */
export type AnswerList = Pick<BoundedMap<string, ListedAnswer[]>, 'get'>;

function hash(value: Printable, characters: number): string {
	return createHash('sha256').update(printJson(value)).digest('base64url').slice(0, characters);
}

/** Tags are a set: their order and repetitions change nothing. */
function tagsOf(action: unknown, tags: readonly string[]): string[] {
	return usesTags(action) ? [...new Set(tags)].sort() : [];
}

/**
 * Names all that an answer holds.
 *
 * @param answer the answer
 * @returns 16 characters of base64url
 */
export function fingerprintOf({ caption, text, action, tags }: Answer): string {
	return hash([caption, text, action, tagsOf(action, tags)], 16);
}

/**
 * Makes the mark of an answer.
 *
 * @param fingerprint its fingerprint
 * @param answer what its action does
 * @param messageId the prepared message with its reply; undefined for none
 */
export function markOf(fingerprint: string, { action, tags }: Pick<Answer, 'action' | 'tags'>, messageId?: string): AnswerMark {
	return { fingerprint, seal: hash([fingerprint, action, tagsOf(action, tags), messageId ?? null], 8) };
}

const isFilled = (value: JsonValue | undefined): boolean => Array.isArray(value) && value.length > 0;

/** An answer of the list that is still as it was made; what people have changed since is theirs. */
function readListed(listed: JsonObject): ListedAnswer | undefined {
	const mark = readMark(listed.description);
	const id = textOrDigits(listed.id);
	if (mark === undefined || id === undefined || !isEnabled(listed.enabled)) return undefined;
	const { tags } = objectOf(listed.actionParameters);
	const message = objectOf(listed.message);
	const does = {
		action: typeof listed.action === 'string' ? listed.action : '',
		tags: Array.isArray(tags) ? tags.map((tag) => textOrDigits(tag) ?? '') : [],
	};
	const shown = markOf(mark.fingerprint, does, textOrDigits(message.id));
	if (shown.seal !== mark.seal || isFilled(message.attachments) || isFilled(message.buttons)) return undefined;
	return { id, fingerprint: mark.fingerprint, text: typeof message.text === 'string' ? message.text : undefined };
}

/**
 * Finds the answers that the node has made in the list of chain actions (specification, "Buttons: …": all actions of the account).
 *
 * @param body the parsed answer, of whatever shape
 * @returns those that nobody has changed since, as far as the list shows
 */
export function readAnswers(body: JsonValue | undefined): AnswerList {
	const answers = new BoundedMap<string, ListedAnswer[]>(MAX_LISTED);
	for (const listed of itemsOf(body)) {
		const answer = readListed(listed);
		if (answer === undefined) continue;
		const alike = answers.get(answer.fingerprint);
		if (alike) alike.push(answer);
		else answers.set(answer.fingerprint, [answer]);
	}
	return answers;
}
