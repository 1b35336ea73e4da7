import { Experience } from './experience';

const FILE = 'nodes/shared/limits.ts';
const MIRROR = 'test/nodes/shared/limits.test.ts';

test('asks the test file next to the changed file first, then the fastest, and slow ones sooner if they noticed before', () => {
	const experience = new Experience({ 'slow.test.ts': 501, 'quick.test.ts': 100, [MIRROR]: 300 });
	const order = (file: string) => experience.order(file, ['slow.test.ts', 'quick.test.ts', MIRROR]);
	const turns = () => [MIRROR, 'quick.test.ts', 'slow.test.ts'].map((testFile) => experience.turnOf(FILE, testFile));
	expect(order(FILE)).toEqual([MIRROR, 'quick.test.ts', 'slow.test.ts']);
	expect(turns()).toEqual([0, 1, 2]);
	for (let count = 0; count < 3; count++) experience.learn(FILE, 'slow.test.ts');
	expect(order(FILE)).toEqual(['slow.test.ts', MIRROR, 'quick.test.ts']);
	expect(turns()).toEqual([0, 1, 0]);
	expect(order('nodes/other.ts')).toEqual(['quick.test.ts', MIRROR, 'slow.test.ts']);
	expect(new Experience({}).order(FILE, ['b.test.ts', 'a.test.ts'])).toEqual(['b.test.ts', 'a.test.ts']);
});
