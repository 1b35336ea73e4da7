import type { Bench } from '../bench';
import { target } from '../report';
import { CHANNELS } from '../service';
import { median, show } from '../statistics';
import { Workbench } from './measure';
import { sendAll } from './sends';

/** Rounds and items; all sizes in each round, so that what slows the machine down for a while hits all of them. */
const SIZES = [100, 1_000, 10_000, 100_000];
const SMALL = [100, 500];
const ROUNDS = 5;

/** The reason why the time per item is not the same for all sizes. */
const WHY = 'An item costs less the more there are, because they share what a run does once.';

/** More items than this are sent once, while the memory is looked at; fewer in each round, and once more for the memory. */
const ONCE = 10_000;

/** Measures the cost per item when one run sends more of them. */
export const benchGrowthItems: Bench = async ({ small, print }) => {
	const bench = await Workbench.start(print);
	const sizes = small ? SMALL : SIZES;
	const rounds = small ? 1 : ROUNDS;
	try {
		const times = new Map<number, number[]>(sizes.map((count) => [count, []]));
		const memory = new Map<number, number>();
		for (let round = 0; round <= rounds; round += 1) {
			for (const count of sizes.filter((one) => one <= ONCE)) {
				// the smallest takes so little time that one run says little
				for (let run = 0; run < Math.min(20, Math.max(1, 1_000 / count)); run += 1) {
					const { durationMs } = await sendAll(bench, count, CHANNELS);
					if (round > 0) times.get(count)?.push(durationMs / count);
				}
			}
		}
		for (const count of sizes) {
			print(`${count} items`);
			const { durationMs, ownBytes } = await sendAll(bench, count, CHANNELS, true);
			memory.set(count, ownBytes);
			if (count > ONCE) times.get(count)?.push(durationMs / count);
		}
		const timeOf = (count: number) => median(times.get(count) ?? []);
		const megabytes = (count: number) => (memory.get(count) ?? NaN) / 1024 ** 2;
		const values = sizes.map(timeOf);
		const [first = 1, last = 1] = [values[0], values.at(-1)];
		const growth = last / first;
		const flat = Math.max(...values) / Math.min(...values);
		return {
			name: 'growth-items',
			tables: [
				{
					header: ['items', 'time per item', 'relative to the fewest', "the node's own memory", 'memory per item'],
					rows: sizes.map((count) => [
						count.toLocaleString('en-US'),
						`${show(timeOf(count))} ms`,
						show(timeOf(count) / first),
						`${show(megabytes(count))} MB`,
						`${show((megabytes(count) * 1024) / count)} kB`,
					]),
				},
			],
			targets: [
				target('time per item: the longest up to 1.10 times the shortest', flat, flat <= 1.1, show(flat), WHY),
				target('with the most items, up to 1.10 times the time per item with the fewest', growth, growth <= 1.1, show(growth)),
			],
			pictures: [
				{
					file: 'growth-items',
					title: 'Sending: time per item as there are more of them',
					x: { title: 'items in one run', logarithmic: true },
					y: { title: 'time per item (ms)' },
					curves: [{ name: 'Message: Send', points: sizes.map((count) => [count, timeOf(count)]) }],
				},
				{
					file: 'growth-items-memory',
					title: 'Sending: memory that the node itself needs',
					x: { title: 'items in one run', logarithmic: true },
					y: { title: 'MB', logarithmic: true },
					curves: [
						{ name: 'above its input and output', points: sizes.map((count) => [count, Math.max(0.1, megabytes(count))]) },
					],
				},
			],
			conditions: `Text messages to ${CHANNELS} channels, the simulated platform responds at once, executions aren't saved. Time from the node's input to its output. Medians of ${rounds} rounds through all sizes after a warm-up (more than ${ONCE.toLocaleString('en-US')} items: one run). Memory in a separate run: n8n's heap after garbage collections at the first request and at 10, 25, 50, 75 and 90 % of them. The heap before the node is subtracted, and so is the same share of what the output needs at the end. The largest value counts. Every message and the order within each channel are checked.`,
		};
	} finally {
		await bench.stop();
	}
};
