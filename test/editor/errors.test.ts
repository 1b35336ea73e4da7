import type { Sandbox } from '../../sandbox/server';
import { control } from '../helpers/sandbox';
import { type ScriptedServer, startScriptedServer } from '../helpers/servers';
import { picture } from './browser';
import { makeCredentials } from './failures/credentials';
import type { Failure } from './failures/failure';
import { FAILURES } from './failures/table';
import { failureWorkflow } from './failures/workflow';
import { EditorStage } from './useEditor';

const stage = new EditorStage();
let website: ScriptedServer;
let made: Awaited<ReturnType<typeof makeCredentials>>;

/** The data that the sandbox needs to answer with these failures. */
async function prepare(sandbox: Sandbox): Promise<void> {
	const chat = sandbox.state.chats.find(({ channel }) => channel === 'facebook');
	await control(sandbox, 'POST', `/chats/${chat?.tbChatId}/operator/block`, { blocked: true });
	sandbox.state.tags.push({ id: 1, name: 'known', createdTs: new Date(0).toISOString() });
	for (const { fault } of Object.values(FAILURES).flat()) if (fault) await control(sandbox, 'POST', '/faults', fault);
}

beforeAll(async () => {
	await stage.start();
	website = await startScriptedServer(() => ({ status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'Not Found' }));
	await prepare(stage.real.sandbox);
	made = await makeCredentials(stage.real, website.origin);
}, 900_000);
afterAll(async () => {
	await stage.close();
	await website?.close();
});
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

// one page for each table: opening the editor takes longer than a failure, and each node more makes the page slower
describe.each(Object.entries(FAILURES))('%s', (_table, failures) => {
	let workflowId: string;

	async function openWorkflow(): Promise<void> {
		await stage.editor.open(workflowId);
		await stage.editor.page.getByTestId('zoom-to-fit').click();
	}

	beforeAll(async () => {
		({ id: workflowId } = await stage.real.rest.createWorkflow(failureWorkflow(failures, made.credentials)));
		await stage.open();
		await openWorkflow();
	});
	afterAll(async () => await stage.editor.page.close());

	test.each(failures)('$name', async (failure) => {
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
});
