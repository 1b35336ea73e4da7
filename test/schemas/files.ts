/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import { printJson, type JsonObject } from '../../sandbox/core/json';
import { OPERATIONS } from '../helpers/operationTable';
import { previewOf } from './outputs';
import { triggerSchema } from './trigger';

/** The versions of each node: n8n looks for the schemas of each one in a folder of three numbers. */
export const VERSIONS = { MessagingPlatform: [1], MessagingPlatformTrigger: [2] };

function foldersOf(node: keyof typeof VERSIONS): string[] {
	const padded = VERSIONS[node].map((version) => [...String(version).split('.'), '0', '0'].slice(0, 3).join('.'));
	return padded.map((version) => path.posix.join('nodes', node, '__schema__', `v${version}`));
}

const print = (schema: JsonObject) => `${printJson(schema, 2)}\n`;

/** Makes the schema previews of both nodes. */
export function schemaFiles(): Map<string, string> {
	const files = new Map<string, string>();
	for (const folder of foldersOf('MessagingPlatform')) {
		for (const [resource, operations] of Object.entries(OPERATIONS)) {
			for (const [operation, { output }] of Object.entries(operations)) {
				files.set(`${folder}/${resource}/${operation}.json`, print(previewOf(output)));
			}
		}
	}
	for (const folder of foldersOf('MessagingPlatformTrigger')) {
		files.set(`${folder}/output.json`, print(triggerSchema()));
	}
	return files;
}
