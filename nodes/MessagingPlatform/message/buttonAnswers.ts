import { type JsonObject, type Printable, printJson, textOrDigits } from '../../shared/json';
import { withMark } from '../fields/answerMark';
import { valueOf } from '../../shared/api/envelope';
import { beforehand } from '../../shared/failure';
import type { Asker } from '../run/remembered';
import { oneLine } from '../../shared/texts';
import type { Execution } from '../run/execution';
import type { Item } from '../run/item';
import { usesTags } from '../fields/actions';
import { type Answer, markOf, readAnswers } from './answerList';
import type { PlannedButton } from './buttons';
import type { ChannelBook, ChannelKey } from '../run/channelBook';
import { type NodeMemory, onceFor } from '../run/memory';
import { AnswerMemory, type KnownAnswers } from './knownAnswers';

const ACTIONS_PATH = '/endUserNotifications/chainActions';

const answersOf = onceFor(({ now }: NodeMemory) => new AnswerMemory(now));

/** How much of a caption a description shows. */
const SHOWN_CAPTION = 60;

/** A caption in a description, cut between characters. */
function shorten(caption: string): string {
	const characters = [...oneLine(caption)];
	return characters.length > SHOWN_CAPTION ? `${characters.slice(0, SHOWN_CAPTION).join('')}…` : characters.join('');
}

/** An answer and the item whose message has it. */
interface WantedAnswer {
	answer: Answer;
	item: Item;
	/** Finds the account that owns the reply. */
	findOwner(): Promise<string>;
}

/**
 * Makes the answers of buttons on the platform (specification, "Buttons: prepared messages and chain actions"): first the
 * prepared message with the reply, if there is one, then the chain action. Equal answers are made once for the account
 * ({@link KnownAnswers}), because nobody can delete them, and one action can serve any number of messages.
 */
class ButtonAnswers {
	private readonly channels: ChannelBook;

	/** @param execution the execution; its channels tell the account that owns the prepared message */
	constructor(private readonly execution: Execution) {
		this.channels = execution.channels;
	}

	/**
	 * Makes the buttons ready to be sent.
	 *
	 * @param item the item
	 * @param key the channel that the message goes to
	 * @param buttons from planButtons
	 * @param ownerId the account that owns the replies, where the user named it
	 * @returns the buttons; where one has an answer, the payload is its action's id
	 * @throws NodeApiError when the platform refuses, NodeOperationError when its answer has no id
	 */
	async complete(item: Item, key: ChannelKey, buttons: PlannedButton[], ownerId?: string): Promise<JsonObject[]> {
		const completed: JsonObject[] = [];
		for (const { button, answer } of buttons) {
			if (!answer) {
				completed.push(button);
				continue;
			}
			// a reply that nobody can see is none
			const text = answer.text.trim() === '' ? '' : answer.text;
			const findOwner = async () => ownerId ?? (await this.channels.accountIdOf(key, item));
			const wanted = { answer: { ...answer, caption: button.text, text }, item, findOwner };
			completed.push({ ...button, payload: await this.actionOf(wanted) });
		}
		return completed;
	}

	/** Lets the answers be looked up again: an action or a reply of the account was changed. */
	async forget(item: Item): Promise<void> {
		await (await this.known(item)).forget(this.askerOf(item));
	}

	private askerOf({ index }: Item): Asker {
		return { platform: this.execution.platform, index, signal: this.execution.signal };
	}

	private async known(item: Item): Promise<KnownAnswers> {
		return await answersOf(this.execution.memory).of(this.askerOf(item));
	}

	private async actionOf(wanted: WantedAnswer): Promise<string> {
		const { answer, item } = wanted;
		const known = await this.known(item);
		return await known.actionOf(answer, {
			asker: this.askerOf(item),
			list: async () => readAnswers(await item.call({ method: 'GET', path: ACTIONS_PATH })),
			make: async (fingerprint) => await this.make(wanted, fingerprint, known.unusedReplies),
		});
	}

	private async make(wanted: WantedAnswer, fingerprint: string, unused: KnownAnswers['unusedReplies']): Promise<string> {
		const { answer, item, findOwner } = wanted;
		const { caption, text, action, tags } = answer;
		const reply = text === '' ? undefined : { name: caption, text, ownerType: 'Account', ownerId: await findOwner() };
		const key = printJson(reply);
		const known = unused.get(key);
		unused.delete(key);
		const messageId = reply && (known ?? (await this.create(item, '/preparedMessages', reply)));
		const body = {
			action,
			description: withMark(`Answer of the button "${shorten(caption)}"`, markOf(fingerprint, answer, messageId)),
			message: messageId === undefined ? undefined : { id: messageId },
			actionParameters: usesTags(action) ? { tags: [...tags] } : undefined,
		};
		return await this.create(item, ACTIONS_PATH, body).catch((error: unknown) => {
			if (messageId !== undefined) unused.set(key, messageId);
			throw error;
		});
	}

	private async create(item: Item, path: string, body: Printable): Promise<string> {
		const made = await beforehand(item, item.call({ method: 'POST', path, body }));
		const id = textOrDigits(valueOf(made).id);
		if (id !== undefined) return id;
		throw item.refuse(
			`The answer of a button could not be made: the platform gave no ID (POST ${path})`,
			"Try again; if the problem persists, ask the platform's support.",
		);
	}
}

/** The answers of an execution's buttons. */
export const buttonAnswersOf = onceFor((execution: Execution) => new ButtonAnswers(execution));
