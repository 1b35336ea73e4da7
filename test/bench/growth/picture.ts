/** One axis of a picture. */
export interface Axis {
	/** The quantity it shows, with its unit. */
	title: string;
	/** Each step is ten times the one before. */
	logarithmic?: boolean;
}

/** Points that belong together. */
export interface Curve {
	name: string;
	points: Array<[x: number, y: number]>;
}

/** A picture of how something grows. */
export interface Picture {
	title: string;
	x: Axis;
	y: Axis;
	curves: Curve[];
}

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
	['#1a7f37', '#3fb950'],
	['#8250df', '#bc8cff'],
	['#bf3989', '#ff7b72'],
	['#57606a', '#8b949e'],
];
const [PAPER = '', TEXT = '', SMALL = '', LINE = '', ...CURVES] = INK.map(([light]) => light);

/** Marks of the points, around 0. */
const MARKS = [
	'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z',
	'M-4-4h8v8h-8z',
	'M0-5l5 9h-10z',
	'M0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z',
	'M-5-2.5h10v5h-10z',
	'M-2.5-5h5v10h-5z',
];

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

/** Round numbers on both sides of all values. A linear axis begins at 0. */
function scaleOf({ logarithmic = false }: Axis, values: number[]): Scale {
	if (logarithmic) {
		const [least = 0, most = 0] = [Math.min(...values), Math.max(...values)].map(Math.log10);
		const first = Math.floor(least);
		const steps = Math.max(1, Math.ceil(most) - first);
		const ticks = Array.from({ length: steps + 1 }, (_tick, index) => 10 ** (first + index));
		return { ticks, place: (value) => (Math.log10(value) - first) / steps };
	}
	const most = Math.max(...values) || 1;
	const power = 10 ** Math.floor(Math.log10(most / 4));
	const step = power * ([1, 2, 5].find((one) => most / (power * one) <= 8) ?? 10);
	const steps = Math.ceil(most / step);
	return { ticks: Array.from({ length: steps + 1 }, (_tick, index) => index * step), place: (value) => value / (steps * step) };
}

/** The space that a name takes in a legend: roughly, as no font is known. */
const widthOf = ({ name }: { name: string }) => name.length * 7.5 + 56;

const text = (x: number, y: number, words: string, { size = 13, ink = SMALL, anchor = 'middle', more = '' } = {}) =>
	`<text x="${pixels(x)}" y="${pixels(y)}" font-size="${size}" text-anchor="${anchor}" dominant-baseline="central" fill="${ink}"${more}>${escaped(words)}</text>`;

const line = (x1: number, y1: number, x2: number, y2: number, ink: string) =>
	`<path d="M${pixels(x1)} ${pixels(y1)}L${pixels(x2)} ${pixels(y2)}" stroke="${ink}"/>`;

/** The names of the curves with their marks, in as many lines as they need. */
function legendOf(named: Array<{ name: string }>, markOf: (index: number) => string): { lines: number; drawn: string[] } {
	let [x, lines] = [20, 1];
	const drawn = named.map((one, index) => {
		if (index > 0 && x + widthOf(one) > SIZE.width - 20) [x, lines] = [20, lines + 1];
		const [left, y] = [x, 28 + 24 * lines];
		x += widthOf(one);
		return `<path d="${MARKS[index % MARKS.length]}" fill="${markOf(index)}" transform="translate(${left + 8} ${y})"/>${text(left + 22, y, one.name, { ink: TEXT, anchor: 'start' })}`;
	});
	return { lines, drawn: named.length > 1 ? drawn : [] };
}

const inkOf = (index: number) => CURVES[index % CURVES.length] ?? TEXT;

/** The rectangle inside of the axes. */
interface Area {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** The axis below an area, with a line upwards at each of its values. */
function axisBelow(area: Area, { title }: Axis, { ticks, place }: Scale): string[] {
	const at = (value: number) => area.left + place(value) * (area.right - area.left);
	return [
		...ticks.map((tick) => line(at(tick), area.top, at(tick), area.bottom, LINE)),
		...ticks.map((tick) => text(at(tick), area.bottom + 14, shown(tick), { size: 12 })),
		text((area.left + area.right) / 2, area.bottom + 38, title),
		line(area.left, area.bottom, area.right, area.bottom, SMALL),
	];
}

/** The axis to the left of an area, with a line to the right at each of its values. */
function axisBeside(area: Area, { title }: Axis, { ticks, place }: Scale): string[] {
	const at = (value: number) => area.bottom - place(value) * (area.bottom - area.top);
	const middle = (area.top + area.bottom) / 2;
	return [
		...ticks.map((tick) => line(area.left, at(tick), area.right, at(tick), LINE)),
		...ticks.map((tick) => text(area.left - 8, at(tick), shown(tick), { size: 12, anchor: 'end' })),
		text(20, middle, title, { more: ` transform="rotate(-90 20 ${pixels(middle)})"` }),
		line(area.left, area.bottom, area.left, area.top, SMALL),
	];
}

/** Puts a picture together: SVG that stands alone, with its contents as text for people who cannot see it. */
function render(title: string, description: string, drawn: string[]): string {
	const { width, height } = SIZE;
	return `${[
		`<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="-apple-system, Segoe UI, Helvetica, Arial, sans-serif" fill="none">`,
		`<title>${escaped(title)}</title><desc>${escaped(description)}</desc>`,
		`<style>@media (prefers-color-scheme: dark){${DARK}}</style>`,
		`<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
		text(20, 24, title, { size: 16, ink: TEXT, anchor: 'start', more: ' font-weight="600"' }),
		...drawn,
		'</svg>',
	].join('\n')}\n`;
}

/**
 * Draws how something grows: a line with a mark at each point for each curve, on a card that can be read on light and dark pages.
 *
 * @param picture the curves; values of a logarithmic axis must be above 0
 * @returns SVG with text as text
 * @throws RangeError when a value cannot be drawn
 */
export function draw({ title, x, y, curves }: Picture): string {
	const [across = [], up = []] = [0, 1].map((side) => curves.flatMap(({ points }) => points.map((point) => point[side] ?? NaN)));
	for (const [one, values] of [[x, across] as const, [y, up] as const]) {
		const isDrawable = (value: number) => Number.isFinite(value) && value >= 0 && (one.logarithmic !== true || value > 0);
		if (!values.every(isDrawable))
			throw new RangeError(`${title}: ${one.title} has values that cannot be drawn: ${values.join()}`);
	}
	const described = curves.map(
		({ name, points }) => `${name}: ${points.map(([left, right]) => `${shown(left)} → ${shown(right)}`).join(', ')}`,
	);
	const legend = legendOf(curves, inkOf);
	const area = { left: 84, right: SIZE.width - 40, top: 60 + 24 * legend.lines, bottom: SIZE.height - 62 };
	const [xs, ys] = [scaleOf(x, across), scaleOf(y, up)];
	const placeOf = ([left, right]: [number, number]) =>
		[area.left + xs.place(left) * (area.right - area.left), area.bottom - ys.place(right) * (area.bottom - area.top)]
			.map(pixels)
			.join(' ');
	const drawn = curves.flatMap(({ points }, index) => [
		`<path d="M${points.map(placeOf).join('L')}" stroke="${inkOf(index)}" stroke-width="2"/>`,
		...points.map(
			(point) =>
				`<path class="mark-${index}" d="${MARKS[index % MARKS.length]}" fill="${inkOf(index)}" transform="translate(${placeOf(point)})"/>`,
		),
	]);
	return render(title, `${y.title} over ${x.title}. ${described.join('. ')}.`, [
		...legend.drawn,
		...axisBelow(area, x, xs),
		...axisBeside(area, y, ys),
		...drawn,
	]);
}

/** Draws horizontal bars, with their values as text. */
export function drawBars({ title, quantity, groups, candidates }: Bars): string {
	const described = groups.map(
		(group, index) => `${group}: ${candidates.map(({ name, values }) => `${name} ${shown(values[index] ?? NaN)}`).join(', ')}`,
	);
	const legend = legendOf(candidates, inkOf);
	const area = { left: 230, right: SIZE.width - 60, top: 60 + 24 * legend.lines, bottom: SIZE.height - 62 };
	const scale = scaleOf(
		{ title: quantity },
		candidates.flatMap(({ values }) => values),
	);
	const room = (area.bottom - area.top) / groups.length;
	const thick = (room * 0.65) / candidates.length;
	const drawn = groups.flatMap((group, at) => [
		text(area.left - 10, area.top + room * (at + 0.5), group, { ink: TEXT, anchor: 'end' }),
		...candidates.flatMap(({ values }, index) => {
			const [value, y] = [values[at] ?? NaN, area.top + room * (at + 0.175) + thick * index];
			const length = scale.place(value) * (area.right - area.left);
			return [
				`<rect class="bar" x="${area.left}" y="${pixels(y)}" width="${pixels(length)}" height="${pixels(thick * 0.9)}" fill="${inkOf(index)}"/>`,
				text(area.left + length + 6, y + thick * 0.45, shown(value), { size: 12, anchor: 'start' }),
			];
		}),
	]);
	return render(title, `${quantity}. ${described.join('. ')}.`, [
		...legend.drawn,
		...axisBelow(area, { title: quantity }, scale),
		line(area.left, area.top, area.left, area.bottom, SMALL),
		...drawn,
	]);
}
