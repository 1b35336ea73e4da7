/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';
import { documentText } from './tables';

const FOLDERS = ['.ci', '.github', 'credentials', 'docs', 'examples', 'icons', 'nodes', 'release', 'sandbox', 'test'];
/** Folders that commands make: n8n's alone has more files than all else together. */
const MADE = ['node_modules', 'dist', '.artifacts'];

/** Every file of a folder of the repository, as paths from the repository's root. */
export const filesUnder = (folder: string): string[] =>
	readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const name = `${folder}/${entry.name}`;
		if (!entry.isDirectory()) return [name];
		return MADE.includes(entry.name) ? [] : filesUnder(name);
	});

/** Every file of the repository, as a path from its root. */
export const FILES: string[] = [
	...readdirSync(ROOT).filter((name) => statSync(path.join(ROOT, name)).isFile()),
	...FOLDERS.flatMap(filesUnder),
];

/** Every folder of it. */
export const PLACES = new Set(
	FILES.flatMap((file) => file.split('/').map((_part, depth, parts) => parts.slice(0, depth).join('/'))),
);

/** Every document that people read. */
export const DOCUMENTS = FILES.filter((file) => file.endsWith('.md'));

/** The code of some folders as one text: texts that are put together are one text, and what is filled in is `…`. */
export function wordsOf(folders: RegExp): string {
	return FILES.filter((file) => folders.test(file) && file.endsWith('.ts'))
		.map((file) => documentText(file))
		.join('\n')
		.replace(/['"`]\s*\+\s*['"`]/g, '')
		.replace(/\$\{[^{}]*\}/g, '…');
}
