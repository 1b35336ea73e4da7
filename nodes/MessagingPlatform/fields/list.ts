import type { JsonObject } from '../../shared/json';
import { itemsOf } from '../../shared/api/envelope';
import type { Composite } from '../run/item';
import { type Prepare, independent } from '../run/operation';
import { parameter, toggle } from '../../shared/parameter';
import { field } from '../../shared/shapes';

const returnAll = toggle(
	field('Return All', 'returnAll', 'boolean', 'Whether to return all results or only up to a given limit'),
);

const limit = parameter(
	field('Limit', 'limit', 'number', 'Max number of results to return', {
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
	}),
	(one) => one.number((number) => Number.isInteger(number) && number > 0, 'a whole number above 0'),
);

/** The number of results that the user wants; Infinity for all. */
export const most: Composite<number> = {
	properties: [returnAll.property, limit.property],
	readItem: (item) => (item.read(returnAll) ? Infinity : item.read(limit)),
};

/** Lists all records of a kind. The platform has no pages for these lists, so "Limit" cuts the response. */
export function listing(path: string, complete = (record: JsonObject) => record): Prepare<{ most: number }> {
	return independent(async ({ most: limit }, item) => {
		const records = itemsOf(await item.call({ method: 'GET', path }));
		return records.slice(0, limit).map((record) => complete(record));
	});
}
