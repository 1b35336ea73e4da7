import type { IWebhookFunctions } from 'n8n-workflow';
import { pathPart } from '../../shared/api/apiRequest';
import type { Connection } from '../../shared/api/connection';
import { Platform } from '../../shared/api/platform';
import { Cache } from '../../shared/cache';
import { numberOf } from '../event/chatAddress';
import { asFailure } from '../../shared/api/explain';
import { Queue } from '../../shared/queue';
import { readTagList } from '../../shared/tagNames';
import { oneLine } from '../../shared/texts';
import { quote, Refusal } from '../verify/refusals';
import { judgeTags } from '../event/filter';
import type { Arrival } from './receive';

/** Time limit for a request that reads a chat's tags, in ms. */
const ASK_TAGS_MS = 4_000;

/** Lifetime of cached tags, in ms: long enough for events that arrive together, too short to miss a tag set since. */
const KEEP_TAGS_MS = 2_000;

/** Chats whose tags are remembered, over all triggers of a process. */
const MAX_TAGGED_CHATS = 500;

/** Chats whose tags are read at the same time, over all triggers of a process. */
const MAX_TAGS_ASKED = 20;

/** Chats that may wait for that at once. n8n keeps each event in memory. */
const MAX_WAITING = 100;

/** Longest list of tags that is remembered, in characters. */
const MAX_KEPT_LENGTH = 20_000;

/** Makes the refusal of a delivery whose request to the platform failed. */
export function refusalOf(code: 'chat_tags' | 'takeover', error: unknown): Refusal {
	const { message, response } = asFailure(error);
	const status = response?.status === undefined ? '' : `, HTTP ${response.status}`;
	return new Refusal(code, `${quote(oneLine(message))}${status}`);
}

interface Tags {
	names: string[];
	/** The time when the request was sent, in ms since 1970: the tags may be as old as that. */
	askedAt: number;
}

/** Filters by the tags of chats (specification, "Tags"); those that an event lacks are fetched once for all events of the chat. */
export class ChatTags {
	private readonly known: Cache<string, Tags>;

	private readonly reads = new Queue({ atOnce: MAX_TAGS_ASKED, maxWaiting: MAX_WAITING });

	constructor(private readonly now: () => number) {
		this.known = new Cache({ max: MAX_TAGGED_CHATS, keepMs: KEEP_TAGS_MS, now });
	}

	/**
	 * The last filter, and the only one that may have to ask the platform.
	 * @throws Refusal chat_tags when the tags can't be read now, so that the platform sends the event again
	 */
	async findReason({ context, connection, event, settings, deadline }: Arrival): Promise<'tag' | 'excluded_tag' | undefined> {
		const verdict = judgeTags(event, settings);
		if (verdict !== 'unknown') return verdict;
		const tbChatId = numberOf(event.address);
		// a chat without an ID counts as one without tags
		const tags = tbChatId === undefined ? undefined : await this.of(context, connection, tbChatId, deadline);
		const reason = judgeTags(event, settings, tags?.names ?? []);
		return reason === 'unknown' ? undefined : reason;
	}

	/**
	 * Returns a chat's tags.
	 * @param deadline the end of the time for it: ms of the monotonic clock
	 * @param since tags that were fetched before are fetched again, in ms since 1970
	 * @throws Refusal chat_tags
	 */
	async of(
		context: IWebhookFunctions,
		connection: Connection,
		tbChatId: string,
		deadline: number,
		since = -Infinity,
	): Promise<Tags> {
		const chat = `${connection.name}/${tbChatId}`;
		const oldest = Math.max(since, this.now() - KEEP_TAGS_MS + 1);
		const ask = async () => await this.inTime(deadline, async () => await this.read(context, connection, tbChatId, deadline));
		let tags = await this.known.load(chat, ask);
		if (tags.askedAt < oldest) {
			if (this.known.get(chat) === tags) this.known.delete(chat);
			tags = await this.known.load(chat, ask);
		}
		if (tags.names.join().length > MAX_KEPT_LENGTH) this.known.delete(chat);
		return tags;
	}

	private async inTime(deadline: number, read: () => Promise<Tags>): Promise<Tags> {
		const left = Math.ceil(deadline - performance.now());
		// once it has begun, it ends in time and says why
		const tags = left > 0 ? await this.reads.run(read, undefined, AbortSignal.timeout(left)) : undefined;
		if (tags === undefined) throw new Refusal('chat_tags', 'too many chats at once');
		return tags;
	}

	private async read(context: IWebhookFunctions, connection: Connection, tbChatId: string, deadline: number): Promise<Tags> {
		let askedAt = this.now();
		const begun = () => (askedAt = this.now());
		const request = { method: 'GET', path: `/chats/${pathPart(tbChatId)}/tags` } as const;
		const asking = new Platform(context, connection).call(request, { timeoutMs: ASK_TAGS_MS, deadline, begun });
		const { json } = await asking.catch((error: unknown) => {
			throw refusalOf('chat_tags', error);
		});
		const names = readTagList(json);
		if (names === undefined) throw new Refusal('chat_tags', 'the response has no list');
		return { names, askedAt };
	}
}
