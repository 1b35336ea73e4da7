/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { npm, npmEnvironment } from '../../sandbox/demo/npm';
import { DEMO_FOLDER, N8N_FOLDER, ROOT } from '../../sandbox/demo/paths';

/** The programs that run in it, in this order. */
const COMMANDS = ['test:e2e', 'test:examples', 'test:editor', 'test:queue'];

const manifestSchema = z.object({ dependencies: z.object({ n8n: z.string() }) }).passthrough();

const print = (line: string) => void process.stdout.write(`${line}\n`);

function ask(args: string[]): unknown {
	const { file, args: all } = npm([...args, '--json']);
	return JSON.parse(execFileSync(file, all, { encoding: 'utf8', env: npmEnvironment(), stdio: ['ignore', 'pipe', 'ignore'] }));
}

/** A folder for a version, with a lock file if every one of its dependencies can be had. */
function folderOf(version: string): string | undefined {
	const folder = path.join(DEMO_FOLDER, 'n8n', version);
	if (existsSync(path.join(folder, 'package-lock.json'))) return folder;
	const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(ROOT, 'sandbox/n8n/package.json'), 'utf8')));
	manifest.dependencies.n8n = version;
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, undefined, '\t'));
	const { file, args } = npm('install --package-lock-only --ignore-scripts --no-audit --no-fund --loglevel=error'.split(' '));
	const { status, stderr } = spawnSync(file, args, { cwd: folder, env: npmEnvironment(), encoding: 'utf8' });
	if (status === 0) return folder;
	rmSync(folder, { recursive: true });
	const reason = /npm error (?!code)(?:notarget )?(.*)/.exec(stderr)?.[1] ?? 'npm could not resolve it';
	print(`n8n ${version} cannot be installed: ${reason}`);
	return undefined;
}

const STABLE = /^\d+\.\d+\.\d+$/;

/**
 * The wanted version, and for a release up to four before it, newest first: one whose dependencies are incomplete isn't rare. A
 * prerelease (2.42.0-exp.1) is tried alone.
 */
function versionsToTry(wanted: string, published: string[]): string[] {
	if (!STABLE.test(wanted)) return [wanted];
	const compare = (one: string, other: string) => other.localeCompare(one, 'en', { numeric: true });
	return [wanted, ...published.filter((one) => STABLE.test(one) && compare(one, wanted) > 0).sort(compare)].slice(0, 5);
}

/**
 * `npm run test:latest [version or tag] [-- --resolve]`: runs every test that has a real n8n in the newest one that can be had;
 * with --resolve only says which one that is.
 */
function main(): void {
	const [wanted = 'latest'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
	const version = z.string().parse(ask(['view', `n8n@${wanted}`, 'version']));
	const published = z.array(z.string()).parse(ask(['view', 'n8n', 'versions']));
	const tried = versionsToTry(version, published);
	const one = tried.find((candidate) => folderOf(candidate) !== undefined);
	if (one === undefined) throw new Error(`None of these can be installed: ${tried.join(', ')}`);
	print(`n8n ${one}`);
	if (process.argv.includes('--resolve')) return;
	const failed = COMMANDS.filter((command) => {
		const { file, args } = npm(['run', command]);
		const env = { ...process.env, [N8N_FOLDER]: folderOf(one) };
		return spawnSync(file, args, { cwd: ROOT, env, stdio: 'inherit' }).status !== 0;
	});
	print(failed.length === 0 ? `Everything passed in n8n ${one}` : `Failed in n8n ${one}: ${failed.join(', ')}`);
	process.exitCode = failed.length === 0 ? 0 : 1;
}

main();
