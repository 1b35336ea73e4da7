/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { ensureN8n } from '../../sandbox/demo/install';
import { ensureTarball } from '../../sandbox/demo/pack';

/** Before the first test: builds and packs the package, and installs n8n where that has not been done yet. */
export default async function setup(): Promise<void> {
	const onProgress = (line: string) => void process.stderr.write(`${line}\n`);
	await ensureTarball({ onProgress });
	await ensureN8n({ onProgress });
}
