/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const ROOT = path.resolve(__dirname, '../..');
const packageSchema = z.object({ name: z.string(), version: z.string() });
const { name, version } = packageSchema.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));

/** The package's name, which is the first part of what a saved node is called. */
export const PACKAGE = name;

/** package.json's version: the next one, or the last one if nothing has changed since. */
export const PRESENT = version;

/** With RECORD=1 what is run becomes the record of the present version; without it, each record is what must come out. */
export const isRecording = process.env.RECORD === '1';

/** CHANGELOG.md, each paragraph on one line. */
export const CHANGES = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').replace(/(?<!\n)\n +/g, ' ');

/** The versions that CHANGELOG.md has a section of, newest first. */
export const RELEASED = [...CHANGES.matchAll(/^## (\d+\.\d+\.\d+\S*)/gm)].map(([, one]) => String(one));

/** Checks if the record of this version is final, because people have saved workflows with it. */
export const isReleased = (one: string): boolean => RELEASED.includes(one);

/** The versions with a folder here. */
export const RECORDED = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map((entry) => entry.name)
	.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** Reads one file, such as actions.json, of each recorded version; oldest first. */
export function readRecords<Recording>(file: string): Array<{ version: string; recording: Recording }> {
	return RECORDED.map((one) => ({
		version: one,
		recording: JSON.parse(readFileSync(path.join(__dirname, one, file), 'utf8')) as Recording,
	}));
}

/** Writes a file of the present version, unless that is released: the workflows that people have saved with it don't change any more. */
export function writeRecord(file: string, text: string): void {
	if (isReleased(PRESENT)) {
		throw new Error(
			`Version ${PRESENT} is released: what it saved is not recorded again. Say which version comes next, for example with ` +
				'npm version --no-git-tag-version minor, and record that one.',
		);
	}
	mkdirSync(path.join(__dirname, PRESENT), { recursive: true });
	writeFileSync(path.join(__dirname, PRESENT, file), text);
}
