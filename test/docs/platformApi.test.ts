import { parse } from 'yaml';
import { FILES } from './repository';
import { documentText, tableBelow } from './tables';

const page = documentText('docs/platform-api.md');
const contract = parse(documentText('sandbox/contract/openapi.yaml')) as {
	paths: Record<string, Record<string, unknown>>;
	components: { schemas: Record<string, unknown> };
};

test('lists every call of the contract and no other', () => {
	const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
		Object.keys(methods)
			.filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
			.map((method) => `${method.toUpperCase()} ${path}`),
	);
	const listed = tableBelow(page, 'Calls').flatMap(([cell = '']) => cell.split(', '));
	const missing = calls.filter((call) => !listed.includes(call));
	expect(missing.map((call) => `docs/platform-api.md: add ${call} to the table Calls`)).toEqual([]);
	expect(listed.sort()).toEqual(calls.sort());
});

/** Each title that comments cite, with its counterpart. */
const [, section = ''] = documentText('sandbox/contract/README.md').split(/^## Comments in the code$|^# Request fields$/m);
const counterparts = [...section.matchAll(/^\|(.*?`.*)\|(.*)\|$/gm)].map(([, titles = '', place = '']) => ({ titles, place }));
const namesIn = (text: string, name: RegExp) => [...text.matchAll(name)].map(([, one = '']) => one);

test('names schemas that the contract has', () => {
	const named = counterparts.flatMap(({ place }) => namesIn(place, /`(\w+)`/g));
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter((name) => !(name in contract.components.schemas) && !(name in contract))).toEqual([]);
});

test('has a counterpart for every title that a comment in the nodes cites', () => {
	const cited = FILES.filter((file) => /^(nodes|credentials)\/.*\.ts$/.test(file))
		.map((file) => documentText(file).replace(/\n\s*(\*|\/\/) ?/g, ' '))
		.flatMap((text) => text.match(/[Ss]pecification,(?:,?(?: and)? "[^"]+")+/g) ?? [])
		.flatMap((citation) => namesIn(citation, /"([^"]+)"/g));
	const titles = counterparts.flatMap((one) => namesIn(one.titles, /`([^`]+)`/g));
	const isListed = (title: string) =>
		title.endsWith('…') ? titles.some((one) => one.startsWith(title.slice(0, -1))) : titles.includes(title);
	expect(cited.length).toBeGreaterThan(50);
	expect([...new Set(cited)].filter((title) => !isListed(title))).toEqual([]);
});
