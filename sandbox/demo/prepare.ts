/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { ensureN8n } from './install';

/** Installs n8n without starting it: what needs it later then begins at once, or waits for this to end. */
ensureN8n({ onProgress: (line) => void process.stdout.write(`${line}\n`) }).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
