import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../shared/api/connection';
import { Failure } from '../../shared/failure';
import { type ChatNames, type Press, sign } from '../../shared/handOver';
import type { JsonObject } from '../../shared/json';
import { Offers } from '../../shared/api/offer';
import { readTimestamp } from '../../shared/timestamp';
import {
	type Known,
	type Note,
	NOTE,
	WAITING_HEADER,
	accountKey,
	hashedNames,
	questionId,
	readWaitingKey,
	stored,
	takesAll,
	waitingKey,
	waitingQuestions,
} from '../../shared/waiting';

/** Time for a trigger to keep a question, in ms: many at once on a busy machine take their time. */
const KEEP_MS = 30_000;

interface Asked {
	functions: IExecuteFunctions;
	connection: Connection;
	accountId: string;
	chat: ChatNames;
	named: { executionId: string; resumeToken: string; tag: string };
	open: boolean;
	/** Hashed. */
	captions?: string[];
	/** Whether a question that waits there ends. */
	replaces: boolean;
}

/** Ends the question that waits in a chat, or makes sure that it doesn't wait any more: someone may have stopped its execution. */
async function endOther({ functions, connection, accountId, chat, replaces }: Asked, other: Known): Promise<boolean> {
	const key = readWaitingKey(other, connection);
	// this execution runs, so no earlier question of it waits
	if (key === undefined || key.executionId === functions.getExecutionId()) return true;
	const given: Press['given'] = { end: replaces ? 'replaced' : 'asked' };
	const { executionId, tag } = key;
	const press = { accountId, executionId, tag, given, chat, sender: {}, pressedAt: new Date().toISOString() };
	const outcome = await new Offers(Date.now).offer(functions, { key, press }, connection).catch(() => 'waiting');
	return outcome !== 'waiting' && outcome !== 'refused';
}

/** Lets a published trigger keep a question in its workflow's static data. */
async function keepAt({ functions, connection }: Asked, url: string, note: Note): Promise<void> {
	const { body, signature } = sign(note, NOTE, Date.now(), connection);
	const headers = { 'Content-Type': 'application/json', [WAITING_HEADER]: signature };
	await functions.helpers.httpRequest({ method: 'POST', url, headers, body, disableFollowRedirect: true, timeout: KEEP_MS });
}

/** The place of a question in its chat, while it's sent and while it waits. */
export class WaitingPlace {
	private readonly account: string;

	private question?: Known;

	private settle = () => {};

	private constructor(private readonly asked: Asked) {
		this.account = accountKey(asked.accountId, asked.connection);
	}

	/** The place of a question; undefined if this process has no published trigger that would bring its answer. */
	static of(asked: Asked): WaitingPlace | undefined {
		const place = new WaitingPlace(asked);
		return waitingQuestions.triggersOf(place.account).length === 0 ? undefined : place;
	}

	/** @throws Failure when another question waits there */
	async take(): Promise<void> {
		const { named, open, captions, connection, chat } = this.asked;
		for (let other = this.rival(); other !== undefined; other = this.rival()) {
			if (!(await endOther(this.asked, other))) {
				throw Failure.ofValue(
					'Another question already waits for an answer in this chat, so nothing was sent',
					'Ask again after its answer, or add the option "Replace Waiting Question".',
				);
			}
			waitingQuestions.end(this.account, other.id, Date.now());
		}
		const sent = new Promise<void>((resolve) => (this.settle = resolve));
		const key = waitingKey({ ...named, askedAt: Date.now() }, connection);
		const names = hashedNames(chat, this.account, connection);
		this.question = { key, id: questionId(named), names, until: Infinity, sentAt: 0, open, captions, sent, tries: 0 };
		waitingQuestions.add(this.account, this.question, Date.now());
	}

	/** Lets messages answer it, even after a restart. */
	async keep(chat: ChatNames, sent: JsonObject, until: Date): Promise<void> {
		const { account, question, asked } = this;
		if (question === undefined) return;
		const sentAt = readTimestamp(sent.sentTimestamp);
		question.names = [...new Set([...question.names, ...hashedNames(chat, account, asked.connection)])];
		question.until = until.getTime();
		question.sentAt = Number.isNaN(sentAt) ? 0 : sentAt;
		this.settle();
		const note = { account, question: stored(question) };
		const kept = waitingQuestions.triggersOf(account).map(async (url) => await keepAt(asked, url, note));
		const failed = (await Promise.allSettled(kept)).some(({ status }) => status === 'rejected');
		if (failed) asked.functions.logger.warn("A restart of n8n would forget who was asked: n8n couldn't reach its own webhook.");
	}

	/** Gives the place up, because nothing was sent. */
	leave(): void {
		if (this.question !== undefined) waitingQuestions.end(this.account, this.question.id, Date.now());
		this.settle();
	}

	/** Another question that a message in the chat could answer. Those with buttons may wait together: then only captions count. */
	private rival(): Known | undefined {
		const { open, connection, chat } = this.asked;
		if (!open) return undefined;
		const names = hashedNames(chat, this.account, connection);
		return waitingQuestions
			.of(this.account, Date.now())
			.find((one) => one.open && (takesAll(this.asked) || takesAll(one)) && one.names.some((name) => names.includes(name)));
	}
}
