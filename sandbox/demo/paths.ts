/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { access } from 'node:fs/promises';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');
/** The environment variable that names another folder with an n8n, for the tests against the newest one. */
export const N8N_FOLDER = 'MESSAGING_PLATFORM_N8N_FOLDER';
/** The package of its own that holds the real n8n, with its own lock file. */
export const N8N_PACKAGE = process.env[N8N_FOLDER] ?? path.join(ROOT, 'sandbox/n8n');
/** The folder for what the demo and the tests leave behind: state, logs, packed tarballs. Ignored by git; may be deleted at any time. */
export const DEMO_FOLDER = path.join(ROOT, '.demo');

/** Checks if a file or folder exists. */
export const exists = async (file: string): Promise<boolean> =>
	await access(file).then(
		() => true,
		() => false,
	);
