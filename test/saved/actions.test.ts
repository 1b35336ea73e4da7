import { newAction } from '../helpers/runAction';
import { type ActionRecording, type Outcome, type RecordedAction, runSaved, savedCredential } from './actions';
import { placesIn, placesOf, savedCases } from './cases';
import { asSaved, asShown, defaultsOf, newNode, type Defaults, type SavedNode } from './saving';
import type { TriggerRecording } from './triggers';
import {
	CHANGES,
	DIFFERENCES,
	isMeantToDiffer,
	isRecording,
	isReleased,
	PRESENT,
	readRecords,
	RECORDED,
	RELEASED,
	testNodes,
	versionsBefore,
	writeRecord,
} from './versions';

const FILE = 'actions.json';
const type = newAction();
const operationOf = ({ name }: { name: string }): string => name.replace(/,.*/, '');

/** The defaults that cases rely on, by operation. */
function defaultsBy(node: SavedNode, cases: Array<Pick<RecordedAction, 'name' | 'parameters'>>): Record<string, Defaults> {
	const operations = [...new Set(cases.map(operationOf))];
	const pairs = (operation: string) =>
		cases
			.filter((one) => operationOf(one) === operation)
			.map(({ parameters }) => ({ saved: parameters, shown: asShown(node, type, parameters) }));
	return Object.fromEntries(operations.map((operation) => [operation, defaultsOf(pairs(operation))]));
}

/** The headers within a call; the file has them once. */
const HEADERS = /(?<=^\S+ \S+ )(\{[^{}]*\}|#\d+)/;

function print({ cases, ...others }: Omit<ActionRecording, 'headers'>): string {
	const kinds: string[] = [];
	const short = (call: string) =>
		call.replace(HEADERS, (headers) => {
			if (!kinds.includes(headers)) kinds.push(headers);
			return `#${kinds.indexOf(headers) + 1}`;
		});
	const lines = cases.map((one) => JSON.stringify({ ...one, calls: one.calls.map(short) }));
	const headers = Object.fromEntries(kinds.map((kind, index) => [`#${index + 1}`, JSON.parse(kind) as unknown]));
	return `${JSON.stringify({ ...others, headers }, null, '\t').slice(0, -2)},\n\t"cases": [\n${lines.join(',\n')}\n]}\n`;
}

/** A recorded call, with its headers. */
const long = (call: string, headers: ActionRecording['headers']): string =>
	call.replace(HEADERS, (kind) => JSON.stringify(headers[kind]));

const runs = new Map<string, Promise<Outcome>>();

/** Runs a saved operation; one that several versions saved alike runs once. */
async function run({ node, credential }: ActionRecording, { parameters }: RecordedAction): Promise<Outcome> {
	const key = JSON.stringify([node, credential, parameters]);
	const running = runs.get(key) ?? runSaved(node, credential, parameters);
	runs.set(key, running);
	return await running;
}

if (isRecording) {
	test('records what every operation does with every option', async () => {
		const node = newNode(type);
		const credential = await savedCredential();
		const cases: RecordedAction[] = [];
		for (const { name, parameters } of savedCases()) {
			const saved = asSaved(node, type, parameters);
			cases.push({ name, parameters: saved, ...(await runSaved(node, credential, saved)) });
		}
		writeRecord(FILE, print({ node, credential, defaults: defaultsBy(node, cases), cases }));
		expect(cases.length).toBeGreaterThan(0);
	}, 600_000);
} else {
	const records = readRecords<ActionRecording>(FILE);

	describe.each(records)('a workflow that $version saved', ({ version, recording }) => {
		const { node, cases, defaults } = recording;
		const saved = cases.map(({ parameters }) => parameters);
		testNodes({ version, node, type }, saved, defaults, () => defaultsBy(node, cases));

		test.each(cases)('does what it did: $name', async (one) => {
			const { error, ...done } = await run(recording, one);
			const { name, calls, output, waits, branch, error: refused } = one;
			const was = { calls: calls.map((call) => long(call, recording.headers)), output, waits, branch };
			if (isMeantToDiffer(version, name)) return expect(done).not.toEqual(was);
			expect(done).toEqual(was);
			// Words may become better; what was refused stays refused.
			if (isReleased(version)) expect(error === undefined).toBe(refused === undefined);
			else expect(error).toEqual(refused);
		});
	});

	test('every operation, option and value of today is in the record of the present version', () => {
		const present = records.find(({ version }) => version === PRESENT)?.recording;
		if (!present) throw new Error(`${PRESENT} has no record: RECORD=1 npx jest test/saved`);
		const { properties } = type.description;
		const shown = present.cases
			// a public URL can't be one of this machine, and no test calls another
			.filter(({ error }) => error === undefined || error[0]?.includes("Public URL can't be fetched") === true)
			.map(({ parameters }) => asShown(present.node, type, parameters));
		const recorded = new Set(shown.flatMap((parameters) => placesIn(properties, parameters)));
		const names = present.cases.map(({ name }) => name);
		const missingPlaces = placesOf(properties).filter((place) => !recorded.has(place));
		const missingCases = savedCases().flatMap(({ name }) => (names.includes(name) ? [] : [name]));
		const lines = [...missingPlaces, ...missingCases].map((one) => `RECORD=1 npx jest test/saved: record ${one}`);
		expect(lines).toEqual([]);
		expect(names).toEqual(savedCases().map(({ name }) => name));
	});

	test('every released version has a record, and so has the one in package.json', () => {
		// Records a missing version: RECORD=1 npx jest test/saved, with that version in package.json.
		expect([...RELEASED, PRESENT].filter((version) => !RECORDED.includes(version))).toEqual([]);
	});

	test('no version has a record that is neither released nor in package.json', () => {
		// Delete the folder of a version that was given another number before its release.
		expect(RECORDED.filter((version) => version !== PRESENT && !isReleased(version))).toEqual([]);
	});

	test('names each intended difference once in the change notes, and only for what an earlier version saved', () => {
		const actions = readRecords<ActionRecording>('actions.json').flatMap(({ version, recording: { cases, defaults } }) => [
			...cases.map(({ name }) => `${version} ${name}`),
			...Object.entries(defaults).flatMap(([operation, places]) =>
				Object.keys(places).map((place) => `${version} ${operation}, ${place}`),
			),
		]);
		const triggers = readRecords<TriggerRecording>('triggers.json').flatMap(({ version, recording: { cases, defaults } }) => [
			...cases.map(({ name }) => `${version} trigger: ${name}`),
			...Object.keys(defaults).map((place) => `${version} trigger, ${place}`),
		]);
		const saved = new Set([...actions, ...triggers]);
		const met: string[] = [];
		for (const difference of DIFFERENCES) {
			expect(CHANGES).toContain(difference.reason);
			for (const name of difference.cases) {
				const places = versionsBefore(difference).map((version) => `${version} ${name}`);
				expect({ name, isSaved: places.some((place) => saved.has(place)) }).toEqual({ name, isSaved: true });
				met.push(`${difference.since} ${name}`);
			}
		}
		expect(met).toEqual([...new Set(met)]);
	});
}
