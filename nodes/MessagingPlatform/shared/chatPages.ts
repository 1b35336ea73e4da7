import { valueError } from './errors';
import type { JsonObject } from './json';
import { isJsonObject } from './json';
import type { ApiContext, ApiRequest } from './transport';
import { hostOf, itemsOf, readAnswer, sendHttp, toHttpOptions } from './transport';
import { CREDENTIAL_NAME, mayCarryToken, readConnection } from './connection';

/** What to list: query parameters of the chat list (specification, "Chats"). */
export interface ChatQuery {
	/** Earliest time of the last message, Unix ms; at most 3 months ago. */
	from: number;
	/** Only blocked or only unblocked chats; all when absent. */
	blocked?: boolean;
}

/** The service keeps the chat list for at most 3 months (specification, "Limits", "Chat list depth"). */
export function earliestFrom(now: Date): Date {
	const earliest = new Date(now);
	earliest.setUTCMonth(earliest.getUTCMonth() - 3);
	return earliest;
}

/**
 * Lists chats page by page, following `$nextPage` until the page without chats or until the limit, never to another origin
 * and never in a circle.
 *
 * @param context the n8n context
 * @param query which chats
 * @param limit number of chats to stop at; nothing more is fetched once it is reached
 * @param itemIndex index of the item, for errors
 * @yields the chats of one page
 * @throws NodeApiError when a call fails, NodeOperationError when a link leads elsewhere or repeats
 */
export async function* chatPages(
	context: ApiContext,
	query: ChatQuery,
	limit: number,
	itemIndex = 0,
): AsyncGenerator<JsonObject[]> {
	const connection = readConnection(await context.getCredentials(CREDENTIAL_NAME));
	const first: ApiRequest = { method: 'GET', path: '/v1/chats', query: { ...query } };
	let options = toHttpOptions(first);
	const seen = new Set<string>();
	let left = limit;
	for (;;) {
		const body = await readAnswer(context, itemIndex, await sendHttp(context, options, itemIndex));
		const chats = itemsOf(body).slice(0, left);
		left -= chats.length;
		if (chats.length > 0) yield chats;
		const link = isJsonObject(body) ? body.$nextPage : undefined;
		if (chats.length === 0 || left <= 0 || typeof link !== 'string' || link === '') return;
		const next = URL.canParse(link, `${connection.baseUrl}/`) ? new URL(link, `${connection.baseUrl}/`).href : link;
		if (!mayCarryToken(connection, next)) {
			throw valueError(
				context.getNode(),
				itemIndex,
				`The list of chats goes on at an address outside ${await hostOf(context)}, so it was not followed`,
				`The service's link to the next page was ${next.slice(0, 200)}. The token is sent to the credential's own addresses only.`,
			);
		}
		if (seen.has(next)) {
			throw valueError(
				context.getNode(),
				itemIndex,
				'The list of chats repeats: the service gave the same link to the next page twice',
				'Set a limit, or report this to the support of the service.',
			);
		}
		seen.add(next);
		options = { ...toHttpOptions({ method: 'GET', path: next }) };
	}
}
