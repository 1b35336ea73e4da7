import type { IExecuteFunctions } from 'n8n-workflow';
import { type Item, itemAt } from './item';
import { isObject } from '../../shared/json';

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (Array.isArray(value)) return (value as unknown[]).some(hasExpression);
	return isObject(value) && Object.values(value).some(hasExpression);
}

/**
 * Reads the items of a node in a loop. A parameter without an expression is the same for every item, so it is resolved
 * for the first that asks and then remembered: n8n prepares its whole expression data for each parameter that is asked for.
 *
 * @param functions n8n's context for all items
 * @returns makes the item of an index; its remembered values must not be changed
 */
export function itemReader(functions: IExecuteFunctions): (index: number) => Item {
	const node = functions.getNode();
	const items = functions.getInputData();
	const remembered = new Map<string, unknown>();
	const fixed = new Map<string, boolean>();

	function once(kind: 'located' | 'parameter', name: string, resolve: () => unknown): unknown {
		const isFixed = fixed.get(name) ?? !hasExpression(node.parameters[name]);
		fixed.set(name, isFixed);
		if (!isFixed) return resolve();
		const key = `${kind} ${name}`;
		if (!remembered.has(key)) remembered.set(key, resolve());
		return remembered.get(key);
	}

	const first = itemAt(functions, 0);
	return (index) => ({
		...first,
		index,
		data: items[index] ?? { json: {} },
		proxy: () => functions.getWorkflowDataProxy(index),
		parameter: (name) => once('parameter', name, () => functions.getNodeParameter(name, index, undefined)),
		located: (name) => once('located', name, () => functions.getNodeParameter(name, index, undefined, { extractValue: true })),
	});
}
