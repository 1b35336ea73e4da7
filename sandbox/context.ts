/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { EventEmitter } from 'node:events';
import type { DeliveryService } from './events/delivery';
import { ApiError } from './errors';
import type { Int64, Json } from './json';
import { toInt64 } from './json';
import { BoundedLog } from './log';
import type { ChannelRecord, ChatRecord, SandboxState } from './model';
import type { ResolvedOptions } from './options';

/** One API request in the log of /sandbox/requests. */
export type RequestEntry = {
	id: string;
	receivedTs: string;
	method: string;
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	body: string;
	status?: number;
};

/** A change that the live feed reports: its kind and what changed. */
export type Change = { kind: string; data: unknown };

/** What every route and every control call works with. */
export class Context {
	/** Scheme, host and port; known once the server listens. */
	origin = '';

	/** The API requests received. */
	readonly requests: BoundedLog<RequestEntry>;

	/** Set by the server right after construction. */
	deliveries!: DeliveryService;

	private readonly bus = new EventEmitter().setMaxListeners(0);

	/**
	 * @param options the sandbox's options
	 * @param state what it knows
	 */
	constructor(
		readonly options: ResolvedOptions,
		readonly state: SandboxState,
	) {
		this.requests = new BoundedLog(options.logSize);
	}

	/** @returns ms since 1970 by the sandbox's clock */
	now(): number {
		return this.options.clock();
	}

	/** @returns the time as ISO-8601 with ms */
	isoNow(): string {
		return new Date(this.now()).toISOString();
	}

	/** @returns a new int64 id */
	nextId(): Int64 {
		const id = this.state.nextId;
		this.state.nextId = Number(id) + 1;
		return id;
	}

	/**
	 * Reports a change to the feed and to whoever saves the state.
	 *
	 * @param kind the feed's event name
	 * @param data what changed
	 */
	changed(kind: string, data: unknown): void {
		this.bus.emit('change', { kind, data } satisfies Change);
	}

	/**
	 * Listens to changes.
	 *
	 * @param listener called with each change
	 * @returns a function that stops listening
	 */
	onChange(listener: (change: Change) => void): () => void {
		this.bus.on('change', listener);
		return () => this.bus.off('change', listener);
	}

	/**
	 * Finds a channel by its composite key.
	 *
	 * @param type the channel type
	 * @param channelId the id within the type, as a number, bigint or digits
	 * @returns the channel, or undefined
	 */
	findChannel(type: Json, channelId: Json): ChannelRecord | undefined {
		const digits = String(channelId);
		return this.state.channels.find((one) => one.channel === type && String(one.channelId) === digits);
	}

	/**
	 * Finds a chat by tbChatId or by the composite address channel_channelId_chatId, split at the first two underscores.
	 *
	 * @param chatRef digits or a composite address
	 * @returns the chat, or undefined
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
	 *
	 * @param chatRef digits or a composite address
	 * @returns the chat
	 * @throws ApiError NOT_FOUND when there is no such chat
	 */
	requireChat(chatRef: string): ChatRecord {
		const chat = this.findChat(chatRef);
		if (!chat) throw new ApiError('NOT_FOUND', 'Chat not found');
		return chat;
	}
}
