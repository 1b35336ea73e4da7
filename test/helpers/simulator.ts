/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import { isJsonObject, parseJson, type JsonObject } from '../../sandbox/core/json';
import type { Sandbox } from '../../sandbox/server';
import { call } from './sandbox';
import { type ScriptedServer, startScriptedServer } from './servers';

const MENU = [
	{ type: 'ActionButton', text: 'Choose a bouquet', payload: 'bouquet' },
	{ type: 'ActionButton', text: 'Track my order', payload: 'order' },
	{ type: 'HyperLinkButton', text: 'Our shop', link: 'https://flowers.example/' },
];

/** A real webhook receiver that plays the workflow: it answers messages with a menu, and presses with a tag and a text. */
export class Bot {
	status = 200;
	answer = '{}';
	readonly events: string[] = [];
	private readonly running = new Set<Promise<void>>();

	private constructor(
		private readonly sandbox: Sandbox,
		private readonly server: ScriptedServer,
	) {}

	/** Starts a bot and registers its webhook. */
	static async start(sandbox: Sandbox, events = ['new_message', 'EndUserActionCommand'], path = '/hook'): Promise<Bot> {
		const server = await startScriptedServer(({ body }) => {
			const event = parseJson(String(body));
			if (isJsonObject(event)) {
				bot.events.push(String(event.name));
				const run = (bot.status === 200 ? bot.act(event) : Promise.resolve()).finally(() => bot.running.delete(run));
				bot.running.add(run);
			}
			return { status: bot.status, body: bot.answer };
		});
		const bot = new Bot(sandbox, server);
		await bot.post('/notifications/webhooks', { url: server.origin + path, events });
		return bot;
	}

	/** Ends the bot once it has answered everything. */
	async close(): Promise<void> {
		await Promise.all(this.running);
		await this.server.close();
	}

	private async act(event: JsonObject): Promise<void> {
		if (event.name === 'new_message') {
			const { message } = event;
			if (!isJsonObject(message) || message.direction !== 'inbound') return;
			if (message.text === 'button for contact') {
				const buttons = [{ type: 'GetContactButton', text: 'Share my number' }];
				return await this.send(message, { text: 'May I have your number?', buttons });
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
			await this.post(`/api/chats/${String(command.tbChatId)}/tags/wants-${String(command.payload)}`);
			await this.send(command, { text: `You pressed ${String(command.payload)}` });
		}
	}

	private async send(chat: JsonObject, content: JsonObject): Promise<void> {
		const { channel, channelId, chatId } = chat;
		await this.post('/api/messages', { channel, channelId, chatId, ...content });
	}

	/** Makes a call of the API; one that fails fails the test that waits for its effect. */
	private async post(path: string, body?: JsonObject): Promise<void> {
		const { status, text } = await call(this.sandbox, `POST ${path}`, { body });
		if (status >= 400) process.stderr.write(`bot: POST ${path}: ${status} ${text}\n`);
	}
}

const ARTIFACTS = resolve(__dirname, '../../.artifacts/simulator');

/** The first takes a quarter less time for the same page: it draws no window. */
const PLACES = [
	...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
	'/opt/google/chrome/chrome',
];

/** The Chromium that CHROMIUM names, or one of this machine; throws when there is none, with what to do. */
export function browserPath(): string {
	const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
	if (executablePath) return executablePath;
	throw new Error('No Chromium was found: install it (apt-get install chromium) or set CHROMIUM to its path.');
}

const FLAGS =
	'--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
	'--disable-component-update --disable-sync';

export type PageOptions = { width?: number; height?: number; theme?: 'light' | 'dark'; path?: string };

export type OpenPage = Awaited<ReturnType<typeof openSimulator>>;

export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: browserPath(), args: FLAGS.split(' ') });
}

/** Opens the simulator and waits until it is live. */
export async function openSimulator(browser: Browser, origin: string, options: PageOptions = {}) {
	const { width = 1440, height = 900, theme = 'light', path = '/' } = options;
	const isSmall = width < 600;
	const context = await browser.newContext({
		...{ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' },
		...{ deviceScaleFactor: isSmall ? 2 : 1, hasTouch: isSmall },
	});
	const page = await context.newPage();
	/** What the page did that it must not do. */
	const problems: string[] = [];
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text());
	});
	page.on('request', (request) => {
		if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin)) problems.push(request.url());
	});
	await page.goto(origin + path);
	await page.getByRole('status').getByText('Live').waitFor();
	return { page, context, problems };
}

export async function write(page: Page, text: string): Promise<void> {
	await page.locator('#message-field').fill(text);
	await page.locator('#message-field').press('Enter');
}

/** Keeps a picture of the page in .artifacts/simulator. */
export async function shoot(page: Page, name: string): Promise<void> {
	mkdirSync(ARTIFACTS, { recursive: true });
	await page.screenshot({ path: join(ARTIFACTS, `${name}.png`) });
}

/** Findings of axe-core on the page, one line each; best practices included. */
export async function axeFindings(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	return violations.flatMap(({ id, help, nodes }) =>
		nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
	);
}
