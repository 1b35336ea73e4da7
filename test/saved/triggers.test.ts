import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { placesIn, placesOf } from './cases';
import { asSaved, asShown, defaultsOf, newNode, type SavedNode } from './saving';
import { BASE_CASE, REFUSED, samples, triggerCases } from './triggerCases';
import {
	deliverRefused,
	deliverToSaved,
	publishSaved,
	startSurroundings,
	type Delivered,
	type RecordedTrigger,
	type TriggerRecording,
	type TriggerSurroundings,
} from './triggers';
import { isMeantToDiffer, isRecording, isReleased, PRESENT, readRecords, testNodes, writeRecord } from './versions';

const FILE = 'triggers.json';

/** Options that need a platform that is slow to give a file (downloads.test.ts), or an event of several MB (load.test.ts). */
const WITHOUT_EFFECT = ['downloadBudgetSeconds', 'maxEventMegabytes'];

const type = new MessagingPlatformTrigger();
let surroundings: TriggerSurroundings;
beforeAll(async () => {
	surroundings = await startSurroundings();
});
afterAll(async () => await surroundings.close());

const defaultsBy = (node: SavedNode, cases: Array<Pick<RecordedTrigger, 'parameters'>>) =>
	defaultsOf(cases.map(({ parameters }) => ({ saved: parameters, shown: asShown(node, type, parameters) })));

/** One line for each delivery. */
function print({ cases, ...others }: TriggerRecording): string {
	const lines = cases.map(({ delivered, ...one }) => {
		const entries = Object.entries(delivered).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
		return `${JSON.stringify(one).slice(0, -1)},"delivered":{\n${entries.join(',\n')}}}`;
	});
	return `${JSON.stringify(others, null, '\t').slice(0, -2)},\n\t"cases":[\n${lines.join(',\n')}\n]}\n`;
}

/** Leaves out words, which may still improve after a release. */
const withoutWords = ({ status, text, code, items }: Delivered) => ({ status, text, code, items });
const published = (steps: RecordedTrigger['published'], isExact: boolean) =>
	isExact ? steps : Object.entries(steps).map(([step, { calls, error }]) => [step, calls, error !== undefined]);

async function record(): Promise<TriggerRecording> {
	const node = newNode(type);
	const cases: RecordedTrigger[] = [];
	for (const { name, parameters } of triggerCases()) {
		const saved = asSaved(node, type, parameters);
		const delivered = Object.entries(await deliverToSaved(surroundings, node, saved));
		const base = cases[0]?.delivered ?? {};
		const others = delivered.filter(([sample, value]) => JSON.stringify(value) !== JSON.stringify(base[sample]));
		const steps = await publishSaved(node, saved);
		cases.push({ name, parameters: saved, published: steps, delivered: Object.fromEntries(others) });
	}
	const refused: TriggerRecording['refused'] = {};
	for (const name of Object.keys(REFUSED)) refused[name] = await deliverRefused(surroundings, node, name);
	return { node, defaults: defaultsBy(node, cases), refused, cases };
}

if (isRecording) {
	test('records what the trigger does with every event and every option', async () => {
		const recording = await record();
		writeRecord(FILE, print(recording));
		expect(recording.cases[0]?.name).toBe(BASE_CASE);
	}, 600_000);
} else {
	const records = readRecords<TriggerRecording>(FILE);

	describe.each(records)('a workflow that $version saved', ({ version, recording }) => {
		const { node, cases, refused, defaults } = recording;
		const base = cases[0]?.delivered ?? {};
		const isExact = !isReleased(version);

		const saved = cases.map(({ parameters }) => parameters);
		testNodes({ version, node, type }, saved, { trigger: defaults }, () => ({ trigger: defaultsBy(node, cases) }));

		/** A takeover has each event wait in real time, so these cases run while the others do. */
		const early = new Map<string, ReturnType<typeof deliverToSaved>>();
		beforeAll(() => {
			for (const { name, parameters } of cases.filter((one) => one.name.startsWith('takeoverTag')))
				early.set(name, deliverToSaved(surroundings, node, parameters));
		});

		test.each(cases)('is published and treats deliveries as it did: $name', async ({ name, parameters, ...was }) => {
			const delivered = await (early.get(name) ?? deliverToSaved(surroundings, node, parameters));
			const done = {
				published: published(await publishSaved(node, parameters), isExact),
				// A sample that a later version has added is of no concern here.
				delivered: Object.entries(delivered).filter(([sample]) => sample in base),
			};
			const expected = { published: published(was.published, isExact), delivered: Object.entries({ ...base, ...was.delivered }) };
			if (isMeantToDiffer(version, `trigger: ${name}`)) expect(done).not.toEqual(expected);
			else expect(done).toEqual(expected);
		});

		test.each(Object.entries(refused))('refuses as it did: %s', async (name, was) => {
			const done = await deliverRefused(surroundings, node, name);
			expect(isExact ? done : withoutWords(done)).toEqual(isExact ? was : withoutWords(was));
		});
	});

	const present = records.find(({ version }) => version === PRESENT)?.recording;

	test('every event, option and value of today is in the record of the present version, and every refusal', () => {
		if (!present) throw new Error(`${PRESENT} has no record: RECORD=1 npx jest test/saved`);
		const { properties } = type.description;
		const recorded = new Set(
			present.cases.flatMap(({ parameters }) => placesIn(properties, asShown(present.node, type, parameters))),
		);
		const missing = placesOf(properties).filter((place) => !recorded.has(place));
		expect(missing.map((place) => `RECORD=1 npx jest test/saved: record ${place}`)).toEqual([]);
		expect(present.cases.map(({ name }) => name)).toEqual(triggerCases().map(({ name }) => name));
		expect(Object.keys(present.cases[0]?.delivered ?? {})).toEqual(samples().map(({ name }) => name));
		expect(Object.keys(present.refused)).toEqual(Object.keys(REFUSED));
	});

	test('publishing and the samples tell the values of each option apart', () => {
		const outcomes = new Map<string, string[]>();
		for (const { name, published: steps, delivered } of present?.cases ?? []) {
			const option = name.replace(/ \d+$/, '');
			outcomes.set(option, [...(outcomes.get(option) ?? []), JSON.stringify([steps, delivered])]);
		}
		const idle = [...outcomes].filter(([, values]) => values.length > 1 && new Set(values).size === 1);
		expect(idle.map(([option]) => option)).toEqual(WITHOUT_EFFECT);
	});
}
