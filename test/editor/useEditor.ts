import type { Browser, BrowserContext } from 'playwright-core';
import { type RealN8n, startRealN8n } from '../helpers/realN8n';
import { launchBrowser, logIn, picture } from './browser';
import { Editor } from './editor';

/** The means of the editor tests: one n8n and one browser per file, and a new page for each test. */
export class EditorStage {
	real!: RealN8n;

	browser!: Browser;

	/** The window that is logged in to n8n as its owner. */
	context!: BrowserContext;

	private opened: Editor | undefined;

	/** The editor of the running test. */
	get editor(): Editor {
		if (!this.opened) throw new Error('No test is running: each has an editor of its own.');
		return this.opened;
	}

	/** Starts n8n and the browser, and logs in. */
	async start(): Promise<void> {
		this.real = await startRealN8n();
		this.browser = await launchBrowser();
		this.context = await logIn(this.browser, this.real);
	}

	/** Opens a page for a test. */
	async open(): Promise<void> {
		this.opened = new Editor(await this.context.newPage(), this.real.n8n.origin);
	}

	/** Saves a picture of the end of a test under its name, and closes its page. */
	async end(test: string): Promise<void> {
		await picture(this.editor.page, test.replace(/[^a-z0-9]+/gi, '-'));
		await this.editor.page.close();
		this.opened = undefined;
	}

	/** Ends the browser and n8n if they were started. */
	async close(): Promise<void> {
		await this.browser?.close();
		await this.real?.close();
	}
}

/** Gives a test file its n8n, browser and pages, and jest what to do before and after the tests. */
export function useEditor(): EditorStage {
	const stage = new EditorStage();
	beforeAll(async () => {
		await stage.start();
	}, 900_000);
	beforeEach(async () => {
		await stage.open();
	});
	afterEach(async () => {
		await stage.end(expect.getState().currentTestName ?? 'test');
	});
	afterAll(async () => {
		await stage.close();
	});
	return stage;
}
