/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from './command';

/** Builds the command for npm with these arguments: the npm that started this process, or the PATH's. */
export function npm(args: string[]): Pick<Command, 'file' | 'args'> {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('npm-cli.js') ? { file: process.execPath, args: [cli, ...args] } : { file: 'npm', args };
}

/** The environment for npm: without what `npm start` hands down from the root package and its own settings. */
export function npmEnvironment(): NodeJS.ProcessEnv {
	const handedDown = /^npm_(package_|lifecycle_|config_(legacy_peer_deps|ignore_scripts|local_prefix))/i;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !handedDown.test(name)));
}

/** Points node-gyp to the headers of this Node.js, if it has them: that spares it a download. */
export function nodeHeaders(): NodeJS.ProcessEnv {
	const prefix = path.resolve(path.dirname(process.execPath), '..');
	if (process.env.npm_config_nodedir || !existsSync(path.join(prefix, 'include/node/node_api.h'))) return {};
	return { npm_config_nodedir: prefix };
}
