import { randomUUID } from 'node:crypto';
import type { N8nRest, WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Execution } from '../../sandbox/demo/restSchemas';
import type { Sandbox } from '../../sandbox/server';
import { type ChainNode, chainWorkflow, referenceTo, type RealN8n, hasEnded } from '../helpers/realN8n';
import { type SentMessage, say, sentTo } from '../helpers/sandbox';
import { executionOf } from '../helpers/waitingOrders';
import { waitFor } from '../helpers/waitFor';

const PACKAGE = 'n8n-nodes-messaging-platform';

/** A chat of the sandbox on Telegram. */
export const ADA = '70001';

/** A question in a chat, and the execution that waits for the answer. */
export interface AskedInChat {
	executionId: string;
	payloads: string[];
}

/** The engine that asks the questions: a real n8n, or several processes of one. */
export type Asking = Pick<RealN8n, 'credential'> & { rest: N8nRest; sandbox: Sandbox };

/** Workflows that ask, and their questions as a person in the chat sees them. */
export class Questions {
	constructor(private readonly where: Asking) {}

	private get own() {
		return { credentials: referenceTo(this.where.credential) };
	}

	/** @param events what starts the workflow */
	trigger(events = ['new_message']): ChainNode {
		const type = `${PACKAGE}.messagingPlatformTrigger`;
		return { name: 'Messages', type, typeVersion: 2, parameters: { events, options: {} }, ...this.own };
	}

	/** A step that asks who wrote, with their words, so that the question can be found. */
	ask(parameters: object = {}): ChainNode {
		const question = { sendTo: 'reply', message: '=Ship it? {{ $json.text }}', ...parameters };
		const all = { resource: 'message', operation: 'sendAndWait', ...question };
		return { name: 'Ask', type: `${PACKAGE}.messagingPlatform`, typeVersion: 1, parameters: all, ...this.own };
	}

	/** A workflow that asks who wrote and then does nothing more. */
	workflow(name: string, parameters: object = {}): WorkflowDefinition {
		return chainWorkflow(name, [this.trigger(), this.ask(parameters), AFTER]);
	}

	/** The messages with buttons in a chat, oldest first. */
	async inChat(chat = ADA): Promise<SentMessage[]> {
		return (await sentTo(this.where.sandbox, chat)).filter(({ buttons = [] }) => buttons.length > 0);
	}

	/** A person writes, and the workflow that is published asks as often. */
	async asked(texts = ['Please ask'], chat = ADA): Promise<AskedInChat[]> {
		const marked = texts.map((text) => `${text} ${randomUUID()}`);
		for (const text of marked) await say(this.where.sandbox, chat, { text });
		const found = async () => {
			const inChat = await this.inChat(chat);
			return marked.flatMap((mark) => inChat.find(({ text = '' }) => text.includes(mark)) ?? []);
		};
		await waitFor(async () => (await found()).length === texts.length, `${texts.length} questions are asked`);
		const questions = (await found()).map(({ buttons = [] }) => {
			const payloads = buttons.map(({ payload = '' }) => payload);
			const executionId = executionOf(payloads[0], this.where.sandbox.apiToken);
			return { executionId, payloads };
		});
		const all = new Set(questions.map(({ executionId }) => executionId));
		const waiting = async () =>
			(await this.where.rest.listExecutions()).filter(({ id, status }) => all.has(id) && status === 'waiting').length;
		await waitFor(async () => (await waiting()) === all.size, 'all of them wait');
		return questions;
	}

	/** The status of an execution; undefined when it is deleted. */
	async status(executionId: string): Promise<string | undefined> {
		return (await this.where.rest.getExecution(executionId).catch(() => undefined))?.status;
	}

	/** An execution, once it has come to its end. */
	async ended(executionId: string): Promise<Execution> {
		let execution: Execution | undefined;
		await waitFor(async () => {
			execution = await this.where.rest.getExecution(executionId);
			return hasEnded(execution);
		}, `execution ${executionId} goes on`);
		if (execution === undefined) throw new Error(`there is no execution ${executionId}`);
		return execution;
	}

	/** A press as the platform delivers it, made by hand. */
	pressed(payload: string | undefined, change: object = {}): object {
		const { sandbox } = this.where;
		const chat = sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === ADA);
		const { channel, channelId, chatId } = chat ?? {};
		const command = { channel, channelId, chatId, tbChatId: Number(ADA), payload, ...change };
		return { id: randomUUID(), accountId: sandbox.accountId, name: 'EndUserActionCommand', command };
	}
}

/** A first step that is run by hand. */
export const START: ChainNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };

/** A step that does nothing. */
export const AFTER: ChainNode = { name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/** A step that calls a new, published workflow of these nodes with all items at once. */
export async function callOf(rest: N8nRest, nodes: ChainNode[]): Promise<ChainNode> {
	const typed = { type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
	const called: ChainNode = { name: 'Called', ...typed, parameters: { inputSource: 'passthrough' } };
	const { id: value } = await rest.createWorkflow(chainWorkflow('Is called', [called, ...nodes]));
	await rest.publish(value);
	const parameters = { workflowId: { __rl: true, mode: 'id', value }, options: {} };
	return { name: 'Call', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2, parameters };
}
