import { control } from '../helpers/sandbox';
import { picture } from './browser';
import { makeCredentials } from './failures/credentials';
import { type Failure, FAILURES } from './failures/failures';
import { failureWorkflow } from './failures/workflow';
import { EditorStage } from './useEditor';

const stage = new EditorStage();
let workflowId: string;
let made: Awaited<ReturnType<typeof makeCredentials>>;

beforeAll(async () => {
	await stage.start();
	for (const { fault } of FAILURES) if (fault) await control(stage.real.sandbox, 'POST', '/faults', fault);
	made = await makeCredentials(stage.real);
	({ id: workflowId } = await stage.real.rest.createWorkflow(failureWorkflow(FAILURES, made.credentials)));
	await stage.open();
	await openWorkflow();
}, 900_000);
afterAll(async () => await stage.close());
afterEach(async () => {
	await stage.editor.closeNode();
	await stage.editor.closeNotices();
});

/** The editor's error: a headline, the text below it, and its details. */
interface Said {
	title: string;
	advice: string;
	details: string;
}

async function readPanel(): Promise<Said> {
	const panel = stage.editor.output();
	const title = await panel.getByTestId('node-error-message').innerText();
	const advice = await panel.getByTestId('node-error-description').innerText();
	const details = (await panel.locator('.node-error-view__info').allTextContents()).join('\n');
	return { title, advice, details };
}

async function readNotice(): Promise<Said> {
	const notice = stage.editor.notices().first();
	const [title = '', ...lines] = (await notice.innerText()).split('\n');
	return { title, advice: lines.join('\n'), details: '' };
}

async function readItems({ title, advice }: Failure): Promise<Said> {
	const panel = stage.editor.output();
	for (const text of [title, advice]) await panel.getByText(text).first().waitFor();
	return { title, advice, details: '' };
}

/**
 * Executes a failing node, and waits until the editor shows how it failed. n8n 2.41.1 shows nothing if it couldn't fetch the
 * execution at once, or was disconnected at that moment, which a busy machine brings about: people open the workflow
 * again then.
 */
async function execute({ name, shown }: Failure): Promise<void> {
	const { editor } = stage;
	await editor.openNode(name);
	await editor.execute();
	const places = { notice: editor.notices(), items: editor.output().getByText('3 items') };
	await (shown ? places[shown] : editor.output().getByTestId('node-error-message')).first().waitFor();
}

/** Sentences as people read them, in small letters. */
const sentencesOf = (text: string) =>
	text
		.split(/(?<=[.!?:…])\s+/)
		.map((sentence) => sentence.replace(/[.!?:…]+$/, '').toLowerCase())
		.filter((sentence) => sentence !== '');

/** HTTP statuses, Node's and the platform's codes, and ids of calls: they belong into the details. */
const CODE = /HTTP \d|\bE[A-Z]{5,}\b|\b[A-Z]+_[A-Z_]+\b|[0-9a-f]{8}-[0-9a-f]{4}-|\(code/;

async function openWorkflow(): Promise<void> {
	await stage.editor.open(workflowId);
	await stage.editor.page.getByTestId('zoom-to-fit').click();
}

test.each(FAILURES)('$name', async (failure) => {
	const { editor } = stage;
	const { page } = editor;
	await execute(failure).catch(async () => {
		await openWorkflow();
		await execute(failure);
	});
	await picture(page, `error-${failure.name.replace(/ /g, '-')}`);

	const read = { notice: readNotice, items: async () => await readItems(failure) };
	const { title, advice, details } = await (failure.shown ? read[failure.shown] : readPanel)();
	const all = `${title}\n${advice}`;
	expect(all).toContain(failure.title);
	expect(advice).toContain(failure.advice);
	for (const detail of failure.details ?? []) expect(details).toContain(detail);
	// a notice has no details
	if (failure.shown !== 'notice') expect(all).not.toMatch(CODE);
	// n8n counts items from 0, people do not
	expect(all).not.toMatch(/\[item|item 0/i);
	// parts of an error that ran together: no space, or no full stop
	expect(advice).not.toMatch(/[.!?][A-Z]/);
	if (!failure.shown) expect(advice).toMatch(/[.!?…]$/);
	const sentences = sentencesOf(all);
	expect([...new Set(sentences)]).toEqual(sentences);
	const everything = (await page.locator('body').textContent()) ?? '';
	for (const secret of made.secrets) expect(everything).not.toContain(secret);
});
