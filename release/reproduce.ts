/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../sandbox/demo/paths';

interface Place {
	/** The folder's name: paths of two lengths. */
	folder: string;
	umask: string;
	env: Record<string, string>;
}

/** Two machines, as far as one can play them. */
const PLACES: Place[] = [
	{ folder: 'one', umask: '022', env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' } },
	{ folder: 'another/folder, with a longer name', umask: '077', env: { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: '' } },
];

const shell = (script: string, cwd: string, env: Record<string, string> = {}) =>
	execFileSync('sh', ['-ec', script], {
		cwd,
		env: { ...process.env, ...env },
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});

/** Copies the repository as a clone would have it, plus changes that are not committed. */
function copyTo(folder: string, umask: string): void {
	mkdirSync(folder, { recursive: true });
	const files = shell('git ls-files -z --cached --others --exclude-standard', ROOT).split('\0');
	for (const file of files.filter((name) => name !== '' && !/^(test|docs|examples)\//.test(name))) {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		cpSync(path.join(ROOT, file), path.join(folder, file));
	}
	shell(`umask ${umask}; chmod -R go=$( [ ${umask} = 077 ] && echo '' || echo rX ) .`, folder);
	// hard links if the file system has them, otherwise copies
	shell(`cp -al "${ROOT}/node_modules" . 2>/dev/null || cp -R "${ROOT}/node_modules" .`, folder);
}

function packIn({ folder, umask, env }: Place, above: string): { name: string; sha256: string } {
	const here = path.join(above, folder);
	copyTo(here, umask);
	shell(`umask ${umask}; npm run --silent build >&2; npm pack --silent --ignore-scripts >/dev/null`, here, env);
	const [name = ''] = readdirSync(here).filter((file) => file.endsWith('.tgz'));
	const sha256 = createHash('sha256')
		.update(readFileSync(path.join(here, name)))
		.digest('hex');
	process.stdout.write(`${sha256}  ${name}, in "${folder}", umask ${umask}, time zone ${env.TZ}, Node.js ${process.version}\n`);
	return { name, sha256 };
}

/** `npm run reproduce`: builds and packs twice, in places that differ, and fails when the archives do. */
function main(): void {
	const above = mkdtempSync(path.join(tmpdir(), 'reproduce-'));
	try {
		const sums = PLACES.map((place) => packIn(place, above).sha256);
		const areSame = new Set(sums).size === 1;
		process.stdout.write(areSame ? 'The two builds are the same, byte for byte\n' : 'The two builds DIFFER\n');
		process.exitCode = areSame ? 0 : 1;
	} finally {
		rmSync(above, { recursive: true, force: true });
	}
}

main();
