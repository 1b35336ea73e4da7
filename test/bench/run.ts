/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { loadavg } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';
import { benchBefore } from './before';
import type { Bench } from './bench';
import { benchChats } from './chats';
import { GROWTH } from './growth';
import { benchLoad } from './load';
import { benchOperations } from './operations';
import { benchQueue } from './queue';
import { benchRate } from './rate';
import { drawInto, machineNow, markdown, publish, targetLines } from './report';
import { benchSend } from './send';
import { benchTrigger } from './trigger';
import { benchUpload } from './upload';
import { benchVerify } from './verify';
import { benchWaiting } from './waiting';

const BENCHES: Record<string, Bench> = {
	send: benchSend,
	rate: benchRate,
	operations: benchOperations,
	chats: benchChats,
	upload: benchUpload,
	verify: benchVerify,
	trigger: benchTrigger,
	waiting: benchWaiting,
	load: benchLoad,
	...GROWTH,
	queue: benchQueue,
};

/** Names that stand for several. */
const GROUPS: Record<string, string[]> = { growth: Object.keys(GROWTH) };

/** Needs PostgreSQL and Redis from the operating system's packages, so it runs only when named. */
const BY_NAME = new Set(['queue']);

/** Pictures of small sizes, to be looked at. */
const ARTIFACTS = path.join(ROOT, '.artifacts');

const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * `npm run bench [-- names...] [--small] [--count=n] [--before=package.tgz]`: with an earlier tarball, compares the package with it and
 * writes nothing. Otherwise runs the named benchmarks, or all except {@link BY_NAME}, and writes the section of each in
 * test/bench/results. A slow machine does not fail the run; a candidate that did not do its work does.
 */
async function main(args: string[]): Promise<void> {
	const small = args.includes('--small');
	const count = args.find((one) => one.startsWith('--count='))?.slice('--count='.length);
	const earlier = args.find((one) => one.startsWith('--before='))?.slice('--before='.length);
	const names = args.filter((one) => !one.startsWith('--')).flatMap((one) => GROUPS[one] ?? [one]);
	const unknown = names.filter((name) => !(name in BENCHES));
	if (earlier !== undefined) return await benchBefore(path.resolve(earlier), names, { small, print });
	if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join()}; there are ${Object.keys(BENCHES).join(', ')}`);
	for (const [name, bench] of Object.entries(BENCHES)) {
		if (names.length > 0 ? !names.includes(name) : BY_NAME.has(name)) continue;
		print(`\n## ${name}\n`);
		const before = loadavg()[0] ?? 0;
		const report = await bench({ small, print, ...(count !== undefined && { count: Number(count) }) });
		const machine = machineNow(before);
		const { missed, reached } = targetLines(report);
		print([markdown(report, machine), ...missed, ...reached].join('\n'));
		if (small || count !== undefined) await drawInto(ARTIFACTS, report);
		else await publish(report, machine);
	}
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(1);
	},
);
