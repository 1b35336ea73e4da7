/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../sandbox/demo/paths';
import { type Library, bundledLibraries, readInputs } from './bundled';

const RULE = '-'.repeat(80);

/** Within the package; the licenses require their texts in every copy. */
const FILE = 'dist/THIRD-PARTY-NOTICES.txt';

function sectionOf({ name, version, licence, texts, homepage }: Library): string {
	const head = [`${name} ${version}`, `License: ${licence}`, ...(homepage === undefined ? [] : [homepage])];
	return [RULE, ...head, RULE, ...texts.map(({ text }) => `\n${text.replaceAll('\r\n', '\n').trim()}\n`)].join('\n');
}

/**
 * Writes the notices of the libraries that the published files hold copies of.
 *
 * @param libraries what is bundled
 * @returns a text of whole lines
 */
export function noticesOf(libraries: Library[]): string {
	const intro = 'The files of this package contain copies of these libraries. Their licenses follow, unchanged.\n';
	return `${[intro, ...libraries.map(sectionOf)].join('\n')}`;
}

if (require.main === module) {
	void readInputs().then(async (inputs) => {
		await writeFile(path.join(ROOT, FILE), noticesOf(await bundledLibraries(inputs)));
	});
}
