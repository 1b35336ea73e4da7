/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../sandbox/demo/paths';
import { type Library, bundledLibraries, readInputs } from './bundled';

/** CycloneDX's names of the checksums that npm uses. */
const HASHES: Record<string, string> = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' };

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string(), description: z.string() });

/** What every component has. Its address (package URL) also serves as its id. */
function componentOf(name: string, version: string, licence: string) {
	const purl = `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
	return { type: 'library', name, version, 'bom-ref': purl, purl, licenses: [{ expression: licence }] };
}

function bundled({ name, version, licence, homepage, integrity }: Library) {
	const [algorithm = '', digest = ''] = integrity.split('-');
	const alg = HASHES[algorithm];
	if (alg === undefined) throw new Error(`${name}: ${algorithm} isn't a checksum that an SBOM can state`);
	return {
		...componentOf(name, version, licence),
		scope: 'required',
		hashes: [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }],
		externalReferences: homepage === undefined ? [] : [{ url: homepage, type: 'website' }],
	};
}

/**
 * Lists what the published files are made of, as CycloneDX 1.6. The same build gives the same text: it has no time and no random
 * number in it. `npm sbom` has both, and lists what is installed.
 *
 * @param manifest name, version, license and description of this package
 * @param libraries what is bundled
 * @returns JSON
 */
export function sbomOf(manifest: unknown, libraries: Library[]): string {
	const { name, version, license, description } = manifestSchema.parse(manifest);
	const main = componentOf(name, version, license);
	const components = libraries.map(bundled);
	const refs = components.map((component) => component['bom-ref']);
	const bom = {
		$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: { component: { ...main, description } },
		components,
		dependencies: [{ ref: main['bom-ref'], dependsOn: refs }, ...refs.map((ref) => ({ ref }))],
	};
	return `${JSON.stringify(bom, undefined, '\t')}\n`;
}

/** `npm run sbom`: after a build, writes sbom.cdx.json into the folder that is named, or into the repository's. */
async function main(): Promise<void> {
	const manifest: unknown = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
	const libraries = await bundledLibraries(await readInputs());
	const file = path.join(path.resolve(process.argv[2] ?? ROOT), 'sbom.cdx.json');
	await writeFile(file, sbomOf(manifest, libraries));
	process.stdout.write(`${file}: ${libraries.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`);
}

if (require.main === module) void main();
