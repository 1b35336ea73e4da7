/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Locator } from 'playwright-core';
import { z } from 'zod';
import { ROOT } from '../../sandbox/demo/paths';
import { createTable, insertRows } from '../examples/dataTables';
import { chatOf, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { openSimulator } from '../helpers/simulator';
import { waitForWebhooks } from '../helpers/realN8n';
import { type Editor, enter, useEditor } from './stage';

/** The part of a DOM event that the counter reads; its script runs in the page. */
interface Seen {
	type: string;
	isTrusted: boolean;
	key?: string;
	ctrlKey?: boolean;
	metaKey?: boolean;
	target: Marked | null;
}

/** An element, as far as the counter looks at it. */
interface Marked {
	closest(selector: string): Marked | null;
	getAttribute(name: string): string | null;
	textContent: string | null;
}

/** The page's own. */
declare const addEventListener: (type: string, listener: (event: Seen) => void, capture: boolean) => void;
declare const counted: (kind: 'click' | 'field', what: string) => void;

/** The effort to get somewhere. */
interface Effort {
	/** Presses of a mouse button, of keys that choose, leave or are a shortcut, and clicks that no mouse made. */
	clicks: number;
	/** Fields that something was written into, n8n's search among them, and files that were chosen. */
	fields: number;
}

/**
 * Counts what a person does in every page of a window. It listens in the pages themselves and before n8n does, so it counts
 * whatever a test does there, whichever way the test does it.
 */
class Journey {
	/** Every click and field, in order, with what it was on. */
	readonly steps: string[] = [];

	private constructor() {}

	/** Begins to count in a window that has loaded no page yet. */
	static async begin(context: BrowserContext): Promise<Journey> {
		const journey = new Journey();
		await context.exposeFunction('counted', (kind: string, what: string) => {
			journey.steps.push(`${kind} ${what}`);
		});
		await context.addInitScript(count);
		return journey;
	}

	/** The effort so far. */
	get effort(): Effort {
		const clicks = this.steps.filter((step) => step.startsWith('click ')).length;
		return { clicks, fields: this.steps.length - clicks };
	}
}

/** Runs in the page: reports each click and each filled field, a field only once. */
function count(): void {
	const filled = new Set<Marked>();
	/** The parameter that an element belongs to: n8n replaces its input when it becomes an expression. */
	const fieldOf = (element: Marked) => element.closest('[data-test-id^="parameter-input-"]') ?? element;
	const describe = (element: Marked | null) => {
		const named = element?.closest('[data-test-id]')?.getAttribute('data-test-id') ?? '';
		return `${named} ${(element?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)}`.trim();
	};
	addEventListener('pointerdown', ({ target }) => counted('click', describe(target)), true);
	addEventListener(
		'click',
		({ isTrusted, target }) => {
			if (!isTrusted) counted('click', `by a script: ${describe(target)}`);
		},
		true,
	);
	addEventListener(
		'keydown',
		({ key = '', ctrlKey, metaKey, target }) => {
			const chooses = /^(Enter|Escape|Tab|Arrow|Delete|F\d)/.test(key) || ctrlKey || metaKey;
			if (chooses) counted('click', `key ${key} ${describe(target)}`);
		},
		true,
	);
	const note = ({ target }: Seen) => {
		if (target === null || filled.has(fieldOf(target))) return;
		filled.add(fieldOf(target));
		counted('field', describe(fieldOf(target)));
	};
	addEventListener('input', note, true);
	addEventListener(
		'change',
		(event) => {
			if (event.target?.getAttribute('type') === 'file') note(event);
		},
		true,
	);
}

const NODE = 'Messaging Platform';

const waitingSchema = z.object({ results: z.array(z.object({ waitTill: z.string() })) });

const stage = useEditor();
let journey: Journey;
let editor: Editor;

beforeEach(async () => {
	// Each journey has a window of its own, in which everything is counted from the start.
	await stage.newWindow();
	await stage.open();
	journey = await Journey.begin(stage.context);
	({ editor } = stage);
	await editor.page.goto(`${stage.real.n8n.origin}/workflow/new`);
});
afterEach(() => {
	// the bot of the next journey is to answer alone, and its question to be the first
	stage.real.sandbox.state.webhooks.length = 0;
	for (const { messages } of stage.real.sandbox.state.chats) messages.length = 0;
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

/** A trigger that messages start, and the form of an action behind it. */
async function startWith(action: string): Promise<void> {
	await add(firstStep(), 'On message received');
	await editor.closeNode();
	await add(nextStep(), action);
}

/** The person's end: the simulator, in a window of its own. */
async function asZoe(write: string) {
	const { page, context } = await openSimulator(stage.browser, stage.real.sandbox.origin, {
		path: `/#${chatOf(stage.real.sandbox, 'tg')}`,
	});
	const say = async (text: string) => {
		await enter(page.locator('#message-field'), text);
		await page.locator('#message-field').press('Enter');
	};
	await say(write);
	const bubble = (text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text }).last();
	return { page, say, bubble, close: async () => await context.close() };
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
	await zoe.close();
	// n8n makes one of the six clicks itself, and the field is the file
	expectAtMost({ clicks: 6, fields: 1 });
});

test('builds an echo bot from nothing', async () => {
	await startWith('Send message');
	await editor.type('text', 'Echo: {{ $json.text }}');
	await editor.closeNode();
	await publish();

	const zoe = await asZoe('Roses?');
	await zoe.bubble('Echo: Roses?').waitFor();
	await zoe.close();
	expectAtMost({ clicks: 10, fields: 3 });
});

/** The menu of docs/guides/build-a-bot.md: caption, reply and tag. */
const MENU = [
	['Choose a bouquet', 'Lovely! Tulips or roses?', 'bouquet'],
	['Prices', 'A bouquet costs 20 to 60.', 'prices'],
	['Talk to a person', 'We will write to you here.', 'human'],
] as const;

test('builds a menu of three buttons that reply and tag the chat, from nothing', async () => {
	const { page } = editor;
	stage.real.sandbox.state.tags = MENU.map(([, , name], id) => ({ id, name, createdTs: '2026-01-01T00:00:00.000Z' }));
	await startWith('Send message');
	await editor.type('text', 'What can I do for you?');
	await editor.pick('buttonsInput', 'Using Fields Below');
	const buttons = page.getByTestId('fixed-collection-buttons');
	for (const [row, [caption, reply, tag]] of MENU.entries()) {
		const field = (name: string) => buttons.getByTestId(`parameter-input-${name}`).nth(row);
		if (row > 0) {
			// n8n's list stays open after a choice, over what is below
			await page.keyboard.press('Escape');
			await page.getByText('Add Button').click();
		}
		await enter(field('text').locator('input'), caption);
		await enter(field('answerText').locator('textarea'), reply);
		await editor.pick(field('answerTags'), tag);
	}
	await editor.closeNode();
	await publish();

	const zoe = await asZoe('Good morning');
	for (const [caption, reply, tag] of MENU) {
		await zoe.bubble('What can I do for you?').getByRole('button', { name: caption }).click();
		await zoe.bubble(reply).waitFor();
		await zoe.page.getByRole('list', { name: 'Tags' }).getByText(tag).waitFor();
	}
	await zoe.close();
	expectAtMost({ clicks: 22, fields: 9 });
});

test('keeps a note of what people write', async () => {
	await startWith('Update notes of chat');
	await editor.type('memo', 'Wrote: {{ $json.text }}');
	await editor.closeNode();
	await publish();

	const zoe = await asZoe('Good evening');
	await zoe.page.getByText('Wrote: Good evening').first().waitFor();
	await zoe.close();
	expectAtMost({ clicks: 10, fields: 3 });
});

test('asks a question with a time limit', async () => {
	const { page } = editor;
	await startWith('Send message and wait for response');
	await editor.type('message', 'Shall we deliver at noon?');
	await editor.pick(page.getByTestId('collection-parameter-add').first(), 'Limit Wait Time');
	const minutes = editor.field('resumeAmount').locator('input');
	await minutes.selectText();
	await enter(minutes, '30');
	await editor.closeNode();
	await publish();

	const zoe = await asZoe('When do you deliver?');
	const question = zoe.bubble('Shall we deliver at noon?');
	await question.getByText('A workflow is waiting for the answer').waitFor();
	const waits = `/rest/executions?filter=${encodeURIComponent('{"status":["waiting"]}')}&limit=1`;
	const limited = async () => {
		const [waiting] = (await stage.real.rest.call('GET', waits, waitingSchema)).results;
		// without a limit it waits until the year 3000
		return waiting?.waitTill.startsWith('20') === true;
	};
	await waitFor(limited, 'the execution waits for a limited time');
	await question.getByRole('button', { name: 'Approve' }).click();
	await question.getByText('Answered: the workflow continues').waitFor();
	await zoe.close();
	expectAtMost({ clicks: 12, fields: 4 });
});

test('asks a question with a branch for each answer', async () => {
	const { page } = editor;
	await startWith('Send message and wait for response');
	await editor.type('message', 'Shall we deliver at noon?');
	await editor.pick(page.getByTestId('collection-parameter-add').first(), 'Separate Outputs');
	await editor.closeNode();
	const replies = { Approve: 'See you at noon.', Decline: 'Please write when we may come.' };
	for (const [output, reply] of Object.entries(replies)) {
		const handle = page.getByTestId('canvas-node-output-handle').filter({ hasText: output });
		await add(handle.getByTestId('canvas-handle-plus'), 'Send message');
		await editor.type('text', reply);
		await editor.closeNode();
	}
	await publish();

	for (const [asked, [button, reply]] of Object.entries(replies).entries()) {
		const zoe = await asZoe('When do you deliver?');
		const questions = zoe.page.getByRole('article').filter({ hasText: 'Shall we deliver at noon?' });
		await questions.nth(asked).getByRole('button', { name: button }).click();
		await zoe.bubble(reply).waitFor();
		await zoe.close();
	}
	expectAtMost({ clicks: 20, fields: 7 });
});

test('asks for name, phone number and date in the chat', async () => {
	const ask = async (message: string, check?: string) => {
		await editor.type('message', message);
		await editor.pick('responseType', 'Free Text');
		if (check !== undefined) await editor.pick('answerCheck', check);
		await editor.closeNode();
	};
	await startWith('Send message and wait for response');
	await ask('What is your name?');
	await add(nextStep(), 'Send message and wait for response');
	await ask('What is your phone number?', 'Phone');
	await add(nextStep(), 'Send message and wait for response');
	await ask('Which day suits you?', 'Date');
	// the last node is outside the window
	await editor.page.keyboard.press('1');
	await add(nextStep(), 'Send message');
	await editor.type('text', 'Thank you, we will call you.');
	await editor.closeNode();
	await publish();

	const zoe = await asZoe('I want to book a table');
	const answers = { 'What is your name?': 'Zoe', 'What is your phone number?': '+44 20 7946 0958', 'Which day': '2026-12-24' };
	for (const [question, answer] of Object.entries(answers)) {
		await zoe.bubble(question).waitFor();
		await zoe.say(answer);
	}
	await zoe.bubble('Thank you, we will call you.').waitFor();
	await zoe.close();
	expectAtMost({ clicks: 32, fields: 9 });
});

test('sends a mailing with the recipe', async () => {
	const { page } = editor;
	const { sandbox } = stage.real;
	const people = sandbox.state.chats.filter(({ channel }) => channel === 'tg').slice(0, 2);
	const rows = people.map(({ channel, channelId, chatId, tbChatId }) => ({
		chatRef: `${channel}_${channelId}_${chatId}`,
		tbChatId: String(tbChatId),
		text: 'Tulips are half the price today!',
		state: 'waiting',
	}));
	// filled before, by the recipe "Mailing list" or a CSV file
	await insertRows(
		stage.real,
		await createTable(stage.real, 'Mailing', ['chatRef', 'tbChatId', 'name', 'text', 'state', 'reason']),
		rows,
	);
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	const recipe = await readFile(path.join(ROOT, 'examples/mailing.json'), 'utf8');
	await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(recipe)})`);
	await firstStep().waitFor();
	await page.keyboard.press('Control+v');
	await page.getByText('Credentials auto-added').waitFor();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();

	for (const { chatRef } of rows) {
		await waitFor(
			async () => (await textsTo(sandbox, chatRef)).includes('Tulips are half the price today!'),
			`the mailing to ${chatRef}`,
		);
	}
	// the shortcut counts as two keys
	expectAtMost({ clicks: 4, fields: 0 });
});
