/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { npm, npmEnvironment } from '../../sandbox/demo/npm';
import { DEMO_FOLDER, N8N_FOLDER, ROOT } from '../../sandbox/demo/paths';
import { versionsToTry } from './versions';

/** The programs that run in it, in this order. */
const COMMANDS = ['test:e2e', 'test:examples', 'test:editor', 'test:queue'];

const manifestSchema = z.object({ dependencies: z.object({ n8n: z.string() }) }).passthrough();

const print = (line: string) => void process.stdout.write(`${line}\n`);

function ask(args: string[]): unknown {
	const { file, args: all } = npm([...args, '--json']);
	return JSON.parse(execFileSync(file, all, { encoding: 'utf8', env: npmEnvironment(), stdio: ['ignore', 'pipe', 'ignore'] }));
}

/** A folder for a version, with a lock file if every one of its dependencies can be had. */
function prepare(version: string): string | undefined {
	const folder = path.join(DEMO_FOLDER, 'n8n', version);
	if (existsSync(path.join(folder, 'package-lock.json'))) return folder;
	const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(ROOT, 'sandbox/n8n/package.json'), 'utf8')));
	manifest.dependencies.n8n = version;
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, undefined, '\t'));
	const { file, args } = npm([
		'install',
		'--package-lock-only',
		'--ignore-scripts',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	]);
	const { status, stderr } = spawnSync(file, args, { cwd: folder, env: npmEnvironment(), encoding: 'utf8' });
	if (status === 0) return folder;
	rmSync(folder, { recursive: true });
	const reason = /npm error (?!code)(?:notarget )?(.*)/.exec(stderr)?.[1] ?? 'npm could not resolve it';
	print(`n8n ${version} cannot be installed: ${reason}`);
	return undefined;
}

function firstOf(versions: string[]): { one: string; folder: string } {
	for (const one of versions) {
		const folder = prepare(one);
		if (folder !== undefined) return { one, folder };
	}
	throw new Error(`None of these can be installed: ${versions.join(', ')}`);
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
	const found = firstOf(tried);
	print(`n8n ${found.one}`);
	if (process.argv.includes('--resolve')) return;
	const failed = COMMANDS.filter((command) => {
		const { file, args } = npm(['run', command]);
		const env = { ...process.env, [N8N_FOLDER]: found.folder };
		return spawnSync(file, args, { cwd: ROOT, env, stdio: 'inherit' }).status !== 0;
	});
	print(failed.length === 0 ? `Everything passed in n8n ${found.one}` : `Failed in n8n ${found.one}: ${failed.join(', ')}`);
	process.exitCode = failed.length === 0 ? 0 : 1;
}

main();
