import { randomUUID } from 'node:crypto';
import { hasEnded, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { type SentMessage, chatOf, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

const PACKAGE = 'n8n-nodes-messaging-platform';

let real: RealN8n;
// no trigger is published: links need none
beforeAll(async () => {
	real = await startRealN8n();
});
afterAll(async () => await real?.close());

/** The parts of one question: its parameters, and those of a second one that the execution asks afterwards. */
interface Story {
	question: object;
	second?: object;
	/** Type of the channel. */
	channel?: string;
}

/** An execution that waits. */
interface Waiting {
	workflow: string;
	id: string;
	message: SentMessage;
	links: string[];
}

const linksIn = ({ text = '', buttons = [] }: SentMessage): string[] => {
	const found = buttons.map(({ link }) => link ?? '').filter((link) => link !== '');
	return found.length > 0 ? found : [...(text.match(/http\S+/g) ?? [])];
};

async function newMessage(chat: string, before: number): Promise<SentMessage> {
	let message: SentMessage | undefined;
	await waitFor(async () => (message = (await sentTo(real.sandbox, chat))[before]) !== undefined, 'the question is asked');
	if (message === undefined) throw new Error('no question was asked');
	return message;
}

/** Runs a workflow by hand that asks. */
async function start({ question, second, channel = 'tg' }: Story): Promise<{ workflow: string; id: string }> {
	const base = { typeVersion: 1, position: [0, 0] };
	const node = (name: string, more: object) => ({
		...base,
		id: randomUUID(),
		name,
		type: `${PACKAGE}.messagingPlatform`,
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			sendTo: 'chat',
			chat: { __rl: true, mode: 'id', value: chatOf(real.sandbox, channel) },
			message: 'Where shall we deliver?',
			...more,
		},
		credentials: { messagingPlatformApi: { id: real.credential.id, name: real.credential.name } },
	});
	const begin = { ...base, id: randomUUID(), name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const nodes = [begin, node('Ask', question), ...(second ? [node('Ask again', second)] : [])];
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const connections = { Start: to('Ask'), ...(second ? { Ask: to('Ask again') } : {}) };
	const { id: workflow } = await real.rest.createWorkflow({ name: `Asks ${randomUUID()}`, nodes, connections, settings: {} });
	const { executionId: id = '' } = await real.rest.run(workflow, 'Start');
	return { workflow, id };
}

/** Runs a workflow by hand until it waits for the answer to its question. */
async function ask(story: Story): Promise<Waiting> {
	const chat = chatOf(real.sandbox, story.channel ?? 'tg');
	const before = (await sentTo(real.sandbox, chat)).length;
	const started = await start(story);
	const message = await newMessage(chat, before);
	await waitFor(async () => (await statusOf(started)) === 'waiting', 'the execution waits');
	return { ...started, message, links: linksIn(message) };
}

const statusOf = async ({ workflow, id }: Pick<Waiting, 'workflow' | 'id'>) =>
	(await real.rest.listExecutions(workflow)).find((one) => one.id === id)?.status;

async function outputOf({ workflow, id }: Waiting, node = 'Ask') {
	await waitFor(
		async () => (await real.rest.listExecutions(workflow)).some((one) => one.id === id && hasEnded(one)),
		'the execution goes on',
	);
	return (await real.rest.getExecution(id)).output[node];
}

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return form;
}

const open = async (link = '') => await fetch(link);
const submit = async (fields: Record<string, string>, link = '') => await fetch(link, { method: 'POST', body: formOf(fields) });

test('takes free text from a sent form, not from opening the link, and only once', async () => {
	const asked = await ask({
		question: { responseType: 'freeText', answerWith: 'page', options: { responseFormTitle: 'Delivery' } },
	});
	const [link] = asked.links;
	expect(asked.message).toMatchObject({
		text: 'Where shall we deliver?',
		buttons: [{ type: 'HyperLinkButton', text: 'Respond' }],
	});
	for (let time = 0; time < 2; time += 1) {
		const page = await open(link);
		expect(page.status).toBe(200);
		expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
		expect(page.headers.get('cache-control')).toBe('no-store');
		expect(await page.text()).toMatch(/<h1[^>]*>Delivery<\/h1><p[^>]*>Where shall we deliver\?<\/p>.*<textarea/s);
	}
	expect(await statusOf(asked)).toBe('waiting');
	const thanks = await submit({ 'field-0': 'To the <b>back</b> door' }, link);
	// the text, too, so that a failure shows n8n's words
	expect([thanks.status, thanks.headers.get('content-type'), await thanks.text()]).toEqual([
		200,
		'text/html; charset=utf-8',
		expect.stringContaining('Thank you'),
	]);
	expect(thanks.headers.get('referrer-policy')).toBe('no-referrer');
	expect(await outputOf(asked)).toEqual([
		{
			data: {
				text: 'To the <b>back</b> door',
				chatRef: expect.stringMatching(/^tg_/),
				respondedAt: expect.any(String),
				timedOut: false,
			},
		},
	]);
	for (const again of [await open(link), await submit({ 'field-0': 'second' }, link)]) {
		expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('No action required')]);
	}
	expect(await outputOf(asked)).toMatchObject([{ data: { text: 'To the <b>back</b> door' } }]);
});

test('returns a custom form with its errors, and continues with a valid one', async () => {
	const values = [
		{ fieldLabel: 'Address', requiredField: true, fieldName: 'chatRef' },
		{ fieldLabel: 'Boxes', fieldType: 'number' },
		{ fieldLabel: 'Day', fieldType: 'dropdown', fieldOptions: { values: [{ option: 'Mon' }, { option: 'Tue' }] } },
	];
	const asked = await ask({ question: { responseType: 'customForm', formFields: { values } } });
	const [link] = asked.links;
	const wrong = await submit({ 'field-1': 'many', 'field-2': 'Sun' }, link);
	expect(wrong.status).toBe(422);
	expect(await wrong.text()).toMatch(/This field is required.*Enter a number.*Choose one of the options/s);
	expect(await statusOf(asked)).toBe('waiting');
	expect((await submit({ 'field-0': 'Elm Street 1', 'field-1': '3', 'field-2': 'Tue' }, link)).status).toBe(200);
	const form = { chatRef: 'Elm Street 1', Boxes: 3, Day: 'Tue' };
	expect(await outputOf(asked)).toMatchObject([{ data: { form, chatRef: expect.stringMatching(/^tg_/), timedOut: false } }]);
});

test('opens nothing for a changed link, and no other question for the link of one', async () => {
	const first = await ask({
		question: { responseType: 'freeText', answerWith: 'page' },
		second: { responseType: 'freeText', answerWith: 'page' },
	});
	const link = first.links[0] ?? '';
	const other = await ask({ question: { responseType: 'freeText', answerWith: 'page' } });
	const change = (edit: (url: URL) => void) => {
		const url = new URL(link);
		edit(url);
		return url.href;
	};
	const otherUrl = new URL(other.links[0] ?? '');
	const tampered = [
		change((url) => url.searchParams.delete('signature')),
		change((url) => url.searchParams.set('signature', otherUrl.searchParams.get('signature') ?? '')),
		change((url) => url.searchParams.set('q', otherUrl.searchParams.get('q') ?? '')),
		change((url) => (url.pathname = otherUrl.pathname)),
		// if the node is left out, n8n wants the token of the whole execution, which no message shows
		change((url) => (url.pathname = url.pathname.replace(/\/[^/]+$/, ''))),
		change((url) => (url.pathname = url.pathname.replace(/\/[^/]+$/, '/messaging-platform-answer'))),
	];
	for (const one of tampered) expect((await submit({ 'field-0': 'x' }, one)).status).toBe(401);
	expect([await statusOf(first), await statusOf(other)]).toEqual(['waiting', 'waiting']);
	const chat = chatOf(real.sandbox, 'tg');
	const before = (await sentTo(real.sandbox, chat)).length;
	await submit({ 'field-0': 'one' }, link);
	const [second] = linksIn(await newMessage(chat, before));
	await waitFor(async () => (await statusOf(first)) === 'waiting', 'it waits again');
	const late = await submit({ 'field-0': 'two' }, link);
	expect(await late.text()).toContain('No action required');
	expect(await statusOf(first)).toBe('waiting');
	await submit({ 'field-0': 'three' }, second);
	expect(await outputOf(first, 'Ask again')).toMatchObject([{ data: { text: 'three' } }]);
});

test('writes nothing secret to the log', () => {
	const log = real.n8n.lines.join('\n');
	expect(log).not.toContain(real.sandbox.apiToken);
	expect(log).not.toMatch(/signature=[0-9a-f]{16}/);
});
