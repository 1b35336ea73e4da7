/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import { FILES, PLACES } from './repository';
import { documentText, tableBelow } from './tables';

const page = documentText('docs/develop/architecture.md');

/** The files that one file imports, as paths from the root. */
function importsOf(file: string): string[] {
	return [...documentText(file).matchAll(/from '(\.[^']+)'/g)].flatMap(([, target = '']) => {
		const base = path.posix.join(path.posix.dirname(file), target);
		return [`${base}.ts`, `${base}/index.ts`].filter((one) => FILES.includes(one));
	});
}

/** Every file that a node's class needs, with the class itself. */
function reachableFrom(entry: string): Set<string> {
	const found = new Set([entry]);
	for (const file of found) for (const imported of importsOf(file)) found.add(imported);
	return found;
}

const filesOf = (cell = '') => cell.split(', ');

test.each([
	['Folders of the action node', 'nodes/MessagingPlatform/'],
	['Folders of the trigger', 'nodes/MessagingPlatformTrigger/'],
])('%s are all listed, each above those that it imports from', (heading, node) => {
	const listed = tableBelow(page, heading).map(([folder = '']) => folder);
	const folders = [...PLACES].filter((place) => place.startsWith(node) && /^\w+$/.test(place.slice(node.length)));
	expect([...listed].sort()).toEqual(
		folders
			.filter((place) => !place.endsWith('__schema__'))
			.map((place) => `${place}/`)
			.sort(),
	);
	const upward = FILES.filter((file) => file.startsWith(node) && file.endsWith('.ts')).flatMap((file) => {
		const own = listed.findIndex((folder) => file.startsWith(folder));
		const above = listed.slice(0, Math.max(own, 0));
		return importsOf(file).filter((imported) => above.some((folder) => imported.startsWith(folder)));
	});
	expect(upward).toEqual([]);
});

test.each([
	['One item, to POST /messages', 'nodes/MessagingPlatform/MessagingPlatform.node.ts'],
	['One delivery, to an event', 'nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node.ts'],
])('%s leads through files that the node loads, step by step', (heading, entry) => {
	const rows = tableBelow(page, heading);
	expect(rows.map(([step]) => Number(step))).toEqual(rows.map((_row, index) => index + 1));
	const loaded = reachableFrom(entry);
	// n8n calls the credential, and the credential this file
	for (const file of reachableFrom('credentials/MessagingPlatformApi.credentials.ts')) loaded.add(file);
	expect(rows.flatMap(([, , files]) => filesOf(files)).filter((file) => !loaded.has(file))).toEqual([]);
});
