import { chainWorkflow, type RealN8n, startRealN8n } from '../helpers/realN8n';
import type { SentMessage } from '../helpers/sandbox';
import { Questions } from './questions';
import { found, START, submit } from './workflows';

let real: RealN8n;
let questions: Questions;
// no trigger is published: links need none
beforeAll(async () => {
	real = await startRealN8n();
	questions = new Questions(real);
});
afterAll(async () => await real?.close());

/** Runs a workflow by hand until it waits for the answer to its question; after the answer, it may ask once more. */
async function ask(options: object = {}, isAskedTwice = false): Promise<{ id: string; message: SentMessage; link: string }> {
	const asking = questions.askAda({ responseType: 'freeText', answerWith: 'page', options });
	const id = await questions.begin(
		chainWorkflow('Asks', [START, asking, ...(isAskedTwice ? [{ ...asking, name: 'Again' }] : [])]),
	);
	const message = (await questions.inChat()).at(-1) as SentMessage;
	return { id, message, link: message.buttons?.[0]?.link ?? '' };
}

const answer = async (text: string, link = '') => await submit(link, { 'field-0': text });

test('takes free text from a sent form, not from opening the link, and only once', async () => {
	const { id, message, link } = await ask({ responseFormTitle: 'Delivery' });
	expect(message).toMatchObject({ text: 'Ship it?', buttons: [{ type: 'HyperLinkButton', text: 'Respond' }] });
	for (let time = 0; time < 2; time += 1) {
		const page = await fetch(link);
		expect(page.status).toBe(200);
		expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
		expect(page.headers.get('cache-control')).toBe('no-store');
		expect(await page.text()).toMatch(/<h1[^>]*>Delivery<\/h1><p[^>]*>Ship it\?<\/p>.*<textarea/s);
	}
	expect(await questions.status(id)).toBe('waiting');
	const thanks = await answer('To the <b>back</b> door', link);
	// the text, too, so that a failure shows n8n's words
	expect([thanks.status, thanks.headers.get('content-type'), await thanks.text()]).toEqual([
		200,
		'text/html; charset=utf-8',
		expect.stringContaining('Thank you'),
	]);
	expect(thanks.headers.get('referrer-policy')).toBe('no-referrer');
	const text = 'To the <b>back</b> door';
	const data = { text, chatRef: expect.stringMatching(/^tg_/), respondedAt: expect.any(String), timedOut: false };
	expect((await questions.ended(id)).output.Ask).toEqual([{ data }]);
	for (const again of [await fetch(link), await answer('second', link)]) {
		expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('No action required')]);
	}
	expect((await questions.ended(id)).output.Ask).toMatchObject([{ data: { text } }]);
});

test('opens nothing for a changed link, and no other question for the link of one', async () => {
	const first = await ask({}, true);
	const other = await ask();
	const change = (edit: (url: URL) => void) => {
		const url = new URL(first.link);
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
	for (const one of tampered) expect((await answer('x', one)).status).toBe(401);
	expect([await questions.status(first.id), await questions.status(other.id)]).toEqual(['waiting', 'waiting']);
	const before = (await questions.inChat()).length;
	await answer('one', first.link);
	const second = await found(async () => (await questions.inChat())[before], 'the second question is asked');
	await questions.waits(first.id);
	expect(await (await answer('two', first.link)).text()).toContain('No action required');
	expect(await questions.status(first.id)).toBe('waiting');
	await answer('three', second.buttons?.[0]?.link);
	expect((await questions.ended(first.id)).output.Again).toMatchObject([{ data: { text: 'three' } }]);
});
