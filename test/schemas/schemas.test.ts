/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { loadOutputSchema } from 'n8n-core';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { isJsonObject, type Json } from '../../sandbox/core/json';
import { ROOT } from '../../sandbox/demo/paths';
import { OPERATIONS } from '../helpers/operationTable';
import { VERSIONS, schemaFiles } from './files';

const folderOf = (node: string) => path.join(ROOT, 'nodes', node);

const names = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
	Object.keys(operations).map((operation): [string, string] => [resource, operation]),
);

function committed(): Map<string, string> {
	const files = Object.keys(VERSIONS).flatMap((node) => {
		const folder = path.join(folderOf(node), '__schema__');
		const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
		return entries.map((entry) => path.join(entry.parentPath, entry.name));
	});
	return new Map(files.map((file) => [path.relative(ROOT, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8')]));
}

/** The places of a schema that say nothing of what is there. */
function untold(schema: Json, place = ''): string[] {
	if (!isJsonObject(schema)) return [place];
	const { properties, items } = schema;
	const own = schema.type === undefined ? [place] : [];
	const inner = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, one]) =>
		untold(one, `${place}.${name}`),
	);
	return [...own, ...inner, ...(items === undefined ? [] : untold(items, `${place}[]`))];
}

describe('the schema previews', () => {
	test('are there for every version of the nodes', () => {
		const nodes = { MessagingPlatform, MessagingPlatformTrigger };
		const versions = Object.entries(nodes).map(([name, Node]) => [name, [new Node().description.version].flat()]);
		expect(VERSIONS).toEqual(Object.fromEntries(versions));
	});

	test('are what the contract and the table of outputs say, byte for byte, and no others', () => {
		// out of date? npm run schemas
		const made = schemaFiles();
		expect([...committed().keys()].sort()).toEqual([...made.keys()].sort());
		expect(Object.fromEntries(committed())).toEqual(Object.fromEntries(made));
	});

	const schemaOf = ([resource, operation]: [string, string]) =>
		loadOutputSchema({ nodeDir: folderOf('MessagingPlatform'), version: 1, resource, operation })?.properties as
			object | undefined;

	test('of each operation are in the place that n8n reads, without references', () => {
		const schemas = names.map((name) => [...name, schemaOf(name) ?? {}] as const);
		const wrong = schemas.filter(
			([, , members]) => Object.keys(members).length === 0 || JSON.stringify(members).includes('$ref'),
		);
		expect(wrong).toEqual([]);
	});

	test('name up to ten fields of a simplified output', () => {
		const simplified = names.filter(([resource, operation]) => OPERATIONS[resource]?.[operation]?.form.includes('Simplify'));
		const fields = simplified.map((name) =>
			// a message that was skipped has only these and its chat
			Object.keys(schemaOf(name) ?? {}).filter((field) => !['skippedBecause', 'tag'].includes(field)),
		);
		expect(fields.length).toBeGreaterThan(4);
		expect(fields.filter(({ length }) => length > 10)).toEqual([]);
	});

	test('the trigger has one in the place that n8n reads', () => {
		const schema = loadOutputSchema({ nodeDir: folderOf('MessagingPlatformTrigger'), version: 2, versionFallback: true });
		expect(schema).toMatchObject({ type: 'object', properties: { chatRef: { type: 'string' }, text: { type: 'string' } } });
	});

	test('say of every field what it is, unless the specification does not show it', () => {
		const places = [...committed().values()].flatMap((text) => untold(JSON.parse(text) as Json));
		const fields = new Set(places.map((place) => place.replace(/^.*\./, '')));
		// the last occurs in several events, in different senses
		expect(fields).toEqual(new Set(['deliveryStatuses[]', 'errorCode', 'status', 'statusCode', 'timezone', 'reason']));
	});
});
