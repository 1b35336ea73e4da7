/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './command';
import type { InstallOptions } from './install';
import { withLock } from './lock';
import { npm, npmEnvironment } from './npm';
import { DEMO_FOLDER, exists, ROOT } from './paths';

/** The package as `npm publish` would upload it. */
export interface Tarball {
	name: string;
	version: string;
	file: string;
	fingerprint: string;
}

/** Everything that ends up in the tarball, or decides how. */
const SOURCES = [
	...['credentials', 'nodes', 'icons', 'release', 'package.json', 'package-lock.json'],
	...['gulpfile.js', 'tsconfig.json', 'tsconfig.build.json'],
];
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE'];
const packed = path.join(DEMO_FOLDER, 'package');
const log = path.join(DEMO_FOLDER, 'build.log');

/** Builds and packs the package, unless the tarball of exactly these sources is there already. */
export async function ensureTarball({ onProgress, signal }: InstallOptions): Promise<Tarball> {
	return await withLock({ name: 'build', onProgress, signal }, async () => {
		const { name, version }: { name: string; version: string } = JSON.parse(
			await readFile(path.join(ROOT, 'package.json'), 'utf8'),
		);
		const fingerprint = await fingerprintOf([...SOURCES, ...DOCUMENTS]);
		const tarball = { name, version, fingerprint, file: path.join(packed, `${name}-${version}.tgz`) };
		const stampFile = path.join(packed, 'fingerprint');
		const stamp = await readFile(stampFile, 'utf8').catch(() => '');
		if (stamp === fingerprint && (await exists(tarball.file))) return tarball;
		await rm(packed, { recursive: true, force: true });
		await rm(log, { force: true });
		await mkdir(packed, { recursive: true });
		const common = { cwd: ROOT, log, onProgress, signal };
		await runCommand({
			...common,
			...npm(['run', 'build']),
			env: npmEnvironment(),
			title: 'Building the package',
			remedy: 'The end of the log shows the error, and so does `npm run build`. After a pull, run `npm ci` first.',
		});
		await runCommand({
			...common,
			...npm(['pack', '--ignore-scripts', '--pack-destination', packed]),
			env: npmEnvironment(),
			title: 'Packing the package',
			remedy: "The end of the log says what npm couldn't do.",
		});
		await writeFile(stampFile, fingerprint);
		return tarball;
	});
}

/** Puts the package where n8n's own installer puts community packages, unless this very one is there already. */
export async function installPackage(userFolder: string, tarball: Tarball, options: InstallOptions): Promise<boolean> {
	const target = path.join(userFolder, '.n8n/nodes/node_modules', tarball.name);
	const stampFile = path.join(userFolder, `.n8n/nodes/${tarball.name}.fingerprint`);
	if ((await readFile(stampFile, 'utf8').catch(() => '')) === tarball.fingerprint) return false;
	await rm(stampFile, { force: true });
	await rm(target, { recursive: true, force: true });
	options.onProgress(`Installing ${tarball.name} ${tarball.version} into n8n`);
	await unpack(tarball.file, target, { ...options, onProgress: () => undefined });
	await writeFile(stampFile, tarball.fingerprint);
	return true;
}

/** Unpacks a tarball of npm into a folder, which is made when missing. */
export async function unpack(file: string, folder: string, options: InstallOptions): Promise<void> {
	await mkdir(folder, { recursive: true });
	await runCommand({
		...options,
		title: `Unpacking ${path.basename(file)}`,
		file: 'tar',
		args: ['-xzf', file, '-C', folder, '--strip-components=1'],
		cwd: folder,
		log,
		remedy: 'It needs the tool tar. Install it (Debian and Ubuntu: apt-get install -y tar) and run the same command again.',
	});
}

/** SHA-256 over the names and contents of these files and folders of the repository; missing ones count as absent. */
async function fingerprintOf(entries: string[]): Promise<string> {
	const hash = createHash('sha256');
	for (const entry of entries) {
		for (const file of await filesUnder(path.join(ROOT, entry))) {
			hash
				.update(`${path.relative(ROOT, file)}\0`)
				.update(await readFile(file))
				.update('\0');
		}
	}
	return hash.digest('hex');
}

async function filesUnder(entry: string): Promise<string[]> {
	const children = await readdir(entry, { withFileTypes: true }).catch(() => undefined);
	if (!children) return (await exists(entry)) ? [entry] : [];
	const nested = await Promise.all(children.map((child) => filesUnder(path.join(entry, child.name))));
	return nested.flat().sort();
}
