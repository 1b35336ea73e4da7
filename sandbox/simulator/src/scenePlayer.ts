import type { Scene, Step, Way } from '../../scenes';
import { api, operatorApi } from './api';

import type { State } from './state/state';
import type { Chat, Fault, Message } from './types';

const REPLY_WITHIN_MS = 60_000;
const LOOK_MS = 100;
const CROWD = 3;
export type Progress = { scene: Scene; way: Way; done: number; failure?: string };

/** The stage of a scene: the newest state of the page, and what can be done with it. */
export type Stage = {
	state: () => State;
	open: (chatRef: string) => void;
	report: (progress: Progress) => void;
	signal: AbortSignal;
};

export class SceneError extends Error {
	override readonly name = 'SceneError';
}

/** The people of a scene: the chats on Telegram in the order of their ids, so that the same ones play every time. */
function peopleOf(state: State): Chat[] {
	const chats = Object.values(state.chats).filter((chat) => chat.channel === 'tg' && !chat.blocked);
	return chats.sort((one, other) => Number(BigInt(one.tbChatId) - BigInt(other.tbChatId) > 0n) * 2 - 1);
}

const messagesOf = (state: State, { chatRef }: Chat): Message[] => state.messages[chatRef] ?? [];

/** Checks until it is so; fails when it isn't in time, or when the scene is stopped. */
async function until<Found>(stage: Stage, look: () => Found | undefined, failure: string): Promise<Found> {
	const deadline = Date.now() + REPLY_WITHIN_MS;
	for (;;) {
		if (stage.signal.aborted) throw new SceneError('Stopped.');
		const found = look();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new SceneError(failure);
		await new Promise((resolve) => window.setTimeout(resolve, LOOK_MS));
	}
}

/** Plays steps as one cast: `people` says who each person is. */
class Cast {
	/** The number of the bot's messages that each person had before the last step, by chatRef. */
	private readonly heard = new Map<string, number>();

	constructor(
		private readonly stage: Stage,
		private readonly people: Chat[],
	) {
		for (const one of people) this.heard.set(one.chatRef, this.repliesTo(one).length);
	}

	async play(step: Step): Promise<void> {
		if (step.do === 'openChat') {
			const { channel, channelId } = this.person(0);
			const chatRef = await api.newChat({ channel, channelId, firstName: step.name, text: step.text });
			if (chatRef) this.stage.open(chatRef);
			return;
		}
		if (step.do === 'openTagged') return await this.openTagged(step.count, step.tag);
		const chat = this.person(step.person ?? 0);
		if (step.do === 'awaitReply') return await this.awaitReply(chat);
		if (step.do === 'awaitTag') return await this.awaitTag(chat, step.tag);
		this.heard.set(chat.chatRef, this.repliesTo(chat).length);
		if (step.do === 'write') await api.write(chat.chatRef, { text: step.text });
		else if (step.do === 'press') await this.press(chat, step.button);
		else if (step.do === 'sendFile')
			await api.sendFile(chat.chatRef, new File(['flower\ntulip\n'], step.fileName), 'document', '');
		else if (step.do === 'operatorWrites') await operatorApi.write(chat.chatRef, step.text);
		else if (step.do === 'addTag') await operatorApi.assignTag(chat.chatRef, step.tag);
		else await operatorApi.removeTag(chat.chatRef, step.tag);
	}

	private async openTagged(count: number, tag: string): Promise<void> {
		const { channel, channelId } = this.person(0);
		for (let index = 1; index <= count; index += 1) {
			const chatRef = await api.newChat({ channel, channelId, firstName: `Reader ${index}`, text: 'Please send me your news' });
			if (chatRef) await operatorApi.assignTag(chatRef, tag);
		}
	}

	private person(index: number): Chat {
		const chat = this.people[index];
		if (!chat)
			throw new SceneError(`The channel has no person number ${index + 1}. Start a new chat on it, or reset the sandbox.`);
		return chat;
	}

	private repliesTo(chat: Chat): Message[] {
		return messagesOf(this.stage.state(), chat).filter(({ sender }) => sender === 'api');
	}

	private async awaitReply(chat: Chat): Promise<void> {
		const before = this.heard.get(chat.chatRef) ?? 0;
		const look = () => (this.repliesTo(chat).length > before ? true : undefined);
		await until(this.stage, look, 'No reply came within a minute. Is the workflow published?');
		this.heard.set(chat.chatRef, this.repliesTo(chat).length);
	}

	private async awaitTag({ chatRef }: Chat, tag: string): Promise<void> {
		const look = () => (this.stage.state().chats[chatRef]?.tags.includes(tag) ? true : undefined);
		await until(this.stage, look, `The chat didn't get the tag ${tag} within a minute. Is the workflow published?`);
	}

	private async press(chat: Chat, caption: string): Promise<void> {
		const look = () => {
			const message = messagesOf(this.stage.state(), chat).findLast(({ buttons }) =>
				buttons.some(({ text }) => text === caption),
			);
			const button = message?.buttons.find(({ text }) => text === caption);
			return message && button && { message, button };
		};
		const { message, button } = await until(
			this.stage,
			look,
			`No message has the button "${caption}". Is the workflow published?`,
		);
		await api.press(chat.chatRef, message.id, button.index);
	}
}

async function orderFault(way: Way): Promise<Fault | undefined> {
	if (way === 'twice') return await operatorApi.orderFault({ kind: 'duplicate', count: 0 });
	// n8n can't verify the first event at first, so the platform sends it again after a pause.
	return way === 'late' ? await operatorApi.breakKeyServer(1) : undefined;
}

export async function playScene(scene: Scene, way: Way, stage: Stage): Promise<void> {
	let done = 0;
	let fault: Fault | undefined;
	const report = (failure?: string) => stage.report({ scene, way, done, failure });
	report();
	try {
		const people = peopleOf(stage.state());
		const [first] = people;
		if (first) stage.open(first.chatRef);
		fault = await orderFault(way);
		const casts = Array.from({ length: way === 'crowd' ? CROWD : 1 }, (_, index) => new Cast(stage, people.slice(index)));
		for (const step of scene.steps) {
			await Promise.all(casts.map(async (cast) => await cast.play(step)));
			// n8n has just begun with the event
			if (way === 'restart' && done === 0) await operatorApi.restartN8n();
			done += 1;
			report();
		}
	} catch (error) {
		report(error instanceof Error ? error.message : String(error));
	} finally {
		// A sandbox that is gone has no faults either.
		if (fault) await operatorApi.endFaults([fault]).catch(() => undefined);
	}
}

export function stepText(step: Step): string {
	if (step.do === 'write') return `Writes “${step.text}”`;
	if (step.do === 'press') return `Presses “${step.button}”`;
	if (step.do === 'sendFile') return `Sends ${step.fileName}`;
	if (step.do === 'openChat') return `${step.name} writes for the first time: “${step.text}”`;
	if (step.do === 'openTagged') return `${step.count} people write for the first time, and get the tag ${step.tag}`;
	if (step.do === 'operatorWrites') return `An operator writes “${step.text}”`;
	if (step.do === 'awaitTag') return `Waits for the tag ${step.tag}`;
	if (step.do === 'awaitReply') return 'Waits for the reply';
	return `An operator ${step.do === 'addTag' ? 'adds' : 'removes'} the tag ${step.tag}`;
}
