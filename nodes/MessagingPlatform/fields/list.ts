import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../shared/json';
import { itemsOf } from '../../shared/api/envelope';
import type { Item } from '../run/item';
import { type Prepare, independent } from '../run/operation';

/** Whether a list operation returns everything, and how much it returns otherwise. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

/**
 * Reads "Return All" and "Limit".
 *
 * @param item the item
 * @returns how many elements the user wants; Infinity for all
 * @throws NodeOperationError when the limit is not a whole number above 0
 */
export function readLimit(item: Item): number {
	if (item.parameter('returnAll') === true) return Infinity;
	return item.field('limit').number((limit) => Number.isInteger(limit) && limit > 0, 'a whole number above 0');
}

/**
 * Tells an operation that lists everything the platform has of a kind; the platform has no pages for these lists, so "Limit"
 * cuts the answer.
 *
 * @param path path below the base address
 * @param complete makes the output object of a record; the record itself otherwise
 */
export function listing(path: string, complete = (record: JsonObject) => record): Prepare {
	return independent(async (item) => {
		const limit = readLimit(item);
		const records = itemsOf(await item.call({ method: 'GET', path }));
		return records.slice(0, limit).map((record) => complete(record));
	});
}
