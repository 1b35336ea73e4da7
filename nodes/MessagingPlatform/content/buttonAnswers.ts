import { type JsonObject, type Printable, printJson } from '../../shared/json';
import { valueOf } from '../../shared/platform/envelope';
import type { Execution } from '../engine/execution';
import type { Item } from '../engine/item';
import { usesTags } from './actions';
import type { ButtonAnswer, PlannedButton } from './buttons';
import { type ChannelKey, ChannelBook } from './channelBook';

/**
 * Makes the answers of buttons on the platform (specification, "Buttons: prepared messages and chain actions"): first the
 * prepared message with the reply, then the chain action that sends it. Equal answers of an execution are made once,
 * because one action can serve several buttons and messages.
 */
export class ButtonAnswers {
	private readonly made = new Map<string, Promise<string>>();

	private readonly channels: ChannelBook;

	/** @param execution the execution; its channels tell the account that owns the prepared message */
	constructor(execution: Execution) {
		this.channels = execution.part(ChannelBook);
	}

	/**
	 * Makes the buttons ready to be sent.
	 *
	 * @param item the item
	 * @param key the channel that the message goes to
	 * @param buttons from planButtons
	 * @returns the buttons; where one has an answer, the payload is its action's id
	 * @throws NodeApiError when the platform refuses, NodeOperationError when its answer has no id
	 */
	async complete(item: Item, key: ChannelKey, buttons: PlannedButton[]): Promise<JsonObject[]> {
		const completed: JsonObject[] = [];
		for (const { button, answer } of buttons) {
			completed.push(answer ? { ...button, payload: await this.actionOf(item, key, button.text, answer) } : button);
		}
		return completed;
	}

	private async actionOf(item: Item, key: ChannelKey, caption: string, answer: ButtonAnswer): Promise<string> {
		const ownerId = await this.channels.accountIdOf(key, item);
		const name = printJson([ownerId, caption, answer.text, answer.action, answer.tags]);
		const known = this.made.get(name);
		if (known) return await known;
		const making = this.make(item, ownerId, caption, answer);
		this.made.set(name, making);
		// after a failure the next item may have more luck
		making.catch(() => this.made.delete(name));
		return await making;
	}

	private async make(item: Item, ownerId: string, caption: string, { text, action, tags }: ButtonAnswer): Promise<string> {
		const messageId = await this.create(item, '/preparedMessages', { name: caption, text, ownerType: 'Account', ownerId });
		return await this.create(item, '/endUserNotifications/chainActions', {
			action,
			description: caption,
			message: { id: messageId },
			...(usesTags(action) ? { actionParameters: { tags } } : {}),
		});
	}

	private async create(item: Item, path: string, body: Printable): Promise<string> {
		const { id } = valueOf(await item.call({ method: 'POST', path, body }));
		if (typeof id === 'string' && id !== '') return id;
		if (typeof id === 'number') return String(id);
		throw item.refuse(
			`The reply of a button could not be made: the platform gave no ID (POST ${path})`,
			"Try again; if the problem persists, ask the platform's support.",
		);
	}
}
