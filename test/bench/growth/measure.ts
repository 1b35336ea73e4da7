/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import path from 'node:path';
import { BenchN8n, type BenchNode, type BenchWorkflow } from '../n8n';
import { type BenchService, startBenchService } from '../service';
import { waitFor } from '../../helpers/waitFor';

/** A node between two that measure. */
export interface Measured {
	/** Time from the moment the node gets its items until it hands on its output, in ms. */
	durationMs: number;
	/** Number of items it handed on. */
	count: number;
	/** Peak live heap of n8n while it ran, beyond its input and finished output, in bytes. */
	ownBytes: number;
}

/** Shares of the requests at which n8n's heap is looked at. */
const LOOKS = [0.001, 0.1, 0.25, 0.5, 0.75, 0.9];

/** An n8n with a simulated platform, for nodes that are measured alone. */
export class Workbench {
	private readonly workflows = new Map<string, BenchWorkflow>();

	private constructor(
		readonly service: BenchService,
		readonly n8n: BenchN8n,
	) {}

	static async start(print: (line: string) => void): Promise<Workbench> {
		const service = await startBenchService();
		const env = { N8N_CUSTOM_EXTENSIONS: path.join(__dirname, 'nodes') };
		return new Workbench(service, await BenchN8n.start(service, env, print));
	}

	/**
	 * Runs a node once on items of the platform.
	 *
	 * @param items path and query of the list
	 * @param node the node
	 * @param requests the number of requests the node makes, if memory is also measured there
	 */
	async measure(items: string, node: BenchNode, requests?: number): Promise<Measured> {
		const { service } = this;
		const measuring = (from: string): BenchNode => ({
			...{ type: 'CUSTOM.measure', typeVersion: 1 },
			parameters: { service: service.origin, items: from, heap: requests !== undefined },
		});
		const nodes = [measuring(items), node, measuring('')];
		const key = JSON.stringify(nodes);
		// n8n does not save the executions: with very many items that would take longer than everything else
		const workflow = this.workflows.get(key) ?? (await this.n8n.publish('Growth', nodes, false));
		this.workflows.set(key, workflow);
		const passed: Array<{ sinceLeftMs: number; used: number; count: number }> = [];
		service.onMeasured = (one) => void passed.push(one);
		service.reset();
		const running = this.n8n.run(workflow, false);
		const looking = requests === undefined ? undefined : this.look(requests, running);
		await running;
		const [before, after] = passed;
		if (before === undefined || after === undefined) throw new Error('The node was not measured');
		const { looks, pausedMs } = (await looking) ?? { looks: [], pausedMs: 0 };
		const growth = after.used - before.used;
		const own = looks.map(({ share, used }) => used - before.used - share * growth);
		return { durationMs: after.sinceLeftMs - pausedMs, count: after.count, ownBytes: Math.max(0, ...own) };
	}

	/**
	 * Measures n8n's heap while the requests come in. n8n does nothing else meanwhile, so this does not count as the node's
	 * time.
	 */
	private async look(requests: number, running: Promise<unknown>) {
		const looks: Array<{ share: number; used: number }> = [];
		let pausedMs = 0;
		let isOver = false;
		void running.then(
			() => (isOver = true),
			() => (isOver = true),
		);
		for (const share of LOOKS) {
			const { received } = this.service;
			await waitFor(() => isOver || received.length >= share * requests, 'the node makes its requests', 900_000);
			if (isOver) break;
			const start = performance.now();
			const used = await this.n8n.memory();
			pausedMs += performance.now() - start;
			looks.push({ share: received.length / requests, used });
		}
		return { looks, pausedMs };
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.service.close();
	}
}
