/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { ensureN8n } from '../../sandbox/demo/install';
import { ensureTarball } from '../../sandbox/demo/pack';
import { together } from '../../sandbox/demo/together';

/** Prepares the first test: builds and packs the package while n8n is installed, unless that has been done. */
export default async function setup(): Promise<void> {
	const onProgress = (line: string) => void process.stderr.write(`${line}\n`);
	await together(
		undefined,
		async (signal) => await ensureN8n({ onProgress, signal }),
		async (signal) => await ensureTarball({ onProgress, signal }),
	);
}
