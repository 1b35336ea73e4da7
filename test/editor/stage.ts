/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, selectors, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { ROOT } from '../../sandbox/demo/paths';
import { browserPath } from '../helpers/simulator';
import { type RealN8n, startRealN8n } from '../helpers/realN8n';

/** The page's own: the script that uses it runs in the browser. */
declare const localStorage: { setItem(key: string, value: string): void };

/** Recordings of the last run, with a screenshot of each step (`npx playwright-core show-trace`); an artifact of CI, ignored by git. */
const ARTIFACTS = path.join(ROOT, '.artifacts/editor');

export async function launchBrowser(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	await mkdir(ARTIFACTS, { recursive: true });
	return await chromium.launch({
		executablePath: browserPath(),
		args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
	});
}

/** A browser window that is logged in to n8n as its owner, in one of n8n's two themes. */
export async function logIn(browser: Browser, real: RealN8n, theme: 'light' | 'dark' = 'light'): Promise<BrowserContext> {
	const { cookie, browserId } = real.rest.session();
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		locale: 'en-US',
		colorScheme: theme,
		reducedMotion: 'reduce',
	});
	await context.addCookies([{ name: 'n8n-auth', value: cookie, url: real.n8n.origin }]);
	await context.addInitScript(
		([id, chosen]) => {
			localStorage.setItem('n8n-browserId', id ?? '');
			localStorage.setItem('N8N_THEME', chosen ?? '');
		},
		[browserId, theme],
	);
	return context;
}

/** The time between two keys (ms): 40 as of a person who types fast, 300 as of a slow one. 0 fills a field at once. */
const KEY_MS = Number(process.env.KEY_MS ?? 0);

/** Types at the end of a field. A text with an expression is pasted, as the guides say. */
export async function enter(field: Locator, text: string): Promise<void> {
	if (KEY_MS === 0 || text.includes('{{')) await field.fill(text);
	else await field.pressSequentially(text, { delay: KEY_MS });
}

/** The editor of one n8n in a browser window: the steps that a person takes, in that person's words. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly origin: string,
	) {
		// The machine that runs this may be busy: these are limits, nothing waits for them.
		page.setDefaultTimeout(200_000);
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.origin}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').or(this.page.getByTestId('canvas-add-button')).first().click();
	}

	/** A new workflow that is started by hand, with the node creator open for its first step. */
	async newManualWorkflow(): Promise<void> {
		await this.newWorkflow();
		await this.offered('Trigger manually').click();
		await this.addBehind();
	}

	async open(workflowId: string): Promise<void> {
		await this.page.goto(`${this.origin}/workflow/${workflowId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Types into the node creator's search and returns what it offers once it offers this name. */
	async search(text: string, expected: string): Promise<string[]> {
		const bar = this.page.getByTestId('node-creator-search-bar');
		// n8n searches 300 ms after the last key. The old list, which it shows until then, may have this name, too.
		await bar.fill('a name that no node has');
		await this.offered(expected).waitFor({ state: 'hidden' });
		await bar.selectText();
		await enter(bar, text);
		await this.offered(expected).waitFor();
		return await this.page.getByTestId('node-creator-item-name').allInnerTexts();
	}

	/** The first entry of the node creator with exactly this text. */
	offered(text: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(text, { exact: true }).first();
	}

	/** Adds a node, by what is typed into the search, and opens it. */
	async addNode(search: string, node: string, action: string): Promise<void> {
		await this.search(search, node);
		await this.offered(node).click();
		await this.offered(action).click();
		await this.page.getByTestId('ndv').waitFor();
	}

	/** Opens the node creator behind the last node. */
	async addBehind(): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').first().click();
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.getByTestId('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** A parameter of the open node. */
	field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** Chooses a credential of the open node, or "Create new credential". */
	async chooseCredential(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.locator('.el-popper:visible').getByText(name, { exact: true }).first().click();
	}

	async fillCredential(values: Record<string, string>): Promise<void> {
		for (const [field, value] of Object.entries(values)) {
			await this.field(field).locator('input').fill(value);
		}
		await this.page.getByTestId('credential-save-button').click();
	}

	/** Picks an entry of a drop-down: the parameter with this name, or the one that is given. */
	async pick(dropDown: string | Locator, option: string): Promise<void> {
		const field = typeof dropDown === 'string' ? this.field(dropDown) : dropDown;
		await field.click();
		// only this drop-down's list: the one before may still be fading out
		const list = await field.getByRole('combobox').first().getAttribute('aria-controls');
		// the name alone: an option's description may name another option
		await this.page.locator(`[id="${list}"]`).getByText(option, { exact: true }).first().click();
	}

	/** Opens the list of a resource locator, and returns its entries once they are there. */
	async list(parameter: string): Promise<string[]> {
		await this.page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-item').first().waitFor();
		return await this.page.getByTestId('rlc-item').allInnerTexts();
	}

	/** Enters a text parameter; "{{" turns it into an expression, as it does for a person who pastes it. */
	async type(parameter: string, text: string): Promise<void> {
		await enter(this.field(parameter).locator('textarea, input').first(), text);
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** A notice in a corner of n8n's window. */
	notices(): Locator {
		return this.page.locator('.el-notification:visible');
	}

	/** The output panel of the open node. */
	output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		await this.page.getByRole('button', { name: 'Got it' }).click();
	}
}

/** The means of the editor tests: one n8n and one browser per file, and a new page for each test, of which all is recorded. */
export class EditorStage {
	real!: RealN8n;

	browser!: Browser;

	/** The window that is logged in to n8n as its owner. */
	context!: BrowserContext;

	/** The editor of the running test. */
	editor!: Editor;

	async start(): Promise<void> {
		this.real = await startRealN8n();
		this.browser = await launchBrowser();
		await this.newWindow();
	}

	/** Forgets what n8n has kept in the window, as for a person who opens n8n for the first time. */
	async newWindow(): Promise<void> {
		await this.context?.close();
		this.context = await logIn(this.browser, this.real);
		await this.context.tracing.start({ screenshots: true });
	}

	async open(): Promise<void> {
		await this.context.tracing.startChunk();
		this.editor = new Editor(await this.context.newPage(), this.real.n8n.origin);
	}

	/** Saves the recording of a test under its name, and closes its page. */
	async end(test: string): Promise<void> {
		await this.context.tracing.stopChunk({ path: path.join(ARTIFACTS, `${test.replace(/[^a-z0-9]+/gi, '-')}.zip`) });
		await this.editor.page.close();
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
	beforeAll(async () => await stage.start(), 900_000);
	beforeEach(async () => await stage.open());
	afterEach(async () => await stage.end(expect.getState().currentTestName ?? 'test'));
	afterAll(async () => await stage.close());
	return stage;
}
