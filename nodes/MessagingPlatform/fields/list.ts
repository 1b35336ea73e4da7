import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../shared/json';
import { itemsOf } from '../../shared/api/envelope';
import type { Item } from '../run/item';
import { type Prepare, independent } from '../run/operation';
import { field } from '../../shared/shapes';

export const listFields: INodeProperties[] = [
	field('Return All', 'returnAll', 'boolean', 'Whether to return all results or only up to a given limit'),
	field('Limit', 'limit', 'number', 'Max number of results to return', {
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
	}),
];

/** @returns the number of results that the user wants; Infinity for all */
export function readLimit(item: Item): number {
	if (item.field('returnAll').flag() === true) return Infinity;
	return item.field('limit').number((limit) => Number.isInteger(limit) && limit > 0, 'a whole number above 0');
}

/** Lists all records of a kind. The platform has no pages for these lists, so "Limit" cuts the response. */
export function listing(path: string, complete = (record: JsonObject) => record): Prepare {
	return independent(async (item) => {
		const limit = readLimit(item);
		const records = itemsOf(await item.call({ method: 'GET', path }));
		return records.slice(0, limit).map((record) => complete(record));
	});
}
