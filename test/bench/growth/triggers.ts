import { startSandbox, type Sandbox } from '../../../sandbox/server';
import { chainWorkflow, createAndPublish, publishWorkflow, unpublishWorkflow } from '../../helpers/realN8n';
import type { Bench } from '../bench';
import { BenchN8n } from '../n8n';
import { target } from '../report';
import { median, show } from '../statistics';
import { flood } from '../trigger';

const SIZES = [1, 10, 50, 100, 200];
const EVENTS = 100;
const ROUNDS = 5;

/** The measurements of an n8n with this many published triggers; times in ms. */
interface Crowd {
	published: number;
	publish: number;
	unpublish: number;
	/** n8n's processor time for an event of one of them. */
	cpu: number;
}

/** An n8n in which triggers are published one after the other. */
class Crowds {
	private readonly workflows: Array<{ id: string; url: string }> = [];

	constructor(
		private readonly sandbox: Sandbox,
		private readonly n8n: BenchN8n,
	) {}

	/** Publishes until there are so many. */
	async grow(count: number): Promise<void> {
		const { rest } = this.n8n;
		while (this.workflows.length < count) {
			const trigger = {
				...{ name: 'Messages', type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger', typeVersion: 2 },
				...{ parameters: { events: ['new_message'], options: {} }, credentials: this.n8n.credentials },
			};
			const done = { name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
			const workflow = chainWorkflow(`Trigger ${this.workflows.length + 1}`, [trigger, done]);
			this.workflows.push(await createAndPublish({ rest, sandbox: this.sandbox }, workflow));
		}
	}

	/** Measures with what is published: the newest one is unpublished and published again, the first one gets events. */
	async measure(rounds: number, events: number): Promise<Crowd> {
		const [[first], last] = [this.workflows, this.workflows.at(-1)];
		if (first === undefined || last === undefined) throw new Error('Nothing is published');
		const where = { rest: this.n8n.rest, sandbox: this.sandbox };
		const times: Record<'publish' | 'unpublish' | 'cpu', number[]> = { publish: [], unpublish: [], cpu: [] };
		for (let round = 0; round <= rounds; round += 1) {
			const start = performance.now();
			await unpublishWorkflow(where, last.id);
			const between = performance.now();
			last.url = (await publishWorkflow(where, last.id)).url;
			const end = performance.now();
			const { cpuMs } = await flood(this.n8n, this.sandbox, { name: 'Trigger 1', url: first.url, workflowId: first.id }, events);
			if (round === 0) continue;
			times.unpublish.push(between - start);
			times.publish.push(end - between);
			times.cpu.push(cpuMs);
		}
		if (this.sandbox.state.webhooks.length !== this.workflows.length) throw new Error('A trigger has not one registration');
		const { publish, unpublish, cpu } = times;
		return { published: this.workflows.length, publish: median(publish), unpublish: median(unpublish), cpu: median(cpu) };
	}
}

/** Measures the cost of an event, of publishing and of unpublishing as more triggers are published. */
export const benchGrowthTriggers: Bench = async ({ small, print }) => {
	const sandbox = await startSandbox({ rules: { rate: false } });
	const n8n = await BenchN8n.start(sandbox, { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }, print);
	const crowds = new Crowds(sandbox, n8n);
	const [sizes, events, rounds] = small ? [[1, 5], 20, 1] : [SIZES, EVENTS, ROUNDS];
	try {
		const found: Crowd[] = [];
		for (const size of sizes) {
			print(`${size} published triggers`);
			await crowds.grow(size);
			found.push(await crowds.measure(rounds, events));
		}
		const [first, last] = [found[0], found.at(-1)];
		const ratio = (figure: 'publish' | 'cpu') => (last?.[figure] ?? NaN) / (first?.[figure] ?? NaN);
		return {
			name: 'growth-triggers',
			tables: [
				{
					header: ['published triggers', 'publish one', 'unpublish one', "n8n's CPU per event"],
					rows: found.map(({ published, publish, unpublish, cpu }) => [
						String(published),
						...[publish, unpublish, cpu].map((ms) => `${show(ms)} ms`),
					]),
				},
			],
			targets: [
				target(
					'an event costs up to 1.10 times as much with the most triggers as with one',
					ratio('cpu'),
					ratio('cpu') <= 1.1,
					show(ratio('cpu')),
				),
				target('publishing takes up to 1.25 times as long', ratio('publish'), ratio('publish') <= 1.25, show(ratio('publish'))),
			],
			pictures: [
				{
					file: 'growth-triggers',
					title: 'Published triggers on one n8n',
					x: { title: 'published triggers', logarithmic: true },
					y: { title: 'time (ms)' },
					curves: [
						{ name: 'publish one', points: found.map(({ published, publish }) => [published, publish]) },
						{ name: 'unpublish one', points: found.map(({ published, unpublish }) => [published, unpublish]) },
						{ name: "n8n's CPU per event", points: found.map(({ published, cpu }) => [published, cpu]) },
					],
				},
			],
			conditions: `All on one account and one credential, with N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true. Time from the editor's request until the platform has the webhook, or no longer has it. Medians of ${rounds} rounds after a warm-up, ${events} events each, to the first of the triggers. Each event must have its execution, each trigger one registration.`,
		};
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
};
