import type { Browser, Page } from 'playwright-core';
import { startScriptedPlatform, RICH, type ScriptedPlatform } from '../helpers/scriptedPlatform';
import { axeFindings, shoot, startBrowser } from '../helpers/simulator';
import { FakeN8n } from '../helpers/fakeN8n';
import type { Execution } from '../helpers/waitingExecutions';

let browser: Browser;
let platform: ScriptedPlatform;
let n8n: FakeN8n;

beforeAll(async () => {
	browser = await startBrowser();
	platform = await startScriptedPlatform({ channels: { tg_1: RICH, sms_1: { ...RICH, buttonsRestrictions: null } } });
	n8n = await FakeN8n.start({ credential: platform.credential });
});
afterAll(async () => {
	await n8n.close();
	await platform.close();
	await browser.close();
});

/** Asks a question with a link and opens it. */
async function open(more: object, size: { width: number; theme?: 'light' | 'dark' }, channel = 'tg_1') {
	const chat = { __rl: true, mode: 'id', value: `${channel}_77` };
	const asked = await n8n.ask({ sendTo: 'chat', chat, message: 'Where shall we deliver\nyour order 42?', ...more });
	const { text = '', buttons } = platform.bodies('/messages').at(-1) as { text?: string; buttons?: Array<{ link: string }> };
	const link = buttons?.[0]?.link ?? text.match(/http\S+/)?.[0] ?? '';
	const { width, theme = 'light' } = size;
	const context = await browser.newContext({ viewport: { width, height: 740 }, colorScheme: theme, javaScriptEnabled: true });
	const page = await context.newPage();
	const problems: string[] = [];
	page.on('console', (message) => problems.push(message.text()));
	page.on('requestfailed', (request) => problems.push(request.url()));
	await page.goto(link);
	return { asked, page, problems };
}

/** Keeps a picture of a page, and expects axe-core to find nothing on it. */
async function look(page: Page, name: string) {
	await shoot(page, name);
	expect(await axeFindings(page)).toEqual([]);
}

const answerOf = ({ outputs }: Execution) => outputs[0]?.[0]?.json.data;

const isScrolled = async (page: Page) =>
	await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

const optionsOf = (...options: string[]) => ({ fieldOptions: { values: options.map((option) => ({ option })) } });
const NEIGHBOR = 'A neighbor with a very long name that does not fit on one line of a phone';
const FIELDS = [
	{ fieldLabel: 'Address', requiredField: true, placeholder: 'e.g. Elm Street 1' },
	{ fieldLabel: 'Boxes', fieldType: 'number' },
	{ fieldLabel: 'Email', fieldType: 'email' },
	{ fieldLabel: 'Day', fieldType: 'date' },
	{ fieldLabel: 'Time', fieldType: 'dropdown', ...optionsOf('Noon', 'Evening') },
	{ fieldLabel: 'Who opens?', fieldType: 'radio', requiredField: true, ...optionsOf('Me', NEIGHBOR) },
	{ fieldLabel: 'Extras', fieldType: 'checkbox', defaultValue: 'Card', ...optionsOf('Card', 'Ribbon') },
	{ fieldLabel: 'Note', fieldType: 'textarea' },
];

test.each([{ width: 360 }, { width: 1280, theme: 'dark' as const }])('a form is filled in and sent, at %j', async (size) => {
	const options = { responseFormTitle: 'Delivery', responseFormButtonLabel: 'Send' };
	const form = { responseType: 'customForm', options, formFields: { values: FIELDS } };
	const { asked, page, problems } = await open(form, size);
	await look(page, `answer-form-${size.width}`);
	expect(await isScrolled(page)).toBe(false);
	await page.getByLabel('Address').fill('Elm Street 1');
	await page.getByLabel('Boxes').fill('3');
	await page.getByLabel('Day').fill('2026-12-24');
	await page.getByLabel('Time').selectOption('Evening');
	await page.getByRole('radio', { name: 'Me', exact: true }).check();
	await page.getByRole('checkbox', { name: 'Ribbon' }).check();
	await page.getByLabel('Note').fill('Ring twice\nplease');
	await page.getByRole('button', { name: 'Send' }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect(problems).toEqual([]);
	expect(answerOf(asked)).toMatchObject({
		form: {
			...{ Address: 'Elm Street 1', Boxes: 3, Email: null, Day: '2026-12-24', Time: 'Evening' },
			...{ 'Who opens?': 'Me', Extras: ['Card', 'Ribbon'], Note: 'Ring twice\nplease' },
		},
	});
});

test('shows what is wrong below the field, and keeps what was filled in', async () => {
	const values = [
		{ fieldLabel: 'Day', placeholder: 'x' },
		{ fieldLabel: 'Extras', fieldType: 'checkbox', requiredField: true, ...optionsOf('Card') },
	];
	const fields = { responseType: 'customForm', formFields: { values } };
	const { asked, page } = await open(fields, { width: 360 });
	await page.getByLabel('Day').fill('Monday "noon"');
	await page.getByRole('button', { name: 'Submit' }).click();
	await page.getByText('This field is required.').waitFor();
	await look(page, 'answer-wrong-360');
	expect(await page.getByLabel('Day').inputValue()).toBe('Monday "noon"');
	await page.getByRole('checkbox', { name: 'Card' }).check();
	await page.getByRole('button', { name: 'Submit' }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect(answerOf(asked)).toMatchObject({ form: { Day: 'Monday "noon"', Extras: ['Card'] } });
});

test('a free text is called by the question, and numbered choices are buttons', async () => {
	const text = await open({ responseType: 'freeText', answerWith: 'page' }, { width: 360 });
	await look(text.page, 'answer-text-360');
	await text.page.getByRole('textbox', { name: /Where shall we deliver/ }).fill('At the back door');
	await text.page.getByRole('button', { name: 'Submit' }).click();
	await text.page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect(answerOf(text.asked)).toMatchObject({ text: 'At the back door' });
	const choices = {
		responseType: 'choice',
		answerWith: 'page',
		choices: { choice: [{ label: 'Noon' }, { label: 'Evening' }, { label: 'مساءً' }] },
	};
	const choice = await open(choices, { width: 360, theme: 'dark' }, 'sms_1');
	await look(choice.page, 'answer-choice-360');
	await choice.page.getByRole('button', { name: 'Evening' }).click();
	await choice.page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect(answerOf(choice.asked)).toMatchObject({ choice: 'Evening' });
});

test('sends an answer once for two clicks on the button, and thanks for it', async () => {
	const { page, asked } = await open({ responseType: 'freeText', answerWith: 'page' }, { width: 400 });
	let posts = 0;
	let goOn = () => undefined as void;
	const clicked = new Promise<void>((resolve) => (goOn = resolve));
	n8n.instead = async ({ method }) => {
		if (method === 'POST') posts += 1;
		await clicked;
		return false;
	};
	await page.getByRole('textbox').fill('Elm Street 1');
	await page.getByRole('button').dblclick({ noWaitAfter: true });
	goOn();
	await page.getByText('Thank you').waitFor();
	n8n.instead = undefined;
	expect([posts, answerOf(asked)]).toMatchObject([1, { text: 'Elm Street 1' }]);
	await page.context().close();
});
