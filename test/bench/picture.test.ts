import { drawBars } from './picture';

test('a picture of a benchmark needs no other file, and has bars as long as their values, with the values as text', () => {
	const svg = drawBars({
		title: 'Speed & <more>',
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
	expect(svg).toContain('<title>Speed &amp; &lt;more&gt;</title>');
	expect(svg).toContain('@media (prefers-color-scheme: dark)');
	expect(svg).not.toMatch(/<script|<image|href=|@import|url\((?!#)/);
});
