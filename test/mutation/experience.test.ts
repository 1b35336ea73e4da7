import { Experience } from './experience';

const FILE = 'nodes/shared/limits.ts';
const MIRROR = 'test/nodes/shared/limits.test.ts';

describe('the order of the test files that are tried on a change', () => {
	test('begins with the one next to the file, then the fastest', () => {
		const experience = new Experience({ 'slow.test.ts': 900, 'quick.test.ts': 20, [MIRROR]: 300 });
		expect(experience.order(FILE, ['slow.test.ts', 'quick.test.ts', MIRROR])).toEqual([MIRROR, 'quick.test.ts', 'slow.test.ts']);
	});

	test('places a slow one after many fast ones until it has noticed a change of that file', () => {
		const experience = new Experience({ 'slow.test.ts': 900, 'quick.test.ts': 100, 'other.test.ts': 120 });
		const order = () => experience.order(FILE, ['slow.test.ts', 'other.test.ts', 'quick.test.ts']);
		expect(order()).toEqual(['quick.test.ts', 'other.test.ts', 'slow.test.ts']);
		experience.learn(FILE, 'slow.test.ts');
		expect(order()).toEqual(['slow.test.ts', 'quick.test.ts', 'other.test.ts']);
		expect(experience.order('nodes/other.ts', ['slow.test.ts', 'quick.test.ts'])).toEqual(['quick.test.ts', 'slow.test.ts']);
	});

	test('places one that notices often before one that noticed once, both weighed by their cost', () => {
		const experience = new Experience({ 'one.test.ts': 100, 'two.test.ts': 400 });
		for (let count = 0; count < 3; count++) experience.learn(FILE, 'two.test.ts');
		experience.learn(FILE, 'one.test.ts');
		expect(experience.order(FILE, ['two.test.ts', 'one.test.ts'])).toEqual(['one.test.ts', 'two.test.ts']);
		for (let count = 0; count < 3; count++) experience.learn(FILE, 'two.test.ts');
		expect(experience.order(FILE, ['one.test.ts', 'two.test.ts'])).toEqual(['two.test.ts', 'one.test.ts']);
	});

	test('stays unchanged and complete when nothing is known', () => {
		expect(new Experience({}).order(FILE, ['b.test.ts', 'a.test.ts'])).toEqual(['b.test.ts', 'a.test.ts']);
	});

	test('has three turns: files that noticed before, fast ones, the rest', () => {
		const experience = new Experience({ 'slow.test.ts': 501, 'quick.test.ts': 500, [MIRROR]: 9_000, 'noticed.test.ts': 700 });
		experience.learn(FILE, 'noticed.test.ts');
		const turns = [MIRROR, 'noticed.test.ts', 'quick.test.ts', 'new.test.ts', 'slow.test.ts'].map((testFile) =>
			experience.turnOf(FILE, testFile),
		);
		expect(turns).toEqual([0, 0, 1, 1, 2]);
	});
});
