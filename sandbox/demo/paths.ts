/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import path from 'node:path';

/** The repository's root folder. */
export const ROOT = path.resolve(__dirname, '../..');

/** The package of its own that holds the real n8n, with its own lock file. */
export const N8N_PACKAGE = path.join(ROOT, 'sandbox/n8n');

/** What the demo and the tests leave behind: state, logs, packed tarballs. Ignored by git; may be deleted at any time. */
export const DEMO_FOLDER = path.join(ROOT, '.demo');
