/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, selectors, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { ROOT } from '../../sandbox/demo/paths';
import { browserPath } from '../helpers/simulator';
import type { RealN8n } from '../helpers/realN8n';

/** The page's own: the script that uses it runs in the browser. */
declare const localStorage: { setItem(key: string, value: string): void };

/** Screenshots of the last run; an artifact of CI, ignored by git. */
export const ARTIFACTS = path.join(ROOT, '.artifacts/editor');

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

/** Keeps a picture of what the page shows under this name. */
export async function picture(page: Page, name: string): Promise<void> {
	await page.screenshot({ path: path.join(ARTIFACTS, `${name}.png`), animations: 'disabled' });
}
