import * as fc from 'fast-check';
import { type Picture, draw, drawBars } from './picture';

const SIDES = ['x', 'y'] as const;

/** Positions of the marks, by curve, in pixels. */
function marksOf(svg: string): Array<Array<[x: number, y: number]>> {
	const marks: Array<Array<[x: number, y: number]>> = [];
	for (const [, series, x, y] of svg.matchAll(/<path class="mark-(\d+)"[^>]*transform="translate\((\S+) (\S+)\)"/g))
		(marks[Number(series)] ??= []).push([Number(x), Number(y)]);
	return marks;
}

/** The drawing area: the outermost lines of the grid and the axes. */
function areaOf(svg: string) {
	const lines = [...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" stroke="#(?:d1d9e0|59636e)"/g)];
	const [xs, ys] = [0, 1].map((side) => lines.flatMap((line) => [Number(line[1 + side]), Number(line[3 + side])]));
	return { x: [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))], y: [Math.min(...(ys ?? [])), Math.max(...(ys ?? []))] };
}

const value = fc.double({ min: 0.0015, max: 9e6, noNaN: true });
const title = fc.string({ minLength: 1, maxLength: 20 });
const axis = fc.record({ title, logarithmic: fc.boolean() });
const picture: fc.Arbitrary<Picture> = fc.record({
	title,
	x: axis,
	y: axis,
	curves: fc.array(fc.record({ name: title, points: fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 }) }), {
		minLength: 1,
		maxLength: 6,
	}),
});

describe('pictures of benchmarks', () => {
	test('draws every point within the axes and in order', () => {
		fc.assert(
			fc.property(picture, (drawn) => {
				const svg = draw(drawn);
				const [marks, area] = [marksOf(svg), areaOf(svg)];
				expect(marks.map((one) => one.length)).toEqual(drawn.curves.map(({ points }) => points.length));
				for (const [index, { points }] of drawn.curves.entries()) {
					for (const [side, name] of SIDES.entries()) {
						for (const [at, point] of points.entries()) {
							const place = marks[index]?.[at]?.[side] ?? NaN;
							expect(place).toBeGreaterThanOrEqual((area[name][0] ?? NaN) - 1);
							expect(place).toBeLessThanOrEqual((area[name][1] ?? NaN) + 1);
							const [other, otherPlace] = [points[0]?.[side] ?? NaN, marks[index]?.[0]?.[side] ?? NaN];
							// upwards the pixels are counted down
							const further = (place - otherPlace) * (name === 'x' ? 1 : -1);
							if ((point[side] ?? NaN) > other) expect(further).toBeGreaterThanOrEqual(-0.1);
						}
					}
				}
			}),
			{ numRuns: 60 },
		);
	});

	test('describes the picture in text: title, axes with units, names of the curves and all values', () => {
		const svg = draw({
			title: 'Cost & <growth>',
			x: { title: 'items in one run', logarithmic: true },
			y: { title: 'time an item (ms)' },
			curves: [
				{
					name: 'one',
					points: [
						[100, 2.5],
						[100_000, 2.25],
					],
				},
				{ name: 'other', points: [[1_000, 3]] },
			],
		});
		const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
		expect(texts).toEqual(
			expect.arrayContaining(['items in one run', 'time an item (ms)', 'one', 'other', '100', '100,000', '0', '3']),
		);
		expect(svg).toContain('<title>Cost &amp; &lt;growth&gt;</title>');
		expect(svg).toContain('one: 100 → 2.5, 100,000 → 2.25. other: 1,000 → 3.');
	});

	test('is small, stands alone, and has colors for dark pages', () => {
		const svg = draw({
			title: 'T',
			x: { title: 'x' },
			y: { title: 'y' },
			curves: [
				{
					name: 'c',
					points: [
						[1, 1],
						[2, 2],
					],
				},
			],
		});
		expect(svg.length).toBeLessThan(15_000);
		expect(svg).toContain('@media (prefers-color-scheme: dark)');
		expect(svg).not.toMatch(/<script|<image|href=|@import|url\((?!#)/);
	});

	test('draws bars as long as their values, and writes the values next to them', () => {
		const svg = drawBars({
			title: 'Speed',
			quantity: 'items per second',
			groups: ['few', 'many'],
			candidates: [
				{ name: 'this', values: [400, 200] },
				{ name: 'other', values: [100, 50] },
			],
		});
		const bars = [...svg.matchAll(/<rect class="bar" [^>]*width="([\d.]+)"/g)];
		const lengths = bars.map(([, length]) => Number(length));
		expect(lengths.map((length) => Number((length / (lengths[0] ?? NaN)).toFixed(2)))).toEqual([1, 0.25, 0.5, 0.13]);
		expect(svg).toContain('items per second. few: this 400, other 100. many: this 200, other 50.');
		for (const value of [400, 200, 100, 50]) expect(svg).toMatch(new RegExp(`<text [^>]*>${value}</text>`));
	});

	test.each([
		['0 on a logarithmic axis', [[0, 1]], /x has values that cannot be drawn/],
		['no number', [[1, NaN]], /y has values that cannot be drawn/],
	])('refuses %s', (_what, points, message) => {
		const curves = [{ name: 'c', points: points as Array<[number, number]> }];
		expect(() => draw({ title: 'T', x: { title: 'x', logarithmic: true }, y: { title: 'y' }, curves })).toThrow(message);
	});
});
