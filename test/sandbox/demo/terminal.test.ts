/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { phases } from '../../../sandbox/demo/install';
import { ROOT } from '../../../sandbox/demo/paths';
import { type Report, withProgress } from '../../../sandbox/demo/progress';
import { terminalOn } from '../../../sandbox/demo/terminal';

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

describe('on a terminal', () => {
	const [download, build] = [{ isOver: false }, { isOver: false }];
	let stream: Kept;
	let report: Report;

	beforeEach(() => {
		stream = new Kept(true, 60);
		({ report } = terminalOn(stream, 'xterm'));
		Object.assign(download, { isOver: false });
		Object.assign(build, { isOver: false });
	});

	test('shows the running steps in one line, and each report takes the place of the one before', () => {
		report('Downloading: 1 s', download);
		report('Building: 1 s', build);
		report('Downloading: 2 s', download);
		expect(stream.text).toBe(
			`${CLEAR}Downloading: 1 s${CLEAR}Downloading: 1 s · Building: 1 s${CLEAR}Downloading: 2 s · Building: 1 s`,
		);
	});

	test('takes away a step that is over', () => {
		report('Downloading: 1 s', download);
		report('Building: 1 s', build);
		download.isOver = true;
		report('Downloading: done in 2 s', download);
		expect(stream.text.split(CLEAR).at(-1)).toBe('Building: 1 s');
	});

	test('keeps a line about no step, above the line of the steps', () => {
		report('Building: 1 s', build);
		report('Installing n8n');
		expect(stream.text).toBe(`${CLEAR}Building: 1 s${CLEAR}Installing n8n\nBuilding: 1 s`);
	});

	test('cuts a line that is longer than the terminal is wide, since a second line would stay', () => {
		report('x'.repeat(100), download);
		expect(stream.text).toBe(`${CLEAR}${'x'.repeat(58)}…`);
	});
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

/** Gives a program a terminal: util-linux has it, and macOS has another of that name. */
const SCRIPT = '/usr/bin/script';
const hasScript = process.platform === 'linux' && existsSync(SCRIPT);

const onPseudoTerminal = hasScript ? test : test.skip;
onPseudoTerminal(
	`rewrites one line of a pseudo terminal${hasScript ? '' : ' (needs the script command of util-linux)'}`,
	async () => {
		const program = `
		const { withProgress } = require('./sandbox/demo/progress.ts');
		const { report, clear } = require('./sandbox/demo/terminal.ts').terminalOn(process.stdout, 'xterm');
		let asked = 0;
		let enough;
		const work = new Promise((resolve) => (enough = resolve));
		const progress = async () => (++asked === 3 && enough(), 'part ' + asked);
		report.everyMs = 1;
		withProgress({ title: 'Building', onProgress: report, progress }, async () => await work).then(clear);
	`;
		const command = `'${process.execPath}' --require tsx/cjs --eval "${program.replaceAll('\n', ' ')}"`;
		const { stdout } = await promisify(execFile)(SCRIPT, ['-qec', command, '/dev/null'], { cwd: ROOT });
		expect(stdout).not.toContain('\n');
		const drawn = stdout.replaceAll(/\d+ s/g, 'N s').split(CLEAR);
		expect(drawn.slice(0, 3)).toEqual(['', 'Building: N s, part 1', 'Building: N s, part 2']);
		expect(drawn.slice(-2)).toEqual(['', '']);
	},
);
