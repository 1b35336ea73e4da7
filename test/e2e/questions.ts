import { randomUUID } from 'node:crypto';
import type { N8nRest, WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Execution } from '../../sandbox/demo/restSchemas';
import type { Sandbox } from '../../sandbox/server';
import { type ChainNode, chainWorkflow, type RealN8n, hasEnded } from '../helpers/realN8n';
import { byId } from '../helpers/runAction';
import { type SentMessage, chatOf, say, sentTo } from '../helpers/sandbox';
import { executionOf } from '../helpers/waitingOrders';
import { waitFor } from '../helpers/waitFor';
import { action, AFTER, found, trigger } from './workflows';

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

	trigger(): ChainNode {
		return trigger(this.where.credential);
	}

	/** A step that asks who wrote, with their words, so that the question can be found. */
	ask(parameters: object = {}): ChainNode {
		const question = { sendTo: 'reply', message: '=Ship it? {{ $json.text }}', ...parameters };
		return action(this.where.credential, 'Ask', { resource: 'message', operation: 'sendAndWait', ...question });
	}

	/** A step that asks Ada, whatever starts the workflow. */
	askAda(parameters: object = {}): ChainNode {
		return this.ask({ sendTo: 'chat', chat: byId(chatOf(this.where.sandbox, 'tg')), message: 'Ship it?', ...parameters });
	}

	/** A workflow that asks who wrote and then does nothing more. */
	workflow(name: string, parameters: object = {}): WorkflowDefinition {
		return chainWorkflow(name, [this.trigger(), this.ask(parameters), AFTER]);
	}

	/** The messages with buttons in Ada's chat, oldest first. */
	async inChat(): Promise<SentMessage[]> {
		return (await sentTo(this.where.sandbox, ADA)).filter(({ buttons = [] }) => buttons.length > 0);
	}

	/** A person writes, and the workflow that is published asks. */
	async asked(): Promise<AskedInChat> {
		const { sandbox } = this.where;
		const mark = randomUUID();
		await say(sandbox, ADA, { text: `Please ask ${mark}` });
		const question = async () => (await this.inChat()).find(({ text }) => text?.includes(mark));
		const { buttons = [] } = await found(question, 'the question is asked');
		const payloads = buttons.map(({ payload = '' }) => payload);
		const executionId = executionOf(payloads[0], sandbox.apiToken);
		await this.waits(executionId);
		return { executionId, payloads };
	}

	/** Runs a new workflow by hand until it waits for the answer to a question. */
	async begin(workflow: WorkflowDefinition): Promise<string> {
		const { id } = await this.where.rest.createWorkflow(workflow);
		const { executionId = '' } = await this.where.rest.run(id, 'Start');
		await this.waits(executionId);
		return executionId;
	}

	async waits(executionId: string): Promise<void> {
		await waitFor(async () => (await this.status(executionId)) === 'waiting', `execution ${executionId} waits`);
	}

	/** The status of an execution; undefined when it is deleted. */
	async status(executionId: string): Promise<string | undefined> {
		return (await this.where.rest.getExecution(executionId).catch(() => undefined))?.status;
	}

	/** An execution, once it has come to its end. */
	async ended(executionId: string): Promise<Execution> {
		const find = async () => await this.where.rest.getExecution(executionId);
		await waitFor(async () => hasEnded(await find()), `execution ${executionId} goes on`);
		return await find();
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
