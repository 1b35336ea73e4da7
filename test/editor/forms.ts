/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ARTIFACTS } from './browser';

/** The visible parameters of an open node. */
export interface Form {
	/** The labels above the fields, from top to bottom; with a star if n8n requires a value that is missing. */
	labels: string[];
	/** Everything that is written there, examples in empty fields included. */
	text: string;
	/** Examples that are longer than their field, and parts of the form that are wider than its panel. */
	cut: string[];
	/** The bottom of the form, in pixels from the window's top. */
	bottom: number;
}

/** Runs in the page, which has no types here. */
const READ = `(() => {
	const panel = document.querySelector('[data-test-id=ndv] [data-test-id=node-parameters]');
	const isShown = (element) => element.offsetParent !== null;
	const items = [...panel.querySelectorAll('[data-test-id=parameter-item], [data-test-id=node-credentials-slot]')].filter(isShown);
	const labelOf = (label) => {
		const item = label.closest('[data-test-id=parameter-item]');
		const star = item && item.querySelector('[data-test-id=parameter-issues]') ? ' *' : '';
		return label.innerText.split('\\n')[0].trim() + star;
	};
	const fields = [...panel.querySelectorAll('input, textarea')].filter(isShown);
	const pen = document.createElement('canvas').getContext('2d');
	const isCut = (field) => {
		const style = getComputedStyle(field);
		pen.font = style.font;
		const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
		return field.tagName === 'INPUT' && pen.measureText(field.placeholder).width > room + 1;
	};
	const width = panel.getBoundingClientRect();
	const isWide = (item) => item.getBoundingClientRect().right > width.right + 1;
	return {
		labels: [...panel.querySelectorAll('label')].filter(isShown).map(labelOf),
		text: [panel.innerText, ...fields.map(({ placeholder }) => placeholder)].join('\\n'),
		cut: [
			...fields.filter(isCut).map(({ placeholder }) => placeholder),
			...items.filter(isWide).map(({ innerText }) => innerText),
		],
		bottom: Math.max(...items.map((item) => item.getBoundingClientRect().bottom)),
	};
})()`;

/** Reads the form of the node that is open. */
export async function readForm(page: Page): Promise<Form> {
	return await page.evaluate<Form>(READ);
}

/** Keeps a picture of the parameters of the node that is open. */
export async function formPicture(page: Page, name: string, bottom: number): Promise<string> {
	const file = path.join(ARTIFACTS, `form-${name}.png`);
	const box = await page.getByTestId('ndv').getByTestId('node-parameters').boundingBox();
	if (!box) throw new Error('No node is open.');
	const { x, y, width } = box;
	await page.screenshot({ path: file, animations: 'disabled', clip: { x, y, width, height: Math.max(bottom - y + 24, 80) } });
	return file;
}

/** Number of pictures that are legible side by side in one. */
const ON_A_SHEET = 12;

/** Keeps pictures with their names on sheets: to look at many at once. */
export async function contactSheets(page: Page, files: string[], name: string): Promise<void> {
	const style =
		'div { columns: 4; font: 14px sans-serif } figure { break-inside: avoid; margin: 0 0 8px } img { width: 100%; border: 1px solid }';
	await page.setViewportSize({ width: 1600, height: 400 });
	for (let start = 0; start < files.length; start += ON_A_SHEET) {
		const figures = files.slice(start, start + ON_A_SHEET).map(async (file) => {
			const image = (await readFile(file)).toString('base64');
			return `<figure><b>${path.basename(file, '.png')}</b><img src="data:image/png;base64,${image}"></figure>`;
		});
		await page.setContent(`<!doctype html><style>${style}</style><div>${(await Promise.all(figures)).join('')}</div>`);
		await page.screenshot({ path: path.join(ARTIFACTS, `${name}-${start / ON_A_SHEET + 1}.png`), fullPage: true });
	}
}
