import { printJson } from '../../shared/json';
import type { Resource } from './operation';

/**
 * What stands below a node's name on the canvas: what it does, in the words of n8n's own list of actions.
 *
 * @param resources the node's resources
 * @returns an expression, which the editor alone evaluates
 */
export function subtitleOf(resources: Resource[]): string {
	const actions = resources.flatMap(({ option, operations }) =>
		operations.map((operation) => [`${option.value} ${operation.option.value}`, operation.option.action]),
	);
	return `={{ ${printJson(Object.fromEntries(actions))}[$parameter["resource"] + " " + $parameter["operation"]] }}`;
}
