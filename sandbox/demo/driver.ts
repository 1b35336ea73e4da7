/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type Command, runCommand } from './command';
import { DemoFailure } from './settings';
import { nodeHeaders, npm } from './npm';
import { DEMO_FOLDER } from './paths';

const DRIVER = 'sqlite3';
/** The file that npm's build leaves the driver in, within the folder of its package. */
export const DRIVER_FILE = `${DRIVER}/build/Release/node_sqlite3.node`;

const entrySchema = z
	.object({
		version: z.string().optional(),
		dependencies: z.record(z.string()).optional(),
		optionalDependencies: z.record(z.string()).optional(),
	})
	.passthrough();
const lockSchema = z.object({ lockfileVersion: z.number(), packages: z.record(entrySchema) });
type Packages = z.infer<typeof lockSchema>['packages'];

/** Finds a package from the folder of another, as Node.js does: next to it or further up. */
function resolve(packages: Packages, from: string, name: string): string | undefined {
	for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
		const place = `${folder}${folder && '/'}node_modules/${name}`;
		if (packages[place]) return place;
		if (folder === '') return undefined;
	}
}

/** Picks what the database driver needs from n8n's lock file: the same versions with the same checksums, in the same places. */
export function driverPackage(text: string): { manifest: object; lock: object } {
	const { lockfileVersion, packages } = lockSchema.parse(JSON.parse(text));
	const needed = new Set<string>();
	const add = (from: string, name: string) => {
		const place = resolve(packages, from, name);
		if (place === undefined || needed.has(place)) return;
		needed.add(place);
		const parent = place.slice(0, place.lastIndexOf('/node_modules/'));
		if (parent.startsWith('node_modules/')) add('', parent.slice('node_modules/'.length));
		const { dependencies, optionalDependencies } = packages[place] ?? {};
		for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) add(place, one);
	};
	add('', DRIVER);
	const version = packages[`node_modules/${DRIVER}`]?.version;
	if (version === undefined) throw new Error(`n8n's package-lock.json has no ${DRIVER}`);
	const manifest = { name: 'n8n-database-driver', version: '0.0.0', private: true, dependencies: { [DRIVER]: version } };
	const entries = [...needed].sort().map((place) => [place, packages[place]]);
	return {
		manifest,
		lock: { ...manifest, lockfileVersion, requires: true, packages: { '': manifest, ...Object.fromEntries(entries) } },
	};
}

/** Builds n8n's database driver in a folder of its own, so that it does not have to wait for n8n's other packages. */
export async function buildDriver(lock: string, common: Pick<Command, 'env' | 'log' | 'onProgress' | 'signal'>): Promise<string> {
	const cwd = path.join(DEMO_FOLDER, 'driver');
	const own = driverPackage(lock);
	await rm(cwd, { recursive: true, force: true });
	await mkdir(cwd, { recursive: true });
	await writeFile(path.join(cwd, 'package.json'), JSON.stringify(own.manifest));
	await writeFile(path.join(cwd, 'package-lock.json'), JSON.stringify(own.lock));
	const title = "Building n8n's database driver (sqlite3)";
	await runCommand({
		...common,
		...npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
		cwd,
		title: "Downloading n8n's database driver (sqlite3)",
		remedy: 'The network or a proxy is the usual cause: check that `npm ping` answers, then run the same command again.',
	});
	await runCommand({
		...common,
		...npm(['rebuild', DRIVER, '--ignore-scripts=false']),
		cwd,
		// JOBS is node-gyp's: one compiler for each processor.
		env: { ...common.env, ...nodeHeaders(), JOBS: 'max' },
		title,
		remedy:
			"If npm can't download a ready-made driver, it compiles one. That needs Python 3, make and a C++ compiler.\n" +
			'Debian and Ubuntu: apt-get install -y python3 make g++. macOS: xcode-select --install.',
	});
	const modules = path.join(cwd, 'node_modules');
	await access(path.join(modules, DRIVER_FILE)).catch(() => {
		throw new DemoFailure(
			`npm finished, but n8n's database driver is missing: ${path.join(modules, DRIVER_FILE)}\nLog: ${common.log}`,
			`Delete ${cwd} and run the same command again.`,
		);
	});
	return modules;
}
