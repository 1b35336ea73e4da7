import { sleep } from 'n8n-workflow';
import { pathPart } from '../../shared/api/apiRequest';
import { Platform } from '../../shared/api/platform';
import { Cache } from '../../shared/cache';
import { TAG_REMOVED_EVENT } from '../../shared/catalogue';
import { numberOf } from '../event/chatAddress';
import { type ChatTags, refusalOf } from './chatTags';
import type { Ignored } from './publicResponse';
import type { Arrival } from './receive';

/** Time limit for the request that assigns the tag, in ms. */
const ASSIGN_MS = 4_000;

/** Time for which a chat counts as taken over after its tag was assigned, in ms, no matter which tags are read. */
const HOLD_MS = 2_000;

/** The same if the tag couldn't be assigned, in ms. Meanwhile the platform sends the operator's message again. */
const HOLD_FAILED_MS = 10 * 60_000;

/** Chats taken over that are remembered, over all triggers of a process. */
const MAX_HELD = 10_000;

/** Pauses before an event starts a workflow, in ms: an operator's earlier message may arrive after it. Short ones let a busy n8n handle it. */
const GRACE_MS = Array.from({ length: 10 }, () => 10);

/** Lets operators take chats over. The tag shows the takeover. The memory bridges the time until every process reads the tag. */
export class Takeovers {
	/** Ends of takeovers, in ms since 1970. */
	private readonly held: Cache<string, number>;

	constructor(
		private readonly now: () => number,
		private readonly tags: ChatTags,
	) {
		this.held = new Cache({ max: MAX_HELD, keepMs: HOLD_FAILED_MS, now });
	}

	/**
	 * Puts the tag on a chat that has an ID (specification, "Tags").
	 * @throws Refusal takeover, so that the platform sends the operator's message again
	 */
	async takeOver(arrival: Arrival): Promise<Ignored> {
		const { context, connection, event, settings, deadline } = arrival;
		const chat = this.keyOf(arrival);
		this.held.set(chat, Infinity);
		try {
			const path = `/chats/${pathPart(String(event.address.tbChatId))}/tags/${pathPart(settings.takeoverTag)}`;
			await new Platform(context, connection).call({ method: 'POST', path }, { timeoutMs: ASSIGN_MS, deadline });
		} catch (error) {
			throw refusalOf('takeover', error);
		}
		this.held.set(chat, this.now() + HOLD_MS);
		return { status: 'filtered', reason: 'takeover' };
	}

	/**
	 * Checks whether the event's chat is taken over.
	 * @throws Refusal chat_tags when its tags can't be read now, so that the platform sends the event again
	 */
	async findReason(arrival: Arrival): Promise<'takeover' | undefined> {
		const { context, connection, event, settings, deadline } = arrival;
		const tbChatId = numberOf(event.address);
		if (settings.takeoverTag === '' || tbChatId === undefined || event.name === TAG_REMOVED_EVENT) return undefined;
		const heldUntil = () => this.held.get(this.keyOf(arrival)) ?? -Infinity;
		for (const pauseMs of GRACE_MS) await sleep(pauseMs);
		for (let since = heldUntil(); ;) {
			if (this.now() < since) return 'takeover';
			const { names, askedAt } = await this.tags.of(context, connection, tbChatId, deadline, since);
			if (names.includes(settings.takeoverTag)) return 'takeover';
			// an operator may have written meanwhile, and a new tag isn't readable at once
			since = heldUntil();
			if (askedAt >= since) return undefined;
		}
	}

	private keyOf({ connection, event, settings }: Arrival): string {
		return [connection.baseUrl, event.accountId, event.address.tbChatId, settings.takeoverTag].join(' ');
	}
}
