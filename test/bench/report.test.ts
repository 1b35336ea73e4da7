import { documentText } from '../docs/tables';
import { PAGES, type Report, target, withReport } from './report';

const report: Report = {
	name: 'upload',
	tables: [
		{
			header: ['file', 'node', 'memory', 'speed'],
			rows: [
				['1,024 MB', 'Messaging Platform', '7 MB', '111 MB/s'],
				['1,024 MB', 'HTTP Request', '9 MB', '70 MB/s'],
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

const before = PAGES.map(documentText);
const after = withReport(before, report, 'Machine.');
const sectionOf = (pages: string[], name: string) => pages.join('').split(new RegExp(`<!-- /?${name} -->`))[1] ?? '';

test('a report replaces its own section, and the first table is made from it', () => {
	expect(sectionOf(after, 'upload')).toBe(
		[
			...['', '', '| file | node | memory | speed |', '| --- | ---: | ---: | ---: |'],
			...['| 1,024 MB | Messaging Platform | 7 MB | 111 MB/s |', '| 1,024 MB | HTTP Request | 9 MB | 70 MB/s |'],
			...['', 'Conditions.', 'Machine.', '', ''],
		].join('\n'),
	);
	expect(sectionOf(after, 'summary')).toContain('| Upload a file of 1 GB: memory | 7 MB | 9 MB |');
	for (const name of ['send', 'operations', 'chats', 'trigger', 'rate', 'queue', 'soak'])
		expect(sectionOf(after, name)).toBe(sectionOf(before, name));
	expect(withReport(after, report, 'Machine.')).toEqual(after);
});

test('a report lists its targets in the order of the sections, with the reason if missed', () => {
	const linesOf = (list: string) => sectionOf(after, list).trim().split('\n');
	const missed = linesOf('missed');
	expect(missed.filter((line) => line.startsWith('- `upload`'))).toEqual([
		'- `upload`: one. Measured: 1. Reason.',
		'- `upload`: two. Measured: 2. The reason is the same.',
		'- `upload`: four. Measured: none. Other.',
	]);
	const places = ['chats', 'upload', 'trigger'].map((name) => missed.findIndex((line) => line.startsWith(`- \`${name}\``)));
	expect(places).toEqual([...places].sort((one, other) => one - other));
	expect(linesOf('reached').filter((line) => line.startsWith('| `upload`'))).toEqual(['| `upload` | three | 3 |']);
});

test('a report fails when no page has its section', () => {
	expect(() => withReport(before, { ...report, name: 'absent' }, 'Machine.')).toThrow('<!-- absent -->');
});
