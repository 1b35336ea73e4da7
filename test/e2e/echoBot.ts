import { randomUUID } from 'node:crypto';
import { bootN8n } from '../../sandbox/demo/boot';
import { ensureN8n } from '../../sandbox/demo/install';
import { loadExample } from '../../sandbox/demo/provision';
import type { ExecutionSummary, Workflow } from '../../sandbox/demo/restSchemas';
import { waitUntil } from '../../sandbox/demo/wait';
import type { Message, WebhookRecord } from '../../sandbox/core/model';
import { hasEnded } from '../helpers/runByHand';
import type { RealN8n } from '../helpers/realN8n';

/** How long anything that n8n does after it has answered may take, in ms; far more than it needs. */
const PATIENCE_MS = 15_000;

/** The example workflow in a running n8n, and what an end user and the service see of it. */
export class EchoBot {
	private constructor(
		private readonly real: RealN8n,
		readonly workflow: Workflow,
		private readonly webhookId: string,
	) {}

	/** Imports the example with a webhook path of its own and the given options of its trigger; it is not published yet. */
	static async create(real: RealN8n, options: object = {}): Promise<EchoBot> {
		const webhookId = randomUUID();
		const text = JSON.stringify(await loadExample('echo-bot.json', real.credential));
		const definition = JSON.parse(
			text.replace(/("webhookId":")[^"]*/, `$1${webhookId}`).replace('"options":{}', `"options":${JSON.stringify(options)}`),
		);
		return new EchoBot(real, await real.rest.createWorkflow(definition), webhookId);
	}

	/** The webhooks that the service has for this workflow: in production, or for test listening. */
	webhooks(kind: 'webhook' | 'webhook-test'): WebhookRecord[] {
		const address = `${this.real.n8n.origin}/${kind}/${this.webhookId}`;
		return this.real.sandbox.state.webhooks.filter(({ url }) => url.startsWith(address));
	}

	/** Publishes, and waits until the service has the webhook. */
	async publish(): Promise<WebhookRecord> {
		await this.real.rest.publish(this.workflow.id);
		return await this.registered('webhook');
	}

	/** Waits until the service has the one webhook of this kind. */
	async registered(kind: 'webhook' | 'webhook-test'): Promise<WebhookRecord> {
		await eventually(() => this.webhooks(kind).length > 0, `no ${kind} was registered`);
		const [webhook, ...more] = this.webhooks(kind);
		if (!webhook || more.length > 0) throw new Error(`${more.length + 1} webhooks of the kind ${kind}`);
		return webhook;
	}

	/** Waits until the service has no webhook of this kind. */
	async removed(kind: 'webhook' | 'webhook-test'): Promise<void> {
		await eventually(() => this.webhooks(kind).length === 0, `the ${kind} was not removed`);
	}

	/** The executions of this workflow that have ended, newest first, once there are so many. */
	async executions(count: number): Promise<ExecutionSummary[]> {
		let ended: ExecutionSummary[] = [];
		await eventually(async () => {
			const all = await this.real.rest.listExecutions(this.workflow.id);
			ended = all.filter(hasEnded);
			return ended.length >= count;
		}, `fewer than ${count} executions`);
		return ended;
	}
}

/** Writes as an end user, through the sandbox's control endpoint. */
export async function write({ sandbox }: RealN8n, chatRef: string, text: string): Promise<void> {
	const response = await fetch(`${sandbox.origin}/sandbox/chats/${chatRef}/messages`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ text }),
	});
	if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
}

/** The messages that were sent to a chat, oldest first. */
export function replies({ sandbox }: RealN8n, tbChatId: number | bigint): Message[] {
	const chat = sandbox.state.chats.find((one) => BigInt(one.tbChatId) === BigInt(tbChatId));
	return chat?.messages.filter(({ direction }) => direction === 'outbound') ?? [];
}

/** Ends n8n and starts it again, as it was: the same port, the same folder, the same login. */
export async function restart(real: RealN8n): Promise<void> {
	const { origin, userFolder, stop } = real.n8n;
	await stop();
	const installed = await ensureN8n({ onProgress: () => undefined });
	real.n8n = await bootN8n({ installed, userFolder, port: Number(new URL(origin).port) });
}

/**
 * Waits for something that happens by itself.
 * @throws Error with what was not seen in time
 */
export async function eventually(
	condition: () => boolean | Promise<boolean>,
	otherwise: string,
	timeoutMs = PATIENCE_MS,
): Promise<void> {
	if (!(await waitUntil(condition, timeoutMs))) throw new Error(`After ${timeoutMs} ms: ${otherwise}`);
}
