import { BoundedMap } from '../../../nodes/shared/boundedMap';

function keysOf(map: BoundedMap<number, string>, upTo: number): number[] {
	return Array.from({ length: upTo }, (_, key) => key).filter((key) => map.has(key));
}

test('keeps the newest entries, whatever was taken out, set anew or replaced in between', () => {
	const map = new BoundedMap<number, string>(3);
	[0, 1, 2].forEach((key) => map.set(key, `first ${key}`));
	expect(keysOf(map, 9)).toEqual([0, 1, 2]);
	map.set(3, 'third');
	expect(keysOf(map, 9)).toEqual([1, 2, 3]);
	map.set(1, 'set anew, so the newest');
	map.replace(2, 'replaced, so as old as before');
	map.set(4, 'fourth');
	expect(keysOf(map, 9)).toEqual([1, 3, 4]);
	map.delete(3);
	map.set(5, 'fifth');
	expect(keysOf(map, 9)).toEqual([1, 4, 5]);
	map.set(6, 'sixth');
	expect(keysOf(map, 9)).toEqual([4, 5, 6]);
	expect([map.get(1), map.get(4), map.size]).toEqual([undefined, 'fourth', 3]);
});

test('a forgotten entry is not brought back by replacing it', () => {
	const map = new BoundedMap<number, string>(1);
	map.set(0, 'old');
	map.set(1, 'new');
	map.replace(0, 'late');
	expect(keysOf(map, 2)).toEqual([1]);
});

test('goes on after it was emptied by hand', () => {
	const map = new BoundedMap<number, string>(2);
	for (let key = 0; key < 5; key += 1) map.set(key, '');
	for (let key = 0; key < 5; key += 1) map.delete(key);
	for (let key = 5; key < 9; key += 1) map.set(key, '');
	expect(keysOf(map, 9)).toEqual([7, 8]);
});

test('holds no more than its limit in a long random history, always the newest', () => {
	const map = new BoundedMap<number, string>(50);
	let model: number[] = [];
	let random = 1;
	for (let step = 0; step < 20_000; step += 1) {
		random = (random * 48_271) % 2_147_483_647;
		const key = random % 200;
		model = model.filter((one) => one !== key);
		if (random % 7 === 0) map.delete(key);
		else {
			map.set(key, String(step));
			model = [...model, key].slice(-50);
		}
		expect(map.size).toBe(model.length);
	}
	expect(keysOf(map, 200)).toEqual([...model].sort((left, right) => left - right));
});

test('tells what is forgotten, not what is taken out', () => {
	const forgotten: string[] = [];
	const map = new BoundedMap<number, string>(2, (value) => forgotten.push(value));
	map.set(0, 'taken out');
	map.delete(0);
	[1, 2, 3, 4].forEach((key) => map.set(key, `value ${key}`));
	expect(forgotten).toEqual(['value 1', 'value 2']);
});
