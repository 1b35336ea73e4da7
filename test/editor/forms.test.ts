/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { EVENT_OPTIONS } from '../../nodes/shared/catalogue';
import { OPERATIONS } from '../helpers/operationTable';
import { ARTIFACTS, useEditor } from './stage';

/** The visible parameters of an open node. */
interface Form {
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
async function readForm(page: Page): Promise<Form> {
	return await page.evaluate<Form>(READ);
}

/** Keeps a picture of the parameters of the node that is open. */
async function formPicture(page: Page, name: string, bottom: number): Promise<void> {
	const file = path.join(ARTIFACTS, `form-${name}.png`);
	const box = await page.getByTestId('ndv').getByTestId('node-parameters').boundingBox();
	if (!box) throw new Error('No node is open.');
	const { x, y, width } = box;
	await page.screenshot({ path: file, animations: 'disabled', clip: { x, y, width, height: Math.max(bottom - y + 24, 80) } });
}

const PACKAGE = 'n8n-nodes-messaging-platform';

const stage = useEditor();

/** The height of an open list in n8n, in pixels. */
const LIST_HEIGHT = 300;

/** Names of the wire in what people read: tbChatId and chatRef are columns of the output, which hints name. */
const WIRE_NAME = /\b(?!chatRef\b|tbChatId\b|channelRef\b)[a-z]+(?:[A-Z][a-z]+)+\b|[a-z]_[a-z]/;

/** Makes a workflow of nodes that have nothing to do with each other, and opens it in a window that shows a whole form. */
async function openAll(type: string, version: number, forms: Array<[name: string, parameters: object]>): Promise<void> {
	const { id, name: credential } = stage.real.credential;
	const workflow = await stage.real.rest.createWorkflow({
		name: 'Forms',
		nodes: forms.map(([name, parameters], index) => ({
			id: crypto.randomUUID(),
			name,
			type: `${PACKAGE}.${type}`,
			typeVersion: version,
			position: [(index % 7) * 200, Math.floor(index / 7) * 200],
			parameters,
			credentials: { messagingPlatformApi: { id, name: credential } },
		})),
		connections: {},
	});
	await stage.editor.page.setViewportSize({ width: 1280, height: 1700 });
	await stage.editor.open(workflow.id);
}

/** Finds values that no form may show, and words that are cut. */
function checkWords({ labels, text, cut }: Form): string[] {
	const broken = text.split('\n').filter((line) => /undefined|\bnull\b|\[object|NaN/.test(line));
	return [...broken, ...labels.filter((label) => WIRE_NAME.test(label)), ...cut.map((what) => `cut: ${what}`)];
}

test('the form of every operation asks for what it needs, in words, and no more', async () => {
	const { editor } = stage;
	const operations = Object.entries(OPERATIONS).flatMap(([resource, table]) =>
		Object.entries(table).map(([operation, { form }]) => ({ resource, operation, form, name: `${resource} ${operation}` })),
	);
	await openAll(
		'messagingPlatform',
		1,
		operations.map(({ name, resource, operation }) => [name, { resource, operation }]),
	);
	const seen: Record<string, string[]> = {};
	const wrong: Record<string, string[]> = {};
	for (const { name } of operations) {
		await editor.openNode(name);
		await editor.field('operation').waitFor();
		const form = await readForm(editor.page);
		const [credential, resource, operation, ...labels] = form.labels;
		expect([credential, resource, operation]).toEqual(['Credential', 'Resource', 'Operation']);
		seen[name] = labels;
		const words = checkWords(form);
		if (words.length > 0) wrong[name] = words;
		if (labels.includes('Which Chat')) {
			expect(await editor.field('chatFrom').locator('input').inputValue()).toBe('From the Trigger');
		}
		await formPicture(editor.page, name.replace(' ', '-'), form.bottom);
		await editor.closeNode();
	}
	expect(seen).toEqual(Object.fromEntries(operations.map(({ name, form }) => [name, form])));
	expect(wrong).toEqual({});
});

test('the form of the trigger names each event, and offers the filters and options that make sense for it', async () => {
	const { editor } = stage;
	const { page } = editor;
	const nameOf = (value: unknown) => (value === '*' ? 'all' : String(value));
	await openAll(
		'messagingPlatformTrigger',
		2,
		EVENT_OPTIONS.map(({ value }) => [nameOf(value), { events: [value], options: {} }]),
	);
	const wrong: Record<string, string[]> = {};
	for (const { name, value } of EVENT_OPTIONS) {
		const node = nameOf(value);
		await editor.openNode(node);
		await editor.field('events').getByText(name, { exact: true }).waitFor();
		const offered = page.locator('.el-select-dropdown__item:visible');
		await page.getByTestId('collection-parameter-add').first().click();
		await offered.first().waitFor();
		const filters = await offered.allInnerTexts();
		expect(filters).toEqual(expect.arrayContaining(['Channel Names or IDs', 'Chat Names or IDs', 'Tag Names or IDs']));
		expect(filters.includes('Message Content')).toBe(value === 'new_message' || value === '*');
		await page.keyboard.press('Escape');
		await offered.first().waitFor({ state: 'hidden' });
		await page.getByTestId('collection-parameter-add').nth(1).click();
		await offered.first().waitFor();
		const options = await offered.allInnerTexts();
		expect(options).toEqual(expect.arrayContaining(['Other Events', 'Raw Body', 'Ignore Repeated Events']));
		expect(options.includes('Download Attachments')).toBe(value === 'new_message' || value === '*');
		const form = await readForm(page);
		expect(form.labels).toEqual(['Credential', 'Events', 'Filters', 'Options', 'Security and Limits']);
		const words = [...checkWords(form), ...[...filters, ...options].filter((option) => WIRE_NAME.test(option))];
		if (words.length > 0) wrong[node] = words;
		await formPicture(page, `trigger-${node}`, form.bottom + LIST_HEIGHT);
		await page.keyboard.press('Escape');
		await editor.closeNode();
	}
	expect(wrong).toEqual({});
});
