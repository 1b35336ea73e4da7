import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Sandbox } from '../../sandbox/server';
import { allEnded } from '../e2e/workflows';
import { createAndPublish, type RealN8n, startRealN8n, unpublishWorkflow } from '../helpers/realN8n';
import { control, newTextsTo, pressNewest, say, textsTo } from '../helpers/sandbox';

/** A change that the user of a recipe makes before publishing it. */
export type Change = (definition: WorkflowDefinition) => WorkflowDefinition;

/** Replaces parts of a recipe's text. */
export function replacing(...pairs: Array<[part: string | RegExp, by: string]>): Change {
	return (definition) => {
		let text = JSON.stringify(definition);
		for (const [part, by] of pairs) text = text.replace(part, () => by);
		return JSON.parse(text) as WorkflowDefinition;
	};
}

/** The real n8n of a test file, in which one recipe at a time is published, and the people who use it. */
export class Recipe {
	real!: RealN8n;
	private published: { id: string; url: string } | undefined;

	get sandbox(): Sandbox {
		return this.real.sandbox;
	}

	/** The workflow that is published. */
	get id(): string {
		return this.published?.id ?? '';
	}

	/** The address of its webhook. */
	get url(): string {
		return this.published?.url ?? '';
	}

	/** Imports an example, changed as its user would, and publishes it. */
	async publish(file: string, ...changes: Change[]): Promise<void> {
		const example = await loadExample(file, this.real.credential);
		this.published = await createAndPublish(
			this.real,
			changes.reduce((definition, change) => change(definition), example),
		);
	}

	/** Unpublishes it, unless that was done. */
	async unpublish(): Promise<void> {
		const { published } = this;
		this.published = undefined;
		if (published) await unpublishWorkflow(this.real, published.id);
	}

	/** Waits until no event is on its way and nothing of it runs, so that nothing more can be sent; the statuses of its executions. */
	async quiet(): Promise<string[]> {
		await this.sandbox.settled();
		const executions = await allEnded(this.real, this.id);
		await this.sandbox.settled();
		return executions.map(({ status }) => status);
	}

	/** What a person gets while something is done, until everything has ended, and not before there are so many messages. */
	async replies(chat: string, act: () => Promise<unknown>, count = 0): Promise<Array<string | undefined>> {
		const before = (await textsTo(this.sandbox, chat)).length;
		await newTextsTo(this.sandbox, chat, count, async () => void (await act()));
		await this.quiet();
		return (await textsTo(this.sandbox, chat)).slice(before);
	}

	/** Writes as a person. */
	async say(chat: string, message: string | object): Promise<void> {
		await say(this.sandbox, chat, typeof message === 'string' ? { text: message } : message);
	}

	/** Presses a button of the newest question in a chat. */
	async press(chat: string, index: number): Promise<void> {
		await pressNewest(this.sandbox, chat, index);
	}

	chat(tbChatId: string) {
		const chat = this.sandbox.state.chats.find((one) => String(one.tbChatId) === tbChatId);
		if (!chat) throw new Error(`The sandbox has no chat ${tbChatId}`);
		return chat;
	}

	refOf(tbChatId: string): string {
		const { channel, channelId, chatId } = this.chat(tbChatId);
		return `${channel}_${channelId}_${chatId}`;
	}

	/** The names of a chat's tags. */
	tagsOf(tbChatId: string): string[] {
		return this.chat(tbChatId).tags.map(({ name }) => name);
	}

	async fault(fault: object): Promise<void> {
		await control(this.sandbox, 'POST', '/faults', fault);
	}
}

/** Gives a test file its n8n, unless it has one, and unpublishes the recipe of each test after it. */
export function useRecipe(started?: () => RealN8n): Recipe {
	const recipe = new Recipe();
	beforeAll(async () => (recipe.real = started?.() ?? (await startRealN8n())), 900_000);
	afterEach(async () => {
		await control(recipe.sandbox, 'DELETE', '/faults');
		await recipe.unpublish();
	});
	afterAll(async () => {
		if (!started) await recipe.real?.close();
	});
	return recipe;
}
