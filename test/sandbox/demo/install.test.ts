/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../../../sandbox/demo/command';
import { driverPackage, phases } from '../../../sandbox/demo/install';
import { ROOT } from '../../../sandbox/demo/paths';
import { type Report, terminalOn, withProgress } from '../../../sandbox/demo/terminal';
import { waitFor } from '../../helpers/waitFor';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-install-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

describe('a command', () => {
	const log = async () => await readFile(path.join(folder, 'command.log'), 'utf8').catch(() => '');
	const run = async (script: string, signal?: AbortSignal) =>
		await runCommand({
			...{ title: 'Doing it', file: process.execPath, args: ['-e', script], cwd: folder, log: path.join(folder, 'command.log') },
			...{ remedy: 'Try again.', onProgress: () => undefined, signal },
		});

	test('that fails is reported with its log, which has what it printed', async () => {
		await expect(run('console.log("no space"); process.exit(3)')).rejects.toThrow(
			/^Doing it: failed after \d+ s \(3\)\.\nLog: .*command\.log\nTry again\.$/,
		);
		expect(await log()).toContain('no space');
	});

	test('that does not end when asked to is killed, with what it started', async () => {
		const script = `process.on('SIGTERM', () => console.log('not yet')); setInterval(() => undefined, 1000); console.log('pid=' + process.pid);`;
		const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { stdio: 'inherit' }); ${script}`;
		const stopping = new AbortController();
		const running = run(parent, stopping.signal);
		const pids = async () => [...(await log()).matchAll(/pid=(\d+)/g)].map(([, pid]) => Number(pid));
		await waitFor(async () => (await pids()).length === 2, 'both run', 20_000);
		stopping.abort();
		await expect(running).rejects.toThrow('Doing it: stopped.');
		expect(await log()).toContain('not yet');
		const isGone = (pid: number) => {
			try {
				return !process.kill(pid, 0);
			} catch {
				return true;
			}
		};
		await waitFor(async () => (await pids()).every(isGone), 'both are gone', 20_000);
	});
});

describe("the part of n8n's lock file for its database driver", () => {
	const packages = {
		'': { dependencies: { n8n: '1' } },
		'node_modules/n8n': { version: '1', dependencies: { sqlite3: '^5', tar: '^7' } },
		'node_modules/sqlite3': { version: '5.1.7', integrity: 'sha512-a', dependencies: { bindings: '1', tar: '^6' } },
		'node_modules/sqlite3/node_modules/tar': { version: '6', integrity: 'sha512-b', dependencies: { minipass: '5' } },
		'node_modules/sqlite3/node_modules/minipass': { version: '5' },
		'node_modules/tar': { version: '7' },
		'node_modules/minipass': { version: '7' },
		'node_modules/bindings': { version: '1', optionalDependencies: { absent: '1', uri: '1' } },
		'node_modules/uri': { version: '1', dependencies: { bindings: '1' } },
	};

	test('is the driver with its dependencies, in the versions and places of the lock file, and nothing else', () => {
		const { manifest, lock } = driverPackage(JSON.stringify({ lockfileVersion: 3, packages }));
		expect(manifest).toMatchObject({ dependencies: { sqlite3: '5.1.7' } });
		const others = ['', 'node_modules/n8n', 'node_modules/tar', 'node_modules/minipass'];
		const needed = Object.fromEntries(Object.entries(packages).filter(([place]) => !others.includes(place)));
		expect(lock).toMatchObject({ lockfileVersion: 3 });
		expect(lock).toHaveProperty('packages', { '': manifest, ...needed });
	});

	test("is small for the demo's n8n, and an error without a driver", async () => {
		const text = await readFile(path.join(ROOT, 'sandbox/n8n/package-lock.json'), 'utf8');
		const { lock } = driverPackage(text);
		expect(lock).toHaveProperty(['packages', 'node_modules/sqlite3', 'integrity']);
		expect(JSON.stringify(lock).length).toBeLessThan(text.length / 10);
		expect(() => driverPackage(JSON.stringify({ lockfileVersion: 3, packages: { '': {} } }))).toThrow('has no sqlite3');
	});
});

describe('the terminal', () => {
	/** A stream that keeps what is written to it. */
	function keep(isTTY: boolean, columns?: number) {
		const stream = { text: '', isTTY, columns, write: (text: string) => void (stream.text += text) };
		return stream;
	}

	test('shows the running steps in one line, below lines about no step, and no longer than it is wide', () => {
		const stream = keep(true, 60);
		const { report } = terminalOn(stream, 'xterm');
		const [download, build] = [{ isOver: false }, { isOver: false }];
		report('Downloading: 1 s', download);
		report('Building: 1 s', build);
		report('Installing n8n');
		download.isOver = true;
		report('Downloading: done in 2 s', download);
		report('x'.repeat(100), build);
		expect(stream.text.split('\r\u001b[2K')).toEqual([
			'',
			'Downloading: 1 s',
			'Downloading: 1 s · Building: 1 s',
			'Installing n8n\nDownloading: 1 s · Building: 1 s',
			'Building: 1 s',
			`${'x'.repeat(58)}…`,
		]);
	});

	test.each([
		['it is none', false, 'xterm'],
		['it cannot move', true, 'dumb'],
	])('writes a line for each report when %s', (_name, isTTY, term) => {
		const stream = keep(isTTY);
		const { report, clear } = terminalOn(stream, term);
		report('Building: 5 s', { isOver: false });
		report('Building: done in 7 s', { isOver: true });
		clear();
		expect(stream.text).toBe('Building: 5 s\nBuilding: done in 7 s\n');
		expect(report.everyMs).toBeUndefined();
	});

	test('names the phase of the installation by the packages that are there', async () => {
		const names = Array.from({ length: 1_200 }, (_none, index) => path.join(folder, `p${index}`));
		const phase = phases(names);
		expect(await phase()).toBe('asking the registry, about a minute');
		await Promise.all(names.slice(0, 1_100).map(async (name) => await writeFile(name, '')));
		expect(await phase()).toBe('unpacking 1,100 of 1,200');
		await Promise.all(names.slice(1_100).map(async (name) => await writeFile(name, '')));
		expect(await phase()).toBe('linking');
	});

	test('shows a running step as often as it wants, and its end once', async () => {
		const lines: Array<[line: string, isOver?: boolean]> = [];
		let haveTwo: () => void;
		const two = new Promise<void>((resolve) => (haveTwo = resolve));
		const show = (line: string, step?: { isOver: boolean }) => {
			lines.push([line.replace(/\d+ s/, 'N s'), step?.isOver]);
			if (lines.length === 2) haveTwo();
		};
		const onProgress: Report = Object.assign(show, { everyMs: 1 });
		let asked = 0;
		const progress = async () => await Promise.resolve(`part ${(asked += 1)}`);
		await withProgress({ title: 'Building', onProgress, progress }, async () => await two);
		expect(lines.slice(0, 2)).toEqual([
			['Building: N s, part 1', false],
			['Building: N s, part 2', false],
		]);
		expect(lines.at(-1)).toEqual(['Building: done in N s', true]);
	});
});
