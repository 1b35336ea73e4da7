import type { INodePropertyRouting } from 'n8n-workflow';
import { routingOf } from './operation';
import { apiCall } from '../../shared/platform/calls';
import { itemsOf } from '../../shared/platform/envelope';
import { readLimit } from './values';

/**
 * Tells an operation that lists everything the service has of a kind; the service has no pages for these lists, so
 * "Limit" cuts the answer.
 *
 * @param path path below the base address
 * @returns the `routing` of the operation's option
 */
export function listing(path: string): INodePropertyRouting {
	return routingOf(async (item) => {
		const limit = readLimit(item);
		return itemsOf(await apiCall(item.functions, { method: 'GET', path }, item.index)).slice(0, limit);
	});
}
