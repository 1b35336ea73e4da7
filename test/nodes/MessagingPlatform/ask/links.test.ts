import { byId } from '../../../helpers/runAction';
import { createHmac } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { parseJson } from '../../../../sandbox/core/json';
import { outputProblems } from '../../../schemas/problems';
import { keysOf } from '../../../helpers/handOver';
import { RICH } from '../../../helpers/scriptedPlatform';
import { FakeN8n } from '../../../helpers/fakeN8n';
import { usePlatform } from '../../../helpers/usePlatform';
import type { Execution } from '../../../helpers/waitingExecutions';

const platform = usePlatform({ channels: { tg_1: RICH, sms_1: { ...RICH, buttonsRestrictions: null } } });
let n8n: FakeN8n;
beforeEach(async () => {
	// links need no trigger, so neither an issuer nor an account
	n8n = await FakeN8n.start({ credential: { ...platform.credential, issuer: '', accountId: '' } });
});
afterEach(async () => await n8n.close());

/** The key of a link, with the true API token. */
function makeLinkKey(tag: string, aim: 'page' | number, executionId: string): string {
	const tagAndAim = `${Buffer.from(tag, 'base64url').toString('hex')}${aim === 'page' ? 'p' : aim}`;
	const key = keysOf(platform.credential.apiToken).deriveKey('link to a question');
	const signature = createHmac('sha256', key).update(`${executionId}\na\n${tagAndAim}`).digest('hex');
	return tagAndAim + signature.slice(0, 32);
}

const toChat = (more: object = {}, channel = 'tg_1'): INodeParameters =>
	({ sendTo: 'chat', chat: byId(`${channel}_77`), message: 'When shall we come?', ...more }) as INodeParameters;

const LINKS = { answerWith: 'page' };
const FREE = { responseType: 'freeText', ...LINKS };
const LABELS = { choices: { choice: [{ label: 'Morning', value: 'am' }, { label: '<b>Evening</b>' }] } };
const BUTTONS = { responseType: 'choice', ...LABELS };
const CHOICES = { ...BUTTONS, ...LINKS };
const form = (...values: object[]) => ({ responseType: 'customForm', formFields: { values } });
const jsonForm = (jsonOutput: string) => ({ responseType: 'customForm', defineForm: 'json', jsonOutput });
const choosing = (fieldType: string, ...options: string[]) => ({
	...{ fieldLabel: 'A', fieldType },
	fieldOptions: { values: options.map((option) => ({ option })) },
});
const radio = (...options: string[]) => choosing('radio', ...options);

const sent = () => platform.sent().at(-1) as { text: string; buttons?: Array<{ type: string; text: string; link: string }> };
/** The links in it, and the key in the first. */
const links = () => sent().buttons?.map(({ link }) => link) ?? sent().text.match(/http\S+/g) ?? [];
const keyOf = () => new URL(links()[0] ?? '').searchParams.get('q') ?? '';

async function ask(more: object, channel?: string): Promise<Execution> {
	const asked = await n8n.ask(toChat(more, channel));
	expect([asked.error, asked.status]).toEqual([undefined, 'waiting']);
	return asked;
}

type Fields = Record<string, string> | Array<[string, string]>;

function formOf(fields: Fields): FormData {
	const form = new FormData();
	for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value);
	return form;
}

const open = async (link = links()[0] ?? '', init?: RequestInit) => await fetch(link, { redirect: 'manual', ...init });
const submit = async (fields: Fields, link?: string) => await open(link, { method: 'POST', body: formOf(fields) });

/** The output, compared with the schema preview. */
function output({ outputs }: Execution) {
	const answers = outputs.map((items) => items.map(({ json }) => json));
	const problems = answers.flat().flatMap((json) => outputProblems('message', 'sendAndWait', parseJson(JSON.stringify(json))));
	expect(problems).toEqual([]);
	return answers;
}
const stillWaits = (asked: Execution) => expect([asked.status, asked.outputs]).toEqual(['waiting', []]);

test('the message has numbered lines and one link on channels without buttons, escaped if it is read as HTML', async () => {
	await ask(CHOICES, 'sms_1');
	expect(sent()).not.toHaveProperty('buttons');
	expect(sent().text).toMatch(/^When shall we come\?\n\n1\. Morning\n2\. <b>Evening<\/b>\n\nRespond: http:\S+$/);
	await ask({ ...CHOICES, options: { textMarkup: 'HTML' } }, 'sms_1');
	expect(sent().text).toMatch(/2\. &lt;b&gt;Evening&lt;\/b&gt;\n\nRespond: http:\S+\?q=\w+&amp;signature=\w+$/);
});

describe('a link', () => {
	test('shows a page when it is opened, and answers nothing; the text sent from there is the answer', async () => {
		const asked = await ask(FREE);
		for (let time = 0; time < 2; time += 1) {
			const page = await open();
			expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('When shall we come?')]);
		}
		stillWaits(asked);
		const thanks = await submit({ 'field-0': 'Tomorrow\r\nat <b>8</b>' });
		expect([thanks.status, await thanks.text()]).toEqual([200, expect.stringContaining('Thank you')]);
		const respondedAt: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
		const data = { text: 'Tomorrow\nat <b>8</b>', chatRef: 'tg_1_77', respondedAt, timedOut: false };
		expect(output(asked)).toEqual([[{ data }]]);
	});

	test('shows the page only to its reader: no script but its own, no cache, no referrer, no index, no frame', async () => {
		await ask(FREE);
		const { headers } = await open();
		expect(headers.get('content-security-policy')).toMatch(
			/^default-src 'none'; form-action 'self'; base-uri 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; frame-ancestors 'none'$/,
		);
		expect(Object.fromEntries(headers)).toMatchObject({
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-robots-tag': 'noindex, nofollow',
			'x-content-type-options': 'nosniff',
		});
	});

	test('escapes every text of the author and of the person', async () => {
		const evil = `"><script>alert(1)</script>'&`;
		const fields = form(
			{ fieldLabel: evil, placeholder: evil, defaultValue: evil },
			{ fieldLabel: 'Number', fieldType: 'number' },
			{ ...choosing('dropdown', evil), fieldLabel: `${evil}2` },
			{ ...radio(evil), fieldLabel: `${evil}3` },
		);
		const options = { responseFormTitle: evil, responseFormDescription: evil, responseFormButtonLabel: evil };
		await ask({ ...fields, message: evil, options });
		const wrong = await submit({ 'field-0': evil, 'field-1': evil });
		expect(wrong.status).toBe(422);
		for (const page of [await (await open()).text(), await wrong.text()]) {
			expect(page.match(/<script/gi)).toHaveLength(1);
			expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;');
		}
	});

	test('confirms an approval on the page of the link that was opened', async () => {
		const asked = await ask(LINKS);
		const [approve = '', decline = ''] = links();
		expect(await (await open(decline)).text()).toMatch(
			/<form method="post" enctype="multipart\/form-data"><button name="choice" value="1" dir="auto">Decline<\/button><\/form>/,
		);
		expect((await submit({ choice: '1' }, approve)).status).toBe(400);
		stillWaits(asked);
		expect((await submit({ choice: '1' }, decline)).status).toBe(200);
		expect(output(asked)).toMatchObject([[{ data: { approved: false, chatRef: 'tg_1_77', timedOut: false } }]]);
	});

	const rows = [
		{ fieldLabel: 'Chat', fieldName: 'chatRef' },
		{ fieldLabel: 'timedOut', fieldType: 'number', requiredField: true },
		{ fieldLabel: 'constructor', fieldType: 'date' },
		{ ...choosing('checkbox', 'Wifi', 'Tea, hot', 'Bus'), fieldLabel: 'Extras' },
		{ ...choosing('dropdown', '1', '2'), fieldLabel: 'Room' },
		{ fieldLabel: 'Note', fieldType: 'textarea' },
		{ fieldLabel: 'Guests', fieldType: 'number' },
	];
	test.each([
		['of a form', form(...rows)],
		['of a form in JSON, as n8n writes it', jsonForm(JSON.stringify(rows))],
	])('returns the fields %s, whatever their names, and nothing else', async (_what, more) => {
		const asked = await ask(more);
		const fields = { 'field-0': 'x', 'field-1': '4.5', 'field-2': '2027-02-28', 'field-4': '2', 'field-6': '9007199254740993' };
		const both: Array<[string, string]> = ['Wifi', 'Tea, hot'].map((one) => ['field-3', one]);
		expect((await submit([...Object.entries({ ...fields, 'field-9': 'x', chatRef: 'x' }), ...both])).status).toBe(200);
		expect(output(asked)).toMatchObject([[{ data: { chatRef: 'tg_1_77', timedOut: false } }]]);
		expect((output(asked)[0]?.[0]?.data as { form: object }).form).toEqual({
			...{ chatRef: 'x', timedOut: 4.5, constructor: '2027-02-28', Room: '2', Note: null },
			...{ Extras: ['Wifi', 'Tea, hot'], Guests: '9007199254740993' },
		});
	});
});

test.each([
	['x', 200, 'Thank you'],
	['y', 410, 'This question is closed'],
])('thanks for an answer that is sent twice at once; a different one (%s) came too late', async (second, status, words) => {
	const asked = await ask(FREE);
	let goOn = () => undefined as void;
	const both = new Promise<void>((resolve) => (goOn = resolve));
	let arrived = 0;
	// n8n reads both before it continues with one
	n8n.instead = async () => {
		arrived += 1;
		if (arrived === 2) goOn();
		await both;
		return false;
	};
	const answers = await Promise.all(['x', second].map(async (text) => await submit({ 'field-0': text })));
	expect(answers.map((one) => one.status).sort()).toEqual([200, status]);
	const pages = await Promise.all(answers.map(async (one) => await one.text()));
	expect(pages).toEqual(expect.arrayContaining([expect.stringContaining('Thank you'), expect.stringContaining(words)]));
	expect(output(asked)).toHaveLength(1);
});

describe('a wrong answer', () => {
	test.each<[string, object, Array<[string, string]>, string]>([
		['nothing where something is required', { requiredField: true }, [], 'This field is required'],
		['no number', { fieldType: 'number' }, [['field-0', 'two']], 'Enter a number'],
		['what is not offered', radio('A'), [['field-0', 'B']], 'Choose one of the options'],
		['two texts', {}, ['a', 'b'].map((text) => ['field-0', text]), 'Choose only one option'],
		['a text without an end', {}, [['field-0', 'x'.repeat(20_001)]], 'Enter 20000 characters or fewer'],
	])('shows the page again for %s, with the mistake and the filled-in text', async (_what, field, fields, words) => {
		const asked = await ask(form({ fieldLabel: 'Field', ...field }, { fieldLabel: 'Other' }));
		const answer = await submit([...fields, ['field-1', 'kept']]);
		const page = await answer.text();
		expect([answer.status, page]).toEqual([422, expect.stringContaining(words)]);
		expect(page).toContain('value="kept"');
		stillWaits(asked);
	});

	test("isn't a form, has a file, is too large, or makes a choice that doesn't exist", async () => {
		const asked = await ask(FREE);
		const file = formOf({ 'field-0': 'x' });
		file.set('file', new Blob(['x']));
		for (const body of [undefined, file, formOf({ 'field-0': 'x', a: 'x'.repeat(200_000) })]) {
			expect((await open(undefined, { method: 'POST', body })).status).toBe(400);
		}
		stillWaits(asked);
		const choices = await ask(CHOICES, 'sms_1');
		for (const fields of [[], [['choice', '7']]] as Fields[]) expect((await submit(fields)).status).toBe(400);
		stillWaits(choices);
	});
});

describe('a link does not open', () => {
	test('anything that was not sent as a link, even signed by n8n', async () => {
		const asked = await ask(CHOICES);
		const key = keyOf();
		const made = [
			...['', key.slice(0, -1), `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
			// another choice, the whole page, another question
			...[`${key.slice(0, 6)}1${key.slice(7)}`, `${key.slice(0, 6)}p${key.slice(7)}`],
			`${key.startsWith('0') ? '1' : '0'}${key.slice(1)}`,
		];
		for (const one of made) {
			const link = n8n.sign(asked.id, { q: one });
			expect([one, (await open(link)).status, (await submit({ choice: '0' }, link)).status]).toEqual([one, 403, 403]);
		}
		expect((await open(n8n.sign(asked.id, {}))).status).toBe(403);
		expect((await open(n8n.sign(asked.id, { q: key }))).status).toBe(200);
		stillWaits(asked);
	});

	test('an earlier question of the same node, and what its own question did not send, with the true API token', async () => {
		const ownTag = () => Buffer.from(keyOf().slice(0, 6), 'hex').toString('base64url');
		const expectStatus = async (asked: Execution, tag: string, aim: 'page' | number, status: number) => {
			const link = n8n.sign(asked.id, { q: makeLinkKey(tag, aim, asked.id) });
			const fields = { choice: '0', 'field-0': 'x' };
			expect([(await open(link)).status, (await submit(fields, link)).status]).toEqual([status, status]);
			stillWaits(asked);
		};
		const form = await ask(FREE);
		await expectStatus(form, 'AAAA', 'page', 410);
		await expectStatus(form, ownTag(), 0, 403);
		const choices = await ask(CHOICES);
		await expectStatus(choices, ownTag(), 'page', 403);
		await expectStatus(choices, ownTag(), 2, 403);
	});

	test('anything with a changed API token, or while the credential cannot be read', async () => {
		const asked = await ask(FREE);
		n8n.setCredential({ ...platform.credential, apiToken: 'another-token' });
		expect((await submit({ 'field-0': 'x' })).status).toBe(403);
		n8n.setCredential({});
		const answer = await submit({ 'field-0': 'x' });
		expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('Try again in a few minutes')]);
		stillWaits(asked);
	});

	test('anything after the answer, or after the time is over', async () => {
		const asked = await ask(FREE);
		await submit({ 'field-0': 'first' });
		expect(await (await submit({ 'field-0': 'second' })).text()).toBe('n8n: no action required');
		expect(output(asked)).toMatchObject([[{ data: { text: 'first' } }]]);
		const late = await ask(FREE);
		await late.timeOut();
		expect(await (await submit({ 'field-0': 'x' })).text()).toBe('n8n: no action required');
		expect(output(late)).toEqual([[{ data: { chatRef: 'tg_1_77', timedOut: true } }]]);
	});
});

describe('a refusal before anything is sent', () => {
	const limited = { approverIds: '42' };
	const many = Array.from({ length: 101 }, (_one, index) => `${index}`);
	const fields51 = form(...many.slice(50).map((fieldLabel) => ({ fieldLabel })));
	test.each<[string, object, RegExp, string?]>([
		['only certain people, with links', { ...LINKS, options: limited }, /can't be used with a page/],
		['only certain people without buttons', { options: limited }, /SMS channel 1, and a link can't be limited/, 'sms_1'],
		['another way to answer', { answerWith: 'mail' }, /^Answer With can't be "mail"/],
		['a form without fields', form(), /^Form Fields is empty/],
		['a choice twice', form(radio('x', 'x ')), /^Form Field 1: Field Options has "x" twice/],
		['too many choices', form(radio(...many)), /has 101 entries, but a field can have up to 100 choices/],
		['one name twice', form({ fieldLabel: 'A' }, { fieldLabel: 'B', fieldName: 'A' }), /^Form Fields has the name "A" twice/],
		['a name that is no member', form({ fieldLabel: '__proto__' }), /^Form Field 1 can't have the name/],
		['too many fields', fields51, /has 51 entries, but a form can have up to 50/],
		['JSON that is none', jsonForm('[{'), /isn't valid JSON/],
	])('%s', async (_what, more, message, channel = 'tg_1') => {
		const asked = await n8n.ask(toChat(more, channel));
		expect(asked.error?.message).toMatch(message);
		expect([asked.waitTill, platform.sent()]).toEqual([undefined, []]);
	});
});

test('below a path that does not arrive at n8n, no one is asked by link; buttons need no look at its own address', async () => {
	await n8n.close();
	const below = { path: '/in/n8n', isStripped: true };
	n8n = await FakeN8n.start({ credential: { ...platform.credential, accountId: 'a', issuer: 'i' }, below });
	for (const more of [CHOICES, form({ fieldLabel: 'A' })]) {
		const asked = await n8n.ask(toChat(more));
		expect(asked.error?.message).toMatch(/^n8n would refuse every link .* below a path \(\/in\/n8n\), so no one was asked/);
		expect(asked.error?.description).toContain('N8N_WEBHOOK_URL');
		expect([asked.waitTill, platform.sent()]).toEqual([undefined, []]);
	}
	n8n.requests.length = 0;
	expect((await n8n.ask(toChat(BUTTONS))).status).toBe('waiting');
	expect([platform.sent().length, n8n.requests]).toEqual([1, []]);
});
