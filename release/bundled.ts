/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../sandbox/demo/paths';

/** The file in which `npm run build` records what the bundler read (esbuild, "metafile"), relative to the repository. */
const METAFILE = '.artifacts/metafile.json';

/** A library of which the published files hold a copy. */
export interface Library {
	name: string;
	version: string;
	/** SPDX expression, as its package.json states it. */
	licence: string;
	/** Every license file that it comes with, in the order of their names. */
	texts: Array<{ file: string; text: string }>;
	homepage?: string;
	/** Checksum of the archive that npm installed, as package-lock.json has it (Subresource Integrity). */
	integrity: string;
}

const metafileSchema = z.object({ inputs: z.record(z.unknown()) });

const manifestSchema = z.object({
	name: z.string(),
	version: z.string(),
	license: z.string(),
	homepage: z.string().optional(),
});

const lockSchema = z.object({ packages: z.record(z.object({ integrity: z.string().optional() })) });

const LICENCE_FILE = /^(licen[sc]e|copying|notice)/i;

async function readJson<Value>(file: string, schema: z.ZodType<Value>): Promise<Value> {
	return schema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** The folder of the package that a file belongs to, like node_modules/jose; undefined for a file of this repository. */
function packageOf(file: string): string | undefined {
	return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

async function readLibrary(root: string, folder: string, integrity: string | undefined): Promise<Library> {
	const manifest = await readJson(path.join(root, folder, 'package.json'), manifestSchema);
	const names = (await readdir(path.join(root, folder))).filter((name) => LICENCE_FILE.test(name)).sort();
	if (names.length === 0) throw new Error(`${folder} has no license file, so its terms can't be passed on`);
	if (integrity === undefined) throw new Error(`package-lock.json has no checksum of ${folder}`);
	const texts = names.map(async (file) => ({ file, text: await readFile(path.join(root, folder, file), 'utf8') }));
	const { name, version, license: licence, homepage } = manifest;
	return { name, version, licence, texts: await Promise.all(texts), homepage: homepage || undefined, integrity };
}

/**
 * Reads what the last build took in.
 *
 * @returns paths beneath the repository's folder
 * @throws Error when there was no build
 */
export async function readInputs(): Promise<string[]> {
	const { inputs } = await readJson(path.join(ROOT, METAFILE), metafileSchema);
	return Object.keys(inputs);
}

/**
 * Lists the libraries that files belong to.
 *
 * @param inputs the files that the bundler read, those too of which nothing was left in the end
 * @param root the folder that they are beneath, with package-lock.json in it
 * @returns in the order of their names
 * @throws Error when a library has no license file or no checksum
 */
export async function bundledLibraries(inputs: readonly string[], root: string = ROOT): Promise<Library[]> {
	const { packages } = await readJson(path.join(root, 'package-lock.json'), lockSchema);
	const folders = new Set(inputs.flatMap((file) => packageOf(file) ?? []));
	const libraries = [...folders].map(async (folder) => await readLibrary(root, folder, packages[folder]?.integrity));
	return (await Promise.all(libraries)).sort((one, other) => (one.name < other.name ? -1 : 1));
}
