import { byId } from '../helpers/runAction';
import { chainWorkflow, hasEnded, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { type SentMessage, chatOf, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { Questions, START } from './questions';

const PAGE = { responseType: 'freeText', answerWith: 'page' };

let real: RealN8n;
// no trigger is published: links need none
beforeAll(async () => {
	real = await startRealN8n();
});
afterAll(async () => await real?.close());

/** An execution that waits. */
interface Waiting {
	workflow: string;
	id: string;
	message: SentMessage;
	link: string;
}

const chat = () => chatOf(real.sandbox, 'tg');

async function newMessage(before: number): Promise<SentMessage> {
	let message: SentMessage | undefined;
	await waitFor(async () => (message = (await sentTo(real.sandbox, chat()))[before]) !== undefined, 'the question is asked');
	if (message === undefined) throw new Error('no question was asked');
	return message;
}

/** Runs a workflow by hand until it waits for the answer to its question; after the answer, it may ask once more. */
async function ask(question: object, isAskedTwice = false): Promise<Waiting> {
	const questions = new Questions(real);
	const there = { sendTo: 'chat', chat: byId(chat()), message: 'Where shall we deliver?', ...question };
	const second = { ...questions.ask(there), name: 'Ask again' };
	const chain = chainWorkflow('Asks', [START, questions.ask(there), ...(isAskedTwice ? [second] : [])]);
	const { id: workflow } = await real.rest.createWorkflow(chain);
	const before = (await sentTo(real.sandbox, chat())).length;
	const { executionId: id = '' } = await real.rest.run(workflow, 'Start');
	const message = await newMessage(before);
	await waitFor(async () => (await statusOf({ workflow, id })) === 'waiting', 'the execution waits');
	return { workflow, id, message, link: message.buttons?.[0]?.link ?? '' };
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

const open = async (link = '') => await fetch(link);

async function submit(text: string, link = ''): Promise<Response> {
	const body = new FormData();
	body.append('field-0', text);
	return await fetch(link, { method: 'POST', body });
}

test('takes free text from a sent form, not from opening the link, and only once', async () => {
	const asked = await ask({ ...PAGE, options: { responseFormTitle: 'Delivery' } });
	const { link } = asked;
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
	const thanks = await submit('To the <b>back</b> door', link);
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
	for (const again of [await open(link), await submit('second', link)]) {
		expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('No action required')]);
	}
	expect(await outputOf(asked)).toMatchObject([{ data: { text: 'To the <b>back</b> door' } }]);
});

test('opens nothing for a changed link, and no other question for the link of one', async () => {
	const first = await ask(PAGE, true);
	const { link } = first;
	const other = await ask(PAGE);
	const change = (edit: (url: URL) => void) => {
		const url = new URL(link);
		edit(url);
		return url.href;
	};
	const otherUrl = new URL(other.link);
	const tampered = [
		change((url) => url.searchParams.delete('signature')),
		change((url) => url.searchParams.set('signature', otherUrl.searchParams.get('signature') ?? '')),
		change((url) => url.searchParams.set('q', otherUrl.searchParams.get('q') ?? '')),
		change((url) => (url.pathname = otherUrl.pathname)),
		// if the node is left out, n8n wants the token of the whole execution, which no message shows
		change((url) => (url.pathname = url.pathname.replace(/\/[^/]+$/, ''))),
		change((url) => (url.pathname = url.pathname.replace(/\/[^/]+$/, '/messaging-platform-answer'))),
	];
	for (const one of tampered) expect((await submit('x', one)).status).toBe(401);
	expect([await statusOf(first), await statusOf(other)]).toEqual(['waiting', 'waiting']);
	const before = (await sentTo(real.sandbox, chat())).length;
	await submit('one', link);
	const second = (await newMessage(before)).buttons?.[0]?.link;
	await waitFor(async () => (await statusOf(first)) === 'waiting', 'it waits again');
	const late = await submit('two', link);
	expect(await late.text()).toContain('No action required');
	expect(await statusOf(first)).toBe('waiting');
	await submit('three', second);
	expect(await outputOf(first, 'Ask again')).toMatchObject([{ data: { text: 'three' } }]);
});

test('writes nothing secret to the log', () => {
	const log = real.n8n.lines.join('\n');
	expect(log).not.toContain(real.sandbox.apiToken);
	expect(log).not.toMatch(/signature=[0-9a-f]{16}/);
});
