/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { z } from 'zod';
import { notOffered } from './cases';
import { asShown, type Defaults, missing, type SavedNode } from './saving';

const ROOT = path.resolve(__dirname, '../..');
const packageSchema = z.object({ version: z.string() });

/** package.json's version: the next one, or the last one if nothing has changed since. */
export const { version: PRESENT } = packageSchema.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));

/** With RECORD=1 what is run becomes the record of the present version; without it, each record is what must come out. */
export const isRecording = process.env.RECORD === '1';

/** CHANGELOG.md, each paragraph on one line. */
export const CHANGES = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').replace(/(?<!\n)\n +/g, ' ');

/** The versions that CHANGELOG.md has a section of, newest first. */
export const RELEASED = [...CHANGES.matchAll(/^## (\d+\.\d+\.\d+\S*)/gm)].map(([, one]) => String(one));

/** Checks if the record of this version is final, because people have saved workflows with it. */
export const isReleased = (one: string): boolean => RELEASED.includes(one);

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

/** An intended difference in how a version runs the workflows that earlier versions saved. */
interface Difference {
	since: string;
	/** The cases that come out otherwise, by their names in the records, or the defaults, such as "message: send, limit". */
	cases: string[];
	reason: string;
}

/** Every difference that is meant. A test fails if one is missing here, or has a reason that CHANGELOG.md lacks. */
export const DIFFERENCES: Difference[] = [];

const isBefore = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

/** Checks if a case or a default, by its name, is meant to have another outcome today than in the version that saved it. */
export function isMeantToDiffer(version: string, name: string): boolean {
	return DIFFERENCES.some(({ since, cases }) => isBefore(version, since) && cases.includes(name));
}

/** Tests what n8n and the editor make of saved nodes before they run; `defaults` and those of `today` are by operation. */
export function testNodes(
	{ version, node, type }: { version: string; node: SavedNode; type: INodeType },
	saved: INodeParameters[],
	defaults: Record<string, Defaults>,
	today: () => Record<string, Defaults>,
): void {
	test('is found by n8n: node, version and credential', () => {
		expect(missing(node, type)).toEqual([]);
	});

	test('chose only values that are still offered', () => {
		const shown = saved.map((parameters) => asShown(node, type, parameters));
		const gone = new Set(shown.flatMap(notOffered(type.description.properties)));
		expect([...gone].filter((place) => !isMeantToDiffer(version, place))).toEqual([]);
	});

	test('has the same defaults for everything it does not mention', () => {
		const now = today();
		for (const [operation, places] of Object.entries(defaults)) {
			for (const [place, values] of Object.entries(places)) {
				const name = `${operation}, ${place}`;
				const one = { [name]: now[operation]?.[place] };
				if (isMeantToDiffer(version, name)) expect(one).not.toEqual({ [name]: values });
				else expect(one).toEqual({ [name]: values });
			}
		}
	});
}
