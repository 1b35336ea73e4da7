import type { Browser } from 'playwright-core';
import type { SandboxOptions } from '../../sandbox/core/options';
import { ReceiverLog } from '../../sandbox/events/receiverLog';
import { type Sandbox, startSandbox } from '../../sandbox/server';
import { FakeN8n, type N8nSetup } from '../helpers/fakeN8n';
import { call, control } from '../helpers/sandbox';
import { axeFindings, Bot, type OpenPage, openSimulator, type PageOptions, shoot, startBrowser } from '../helpers/simulator';

/** The chat of the person whom most tests play. */
export const ZOE = 'tg_4100_271828182';
/** The longest that a page may take to show something. */
const DEADLINE_MS = 20_000;

/**
 * Gives each test of a file a sandbox, pages of it, bots and triggers, which end with it. A page that did what it must not do, or
 * that axe-core finds something on, fails it.
 */
export function useSimulator(options: SandboxOptions = {}) {
	const receiverLog = new ReceiverLog();
	let browser: Browser;
	let sandbox: Sandbox | undefined;
	let opened: OpenPage[] = [];
	let running: Array<{ close(): Promise<void> }> = [];

	/** Starts a sandbox in the place of the running one. */
	async function start(more: SandboxOptions = {}): Promise<Sandbox> {
		await sandbox?.close();
		sandbox = await startSandbox({ resendDelaysMs: [20, 20, 20, 20], findReason: receiverLog.find, ...options, ...more });
		return sandbox;
	}
	const current = () => {
		if (sandbox === undefined) throw new Error('The sandbox runs only during a test.');
		return sandbox;
	};
	const page = () => {
		const [first] = opened.slice(-1);
		if (first === undefined) throw new Error('No page is open.');
		return first.page;
	};
	/** Keeps a picture of the page, and expects axe-core to find nothing on it. */
	async function look(name: string) {
		await shoot(page(), name);
		expect(await axeFindings(page())).toEqual([]);
	}
	const log = () => page().getByRole('region', { name: 'Webhook deliveries' });

	beforeAll(async () => void (browser = await startBrowser()));
	beforeEach(async () => void (await start()));
	afterEach(async () => {
		if (opened.length > 0) await look(expect.getState().currentTestName?.replace(/\W+/g, '-') ?? '');
	});
	afterEach(async () => {
		for (const { context } of opened) await context.close();
		await Promise.all(running.map(async (one) => await one.close()));
		await sandbox?.close();
		sandbox = undefined;
		// a page whose sandbox a test ends says so
		const problems = opened.flatMap((one) => one.problems).filter((one) => !one.includes('ERR_'));
		[opened, running] = [[], []];
		expect(problems).toEqual([]);
	});
	afterAll(async () => await browser.close());

	/** Registers a webhook, as publishing a workflow does; the result removes it again. */
	async function publish(url: string, events: string[]): Promise<() => Promise<unknown>> {
		const { body } = await call(current(), 'POST /notifications/webhooks', { body: { url, events } });
		return async () => await call(current(), `DELETE /notifications/webhooks/${String(body.id)}`);
	}

	return {
		start,
		page,
		log,
		look,
		publish,
		sandbox: current,
		/** The deliveries in the log, newest first. */
		entries: () => log().getByRole('list', { name: 'Deliveries, newest first' }).locator('> li'),
		/** The newest message with a text. */
		bubble: (text: string) => page().getByRole('log').getByRole('article').filter({ hasText: text }).last(),
		person: (name: RegExp) => page().getByRole('option', { name }),
		hint: () => page().getByRole('complementary', { name: 'What to do' }),
		/** Opens Zoë's chat, unless another path is given. */
		open: async (more: PageOptions = {}) => {
			const one = await openSimulator(browser, current().origin, { path: `/#${ZOE}`, ...more });
			one.page.setDefaultTimeout(DEADLINE_MS);
			opened.push(one);
			return one.page;
		},
		startBot: async (events?: string[], path?: string) => {
			const bot = await Bot.start(current(), events, path);
			running.push(bot);
			return bot;
		},
		/** Starts an n8n with the credential of the sandbox. */
		startN8n: async (setup: Partial<N8nSetup> = {}) => {
			const { apiToken, baseUrl, notificationUrl, issuer, accountId } = current();
			const credential = { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '', accountId };
			const n8n = await FakeN8n.start({ credential, accountId, onLog: (line) => receiverLog.read(line), ...setup });
			running.push(n8n);
			return n8n;
		},
		/** Makes a control call. */
		control: async (method: string, path: string, body?: object) => await control(current(), method, path, body),
	};
}
