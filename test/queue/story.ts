import { z } from 'zod';
import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import type { N8nRest, WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { RESEND_DELAYS_MS } from '../e2e/delivery';
import { createAndPublish, OWNER } from '../helpers/realN8n';
import { control, say, sendTwice } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { Cluster } from './cluster';
import { startGate, type Gate } from './servers';

const deliverySchema = z.object({
	eventId: z.string(),
	name: z.string(),
	url: z.string(),
	status: z.string(),
	body: z.string(),
	attempts: z.array(z.object({ status: z.number().optional(), response: z.string().optional() })),
});

/** One event on its way to the webhook, as the service has recorded it. */
export type Delivery = z.infer<typeof deliverySchema>;

/** The parts that the tests of one file share, with the words in which they tell what happens. */
export class Story {
	rest!: N8nRest;
	credential!: Credential;

	private constructor(
		readonly sandbox: Sandbox,
		readonly gate: Gate,
		readonly cluster: Cluster,
	) {}

	/** Starts the service's stand-in and n8n with two webhook processors and two workers, and logs in. */
	static async begin(env: Record<string, string> = {}): Promise<Story> {
		const sandbox = await startSandbox({ resendDelaysMs: RESEND_DELAYS_MS, rules: { rate: false } });
		const gate = await startGate();
		const cluster = await Cluster.start({ processors: 2, workers: 2, env });
		const story = new Story(sandbox, gate, cluster);
		await story.logIn();
		story.credential = await story.rest.createCredential('Sandbox', CREDENTIAL_TYPE, credentialData(sandbox));
		return story;
	}

	/** Logs in at the main process, as its owner, whom a new instance gets first. */
	async logIn(): Promise<void> {
		this.rest = this.cluster.rest;
		if (await this.rest.needsOwner()) await this.rest.setupOwner(OWNER);
		else await this.rest.login(OWNER);
	}

	async end(): Promise<void> {
		await this.cluster.stop();
		await this.sandbox.close();
		await this.gate.close();
	}

	/** A credential for n8n's own API, with a new key that may do what docs/operate/queue-mode.md says. */
	async n8nApi(): Promise<Credential> {
		const order = { label: 'Recovery', expiresAt: null, scopes: ['execution:list', 'execution:retry', 'execution:stop'] };
		const { rawApiKey } = await this.rest.call('POST', '/rest/api-keys', z.object({ rawApiKey: z.string() }), order);
		return await this.rest.createCredential('n8n', 'n8nApi', { apiKey: rawApiKey, baseUrl: `${this.cluster.origin}/api/v1` });
	}

	/** Saves and publishes a workflow, and waits until its webhook is registered. */
	async publish(definition: WorkflowDefinition): Promise<string> {
		return (await createAndPublish(this, definition)).id;
	}

	/** People write messages, one after the other, into chats of several channels. */
	async write(count: number, chatRefs = ['70001', '70003', '70008', '70011']): Promise<string[]> {
		const texts = Array.from({ length: count }, (_, index) => `message ${index} of ${count} at ${Date.now()}`);
		for (const [index, text] of texts.entries()) {
			await say(this.sandbox, chatRefs[index % chatRefs.length] ?? '', { text });
		}
		const deliveries = await this.deliveries();
		return texts.map((text) => deliveries.find(({ body }) => body.includes(JSON.stringify(text)))?.eventId ?? '');
	}

	/** While something is done, the service sends each event twice, both copies at once. */
	async sendingTwice<Result>(work: () => Promise<Result>): Promise<Result> {
		await sendTwice(this.sandbox);
		try {
			return await work();
		} finally {
			await control(this.sandbox, 'DELETE', '/faults');
		}
	}

	/** The service's deliveries of incoming messages, oldest first. */
	async deliveries(): Promise<Delivery[]> {
		const deliveries = z.array(deliverySchema).parse(await control(this.sandbox, 'GET', '/deliveries'));
		return deliveries.filter(({ body }) => body.includes('"direction":"inbound"'));
	}

	/** Picks the events that the service got a 200 for. */
	async accepted(eventIds: string[]): Promise<string[]> {
		const deliveries = await this.deliveries();
		return eventIds.filter((id) => deliveries.some(({ eventId, status }) => eventId === id && status === 'delivered'));
	}

	/** The executions that replied to an event. */
	executionsOf(eventId: string): string[] {
		const replies = this.sandbox.state.chats.flatMap(({ messages }) => messages.map(({ text }) => text ?? ''));
		return replies.filter((text) => text.startsWith(`${eventId} `)).map((text) => text.slice(eventId.length + 1));
	}

	/** Waits until each of these events was replied to. */
	async untilReplied(eventIds: string[]): Promise<void> {
		const missing = () => eventIds.filter((id) => this.executionsOf(id).length === 0);
		await waitFor(() => missing().length === 0, `each of ${eventIds.join()} is replied to`);
	}

	/** The ids of the executions that a worker has begun, from its log. */
	begunBy(worker: number): string[] {
		const lines = this.cluster.processes.worker[worker]?.lines ?? [];
		return lines.flatMap((line) => /Worker started execution (\d+)/.exec(line)?.[1] ?? []);
	}
}
