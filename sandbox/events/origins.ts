import type { Context } from '../core/context';
import { isJsonObject } from '../core/json';
import type { Message, WebhookRecord } from '../core/model';
import type { N8nView, Origin } from '../core/records';

/** Pauses between two looks: n8n saves an execution only when it ends or begins to wait. */
const LOOK_MS = [200, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
/** The pause between two looks at an execution that waits for an answer. */
const WAITING_LOOK_MS = 2_000;

/** Looks until something is found, or it's too late; undefined when n8n doesn't know or can't be reached. */
async function find<Found>(context: Context, look: () => Promise<Found | undefined>): Promise<Found | undefined> {
	for (const pause of LOOK_MS) {
		if (!(await context.pause(pause))) return undefined;
		const found = await look().catch(() => undefined);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Checks if the API sent a message: neither an operator nor the platform itself. */
const isFromApi = ({ direction, senderInfo }: Message) =>
	direction === 'outbound' && isJsonObject(senderInfo) && senderInfo.endpointType === 'REST_API';

async function followWebhook(context: Context, view: N8nView, webhook: WebhookRecord): Promise<void> {
	const workflow = await find(context, async () => await view.findWorkflow(webhook.url));
	if (!workflow) return;
	context.workflows.set(webhook.id, workflow);
	context.changed({ kind: 'webhook', data: webhook });
}

async function followMessage(context: Context, view: N8nView, message: Message): Promise<void> {
	const keep = (origin: Origin) => {
		context.origins.set(message.id, origin);
		context.changed({ kind: 'message', data: message });
	};
	// The parts of a split message have other ids than the one that the workflow got.
	const look = async () => await view.findOrigin({ ...message, id: message.masterMessageId ?? message.id });
	let origin = await find(context, look);
	if (origin) keep(origin);
	while (origin?.waits && (await context.pause(WAITING_LOOK_MS))) {
		const before = origin;
		// An execution that is gone waits for nothing.
		origin = await look().then(
			(found) => found ?? { ...before, waits: false },
			() => before,
		);
		if (!origin.waits) keep(origin);
	}
}

/**
 * Asks n8n about each webhook that is registered and each message that the API sends, and reports what it finds as a change. A
 * sandbox without n8n asks nothing.
 */
export function followN8n(context: Context): void {
	const { n8n } = context.options;
	if (!n8n) return;
	const asked = new Set<string>();
	const once = (id: string, follow: () => Promise<void>) => {
		if (asked.has(id)) return;
		asked.add(id);
		void follow();
	};
	const ask = (webhook: WebhookRecord) => once(webhook.id, async () => await followWebhook(context, n8n, webhook));
	context.state.webhooks.forEach(ask);
	context.onChange((change) => {
		if (change.kind === 'webhook') ask(change.data);
		if (change.kind === 'message' && isFromApi(change.data)) {
			once(change.data.id, async () => await followMessage(context, n8n, change.data));
		}
	});
}
