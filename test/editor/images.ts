/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../../sandbox/demo/paths';
import { loadExample } from '../../sandbox/demo/provision';
import { chatOf } from '../helpers/sandbox';
import { type RealN8n, startRealN8n, createAndPublish } from '../helpers/realN8n';
import { Editor, launchBrowser, logIn } from './stage';

const FOLDER = path.join(ROOT, 'docs/images');
const THEMES = ['light', 'dark'] as const;
const SIZE = { width: 1120, height: 720 };
const HALF = { width: 1120, height: 616 };

/** One half of the film: the nodes, or the phone with a margin. */
const PANEL = { width: 448, height: 440 };

/** When the film's frames appear, how long each takes to, and how long the film is, in seconds. */
const CUES = [0, 1.2, 2, 3, 4.2];
const FADE = 0.2;
const SECONDS = 8;

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
			if (isWanted('film')) await films(browser, real);
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
		await writeFile(path.join(FOLDER, `${name}-${theme}.png`), await shoot(browser, real, theme, pose));
	}
}

/** A picture of the editor. */
async function shoot(browser: Browser, real: RealN8n, theme: (typeof THEMES)[number], pose: Pose): Promise<Buffer> {
	const context = await logIn(browser, real, theme);
	const page = await context.newPage();
	await page.setViewportSize(SIZE);
	const clip = await pose({ real, page, editor: new Editor(page, real.n8n.origin) });
	// Nothing that moves any more: fonts, icons and the canvas's own fitting.
	await page.waitForLoadState('networkidle');
	const taken = await page.screenshot({ animations: 'disabled', clip });
	await context.close();
	return taken;
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

/** The film of the echo bot: its nodes, and the phone of someone who writes to it in the simulator. */
async function films(browser: Browser, real: RealN8n): Promise<void> {
	await createAndPublish(real, await loadExample('echo-bot.json', real.credential));
	for (const theme of THEMES) {
		const nodes = await shoot(browser, real, theme, async (studio) => {
			await showNodes(studio, 'echo-bot');
			return panelAround(await aroundNodes(studio.page));
		});
		for (const { messages } of real.sandbox.state.chats) messages.length = 0;
		const phone = await browser.newContext({ viewport: HALF, colorScheme: theme, reducedMotion: 'reduce', deviceScaleFactor: 2 });
		const page = await phone.newPage();
		await page.goto(`${real.sandbox.origin}/#${chatOf(real.sandbox, 'tg')}`);
		await writeFile(path.join(FOLDER, `film-${theme}.svg`), film(nodes, await framesOf(page)));
		await phone.close();
	}
}

/** Writes as the person in the simulator, and takes a picture of each step. */
async function framesOf(page: Page): Promise<Buffer[]> {
	const field = page.locator('#message-field');
	await field.focus();
	const box = await page.locator('.phone').boundingBox();
	if (!box) throw new Error('The simulator shows no phone.');
	const clip = panelAround(box);
	const frames: Buffer[] = [];
	const take = async () => void frames.push(await page.screenshot({ clip, animations: 'disabled' }));
	await take();
	for (const words of ['Do you have', ' tulips?']) {
		await field.pressSequentially(words);
		await take();
	}
	await field.press('Enter');
	const answer = page.locator('[role=log] article', { hasText: 'You wrote' });
	await page.getByRole('link', { name: /^Sent by Echo bot/ }).waitFor();
	await answer.getByText('Delivered').waitFor();
	for (const visibility of ['hidden', 'visible']) {
		await answer.evaluate((bubble: { style: object }, shown) => Object.assign(bubble.style, { visibility: shown }), visibility);
		await take();
	}
	return frames;
}

/** Joins the pictures to an SVG, which moves wherever a picture may be. A frame lies over the ones before it, and so the last one stays without motion. */
function film(nodes: Buffer, frames: Buffer[]): string {
	const image = (png: Buffer, place: string) => `<image ${place} href="data:image/png;base64,${png.toString('base64')}"/>\n`;
	const percent = (second: number) => `${((second / SECONDS) * 100).toFixed(1)}%`;
	const rules = CUES.map((cue, index) => {
		const steps = `0%,${percent(cue)}{opacity:0}${percent(cue + FADE)},100%{opacity:1}`;
		return `@keyframes f${index}{${steps}}.f${index}{animation:f${index} ${SECONDS}s infinite}`;
	});
	const style = `<style>${rules.slice(1).join('')}@media(prefers-reduced-motion:reduce){image{animation:none!important}}</style>\n`;
	const { width, height } = PANEL;
	const shown = frames.map((png, index) => image(png, `class="f${index}" x="${width}" width="${width}" height="${height}"`));
	const left = image(nodes, `width="${width}" height="${height}"`);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * 2} ${height}">\n${style}${left}${shown.join('')}</svg>\n`;
}

/** A half of the film with this in its middle. */
function panelAround({ x, y, width, height }: Clip): Clip {
	return { x: x + (width - PANEL.width) / 2, y: y + (height - PANEL.height) / 2, ...PANEL };
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exitCode = 1;
});
