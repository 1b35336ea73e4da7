import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import type { N8nView, Origin, SentMessage, WorkflowLink } from '../core/records';
import { N8nRestError, type N8nRest } from './rest';

/** The newest executions that are looked through for a message. */
const LOOKED_THROUGH = 20;
const UNSAVED = new Set(['new', 'running']);
/** The key of a question's button: docs/develop/ask-and-wait-design.md, "The button's key". It names the question and the execution. */
const QUESTION_KEY = /^~w1\d([\w-]{4})[0-9a-z]{5}[\w-]{43}([1-9a-z][0-9a-z]{0,7})$/;
const WAITING_PAGE = /\/(?:webhook|form)-waiting\/(\d+)/;
const nodesSchema = z.object({ nodes: z.array(z.object({ webhookId: z.string().optional() })) });

const executionSchema = z.object({
	id: z.string(),
	workflowId: z.string(),
	status: z.string(),
	data: z.string(),
	workflowData: z.object({ name: z.string() }),
});

type Execution = z.infer<typeof executionSchema>;
/** A question by the execution that asks it, and by the mark that distinguishes it from others of that execution. */
type Question = { executionId: string; tag?: string };
const sentSchema = z.object({ outcome: z.literal('sent'), id: z.string() });

function questionIn({ text = '', buttons = [] }: SentMessage): Question | undefined {
	for (const { payload } of buttons) {
		const [, tag, id] = QUESTION_KEY.exec(String(payload)) ?? [];
		if (id !== undefined) return { executionId: String(Number.parseInt(id, 36)), tag };
	}
	const links = [text, ...buttons.map(({ link }) => String(link ?? ''))];
	const [executionId] = links.flatMap((link) => WAITING_PAGE.exec(link)?.[1] ?? []);
	return executionId === undefined ? undefined : { executionId };
}

/** Collects the ids of the messages that the nodes of an execution sent: from the outputs of Message: Send and its relatives. */
function sentIn(value: unknown, seen = new Set<unknown>()): string[] {
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	const sent = sentSchema.safeParse(value);
	const parts = sent.success && 'parts' in value && Array.isArray(value.parts) ? value.parts : [];
	const own = sent.success
		? [sent.data.id, ...parts.flatMap((part) => z.object({ id: z.string() }).safeParse(part).data?.id ?? [])]
		: [];
	return [...own, ...Object.values(value).flatMap((member) => sentIn(member, seen))];
}

/**
 * Looks into the demo's n8n over its REST interface: which workflow registered a webhook, and which execution sent a message. A
 * message belongs to the execution that has its id in the output of a node that sent it, so nothing is guessed by its time.
 */
export class Lookout implements N8nView {
	private readonly connected: Promise<N8nRest>;
	connect: (rest: N8nRest) => void = () => undefined;
	/** Set once n8n has started. */
	restart?: () => Promise<void>;
	private readonly sent = new Map<string, Origin>();
	/** Ids of executions that have ended and were looked through. */
	private readonly finished = new Set<string>();
	private looking?: Promise<void>;
	constructor() {
		this.connected = new Promise((resolve) => (this.connect = resolve));
	}

	readonly findWorkflow = async (webhookUrl: string): Promise<WorkflowLink | undefined> => {
		const rest = await this.connected;
		for (const { id, name, isArchived } of await rest.listWorkflows()) {
			if (isArchived) continue;
			const { nodes } = await rest.call('GET', `/rest/workflows/${id}`, nodesSchema);
			const isIts = nodes.some(({ webhookId }) => webhookId !== undefined && webhookUrl.split('/').includes(webhookId));
			if (isIts) return { name, url: `${rest.origin}/workflow/${id}` };
		}
		return undefined;
	};

	readonly findOrigin = async (message: SentMessage): Promise<Origin | undefined> => {
		const rest = await this.connected;
		const question = questionIn(message);
		if (question) return await this.findAsking(rest, question);
		if (!this.sent.has(message.id)) await (this.looking ??= this.look(rest).finally(() => (this.looking = undefined)));
		return this.sent.get(message.id);
	};

	/** Finds the execution that asks, and whether it waits for this very question. */
	private async findAsking(rest: N8nRest, { executionId, tag }: Question): Promise<Origin | undefined> {
		const execution = await this.read(rest, executionId);
		if (!execution || UNSAVED.has(execution.status)) return undefined;
		const isAsked = tag === undefined || execution.data.includes(`"${tag}"`);
		return { ...linkOf(rest, execution), waits: execution.status === 'waiting' && isAsked };
	}

	/** Looks through the newest executions that it hasn't seen at their end. */
	private async look(rest: N8nRest): Promise<void> {
		for (const { id, status } of await rest.listExecutions(undefined, LOOKED_THROUGH)) {
			if (UNSAVED.has(status) || this.finished.has(id)) continue;
			const execution = await this.read(rest, id);
			if (!execution) continue;
			const origin = linkOf(rest, execution);
			for (const messageId of sentIn(unflatten(execution.data))) this.sent.set(messageId, origin);
			if (execution.status !== 'waiting') this.finished.add(id);
		}
	}

	/** Reads an execution with its data; undefined if n8n has deleted it. */
	private async read(rest: N8nRest, id: string): Promise<Execution | undefined> {
		return await rest.call('GET', `/rest/executions/${id}`, executionSchema).catch((error: unknown) => {
			if (error instanceof N8nRestError && error.status === 404) return undefined;
			throw error;
		});
	}
}

const linkOf = ({ origin }: N8nRest, { id, workflowId, workflowData }: Execution): WorkflowLink => ({
	name: workflowData.name,
	url: `${origin}/workflow/${workflowId}/executions/${id}`,
});
