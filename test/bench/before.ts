/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ensureTarball, type Tarball } from '../../sandbox/demo/pack';
import { startSandbox } from '../../sandbox/server';
import type { BenchOptions } from './bench';
import { candidateOf, type Comparison } from './items';
import { BenchN8n } from './n8n';
import { list } from './nodes';
import { comparisons } from './operations';
import { sends } from './send';
import { CHANNELS, startBenchService, type BenchService } from './service';
import { type Candidate, interleave, median, ratioOf } from './statistics';
import { flood, publishTrigger } from './trigger';
import { Asker } from './waiting';

/** The two packages that are compared, each in an n8n of its own. */
type Pair<One> = Record<'before' | 'now', One>;

/** Measures one thing with both packages in turns. The figure of each round is a cost: less is better. */
type Measure = (packages: Pair<Tarball>, options: BenchOptions) => Promise<void>;

async function pairOf<One>(packages: Pair<Tarball>, make: (tarball: Tarball) => Promise<One>): Promise<Pair<One>> {
	return { before: await make(packages.before), now: await make(packages.now) };
}

/** Prints the cost of both, and the median of the rounds' ratios: above 1 the package of now costs more. */
async function report(
	label: string,
	candidates: Array<Candidate<number>>,
	rounds: number,
	{ print }: BenchOptions,
): Promise<void> {
	const results = await interleave(candidates, rounds);
	const costs = candidates.map(({ name }) => `${name} ${median(results.get(name) ?? []).toFixed(2)} ms`).join(', ');
	print(`${label}: ${costs}; now/before ${ratioOf(results, 'now', 'before', (cost) => cost).toFixed(3)}`);
}

/** The same items through both packages: ms for a run. */
const itemsOf =
	(comparisonsAt: (service: BenchService, small: boolean) => Comparison[]): Measure =>
	async (packages, options) => {
		const service = await startBenchService();
		const n8ns = await pairOf(packages, async (tarball) => await BenchN8n.start(service, {}, options.print, tarball));
		try {
			for (const comparison of comparisonsAt(service, options.small)) {
				const nodes = [list(service.origin, comparison.count, comparison.channels), comparison.ours];
				const candidate = async (name: keyof Pair<BenchN8n>) => {
					const { run } = await candidateOf({ n8n: n8ns[name], service, comparison, name, nodes, ordered: true });
					return { name, run: async () => (await run()).durationMs };
				};
				const candidates = [await candidate('before'), await candidate('now')];
				await report(comparison.label, candidates, comparison.rounds, options);
			}
		} finally {
			await Promise.all([n8ns.before.stop(), n8ns.now.stop()]);
			await service.close();
		}
	};

const measureTrigger: Measure = async (packages, options) => {
	const sandbox = await startSandbox({ rules: { rate: false } });
	const n8ns = await pairOf(packages, async (tarball) => await BenchN8n.start(sandbox, {}, options.print, tarball));
	try {
		const candidate = async (name: keyof Pair<BenchN8n>) => {
			const receiver = await publishTrigger(n8ns[name], sandbox);
			return { name, run: async () => (await flood(n8ns[name], sandbox, receiver, options.small ? 20 : 100)).cpuMs };
		};
		const candidates = [await candidate('before'), await candidate('now')];
		await report("n8n's processor time for an event", candidates, options.small ? 1 : 11, options);
	} finally {
		await Promise.all([n8ns.before.stop(), n8ns.now.stop()]);
		await sandbox.close();
	}
};

const measureWaiting: Measure = async (packages, options) => {
	const askers = await pairOf(packages, async (tarball) => await Asker.start(options.print, tarball));
	try {
		await Promise.all([askers.before.ask(options.small ? 5 : 100), askers.now.ask(options.small ? 5 : 100)]);
		const rounds = new Map<string, Array<Awaited<ReturnType<Asker['round']>>>>();
		const candidates = (['before', 'now'] as const).map((name) => ({
			name,
			run: async () => {
				const round = await askers[name].round(options.small ? 10 : 100);
				rounds.set(name, [...(rounds.get(name) ?? []), round]);
				return round.resumedMs;
			},
		}));
		await report('from a press to the next node', candidates, options.small ? 1 : 11, options);
		for (const figure of ['answeredMs', 'cpuMs'] as const) {
			const ratio = ratioOf(rounds, 'now', 'before', (round) => round[figure]);
			options.print(`${figure}: now/before ${ratio.toFixed(3)}`);
		}
	} finally {
		await Promise.all([askers.before.stop(), askers.now.stop()]);
	}
};

const MEASURES: Record<string, Measure> = {
	send: itemsOf((service, small) =>
		small
			? [sends(service, 200, CHANNELS, 1)]
			: [sends(service, 1_000, CHANNELS, 11), sends(service, 1_000, 1, 11), sends(service, 10_000, CHANNELS, 9)],
	),
	operations: itemsOf(({ origin }, small) => comparisons(origin, small ? 100 : 1_000, small ? 1 : 11)),
	trigger: measureTrigger,
	waiting: measureWaiting,
};

/**
 * Compares the package with an earlier one, each in an n8n of its own, in turns, and prints what both cost.
 *
 * @param file the earlier tarball: what `npm pack` made of another commit
 * @param names what to measure; all of {@link MEASURES} without any
 */
export async function benchBefore(file: string, names: string[], options: BenchOptions): Promise<void> {
	const now = await ensureTarball({ onProgress: options.print });
	const fingerprint = createHash('sha256')
		.update(await readFile(file))
		.digest('hex');
	const packages = { now, before: { ...now, file, fingerprint } };
	for (const name of names.length > 0 ? names : Object.keys(MEASURES)) {
		const measure = MEASURES[name];
		if (measure === undefined) throw new Error(`${name} can't be compared. Choose from ${Object.keys(MEASURES).join(', ')}`);
		options.print(`\n## ${name}\n`);
		await measure(packages, options);
	}
}
