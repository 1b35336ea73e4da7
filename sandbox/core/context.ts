/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { ApiError } from './errors';
import { type Int64, type Json, toInt64 } from './json';
import type { ChannelRecord, ChatRecord, Message, SandboxState } from './model';
import type { Origin, WorkflowLink, Change, Fault, NumberedChange, RaisedEvent, RequestEntry } from './records';
import type { ResolvedOptions } from './options';
import type { RuleName } from './rules';

/** Runs work as soon as fewer than a number of others run, in the order in which it came. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function limitTo(atOnce: number): Limit {
	const waiting: Array<() => void> = [];
	let running = 0;
	return async (work) => {
		if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
		else running += 1;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running -= 1;
		}
	};
}

/** A list that forgets its oldest entries beyond a number. */
export class BoundedLog<Entry> {
	private entries: Entry[] = [];
	constructor(private readonly size: number) {}
	add(entry: Entry): void {
		this.entries.push(entry);
		// Cutting in big steps keeps adding cheap.
		if (this.entries.length > this.size * 2) this.entries = this.entries.slice(-this.size);
	}
	list(): Entry[] {
		return this.entries.slice(-this.size);
	}
	clear(): void {
		this.entries = [];
	}
}

/** Shared by all routes and control calls: the state, the clock, and the bus of changes and raised events. */
export class Context {
	/** Scheme, host and port; known once the server listens. */
	origin = '';
	/** Scheme, host and port of files from people; known once the server listens. */
	fileOrigin = '';
	readonly requests: BoundedLog<RequestEntry>;
	seq = 0;
	/** The offset of the sandbox's clock, in ms. */
	clockOffsetMs = 0;
	faults: Fault[] = [];
	/** Times at which the API last sent on each channel, in ms since 1970, by channel_channelId. */
	readonly lastSendMs = new Map<string, number>();
	/** The number of webhooks that each person's message went to, by message id; none for messages from before the start. */
	readonly receivers = new Map<string, number>();
	/** The workflow that registered each webhook, by the webhook's id, as far as n8n is known. */
	readonly workflows = new Map<string, WorkflowLink>();
	/** The execution that sent each message, by the message's id, as far as n8n is known. */
	readonly origins = new Map<string, Origin>();
	/** The sandbox's own violations of the contract: empty unless it has a bug. */
	readonly violations: string[] = [];
	readonly closing = new AbortController();
	private readonly running = new Set<Promise<void>>();
	private readonly bus = new EventEmitter().setMaxListeners(0);

	constructor(
		readonly options: ResolvedOptions,
		readonly state: SandboxState,
	) {
		this.requests = new BoundedLog(options.logSize);
		setMaxListeners(0, this.closing.signal);
	}

	/** @returns ms since 1970 by the sandbox's clock */
	now(): number {
		return this.options.clock() + this.clockOffsetMs;
	}
	holds(rule: RuleName): boolean {
		return this.options.rules[rule];
	}
	isoNow(): string {
		return new Date(this.now()).toISOString();
	}
	nextId(): Int64 {
		const id = this.state.nextId;
		this.state.nextId = Number(id) + 1;
		return id;
	}
	/** Reports a change to the feed and to the code that saves the state. */
	changed(change: Change): void {
		this.seq += 1;
		this.bus.emit('change', { ...change, seq: this.seq } satisfies NumberedChange);
	}
	/** Records, loudly, that the sandbox itself has broken the contract. */
	violation(message: string): ApiError {
		this.violations.push(message);
		process.stderr.write(`SANDBOX AGAINST ITS CONTRACT: ${message}\n`);
		return new ApiError('INTERNAL_ERROR', message);
	}

	/** Remembers work that continues after a response, so that `settled` waits for it. */
	track(work: Promise<void>): void {
		const tracked = work
			.catch((error: unknown) => void this.violation(`Work after an answer failed: ${String(error)}`))
			.finally(() => this.running.delete(tracked));
		this.running.add(tracked);
	}

	/** Waits until all work that continues after a response has ended: no status is still to come. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}

	async pause(delayMs: number, ...enough: AbortSignal[]): Promise<boolean> {
		if (delayMs > 0) {
			const signal = AbortSignal.any([this.closing.signal, ...enough]);
			await setTimeout(delayMs, undefined, { signal }).catch(() => undefined);
		}
		return !this.closing.signal.aborted;
	}

	onChange(listener: (change: NumberedChange) => void): () => void {
		this.bus.on('change', listener);
		return () => this.bus.off('change', listener);
	}
	raised(event: RaisedEvent): void {
		this.bus.emit('raised', event);
	}
	onRaised(listener: (event: RaisedEvent) => void): void {
		this.bus.on('raised', listener);
	}
	/**
	 * Finds a channel by its composite key.
	 * @param channelId the id within the type, as a number, bigint or digits
	 */
	findChannel(type: Json, channelId: Json): ChannelRecord | undefined {
		const digits = String(channelId);
		return this.state.channels.find((one) => one.channel === type && String(one.channelId) === digits);
	}

	/**
	 * Finds a chat by tbChatId or by the composite address channel_channelId_chatId, split at the first two underscores.
	 * @param chatRef digits or a composite address
	 */
	findChat(chatRef: string): ChatRecord | undefined {
		if (toInt64(chatRef) !== undefined) return this.state.chats.find((one) => String(one.tbChatId) === chatRef);
		const [, channel, channelId, chatId] = /^([^_]+)_([^_]+)_(.+)$/s.exec(chatRef) ?? [];
		return this.state.chats.find(
			(one) => one.channel === channel && String(one.channelId) === channelId && one.chatId === chatId,
		);
	}

	/**
	 * Finds a chat or fails as the API does.
	 * @param chatRef digits or a composite address
	 */
	requireChat(chatRef: string): ChatRecord {
		const chat = this.findChat(chatRef);
		if (!chat) throw new ApiError('NOT_FOUND', 'Chat not found');
		return chat;
	}

	requireMessage(id: string): { chat: ChatRecord; message: Message } {
		for (const chat of this.state.chats) {
			const message = chat.messages.find((one) => one.id === id);
			if (message) return { chat, message };
		}
		throw new ApiError('NOT_FOUND', "The message doesn't exist");
	}
}
