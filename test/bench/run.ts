/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { loadavg } from 'node:os';
import { benchQueue } from './queue';
import { benchRate } from './rate';
import { type Bench, markdown } from './report';
import { benchSend } from './send';
import { benchTrigger } from './trigger';
import { benchUpload } from './upload';

const BENCHES: Record<string, Bench> = {
	send: benchSend,
	rate: benchRate,
	upload: benchUpload,
	trigger: benchTrigger,
	queue: benchQueue,
};

/** Needs PostgreSQL and Redis from the operating system's packages, so it runs only when named. */
const BY_NAME = new Set(['queue']);
const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * `npm run bench [-- names...] [--small] [--count=n]`: runs the named benchmarks, or all except {@link BY_NAME}, and prints their
 * tables. A slow machine does not fail the run; a candidate that did not do its work does.
 */
async function main(args: string[]): Promise<void> {
	const small = args.includes('--small');
	const count = args.find((one) => one.startsWith('--count='))?.slice('--count='.length);
	const names = args.filter((one) => !one.startsWith('--'));
	const unknown = names.filter((name) => !(name in BENCHES));
	if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join()}; there are ${Object.keys(BENCHES).join(', ')}`);
	for (const [name, bench] of Object.entries(BENCHES)) {
		if (names.length > 0 ? !names.includes(name) : BY_NAME.has(name)) continue;
		print(`\n## ${name}\n`);
		const before = loadavg()[0] ?? 0;
		const report = await bench({ small, print, ...(count !== undefined && { count: Number(count) }) });
		print(markdown(report, before));
	}
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(1);
	},
);
