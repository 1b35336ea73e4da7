import { createHash } from 'crypto';
import { NodeApiError, type IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { isJsonObject, printJson, type JsonValue } from '../../shared/json';
import { pathPart, toHttpOptions, type ApiRequest } from '../../shared/api/apiRequest';
import type { Event } from '../event/event';
import type { Connection } from '../../shared/api/connection';
import { requestError } from '../../shared/failure';
import { Platform } from '../../shared/api/platform';
import { quote, Refusal } from '../verify/refusals';
import { oneLine } from '../../shared/texts';
import { judgeTags, readTagNames, type TagSettings } from './tagFilter';

/** How long the platform may take to tell the tags of a chat, in ms: it waits for the answer to its delivery meanwhile. */
export const ASK_TAGS_MS = 4_000;

/** For how long they are used, in ms: for events that come together, and not for what comes after somebody has set a tag. */
export const KEEP_TAGS_MS = 2_000;

/** Chats whose tags are remembered, over all triggers of a process. */
export const MAX_TAGGED_CHATS = 500;

/** Chats whose tags are asked for at the same time, over all triggers of a process. */
export const MAX_TAGS_ASKED = 20;

/** Answers that are longer, in characters, are not remembered. */
const MAX_KEPT_LENGTH = 20_000;

/** The names of a chat's tags, and when they were told, in ms since 1970. */
interface Told {
	names: string[];
	at: number;
}

/** As a hash, so that the token is not kept; two triggers with the same credential share what they ask. */
function nameOf({ baseUrl, apiToken }: Connection, tbChatId: string): string {
	return createHash('sha256')
		.update(printJson([baseUrl, apiToken, tbChatId]))
		.digest('base64');
}

/** The list of a list method; an absent one is empty where the platform counts none. */
function readList(body: JsonValue | undefined): JsonValue[] {
	const { $items = null, $count } = isJsonObject(body) ? body : {};
	if (Array.isArray($items)) return $items;
	if ($items === null && $count === 0) return [];
	throw new Refusal('chat_tags', 'the answer has no list');
}

async function read(platform: Platform, tbChatId: string, timeoutMs: number): Promise<{ json?: JsonValue; text: string }> {
	const limit = platform.limitBy(AbortSignal.timeout(timeoutMs));
	const request: ApiRequest = { method: 'GET', path: `/chats/${pathPart(tbChatId)}/tags` };
	const answer = await platform.open(toHttpOptions(request), { reach: 'api', limit });
	return await platform.read(answer, 0, limit, request);
}

function refusalOf(context: IWebhookFunctions, error: unknown): Refusal {
	const failure = requestError({ node: context.getNode(), index: 0 }, error);
	const status = failure instanceof NodeApiError && failure.httpCode !== 'none' ? `, HTTP ${failure.httpCode}` : '';
	return new Refusal('chat_tags', `${quote(oneLine(failure.message))}${status}`);
}

/**
 * Asks the platform for the tags of chats (specification, "Tags"): once for all events of a chat that come together. It is asked only for
 * what a verified delivery tells, and only at the credential's own addresses.
 */
export class ChatTags {
	private readonly known = new BoundedMap<string, Told>(MAX_TAGGED_CHATS);

	private readonly asking = new Map<string, Promise<string[]>>();

	/**
	 * @param now the clock: ms since 1970
	 * @param timeoutMs how long the platform may take, in ms
	 */
	constructor(
		private readonly now: () => number = Date.now,
		private readonly timeoutMs = ASK_TAGS_MS,
	) {}

	/**
	 * The names of a chat's tags, asked for or told less than {@link KEEP_TAGS_MS} ago.
	 *
	 * @param context the webhook's context
	 * @param connection the credential's connection
	 * @param tbChatId the chat's number at the platform
	 * @throws Refusal chat_tags when they cannot be found out now, so that the platform sends the event again
	 */
	private async of(context: IWebhookFunctions, connection: Connection, tbChatId: string): Promise<readonly string[]> {
		const name = nameOf(connection, tbChatId);
		const told = this.known.get(name);
		if (told !== undefined && this.isFresh(told)) return told.names;
		const running = this.asking.get(name);
		if (running !== undefined) return await running;
		if (this.asking.size >= MAX_TAGS_ASKED) throw new Refusal('chat_tags', 'too many chats at once');
		const asked = this.ask(context, connection, tbChatId, name).finally(() => this.asking.delete(name));
		this.asking.set(name, asked);
		return await asked;
	}

	/** Once the clock was set back, nobody knows how old it is. */
	private isFresh({ at }: Told): boolean {
		const age = this.now() - at;
		return age >= 0 && age < KEEP_TAGS_MS;
	}

	/**
	 * The last filter, and the only one that may have to ask the platform.
	 *
	 * @param context the webhook's context
	 * @param connection the credential's connection
	 * @param event an event that everything else has let through
	 * @param settings which tags the chat must have, and which it may not have
	 * @returns the reason against the event; undefined when it passes
	 * @throws Refusal chat_tags when that cannot be found out now
	 */
	async findReason(
		context: IWebhookFunctions,
		connection: Connection,
		event: Event,
		settings: TagSettings,
	): Promise<'tag' | 'excluded_tag' | undefined> {
		const verdict = judgeTags(event, settings);
		if (verdict !== 'unknown') return verdict;
		const tbChatId = String(event.address.tbChatId);
		// without the chat's number there is nothing to ask for: it counts as a chat without tags
		const names = /^-?\d+$/.test(tbChatId) ? await this.of(context, connection, tbChatId) : [];
		const reason = judgeTags(event, settings, names);
		return reason === 'unknown' ? undefined : reason;
	}

	private async ask(context: IWebhookFunctions, connection: Connection, tbChatId: string, name: string): Promise<string[]> {
		const { json, text } = await read(new Platform(context, connection), tbChatId, this.timeoutMs).catch((error: unknown) => {
			throw refusalOf(context, error);
		});
		const names = readList(json).flatMap(readTagNames);
		if (text.length <= MAX_KEPT_LENGTH) this.known.set(name, { names, at: this.now() });
		return names;
	}
}
