/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { loadavg } from 'node:os';
import { markdown } from '../bench/report';
import { soak } from './soak';

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** `npm run test:soak [-- minutes]`: a minute by default, for CI; 30 by hand. */
async function main(): Promise<void> {
	const minutes = Number(process.argv[2] ?? 1);
	if (!(minutes > 0)) throw new Error(`Not a number of minutes: ${process.argv[2]}`);
	const before = loadavg()[0] ?? 0;
	const report = await soak(minutes * 60_000, print);
	print(markdown(report, before));
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(1);
	},
);
