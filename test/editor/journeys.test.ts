/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { ROOT } from '../../sandbox/demo/paths';
import { chatOf } from '../helpers/sandbox';
import { openSimulator } from '../helpers/simulator';
import { waitForWebhooks } from '../helpers/realN8n';
import { ARTIFACTS, logIn, picture } from './browser';
import { Editor } from './editor';
import { type Effort, Journey } from './journey';
import { useEditor } from './useEditor';

const NODE = 'Messaging Platform';

const stage = useEditor();
let journey: Journey;
let editor: Editor;

beforeEach(async () => {
	// Each journey has a window of its own, in which everything is counted from the start.
	const context = await logIn(stage.browser, stage.real);
	journey = await Journey.begin(context);
	editor = new Editor(await context.newPage(), stage.real.n8n.origin);
	await editor.page.goto(`${stage.real.n8n.origin}/workflow/new`);
});
afterEach(async () => {
	const name = (expect.getState().currentTestName ?? 'journey').replace(/[^a-z0-9]+/gi, '-');
	await writeFile(path.join(ARTIFACTS, `${name}.txt`), `${journey.steps.join('\n')}\n`);
	await picture(editor.page, name);
	await editor.page.context().close();
	// the bot of the next journey is to answer alone
	stage.real.sandbox.state.webhooks.length = 0;
});

/** Publishes, as one does who does not read on, and waits until events can come. */
async function publish(): Promise<void> {
	await editor.page.getByTestId('workflow-open-publish-modal-button').click();
	await editor.page.getByTestId('workflow-publish-button').click();
	await waitForWebhooks(stage.real.sandbox);
}

/** Adds a node, which n8n opens with the only credential filled in. */
async function add(open: Locator, action: string): Promise<void> {
	await open.click();
	await editor.addNode('telegram', NODE, action);
}

/** docs/guides/build-a-bot.md says the same; a newer n8n may need less. */
function expectAtMost({ clicks, fields }: Effort): void {
	expect(journey.effort.clicks).toBeLessThanOrEqual(clicks);
	expect(journey.effort.fields).toBeLessThanOrEqual(fields);
}

const firstStep = () => editor.page.getByTestId('canvas-plus-button').or(editor.page.getByTestId('canvas-add-button')).first();
const nextStep = () => editor.page.getByTestId('canvas-handle-plus').first();

/** The person's end: the simulator, in a window of its own. */
async function asZoe(write: string) {
	const { page, context } = await openSimulator(stage.browser, stage.real.sandbox.origin, {
		path: `/#${chatOf(stage.real.sandbox, 'tg')}`,
	});
	await page.locator('#message-field').fill(write);
	await page.locator('#message-field').press('Enter');
	const bubble = (text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text }).last();
	return { page, bubble, close: async () => await context.close() };
}

test('counts every click and every filled field', async () => {
	const { page } = editor;
	journey.steps.length = 0;
	const body = '<button>B</button><input id=a><input id=b><div contenteditable>c</div><input type=file>';
	await page.route('**/counted', async (route) => await route.fulfill({ contentType: 'text/html', body }));
	await page.goto(`${stage.real.n8n.origin}/counted`);
	await page.locator('button').click();
	await page.locator('button').press('Enter');
	await page.evaluate("document.querySelector('button').click()");
	await page.locator('button').dispatchEvent('click');
	await page.locator('#a').fill('filled');
	await page.locator('#a').fill('the same field');
	await page.locator('#b').pressSequentially('typed');
	await page.locator('div').fill('rich');
	await page.locator('[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
	expect(journey.effort).toEqual({ clicks: 4, fields: 4 });
});

test('imports the echo bot of the examples and publishes it', async () => {
	const { page } = editor;
	await page.getByTestId('workflow-menu').click();
	await page.getByText('Import', { exact: true }).click();
	const chooser = page.waitForEvent('filechooser');
	await page.getByText('From file', { exact: true }).click();
	await (await chooser).setFiles(path.join(ROOT, 'examples/echo-bot.json'));
	await page.getByText('Credentials auto-added').waitFor();
	await publish();

	const zoe = await asZoe('Tulips?');
	await zoe.bubble('You wrote: Tulips?').waitFor();
	await picture(zoe.page, 'journey-import-simulator');
	await zoe.close();
	// n8n makes one of the six clicks itself, and the field is the file
	expectAtMost({ clicks: 6, fields: 1 });
});

test('builds an echo bot from nothing', async () => {
	await add(firstStep(), 'On message received');
	await editor.closeNode();
	await add(nextStep(), 'Send message');
	await editor.type('text', 'Echo: {{ $json.text }}');
	await editor.closeNode();
	await publish();

	const zoe = await asZoe('Roses?');
	await zoe.bubble('Echo: Roses?').waitFor();
	await picture(zoe.page, 'journey-echo-simulator');
	await zoe.close();
	expectAtMost({ clicks: 10, fields: 3 });
});

test('builds a menu that answers, tags the chat and keeps a note, from nothing', async () => {
	const { page } = editor;
	await add(firstStep(), 'On message received');
	await editor.closeNode();

	await add(nextStep(), 'Update notes of chat');
	await page.getByPlaceholder('Add Field').click();
	await page.locator('.el-select-dropdown__item:visible').getByText('Note', { exact: true }).click();
	await editor.type('memo', 'Wrote: {{ $json.text }}');
	await picture(page, 'journey-notes');
	await editor.closeNode();

	await add(nextStep(), 'Send message');
	await editor.type('text', 'What can I do for you?');
	await editor.pick('buttonsInput', 'Using Fields Below');
	await picture(page, 'journey-first-button');
	const buttons = page.getByTestId('fixed-collection-buttons');
	const field = (name: string, row: number) => buttons.getByTestId(`parameter-input-${name}`).nth(row);
	const pick = async (name: string, row: number, option: string) => {
		await field(name, row).click();
		await page.locator('.el-select-dropdown__item:visible').filter({ hasText: option }).first().click();
	};
	const write = async (name: string, row: number, text: string) =>
		await field(name, row).locator('textarea, input').first().fill(text);
	await write('text', 0, 'Choose a bouquet');
	await pick('whenPressed', 0, 'Reply Automatically');
	await write('answerText', 0, 'Lovely! Tulips or roses?');
	await pick('answerAction', 0, 'Assign');
	await write('answerTags', 0, 'bouquet');
	await picture(page, 'journey-button');
	await page.getByText('Add Button').click();
	await write('text', 1, 'Talk to a person');
	await pick('whenPressed', 1, 'Reply Automatically');
	await write('answerText', 1, 'We will write to you here.');
	await picture(page, 'journey-buttons');
	await editor.closeNode();
	await publish();

	const zoe = await asZoe('Good morning');
	await zoe.bubble('What can I do for you?').getByRole('button', { name: 'Choose a bouquet' }).click();
	await zoe.bubble('Lovely! Tulips or roses?').waitFor();
	await zoe.page.getByRole('list', { name: 'Tags' }).getByText('bouquet').waitFor();
	await zoe.page.getByText('Wrote: Good morning').first().waitFor();
	await picture(zoe.page, 'journey-menu-simulator');
	await zoe.close();
	expectAtMost({ clicks: 25, fields: 10 });
});
