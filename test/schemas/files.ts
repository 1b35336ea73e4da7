import { printJson, type JsonObject } from '../../sandbox/core/json';
import { OPERATIONS } from '../helpers/operationTable';
import { previewOf, triggerSchema } from './outputs';

/** The versions of each node: n8n looks for the schemas of each one in a folder of three numbers. */
export const VERSIONS = { MessagingPlatform: [1], MessagingPlatformTrigger: [2] };

const foldersOf = (node: keyof typeof VERSIONS) => VERSIONS[node].map((version) => `nodes/${node}/__schema__/v${version}.0.0`);
const print = (schema: JsonObject) => `${printJson(schema, 2)}\n`;

export function schemaFiles(): Map<string, string> {
	const outputs = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, { output }]) => [`${resource}/${operation}.json`, print(previewOf(output))]),
	);
	const actions = foldersOf('MessagingPlatform').flatMap((folder) =>
		outputs.map(([file, text = '']): [string, string] => [`${folder}/${file}`, text]),
	);
	const triggers = foldersOf('MessagingPlatformTrigger').map((folder): [string, string] => [
		`${folder}/output.json`,
		print(triggerSchema()),
	]);
	return new Map([...actions, ...triggers]);
}
