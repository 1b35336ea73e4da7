/** Bars next to each other: a group for each thing, and in it a bar for each candidate. */
export interface Bars {
	title: string;
	/** The quantity that the bars show, with its unit. */
	quantity: string;
	groups: string[];
	candidates: Array<{ name: string; values: number[] }>;
}

const SIZE = { width: 760, height: 380 };

/** The colours of the picture, as GitHub has them: light, dark. */
const INK: Array<[light: string, dark: string]> = [
	['#ffffff', '#0d1117'],
	['#1f2328', '#e6edf3'],
	['#59636e', '#9198a1'],
	['#d1d9e0', '#3d444d'],
	['#0969da', '#58a6ff'],
	['#bc4c00', '#f0883e'],
];
const [PAPER = '', TEXT = '', SMALL = '', LINE = '', ...CURVES] = INK.map(([light]) => light);

/** The marks of the candidates in the legend, around 0. */
const MARKS = ['M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z', 'M-4-4h8v8h-8z'];

/** Dark pages get dark pictures if the browser reports its theme to images. All others get a light card. */
const DARK = INK.map(([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`).join('');

const shown = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const pixels = (value: number) => Number(value.toFixed(1));

/** The place of a value on an axis, from 0 to 1, and the values that are written there. */
interface Scale {
	ticks: number[];
	place: (value: number) => number;
}

/** Round numbers from 0 to beyond all values. */
function scaleOf(values: number[]): Scale {
	const most = Math.max(...values) || 1;
	const power = 10 ** Math.floor(Math.log10(most / 4));
	const step = power * ([1, 2, 5].find((one) => most / (power * one) <= 8) ?? 10);
	const steps = Math.ceil(most / step);
	return { ticks: Array.from({ length: steps + 1 }, (_tick, index) => index * step), place: (value) => value / (steps * step) };
}

const text = (x: number, y: number, words: string, { size = 13, ink = SMALL, anchor = 'middle', more = '' } = {}) =>
	`<text x="${pixels(x)}" y="${pixels(y)}" font-size="${size}" text-anchor="${anchor}" dominant-baseline="central" fill="${ink}"${more}>${escaped(words)}</text>`;

const line = (x1: number, y1: number, x2: number, y2: number, ink: string) =>
	`<path d="M${pixels(x1)} ${pixels(y1)}L${pixels(x2)} ${pixels(y2)}" stroke="${ink}"/>`;

const inkOf = (index: number) => CURVES[index % CURVES.length] ?? TEXT;

/**
 * Draws horizontal bars, with their values as text: SVG that stands alone, on a card that can be read on light and dark pages, with
 * its contents as text for people who cannot see it.
 */
export function drawBars({ title, quantity, groups, candidates }: Bars): string {
	const described = groups.map(
		(group, index) => `${group}: ${candidates.map(({ name, values }) => `${name} ${shown(values[index] ?? NaN)}`).join(', ')}`,
	);
	const legend = candidates.flatMap(({ name }, index) => {
		const left = 20 + 200 * index;
		return [
			`<path d="${MARKS[index % MARKS.length]}" fill="${inkOf(index)}" transform="translate(${left + 8} 52)"/>`,
			text(left + 22, 52, name, { ink: TEXT, anchor: 'start' }),
		];
	});
	const area = { left: 230, right: SIZE.width - 60, top: 84, bottom: SIZE.height - 62 };
	const scale = scaleOf(candidates.flatMap(({ values }) => values));
	const across = (value: number) => area.left + scale.place(value) * (area.right - area.left);
	const room = (area.bottom - area.top) / groups.length;
	const thick = (room * 0.65) / candidates.length;
	const drawn = groups.flatMap((group, at) => [
		text(area.left - 10, area.top + room * (at + 0.5), group, { ink: TEXT, anchor: 'end' }),
		...candidates.flatMap(({ values }, index) => {
			const [value, y] = [values[at] ?? NaN, area.top + room * (at + 0.175) + thick * index];
			const length = across(value) - area.left;
			return [
				`<rect class="bar" x="${area.left}" y="${pixels(y)}" width="${pixels(length)}" height="${pixels(thick * 0.9)}" fill="${inkOf(index)}"/>`,
				text(area.left + length + 6, y + thick * 0.45, shown(value), { size: 12, anchor: 'start' }),
			];
		}),
	]);
	return `${[
		`<svg width="${SIZE.width}" height="${SIZE.height}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="-apple-system, Segoe UI, Helvetica, Arial, sans-serif" fill="none">`,
		`<title>${escaped(title)}</title><desc>${escaped(`${quantity}. ${described.join('. ')}.`)}</desc>`,
		`<style>@media (prefers-color-scheme: dark){${DARK}}</style>`,
		`<rect width="${SIZE.width}" height="${SIZE.height}" fill="${PAPER}"/>`,
		text(20, 24, title, { size: 16, ink: TEXT, anchor: 'start', more: ' font-weight="600"' }),
		...legend,
		...scale.ticks.map((tick) => line(across(tick), area.top, across(tick), area.bottom, LINE)),
		...scale.ticks.map((tick) => text(across(tick), area.bottom + 14, shown(tick), { size: 12 })),
		text((area.left + area.right) / 2, area.bottom + 38, quantity),
		line(area.left, area.bottom, area.right, area.bottom, SMALL),
		line(area.left, area.top, area.left, area.bottom, SMALL),
		...drawn,
		'</svg>',
	].join('\n')}\n`;
}
