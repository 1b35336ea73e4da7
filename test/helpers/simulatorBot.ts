/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { createServer, type IncomingMessage } from 'node:http';
import { isJsonObject, parseJson, printJson, type JsonObject } from '../../sandbox/core/json';
import type { Sandbox } from '../../sandbox/server';
import { listen, type Listening } from './listen';

/** The menu that the bot answers with. */
export const MENU = [
	{ type: 'ActionButton', text: 'Choose a bouquet', payload: 'bouquet' },
	{ type: 'ActionButton', text: 'Track my order', payload: 'order' },
	{ type: 'HyperLinkButton', text: 'Our shop', link: 'https://flowers.example/' },
];

/** A real webhook receiver that plays the workflow: it answers messages with a menu, and presses with a tag and a text. */
export class Bot {
	/** Status that every event is answered with. */
	status = 200;

	/** Body that every event is answered with. */
	answer = '{}';

	/** Names of the events received. */
	readonly events: string[] = [];

	private readonly running = new Set<Promise<void>>();

	private constructor(
		private readonly sandbox: Sandbox,
		private readonly listening: Listening,
	) {}

	/**
	 * Starts a bot and registers its webhook.
	 *
	 * @param sandbox the sandbox that it serves
	 * @param events the events that it asks for
	 */
	static async start(sandbox: Sandbox, events = ['new_message', 'EndUserActionCommand']): Promise<Bot> {
		const server = createServer();
		const listening = await listen(server);
		const bot = new Bot(sandbox, listening);
		server.on('request', (request, response) => {
			void readText(request).then((text) => {
				response.statusCode = bot.status;
				response.setHeader('content-type', 'application/json');
				response.end(bot.answer);
				const event = parseJson(text);
				if (!isJsonObject(event)) return;
				bot.events.push(String(event.name));
				if (bot.status !== 200) return;
				const run = bot.act(event).finally(() => bot.running.delete(run));
				bot.running.add(run);
			});
		});
		await bot.post(`${sandbox.notificationUrl}/webhooks`, { url: `${listening.origin}/hook`, events });
		return bot;
	}

	/** Ends the bot once it has answered everything. */
	async close(): Promise<void> {
		await Promise.all(this.running);
		await this.listening.close();
	}

	/** Answers one event. */
	private async act(event: JsonObject): Promise<void> {
		if (event.name === 'new_message') {
			const { message } = event;
			if (!isJsonObject(message) || message.direction !== 'inbound') return;
			if (message.text === 'button for contact') {
				const buttons = [{ type: 'GetContactButton', text: 'Share my number' }];
				await this.send(message, { text: 'May I have your number?', buttons });
				return;
			}
			const [attachment] = Array.isArray(message.attachments) ? message.attachments : [];
			if (isJsonObject(attachment)) {
				await this.send(message, { text: `Got ${String(attachment.fileName)} (${String(attachment.kind)})` });
			} else if (isJsonObject(message.contact)) {
				await this.send(message, { text: `Thank you, ${String(message.contact.phone)}` });
			} else {
				await this.send(message, { text: `You wrote: ${String(message.text)}`, buttons: MENU });
			}
		} else if (event.name === 'EndUserActionCommand') {
			const command = isJsonObject(event.command) ? event.command : {};
			await this.post(`${this.sandbox.baseUrl}/chats/${String(command.tbChatId)}/tags/wants-${String(command.payload)}`);
			await this.send(command, { text: `You pressed ${String(command.payload)}` });
		}
	}

	/** Sends into the chat that an event came from. */
	private async send(chat: JsonObject, content: JsonObject): Promise<void> {
		const { channel, channelId, chatId } = chat;
		await this.post(`${this.sandbox.baseUrl}/messages`, { channel, channelId, chatId, ...content });
	}

	/** Makes a call of the API; one that fails fails the test that waits for its effect. */
	private async post(url: string, body?: JsonObject): Promise<void> {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${this.sandbox.apiToken}`,
				...(body ? { 'content-type': 'application/json' } : {}),
			},
			body: body ? printJson(body) : undefined,
		});
		if (!response.ok) process.stderr.write(`bot: POST ${url}: ${response.status} ${await response.text()}\n`);
	}
}

/** The text of a request's body. */
async function readText(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString('utf8');
}
