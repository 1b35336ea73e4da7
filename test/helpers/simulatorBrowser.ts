/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { AxeBuilder } from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const ARTIFACTS = resolve(__dirname, '../../.artifacts/simulator');

const FLAGS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** How a page is opened. */
export type PageOptions = { width?: number; height?: number; theme?: 'light' | 'dark'; path?: string };

/** A page in Chromium, and what it did that it must not do. */
export type OpenPage = { page: Page; context: BrowserContext; problems: string[] };

/** Starts Debian's Chromium; CHROMIUM_PATH names another one. */
export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: FLAGS });
}

/**
 * Opens the simulator and waits until it is live.
 *
 * @param browser the browser
 * @param origin the sandbox's origin
 * @param options size (1440 by 900), colour scheme (light), path with # of a chat
 * @returns the page; problems collects errors in the console and requests to anywhere else
 */
export async function openSimulator(browser: Browser, origin: string, options: PageOptions = {}): Promise<OpenPage> {
	const { width = 1440, height = 900, theme = 'light', path = '/' } = options;
	const context = await browser.newContext({
		viewport: { width, height },
		colorScheme: theme,
		reducedMotion: 'reduce',
		deviceScaleFactor: width < 600 ? 2 : 1,
		hasTouch: width < 600,
	});
	const page = await context.newPage();
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

/** Keeps a picture of the page in .artifacts/simulator. */
export async function shoot(page: Page, name: string): Promise<void> {
	mkdirSync(ARTIFACTS, { recursive: true });
	await page.screenshot({ path: join(ARTIFACTS, `${name}.png`) });
}

/** What axe-core finds wrong on the page, one line a finding; best practices included. */
export async function axeFindings(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	return violations.flatMap(({ id, help, nodes }) =>
		nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
	);
}
