import { resources } from '../../nodes/MessagingPlatform/resources';

const IN_WORDS = {
	account: 'closed',
	closed: 'never',
	conversation: 'this chat',
	useless: 'never works',
	waiting: 'never works',
};

/** The operations that the node declares, in the order of the editor. */
export const DECLARED = resources.map(({ option, operations }) => ({
	resource: option.value,
	label: option.name,
	operations: operations
		.map((one) => ({ value: one.option.value, name: one.option.name, asTool: IN_WORDS[one.reach] }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en')),
}));

/** In the order of the editor's list of resources, which begins with the one that most people look for. */
const LISTED = ['message', ...DECLARED.map(({ resource }) => resource).filter((resource) => resource !== 'message')];

/** The head of a document's table, the number of cells that name a row, and the cells that follow from the declarations. */
const TABLES: Record<string, { head: string; keys: number; rows: string[][] }> = {
	'README.md': {
		head: '| Resource | Operations |',
		keys: 1,
		rows: LISTED.map((resource) => {
			const { label = '', operations = [] } = DECLARED.find((one) => one.resource === resource) ?? {};
			return [label, operations.map(({ name }) => name).join(', ')];
		}),
	},
	'docs/guides/agents.md': {
		head: '| Resource | Operation |',
		keys: 2,
		rows: DECLARED.flatMap(({ label, operations }) => operations.map(({ name, asTool }) => [label, name, asTool])),
	},
};

/** The documents whose table of operations `npm run schemas` writes. */
export const WITH_ROWS = Object.keys(TABLES);

/** Rewrites the rows of a document's table of operations. The cells that people write stay; those of a new row are empty. */
export function withRows(document: string, text: string): string {
	const { head, keys, rows } = TABLES[document] ?? { head: '', keys: 0, rows: [] };
	const lines = text.split('\n');
	const start = lines.findIndex((line) => line.startsWith(head)) + 2;
	const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
	const old = lines.slice(start, start + length).map((line) =>
		line
			.slice(1, -1)
			.split('|')
			.map((cell) => cell.trim()),
	);
	const columns = (lines[start - 1] ?? '').split('|').length - 2;
	const made = rows.map((cells) => {
		const same = old.find((row) => row.slice(0, keys).join() === cells.slice(0, keys).join()) ?? [];
		const all = Array.from({ length: columns }, (_, index) => cells[index] ?? same[index] ?? '');
		return `|${all.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`;
	});
	return [...lines.slice(0, start), ...made, ...lines.slice(start + length)].join('\n');
}
