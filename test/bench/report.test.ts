import { type Report, target, withReport } from './report';

const cells = (first: string[], ...rest: string[]) => `| ${[...first, ...rest].join(' | ')} |`;
const OURS = 'Messaging Platform';
const THEIRS = 'HTTP Request';

/** Rows for everything that the first table shows. */
const ROWS = {
	send: [
		...['1,000 messages, 20 channels', '1,000 messages, 1 channel', '10,000 messages, 20 channels'].flatMap((label) => [
			cells([label, OURS], '300', '2', '1', '20 ms', '1 MB'),
			cells([label, THEIRS], '150', '1', '1', '50 ms', '1 MB'),
		]),
		cells([OURS], '10'),
		cells([THEIRS], '200'),
	],
	operations: ['block a chat', 'assign a tag', 'update the notes'].flatMap((label) => [
		cells([label, OURS], '380'),
		cells([label, THEIRS], '140'),
	]),
	upload: [cells(['1,024 MB', OURS], '0 MB', '100 MB/s'), cells(['1,024 MB', THEIRS], '900 MB', '70 MB/s')],
	chats: [OURS, 'generic pagination'].map((name) => cells(['limit 50 of 100,000', name], '100 ms')),
	trigger: ['default', 'default, lazy acquire'].flatMap((engine) => [
		cells([engine, 'Messaging Platform Trigger'], '14'),
		cells([engine, 'Webhook, JWT auth'], '13'),
	]),
};

const section = (name: string, lines: string[]) => `<!-- ${name} -->\n\n${lines.join('\n')}\n\n<!-- /${name} -->\n`;

/** The two pages before a run. */
function pagesBefore(): string[] {
	const measured = Object.entries(ROWS).map(([name, rows]) => section(name, rows));
	const lists = [
		section('missed', ['- `send`: old. Measured: 1. Because.', '- `growth-items`: kept. Measured: 2. Because.']),
		section('reached', ['| Benchmark | Target | Measured |', '| --- | --- | ---: |', '| `send` | old | 3 |']),
	];
	return [
		['# Page', section('summary', ['none']), ...measured, 'Prose.', ...lists].join('\n'),
		section('growth-items', ['| 100 | 3 ms |']),
	];
}

const report: Report = {
	name: 'upload',
	tables: [
		{
			header: ['file', 'node', 'memory', 'speed'],
			rows: [
				['1,024 MB', OURS, '7 MB', '111 MB/s'],
				['1,024 MB', THEIRS, '9 MB', '70 MB/s'],
			],
		},
	],
	targets: [
		target('one', 1, false, '1', 'Reason.'),
		target('two', 2, false, '2', 'Reason.'),
		target('three', 3, true, '3'),
		target('four', NaN, false, 'NaN', 'Other.'),
	],
	conditions: 'Conditions.',
};

describe('a report', () => {
	const [before = '', growth = ''] = pagesBefore();
	const [page = '', unchanged] = withReport([before, growth], report, 'Machine.');

	test('replaces its own section and leaves the rest of the pages', () => {
		expect(page).toContain(
			'<!-- upload -->\n\n| file | node | memory | speed |\n| --- | ---: | ---: | ---: |\n| 1,024 MB | Messaging Platform | 7 MB | 111 MB/s |',
		);
		expect(page).toContain('\n\nConditions.\nMachine.\n\n<!-- /upload -->');
		expect(page).toContain('Prose.');
		expect(unchanged).toBe(growth);
	});

	test('lists its targets in the order of the sections, with the reason if missed', () => {
		const [, missed = ''] = page.split(/<!-- \/?missed -->/);
		expect(missed.trim().split('\n')).toEqual([
			'- `send`: old. Measured: 1. Because.',
			'- `upload`: one. Measured: 1. Reason.',
			'- `upload`: two. Measured: 2. The reason is the same.',
			'- `upload`: four. Measured: none. Other.',
			'- `growth-items`: kept. Measured: 2. Because.',
		]);
		const [, reached = ''] = page.split(/<!-- \/?reached -->/);
		expect(reached.trim().split('\n').slice(2)).toEqual(['| `send` | old | 3 |', '| `upload` | three | 3 |']);
	});

	test('changes nothing when it is written again', () => {
		expect(withReport([page, growth], report, 'Machine.')).toEqual([page, growth]);
	});

	test('brings the first table up to date', () => {
		const [, first = ''] = page.split(/<!-- \/?summary -->/);
		expect(first).toContain('| Upload a file of 1 GB: memory | 7 MB | 9 MB |');
		expect(first).toContain('| Send 1,000 messages to 20 channels | 300 per second | 150 per second |');
	});

	test('fails when no page has its section', () => {
		expect(() => withReport([before, growth], { ...report, name: 'absent' }, 'Machine.')).toThrow('<!-- absent -->');
	});
});
