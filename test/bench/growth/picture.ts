import { type EChartsOption, init } from 'echarts';

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

/** The lines that a legend takes: its text is measured roughly, as long as no font is known. */
const linesOf = (named: Array<{ name: string }>) =>
	Math.ceil(named.reduce((sum, { name }) => sum + name.length * 7.5 + 56, 0) / (SIZE.width - 40));

const MARKS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'];

/** Dark pages get dark pictures if the browser reports its theme to images. All others get a light card. */
const DARK = INK.map(([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`).join('');

const shown = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The bounds of an axis: round numbers on both sides of all values. A linear axis begins at 0. */
function bounds({ logarithmic = false }: Axis, values: number[]): { min: number; max?: number } {
	if (!logarithmic) return { min: 0 };
	const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.log10);
	const min = Math.floor(least ?? 0);
	return { min: 10 ** min, max: 10 ** Math.max(min + 1, Math.ceil(most ?? 0)) };
}

function axis(one: Axis, values: number[], gap: number) {
	return {
		...bounds(one, values),
		type: one.logarithmic === true ? ('log' as const) : ('value' as const),
		name: one.title,
		nameLocation: 'middle' as const,
		nameGap: gap,
		nameTextStyle: { color: SMALL, fontSize: 13 },
		axisLabel: { color: SMALL, formatter: shown },
		axisLine: { show: true, lineStyle: { color: SMALL } },
		axisTick: { lineStyle: { color: SMALL } },
		splitLine: { lineStyle: { color: LINE } },
	};
}

/** Everything that a chart has around its axes. */
function frame(title: string, named: Array<{ name: string }>) {
	return {
		animation: false,
		backgroundColor: PAPER,
		color: CURVES,
		textStyle: { fontFamily: '-apple-system, Segoe UI, Helvetica, Arial, sans-serif' },
		title: { text: title, left: 20, top: 14, textStyle: { color: TEXT, fontSize: 16, fontWeight: 600 } },
		legend: { show: named.length > 1, left: 16, top: 40, itemGap: 28, textStyle: { color: TEXT, fontSize: 13 } },
		grid: { left: 84, right: 40, top: 60 + 24 * linesOf(named), bottom: 62, outerBoundsMode: 'none' as const },
	};
}

/** Draws a chart as SVG that stands alone, with its contents as text for people who cannot see it. */
function render(title: string, description: string, option: EChartsOption): string {
	const chart = init(null, null, { renderer: 'svg', ssr: true, ...SIZE });
	chart.setOption(option);
	const svg = chart.renderToSVGString();
	chart.dispose();
	const head = `<title>${escaped(title)}</title><desc>${escaped(description)}</desc>`;
	const style = `<style>@media (prefers-color-scheme: dark){${DARK}}</style>`;
	// leaves out the pointer support of interactive pages, which does nothing in an image
	const still = svg.replace(/<style >[^]*?<\/style>\s*/, '').replace(/ (class="zr[^"]*"|pointer-events="visible")/g, '');
	return `${still.replace(/^<svg[^>]*>/, (svgTag) => `${svgTag}\n${head}\n${style}`)}\n`;
}

/**
 * Draws how something grows: a line with a mark at each point for each curve, on a card that can be read on light and dark pages.
 *
 * @param picture the curves; values of a logarithmic axis must be above 0
 * @returns SVG with text as text
 * @throws RangeError when a value cannot be drawn
 */
export function draw({ title, x, y, curves }: Picture): string {
	const [across, up] = [0, 1].map((side) => curves.flatMap(({ points }) => points.map((point) => point[side] ?? NaN)));
	for (const [one, values = []] of [[x, across] as const, [y, up] as const]) {
		const isDrawable = (value: number) => Number.isFinite(value) && value >= 0 && (one.logarithmic !== true || value > 0);
		if (!values.every(isDrawable))
			throw new RangeError(`${title}: ${one.title} has values that cannot be drawn: ${values.join()}`);
	}
	const described = curves.map(
		({ name, points }) => `${name}: ${points.map(([left, right]) => `${shown(left)} → ${shown(right)}`).join(', ')}`,
	);
	return render(title, `${y.title} over ${x.title}. ${described.join('. ')}.`, {
		...frame(title, curves),
		xAxis: axis(x, across ?? [], 34),
		yAxis: axis(y, up ?? [], 58),
		series: curves.map(({ name, points }, index) => ({
			type: 'line' as const,
			...{ name, data: points, clip: false, silent: true },
			...{ symbol: MARKS[index % MARKS.length], symbolSize: 9, lineStyle: { width: 2 } },
			itemStyle: { color: CURVES[index % CURVES.length] },
		})),
	});
}

/** Draws horizontal bars, with their values as text. */
export function drawBars({ title, quantity, groups, candidates }: Bars): string {
	const described = groups.map(
		(group, index) => `${group}: ${candidates.map(({ name, values }) => `${name} ${shown(values[index] ?? NaN)}`).join(', ')}`,
	);
	const { grid, ...around } = frame(title, candidates);
	return render(title, `${quantity}. ${described.join('. ')}.`, {
		...around,
		grid: { ...grid, left: 230, right: 60 },
		xAxis: axis(
			{ title: quantity },
			candidates.flatMap(({ values }) => values),
			34,
		),
		yAxis: {
			...{ type: 'category', data: groups, inverse: true, axisTick: { show: false } },
			...{ axisLabel: { color: TEXT, fontSize: 13 }, axisLine: { show: true, lineStyle: { color: SMALL } } },
		},
		series: candidates.map(({ name, values }, index) => ({
			type: 'bar' as const,
			...{ name, data: values, silent: true, barGap: '10%', barCategoryGap: '35%' },
			label: { show: true, position: 'right' as const, color: SMALL, fontSize: 12 },
			itemStyle: { color: CURVES[index % CURVES.length] },
		})),
	});
}
