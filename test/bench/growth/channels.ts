import type { Bench } from '../bench';
import { target } from '../report';
import { capabilities } from '../service';
import { interleave, medianOf, show } from '../statistics';
import { Workbench } from './measure';
import { sendAll } from './sends';

const CHANNELS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const ITEMS = 1_000;
const ROUNDS = 3;

/** Sends a second when one run goes to more channels. */
export const benchGrowthChannels: Bench = async ({ small, print }) => {
	const bench = await Workbench.start(print);
	const sizes = small ? [1, 20] : CHANNELS;
	const [items, rounds] = small ? [100, 1] : [ITEMS, ROUNDS];
	const account = JSON.stringify(capabilities(Math.max(...sizes)));
	bench.service.routes.set('GET /channels', () => account);
	try {
		const candidates = sizes.map((channels) => ({
			name: String(channels),
			run: async () => await sendAll(bench, items, channels),
		}));
		const results = await interleave(candidates, rounds);
		const rates = sizes.map((channels) => (1000 * items) / medianOf(results, String(channels), ({ durationMs }) => durationMs));
		const atOnce = rates.filter((_rate, index) => (sizes[index] ?? 0) >= 10);
		const least = Math.min(...atOnce) / Math.max(...atOnce);
		const [single = NaN] = rates;
		return {
			name: 'growth-channels',
			tables: [
				{
					header: ['channels', 'items/s', 'relative to one channel'],
					rows: sizes.map((channels, index) => [
						String(channels),
						show(rates[index] ?? NaN),
						show((rates[index] ?? NaN) / single),
					]),
				},
			],
			targets: [target('from 10 channels on, all at least 0.90 times as fast as the fastest', least, least >= 0.9, show(least))],
			pictures: [
				{
					file: 'growth-channels',
					title: 'Sending: items per second to more channels',
					x: { title: 'channels in one run', logarithmic: true },
					y: { title: 'items per second' },
					curves: [{ name: 'Message: Send', points: sizes.map((channels, index) => [channels, rates[index] ?? NaN]) }],
				},
			],
			conditions: `${items.toLocaleString('en-US')} text messages in each run, to the channels in turn. The account has ${Math.max(...sizes)}. The simulated platform responds at once. Medians of ${rounds} rounds through all sizes after a warm-up. Every message and the order within each channel are checked.`,
		};
	} finally {
		await bench.stop();
	}
};
