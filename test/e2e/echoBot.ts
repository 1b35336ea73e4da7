import { randomUUID } from 'node:crypto';
import { loadExample } from '../../sandbox/demo/provision';
import type { ExecutionSummary, Workflow } from '../../sandbox/demo/restSchemas';
import type { WebhookRecord } from '../../sandbox/core/model';
import { hasEnded, type RealN8n } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';

/** The example workflow in a running n8n, and what the person and the platform see of it. */
export class EchoBot {
	private constructor(
		private readonly real: RealN8n,
		readonly workflow: Workflow,
		private readonly webhookId: string,
	) {}

	/** Imports the example with a webhook path of its own and the given options and filters of its trigger; it is not published yet. */
	static async create(real: RealN8n, options: object = {}, filters: object = {}): Promise<EchoBot> {
		const webhookId = randomUUID();
		const text = JSON.stringify(await loadExample('echo-bot.json', real.credential));
		const definition = JSON.parse(
			text
				.replace(/("webhookId":")[^"]*/, `$1${webhookId}`)
				.replace('"options":{}', `"options":${JSON.stringify(options)},"filters":${JSON.stringify(filters)}`),
		);
		// with a pinned sample, n8n wouldn't listen
		return new EchoBot(real, await real.rest.createWorkflow({ ...definition, pinData: undefined }), webhookId);
	}

	/** The webhooks that the platform has for this workflow: in production, or for test listening. */
	webhooks(kind: 'webhook' | 'webhook-test'): WebhookRecord[] {
		const address = `${this.real.n8n.origin}/${kind}/${this.webhookId}`;
		return this.real.sandbox.state.webhooks.filter(({ url }) => url.startsWith(address));
	}

	/** Publishes, and waits until the platform has the webhook. */
	async publish(): Promise<WebhookRecord> {
		await this.real.rest.publish(this.workflow.id);
		return await this.registered('webhook');
	}

	/** Unpublishes, and waits until the platform has no webhook any more. */
	async unpublish(): Promise<void> {
		await this.real.rest.unpublish(this.workflow.id);
		await this.removed('webhook');
	}

	/** Waits until the platform has the one webhook of this kind. */
	async registered(kind: 'webhook' | 'webhook-test'): Promise<WebhookRecord> {
		await waitFor(() => this.webhooks(kind).length > 0, `a ${kind} is registered`);
		const [webhook, ...more] = this.webhooks(kind);
		if (!webhook || more.length > 0) throw new Error(`${more.length + 1} webhooks of the kind ${kind}`);
		return webhook;
	}

	/** Waits until the platform has no webhook of this kind. */
	async removed(kind: 'webhook' | 'webhook-test'): Promise<void> {
		await waitFor(() => this.webhooks(kind).length === 0, `the ${kind} is removed`);
	}

	/** The executions of this workflow that have ended, newest first, once there are so many. */
	async executions(count: number): Promise<ExecutionSummary[]> {
		let ended: ExecutionSummary[] = [];
		await waitFor(async () => {
			const all = await this.real.rest.listExecutions(this.workflow.id);
			ended = all.filter(hasEnded);
			return ended.length >= count;
		}, `${count} executions`);
		return ended;
	}
}
