import { createHash } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { Cache } from '../../shared/cache';
import { MESSAGE_EVENT } from '../../shared/catalogue';
import { type Press, type TypedMessage, readSigned } from '../../shared/handOver';
import { isJsonObject, printJson, textOrDigits } from '../../shared/json';
import type { Offers, Outcome } from '../../shared/api/offer';
import { isoTime, readTimestamp } from '../../shared/timestamp';
import {
	type Known,
	NOTE,
	WAITING_HEADER,
	accountKey,
	hashedCaption,
	hashedNames,
	readWaitingKey,
	takesAll,
	waitingQuestions,
} from '../../shared/waiting';
import { chatNamesOf } from '../event/chatAddress';
import type { Event } from '../event/event';
import { senderIn } from '../event/sender';
import { messageKind } from '../event/toItem';
import { AnswersInHand, outcomeOf } from './answersInHand';
import { type Ignored, answerIgnored } from './publicResponse';
import type { Arrival, Receiver } from './receive';

/** Messages that answered a question and are remembered, over all triggers of a process. */
const MAX_REMEMBERED = 10_000;

/** Time for which copies of an answer are recognized, in ms. */
const COPIES_MS = 60 * 60_000;

/** Greatest size of a message about a question, in bytes. */
const MAX_NOTE_BYTES = 65_536;

const chatOf = ({ address, fields, message }: Event) => chatNamesOf(address, { ...fields, ...message.fields });

/** Names a message alike whichever trigger gets it, and however often. */
function nameOf({ id, accountId, message }: Event): string {
	const named = [accountId, textOrDigits(message.fields.id) ?? id ?? message.fields];
	return createHash('sha256').update(printJson(named)).digest('base64');
}

function typedOf({ message }: Event, triesBefore: number): TypedMessage {
	const { text, attachments, fields } = message;
	const contact = [fields.contact, fields.contactCards].find(isJsonObject);
	return { text, kind: messageKind(message), attachments, contact, messageId: textOrDigits(fields.id), triesBefore };
}

/** Hands the next message of a person to the execution that asked for it, whichever events and filters the trigger has. */
export class TypedAnswers {
	private readonly handed: Cache<string, Outcome>;

	/** Messages that may have been taken already: n8n's answer got lost. */
	private readonly lost: Cache<string, true>;

	private readonly inHand = new AnswersInHand();

	/** @param now the clock: ms since 1970 */
	constructor(
		private readonly now: () => number,
		private readonly offers: Offers,
	) {
		this.handed = new Cache({ max: MAX_REMEMBERED, keepMs: COPIES_MS, now });
		this.lost = new Cache({ max: MAX_REMEMBERED, keepMs: COPIES_MS, now });
	}

	/**
	 * Takes a message that answers a question; undefined for any other event, which then starts the workflow.
	 * @throws Refusal hand_over, so that the platform sends the message again
	 */
	async take(arrival: Arrival): Promise<Ignored | undefined> {
		const { event, connection, store } = arrival;
		if (event.name !== MESSAGE_EVENT || event.message.direction !== 'inbound') return undefined;
		const name = nameOf(event);
		// before a question is looked for: a copy must not answer the next one
		if (this.handed.has(name)) return { status: 'handed_over' };
		const account = accountKey(event.accountId, connection);
		waitingQuestions.learn(account, store.waiting, connection, this.now());
		const question = this.find(arrival, account);
		if (question === undefined) return undefined;
		const outcome = await outcomeOf(this.handed.load(name, async () => await this.inTurn(arrival, account, question, name)));
		if (outcome === 'taken' || outcome === 'asked_again') return { status: 'handed_over' };
		this.handed.delete(name);
		return undefined;
	}

	/** Ends the question that waits in the chat that an operator takes over. */
	async endOfTakeover(arrival: Arrival): Promise<void> {
		const { event, connection } = arrival;
		const account = accountKey(event.accountId, connection);
		const open = this.inChat(arrival, account).find(takesAll);
		if (open === undefined) return;
		await this.hand(arrival, open, { end: 'takenOver' }).catch(() => undefined);
		waitingQuestions.end(account, open.id, this.now());
	}

	private inChat({ event, connection }: Arrival, account: string): Known[] {
		const all = waitingQuestions.of(account, this.now());
		// most messages answer nothing
		if (all.length === 0) return all;
		const names = hashedNames(chatOf(event), account, connection);
		return all.filter((one) => one.names.some((name) => names.includes(name)));
	}

	/** The question that takes any message, or the only one of several with buttons of which the message is a caption. */
	private find(arrival: Arrival, account: string): Known | undefined {
		const all = this.inChat(arrival, account);
		const open = all.length === 1 ? all.find((one) => one.open) : all.find(takesAll);
		if (open !== undefined || all.length === 0) return open;
		const caption = hashedCaption(arrival.event.message.text, arrival.connection);
		const [named, ...others] = all.filter(({ captions }) => captions?.includes(caption));
		return others.length === 0 ? named : undefined;
	}

	private async inTurn(arrival: Arrival, account: string, question: Known, name: string): Promise<Outcome> {
		return await this.inHand.inTurn(question.key, async () => {
			await question.sent;
			const writtenAt = readTimestamp(arrival.event.message.fields.sentTimestamp);
			// answered or given up meanwhile, or written before the question
			if (!waitingQuestions.has(account, question, this.now()) || writtenAt < question.sentAt) return 'not_taken';
			const handing = this.hand(arrival, question, { typed: typedOf(arrival.event, question.tries) });
			const said = await handing.catch((error: unknown) => {
				this.lost.set(name, true);
				throw error;
			});
			if (said === 'asked_again') question.tries++;
			if (said === 'asked_again' || said === 'refused') return said;
			const outcome = this.lost.has(name) ? 'taken' : said;
			// before the question ends: until then, a copy finds it and shares this outcome
			if (outcome === 'taken') this.handed.set(name, outcome);
			waitingQuestions.end(account, question.id, this.now());
			return outcome;
		});
	}

	private async hand({ context, connection, event }: Arrival, question: Known, given: Press['given']): Promise<Outcome> {
		const key = readWaitingKey(question, connection);
		if (key === undefined) return 'ended';
		const { fields } = event.message;
		const press = {
			accountId: event.accountId,
			executionId: key.executionId,
			tag: key.tag,
			given,
			chat: chatOf(event),
			chatRef: event.address.chatRef,
			sender: senderIn(event, fields),
			pressedAt: isoTime(fields.sentTimestamp, new Date(this.now()).toISOString()),
		};
		return await this.offers.offer(context, { key, press }, connection);
	}
}

/** Keeps a question of someone with the API token in the workflow's static data, past a restart; undefined for any other request. */
export async function keepWaiting(
	context: IWebhookFunctions,
	receiver: Receiver,
	now: number,
): Promise<IWebhookResponseData | undefined> {
	const { rawBody, headers } = context.getRequestObject();
	const signature = headers[WAITING_HEADER];
	if (signature === undefined || rawBody === undefined || rawBody.length > MAX_NOTE_BYTES) return undefined;
	const connection = await receiver.connectionOf(context);
	const store = receiver.storeOf(context);
	const { accountId } = store.current ?? {};
	const note = readSigned(rawBody, signature, NOTE, now, connection);
	if (accountId === undefined || note === undefined || note === 'stale') return undefined;
	const account = accountKey(accountId, connection);
	if (note.account !== account) return undefined;
	waitingQuestions.learn(account, [note.question], connection, now);
	store.keepQuestions({ accountId, connection }, now);
	return answerIgnored(context, { status: 'kept' });
}
