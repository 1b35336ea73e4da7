/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync } from 'node:fs';

/** The first takes a quarter less time for the same page: it draws no window. */
const PLACES = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/opt/google/chrome/chrome',
];

/**
 * The Chromium that CHROMIUM names, or one that is installed on this machine.
 *
 * @throws Error when there is none, with what to do
 */
export function browserPath(): string {
	const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
	if (executablePath) return executablePath;
	throw new Error('No Chromium was found: install it (apt-get install chromium) or set CHROMIUM to its path.');
}
