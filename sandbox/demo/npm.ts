/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from './command';

/** How to run npm with these arguments: the npm that started this process, or the PATH's. */
export function npm(args: string[]): Pick<Command, 'file' | 'args'> {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('npm-cli.js') ? { file: process.execPath, args: [cli, ...args] } : { file: 'npm', args };
}

/**
 * The environment for npm in another package than the root: without what `npm start` hands down from the root package's own settings,
 * and with this Node.js's own headers where it has them, which spares a download when sqlite3 is compiled.
 */
export function npmEnvironment(): NodeJS.ProcessEnv {
	const env = { ...process.env };
	for (const name of Object.keys(env)) {
		if (/^npm_(package_|lifecycle_|config_(legacy_peer_deps|ignore_scripts|local_prefix))/i.test(name)) delete env[name];
	}
	const prefix = path.resolve(path.dirname(process.execPath), '..');
	if (existsSync(path.join(prefix, 'include/node/node_api.h'))) env.npm_config_nodedir ??= prefix;
	return env;
}
