/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';
import { documentText } from './tables';

const FOLDERS = ['.ci', '.github', 'credentials', 'docs', 'examples', 'icons', 'nodes', 'release', 'sandbox', 'test'];

/** Every file of the repository, as a path from its root. */
export const FILES: string[] = [
	...readdirSync(ROOT).filter((name) => statSync(path.join(ROOT, name)).isFile()),
	...FOLDERS.flatMap((top) =>
		readdirSync(path.join(ROOT, top), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
	),
].filter((file) => !/(^|\/)(node_modules|dist|\.artifacts)\//.test(file));

/** Every folder of it. */
export const PLACES = new Set(
	FILES.flatMap((file) => file.split('/').map((_part, depth, parts) => parts.slice(0, depth).join('/'))),
);

/** Every document that people read. */
export const DOCUMENTS = FILES.filter((file) => file.endsWith('.md') && !/^(test|node_modules)\//.test(file));

/** The code of some folders as one text: texts that are put together are one text, and what is filled in is `…`. */
export function wordsOf(folders: RegExp): string {
	return FILES.filter((file) => folders.test(file) && file.endsWith('.ts'))
		.map((file) => documentText(file))
		.join('\n')
		.replace(/['"`]\s*\+\s*['"`]/g, '')
		.replace(/\$\{[^{}]*\}/g, '…');
}
