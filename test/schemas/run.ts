/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';
import { WITH_ROWS, withRows } from '../docs/operationRows';
import { VERSIONS, schemaFiles } from './files';

/** `npm run schemas`: writes the schema previews, from the contract and the table of operations, and the rows of the documents. */
async function main(): Promise<void> {
	const files = schemaFiles();
	for (const node of Object.keys(VERSIONS)) {
		await rm(path.join(ROOT, 'nodes', node, '__schema__'), { recursive: true, force: true });
	}
	for (const [file, text] of files) {
		await mkdir(path.dirname(path.join(ROOT, file)), { recursive: true });
		await writeFile(path.join(ROOT, file), text);
	}
	for (const document of WITH_ROWS) {
		const file = path.join(ROOT, document);
		await writeFile(file, withRows(document, await readFile(file, 'utf8')));
	}
	process.stdout.write(`${files.size} schema previews\n`);
}

void main();
