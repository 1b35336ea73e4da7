import type { ActionRecording } from './actions';
import { DIFFERENCES, versionsBefore } from './differences';
import type { TriggerRecording } from './triggers';
import { CHANGES, isReleased, PRESENT, readRecords, RECORDED, RELEASED } from './versions';

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
