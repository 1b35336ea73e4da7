/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { phases } from '../../../sandbox/demo/install';
import { type Report, withProgress, terminalOn } from '../../../sandbox/demo/terminal';

const CLEAR = '\r\u001b[2K';

/** A stream that keeps what is written to it. */
class Kept {
	text = '';

	constructor(
		readonly isTTY: boolean,
		readonly columns?: number,
	) {}

	write(text: string): void {
		this.text += text;
	}
}

test('a terminal shows the running steps in one line, below lines about no step, and no longer than it is wide', () => {
	const stream = new Kept(true, 60);
	const { report } = terminalOn(stream, 'xterm');
	const [download, build] = [{ isOver: false }, { isOver: false }];
	report('Downloading: 1 s', download);
	report('Building: 1 s', build);
	report('Downloading: 2 s', download);
	report('Installing n8n');
	download.isOver = true;
	report('Downloading: done in 2 s', download);
	report('x'.repeat(100), build);
	expect(stream.text.split(CLEAR)).toEqual([
		'',
		'Downloading: 1 s',
		'Downloading: 1 s · Building: 1 s',
		'Downloading: 2 s · Building: 1 s',
		'Installing n8n\nDownloading: 2 s · Building: 1 s',
		'Building: 1 s',
		`${'x'.repeat(58)}…`,
	]);
});

test.each([
	['no terminal', false, 'xterm'],
	['a terminal that cannot move', true, 'dumb'],
])('writes a line for each report on %s', (_name, isTTY, term) => {
	const stream = new Kept(isTTY);
	const { report, clear } = terminalOn(stream, term);
	report('Building: 5 s', { isOver: false });
	report('Building: done in 7 s', { isOver: true });
	clear();
	expect(stream.text).toBe('Building: 5 s\nBuilding: done in 7 s\n');
	expect(report.everyMs).toBeUndefined();
});

test('names the phase of the installation by the packages that are there', async () => {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-phases-'));
	try {
		const names = Array.from({ length: 1_200 }, (_none, index) => path.join(folder, `p${index}`));
		const phase = phases(names);
		expect(await phase()).toBe('asking the registry, about a minute');
		await Promise.all(names.slice(0, 1_100).map(async (name) => await writeFile(name, '')));
		expect(await phase()).toBe('unpacking 1,100 of 1,200');
		await Promise.all(names.slice(1_100).map(async (name) => await writeFile(name, '')));
		expect(await phase()).toBe('linking');
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

test('reports a running step as often as the terminal wants, and its end once', async () => {
	const lines: Array<[line: string, isOver?: boolean]> = [];
	let haveTwo: () => void;
	const two = new Promise<void>((resolve) => (haveTwo = resolve));
	const onProgress: Report = Object.assign(
		(line: string, step?: { isOver: boolean }) => {
			lines.push([line.replace(/\d+ s/, 'N s'), step?.isOver]);
			if (lines.length === 2) haveTwo();
		},
		{ everyMs: 1 },
	);
	let asked = 0;
	const progress = async () => await Promise.resolve(`part ${(asked += 1)}`);
	await withProgress({ title: 'Building', onProgress, progress }, async () => await two);
	expect(lines.slice(0, 2)).toEqual([
		['Building: N s, part 1', false],
		['Building: N s, part 2', false],
	]);
	expect(lines.at(-1)).toEqual(['Building: done in N s', true]);
});
