import type { JsonObject } from '../../shared/json';
import { itemsOf } from '../../shared/api/envelope';
import type { Composite } from '../run/item';
import { type Prepare, independent } from '../run/operation';
import { amount, toggle } from '../../shared/parameter';

const returnAll = toggle('Return All', 'returnAll', 'Whether to return all results or only up to a given limit', {
	default: false,
});

const limit = amount('Limit', 'limit', 'Max number of results to return', {
	typeOptions: { minValue: 1 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
}).as((field) => field.number((number) => Number.isInteger(number) && number > 0, 'a whole number above 0'));

/** The number of results that the user wants; Infinity for all. */
export const most: Composite<number> = {
	parts: [returnAll, limit],
	readItem: (item) => (item.read(returnAll) ? Infinity : item.read(limit)),
};

/** Lists all records of a kind. The platform has no pages for these lists, so "Limit" cuts the response. */
export function listing(path: string, complete = (record: JsonObject) => record): Prepare<{ most: number }> {
	return independent(async ({ most: limit }, item) => {
		const records = itemsOf(await item.call({ method: 'GET', path }));
		return records.slice(0, limit).map((record) => complete(record));
	});
}
