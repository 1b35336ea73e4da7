/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../../sandbox/demo/paths';
import { loadExample } from '../../sandbox/demo/provision';
import { chatOf, say } from '../helpers/sandbox';
import { type RealN8n, startRealN8n, createAndPublish } from '../helpers/realN8n';
import { openSimulator } from '../helpers/simulator';
import { launchBrowser, logIn } from './browser';
import { Editor } from './editor';

const FOLDER = path.join(ROOT, 'docs/images');
const THEMES = ['light', 'dark'] as const;
const SIZE = { width: 1120, height: 720 };
const HALF = { width: 1120, height: 616 };

/** The scene of a picture: the editor in one of its themes. */
interface Studio {
	real: RealN8n;
	page: Page;
	editor: Editor;
}

/** The part of the page that is in the picture. */
interface Clip {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Brings the editor to the view for a picture, and says which part of it to take. */
type Pose = (studio: Studio) => Promise<Clip>;

/** The recipes that have a page. */
const RECIPES = readdirSync(path.join(ROOT, 'docs/guides/recipes')).map((page) => path.basename(page, '.md'));

/** The nodes of a recipe, closely. */
const recipe =
	(name: string): Pose =>
	async (studio) => {
		await showNodes(studio, name);
		return await aroundNodes(studio.page);
	};

/** The pictures of the editor, by their names in docs/images. */
const PICTURES: Record<string, Pose> = {
	'echo-bot': async (studio) => {
		await showNodes(studio, 'echo-bot');
		const { x, y, width, height } = await aroundNodes(studio.page);
		const size = { width: HALF.width / 2, height: HALF.height / 2 };
		return { x: x + (width - size.width) / 2, y: y + (height - size.height) / 2, ...size };
	},
	...Object.fromEntries(RECIPES.map((name) => [`recipe-${name}`, recipe(name)])),
	credential: async ({ page, real }) => {
		// high enough for the issuer
		await page.setViewportSize({ ...SIZE, height: 1100 });
		await page.goto(`${real.n8n.origin}/home/credentials`);
		await page.getByText('Sandbox', { exact: true }).first().click();
		await page.getByText('Connection tested successfully').waitFor();
		// as a reader would enter them: the sandbox's own have no https
		await page.locator('input').evaluateAll((inputs: Array<{ value: string }>) => {
			for (const input of inputs) input.value = input.value.replace(/^http:\/\/[^/]+/, 'https://api.example.com');
		});
		const { x, y, width } = (await page.locator('.el-dialog:visible').boundingBox()) ?? { x: 0, y: 0, ...SIZE };
		const issuer = await page.getByTestId('parameter-input-issuer').boundingBox();
		return { x, y, width, height: (issuer?.y ?? 0) + (issuer?.height ?? 0) + 28 - y };
	},
};

/** The names that `npm run images -- name ...` was given; all of them otherwise. */
const isWanted = (name: string) => process.argv.length < 3 || process.argv.slice(2).includes(name);

/** `npm run images`: the pictures of the documentation, from the real editor and the simulator, light and dark. */
async function main(): Promise<void> {
	// with settings of its own, n8n ends with the script
	const real = await startRealN8n({ withLookout: true, env: {} });
	try {
		const browser = await launchBrowser();
		try {
			if (isWanted('simulator')) await simulatorPictures(browser, real);
			for (const theme of THEMES) await pictures(browser, real, theme);
		} finally {
			await browser.close();
		}
	} finally {
		await real.close();
	}
}

async function pictures(browser: Browser, real: RealN8n, theme: (typeof THEMES)[number]): Promise<void> {
	for (const [name, pose] of Object.entries(PICTURES)) {
		if (!isWanted(name)) continue;
		const context = await logIn(browser, real, theme);
		const page = await context.newPage();
		await page.setViewportSize(SIZE);
		const clip = await pose({ real, page, editor: new Editor(page, real.n8n.origin) });
		await picture(page, `${name}-${theme}`, clip);
		await context.close();
	}
}

/** The nodes of an example on the canvas, all of them, without its note. */
async function showNodes({ editor, page, real }: Studio, name: string): Promise<void> {
	const definition = await loadExample(`${name}.json`, real.credential);
	const nodes = definition.nodes.filter((node) => !JSON.stringify(node).includes('"n8n-nodes-base.stickyNote"'));
	await editor.open((await real.rest.createWorkflow({ ...definition, nodes })).id);
	await closeChecklist(page);
	await page.getByTestId('zoom-to-fit').click();
	// n8n lays it over the lowest nodes
	await page.addStyleTag({ content: '[data-test-id^="execute-workflow-button"] { visibility: hidden !important }' });
}

const PLUS = '[data-test-id="canvas-handle-plus-wrapper"]';

/** Shows only the canvas: without what n8n lays over it, and without the buttons that add a node. */
const BARE = `
	body :not(.vue-flow, .vue-flow *, :has(.vue-flow)), .vue-flow__panel *, ${PLUS}, ${PLUS} * { visibility: hidden !important }
`;

/** Room for the names of the nodes. */
const MARGIN = { side: 56, top: 24, bottom: 64, line: 16 };

/** The smallest part of the canvas that has all nodes and their names. */
async function aroundNodes(page: Page): Promise<Clip> {
	await page.addStyleTag({ content: BARE });
	await page.mouse.move(0, 0);
	const boxesOf = async (selector: string): Promise<Clip[]> => {
		const boxes = await Promise.all((await page.locator(selector).all()).map(async (one) => await one.boundingBox()));
		return boxes.flatMap((box) => box ?? []);
	};
	const boxes = await boxesOf('[data-test-id="canvas-node"]');
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN.side;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN.top;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN.side;
	const bottomOf = (box: Clip) => box.y + box.height;
	// a line that leads back runs below the nodes
	const lines = (await boxesOf('.vue-flow__edge-path')).map((box) => bottomOf(box) + MARGIN.line);
	const ends = (await boxesOf('.vue-flow')).map(bottomOf);
	const bottom = Math.min(...ends, Math.max(...lines, ...boxes.map((box) => bottomOf(box) + MARGIN.bottom)));
	return { x, y, width: right - x, height: bottom - y };
}

/** Closes the checklist that n8n lays over a workflow when it is opened for the first time after it was published. */
async function closeChecklist(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle');
	const checklist = page.getByText('Production Checklist');
	if (!(await checklist.isVisible())) return;
	await page.keyboard.press('Escape');
	await checklist.waitFor({ state: 'hidden' });
}

/** The conversation with the bot, as the person who plays it in the simulator sees it: both themes watch the same one. */
async function simulatorPictures(browser: Browser, real: RealN8n): Promise<void> {
	await createAndPublish(real, await loadExample('echo-bot.json', real.credential));
	const chat = chatOf(real.sandbox, 'tg');
	const open = async (theme: (typeof THEMES)[number]) =>
		await openSimulator(browser, real.sandbox.origin, { ...HALF, theme, path: `/#${chat}` });
	const shown = [await open('light'), await open('dark')];
	await say(real.sandbox, chat, { text: 'Do you have tulips?' });
	for (const [index, { context, page }] of shown.entries()) {
		await page.getByText('Your bot has answered.').waitFor();
		await page.getByRole('link', { name: /^Sent by Echo bot/ }).waitFor();
		await page.screenshot({ path: path.join(FOLDER, `simulator-${THEMES[index]}.png`), animations: 'disabled' });
		await context.close();
	}
}

async function picture(page: Page, name: string, clip: Clip): Promise<void> {
	// Nothing that moves any more: fonts, icons and the canvas's own fitting.
	await page.waitForLoadState('networkidle');
	await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled', clip });
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exitCode = 1;
});
