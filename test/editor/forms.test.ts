import { EVENT_OPTIONS } from '../../nodes/shared/catalogue';
import { OPERATIONS } from '../helpers/operationTable';
import { action, trigger } from '../e2e/workflows';
import type { ChainNode } from '../helpers/realN8n';
import { useEditor } from './stage';

/** The visible parameters of an open node. */
interface Form {
	/** The labels above the fields, from top to bottom; with a star if n8n requires a value that is missing. */
	labels: string[];
	/** Everything that is written there, examples in empty fields included. */
	text: string;
	/** Examples that are longer than their field, and parts of the form that are wider than its panel. */
	cut: string[];
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
	};
})()`;

const stage = useEditor();

/** Names of the wire in what people read: tbChatId and chatRef are columns of the output, which hints name. */
const WIRE_NAME = /\b(?!chatRef\b|tbChatId\b|channelRef\b)[a-z]+(?:[A-Z][a-z]+)+\b|[a-z]_[a-z]/;

/** Makes a workflow of nodes that have nothing to do with each other, and opens it in a window that shows a whole form. */
async function openAll(forms: ChainNode[]): Promise<void> {
	const position = (index: number) => [(index % 7) * 200, Math.floor(index / 7) * 200];
	const nodes = forms.map((node, index) => ({ ...node, id: crypto.randomUUID(), position: position(index) }));
	const { id } = await stage.real.rest.createWorkflow({ name: 'Forms', nodes, connections: {} });
	await stage.editor.page.setViewportSize({ width: 1280, height: 1700 });
	await stage.editor.open(id);
}

/** Reads the form of the node that is open. */
const readForm = async () => await stage.editor.page.evaluate<Form>(READ);

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
	const { credential } = stage.real;
	await openAll(operations.map(({ name, resource, operation }) => action(credential, name, { resource, operation })));
	const seen: Record<string, string[]> = {};
	const wrong: Record<string, string[]> = {};
	for (const { name } of operations) {
		await editor.openNode(name);
		await editor.field('operation').waitFor();
		const form = await readForm();
		const [credential, resource, operation, ...labels] = form.labels;
		expect([credential, resource, operation]).toEqual(['Credential', 'Resource', 'Operation']);
		seen[name] = labels;
		const words = checkWords(form);
		if (words.length > 0) wrong[name] = words;
		if (labels.includes('Which Chat')) {
			expect(await editor.field('chatFrom').locator('input').inputValue()).toBe('From the Trigger');
		}
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
		EVENT_OPTIONS.map(({ value }) => ({ ...trigger(stage.real.credential, { events: [value] }), name: nameOf(value) })),
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
		const form = await readForm();
		expect(form.labels).toEqual(['Credential', 'Events', 'Filters', 'Options', 'Security and Limits']);
		const words = [...checkWords(form), ...[...filters, ...options].filter((option) => WIRE_NAME.test(option))];
		if (words.length > 0) wrong[node] = words;
		await page.keyboard.press('Escape');
		await editor.closeNode();
	}
	expect(wrong).toEqual({});
});
