import type { Bars } from './picture';

/** The reader's first table: a run of two candidates, by the cells of the tables below it. */
interface Row {
	/** The work, in the reader's words. */
	does: string;
	/** The benchmark whose table has it. */
	from: string;
	/** The cells that the rows of the table begin with: this package's, and that of n8n's own node. */
	ours: string[];
	theirs: string[];
	/** Its column's place, counted from 0. */
	column: number;
	unit?: string;
	/** A remark on n8n's own node. */
	remark?: string;
}

const OURS = 'Messaging Platform';
const HTTP = 'HTTP Request';
const PER_SECOND = 'per second';

const MANY = '1,000 messages, 20 channels';
const ONE = '1,000 messages, 1 channel';
const MOST = '10,000 messages, 20 channels';

const against = (label: string) => ({ ours: [label, OURS], theirs: [label, HTTP] });
const engine = (name: string) => ({ ours: [name, 'Messaging Platform Trigger'], theirs: [name, 'Webhook, JWT auth'] });

const ROWS: Row[] = [
	{ does: 'Send 1,000 messages to 20 channels', from: 'send', ...against(MANY), column: 2, unit: PER_SECOND },
	{ does: 'Send 10,000 messages to 20 channels', from: 'send', ...against(MOST), column: 2, unit: PER_SECOND },
	{
		...{ does: 'Send 1,000 messages to one channel, in order', from: 'send', ...against(ONE), column: 2, unit: PER_SECOND },
		remark: 'in any order',
	},
	{ does: 'Longest time n8n stands still meanwhile (10,000 messages)', from: 'send', ...against(MOST), column: 5 },
	{
		...{ does: 'Connections while the platform is slow (200 messages)', from: 'send', ours: [OURS], theirs: [HTTP] },
		column: 1,
	},
	{ does: "Update 1,000 chats' notes", from: 'operations', ...against('update the notes'), column: 2, unit: PER_SECOND },
	{ does: 'Upload a file of 1 GB: speed', from: 'upload', ...against('1,024 MB'), column: 3 },
	{ does: 'Upload a file of 1 GB: memory', from: 'upload', ...against('1,024 MB'), column: 2 },
	{
		...{ does: 'List 50 of 100,000 chats', from: 'chats', column: 2, remark: 'generic pagination' },
		...{ ours: ['limit 50 of 100,000', OURS], theirs: ['limit 50 of 100,000', 'generic pagination'] },
	},
	{
		...{ does: 'Accept verified events', from: 'trigger', ...engine('default'), column: 2, unit: PER_SECOND },
		remark: 'Webhook with JWT auth',
	},
	{
		...{ does: 'Accept verified events, with lazy acquire', from: 'trigger', ...engine('default, lazy acquire'), column: 2 },
		...{ unit: PER_SECOND, remark: 'Webhook with JWT auth' },
	},
];

/** The rows of a benchmark's tables, as cells. */
export function rowsOf(page: string, name: string): string[][] {
	const [, rest = ''] = page.split(`<!-- ${name} -->`);
	const [section = ''] = rest.split(`<!-- /${name} -->`);
	return section
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
}

/**
 * Finds a cell of a benchmark's tables.
 *
 * @throws Error when there is no such cell
 */
export function cellOf(page: string, name: string, begins: string[], column: number): string {
	const row = rowsOf(page, name).find((cells) => begins.every((cell, index) => cells[index] === cell));
	const cell = row?.[column] ?? '';
	if (cell === '') throw new Error(`The benchmark ${name} has no cell ${column} in a row ${begins.join(', ')}`);
	return cell;
}

/** Makes the table of docs/develop/benchmarks.md from the tables of the results. */
export function summary(page: string): string {
	const rows = ROWS.map(({ does, from, ours, theirs, column, unit, remark }) => {
		const cell = (begins: string[]) => [cellOf(page, from, begins, column), ...(unit ? [unit] : [])].join(' ');
		return `| ${does} | ${cell(ours)} | ${cell(theirs)}${remark ? ` (${remark})` : ''} |`;
	});
	return ['| Work | With this package | With n8n alone |', '| --- | ---: | ---: |', ...rows].join('\n');
}

/** The picture of docs/develop/benchmarks.md, from the tables of the results. */
export function speedPicture(page: string): Bars {
	const drawn: Array<[group: string, name: string, label: string]> = [
		['1,000 messages, 20 channels', 'send', MANY],
		['10,000 messages, 20 channels', 'send', MOST],
		['1,000 messages, one channel', 'send', ONE],
		['block 1,000 chats', 'operations', 'block a chat'],
		['assign 1,000 tags', 'operations', 'assign a tag'],
		["update 1,000 chats' notes", 'operations', 'update the notes'],
	];
	const valuesOf = (node: string) => drawn.map(([, name, label]) => Number(cellOf(page, name, [label, node], 2)));
	return {
		title: 'Items per second: more is better',
		quantity: 'items per second',
		groups: drawn.map(([group]) => group),
		candidates: [
			{ name: 'Messaging Platform', values: valuesOf(OURS) },
			{ name: "n8n's HTTP Request", values: valuesOf(HTTP) },
		],
	};
}
