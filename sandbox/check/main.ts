/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { check } from './check';

const print = (line: string) => void process.stdout.write(`${line}\n`);

check(process.argv.slice(2), process.env.MESSAGING_PLATFORM_TOKEN ?? '', print).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
