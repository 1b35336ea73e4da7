import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { action, ofN8n, START, trigger } from '../e2e/workflows';
import type { ChainNode } from '../helpers/realN8n';
import { byId } from '../helpers/runAction';
import { control } from '../helpers/sandbox';
import { useEditor } from './stage';

const stage = useEditor();

/** The output of the node before: one item, or three orders of which the second has no text. */
type Source = 'One Item' | 'Orders';

/** Something that a person gets wrong, or that happens to them, and what the editor has to say about it. */
interface Failure {
	/** The mistake; also the name of the node. */
	name: string;
	parameters: INodeParameters;
	/** The action node unless it says otherwise. */
	node?: 'trigger';
	/** One item unless it says otherwise. */
	from?: Source;
	/** The node continues with the failed items. */
	continues?: true;
	credential?: 'revoked' | 'noIssuer';
	/** A fault that the sandbox injects (sandbox/README.md, "Faults"). */
	fault?: Record<string, unknown>;
	/** The place of the error: the output panel by default; a notice if n8n starts no execution; the items if a node continues. */
	shown?: 'notice' | 'items';
	/** A part of the headline, which says what happened. */
	title: string;
	/** A part of the text below, which says what to do next. */
	advice: string;
	/** Text that only the details show. */
	details?: string[];
}

const TG = 'tg_4100_271828182';

/** Parameters of a message to a chat. */
const sending = (chat: string, text: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	sendTo: 'chat',
	chat: byId(chat),
	text,
	...more,
});

/** A fault for the one message that has this text. */
const trouble = (kind: string, text: string, more: object = {}) => ({
	kind,
	count: 0,
	match: { path: '^/api/messages$', body: text },
	...more,
});

/** The failures provoked in the editor, one of each kind and place, and the words that it must show for each. */
const FAILURES: readonly Failure[] = [
	{
		name: 'No text in one of three',
		parameters: sending(TG, '={{ $json.text }}'),
		from: 'Orders',
		title: 'Item 2 of 3: The message is empty',
		advice: 'Item 1 of 3 was already processed. Leave it out when you run the node again.',
	},
	{
		name: 'Second part fails',
		parameters: sending('sms_79005550103_79005550206', `={{ 'Part '.repeat(200) }}`, {
			additionalFields: { ifTextTooLong: 'split' },
		}),
		fault: trouble('error', 'Part Part', { skip: 1, status: 500 }),
		title: 'The platform failed to process the request',
		advice: "1 of this message's 2 parts had already been sent. Don't send it again.",
		details: ['x-correlation-id', 'sentMessageIds'],
	},
	{
		name: 'Question without Issuer',
		parameters: { resource: 'message', operation: 'sendAndWait', sendTo: 'chat', chat: byId(TG), message: 'Shall we ship it?' },
		credential: 'noIssuer',
		title: "The credential's Issuer is empty, so no answer could be verified",
		advice: 'enter the name or URL the platform signs its webhooks with',
	},
	{
		name: 'Chat by name',
		parameters: sending('Zoë Müller', 'Hello'),
		shown: 'notice',
		title: 'Workflow execution cannot start',
		advice: "This isn't a chatRef. Choose the chat from the list, or enter its chatRef, like tg_12345_67890.",
	},
	{
		name: 'One of three goes on',
		parameters: sending('tg_4100_271828182', '={{ $json.text }}'),
		from: 'Orders',
		continues: true,
		shown: 'items',
		title: 'The message is empty: it has no text',
		advice: 'Fill in Text, add an attachment',
	},
	{
		name: 'Fields not accepted',
		parameters: sending(TG, 'Fields not accepted'),
		fault: trouble('error', 'Fields not accepted', {
			status: 422,
			body: {
				$error: {
					sc: 1001,
					scn: 'BODY_VALIDATION_ERROR',
					msg: 'Validation failed for <b>1</b> field',
					violations: [{ propertyPath: 'text', name: 'Size', invalidValue: '' }],
				},
			},
		}),
		title: "The platform didn't accept some fields",
		advice: 'Not accepted: text (Size, it is empty).',
		details: ['422', 'BODY_VALIDATION_ERROR', 'violations'],
	},
	{
		name: 'Token revoked',
		parameters: sending(TG, 'Hello'),
		credential: 'revoked',
		title: "The API token wasn't accepted",
		advice: 'Generate a new token on the integration page of your account',
		details: ['401'],
	},
	{
		name: 'Listening without Issuer',
		node: 'trigger',
		parameters: { events: ['new_message'], options: {} },
		credential: 'noIssuer',
		// one text for all that is to be said
		shown: 'notice',
		title: 'Problem running workflow',
		advice: "The credential's Issuer is empty, so no event could be verified. Enter the name",
	},
];

const COLUMNS = 8;

/** The output of the nodes before the failing ones, pinned, so that only the failing node runs. */
const HANDED_ON: Record<Source, unknown[]> = {
	'One Item': [{ json: {} }],
	Orders: ['Your tulips are here', '', 'Your roses are here'].map((text) => ({ json: { text } })),
};

/** A workflow in which each failing node is one click away: it comes right after a node that hands on its items. */
function failureWorkflow(credentials: Record<string, Credential>): WorkflowDefinition {
	const placed = (node: ChainNode, column: number, row: number) => ({
		...{ ...node, id: randomUUID(), webhookId: randomUUID(), position: [column * 220, row * 180] },
	});
	const to = (names: string[]) => ({ main: [names.map((node) => ({ node, type: 'main', index: 0 }))] });
	const sources = Object.keys(HANDED_ON);
	const nodes = FAILURES.map(({ name, node, parameters, continues, credential = '' }, index) => {
		const own = credentials[credential] ?? stage.real.credential;
		const failing = node === 'trigger' ? { ...trigger(own, parameters), name } : action(own, name, parameters);
		const placedOne = placed(failing, 2 + (index % COLUMNS), Math.floor(index / COLUMNS));
		return continues ? { ...placedOne, onError: 'continueRegularOutput' } : placedOne;
	});
	const behind = (source: string) =>
		FAILURES.filter(({ node, from = 'One Item' }) => !node && from === source).map(({ name }) => name);
	return {
		name: 'Failures',
		nodes: [placed(START, 0, 0), ...sources.map((name, row) => placed(ofN8n(name, 'noOp'), 1, row)), ...nodes],
		connections: { Start: to(sources), ...Object.fromEntries(sources.map((name) => [name, to(behind(name))])) },
		settings: { executionOrder: 'v1' },
		pinData: HANDED_ON,
	};
}

let workflowId: string;
let secrets: string[];

beforeAll(async () => {
	for (const { fault } of FAILURES) if (fault) await control(stage.real.sandbox, 'POST', '/faults', fault);
	const { rest, sandbox } = stage.real;
	const { token: revoked } = await control<{ token: string }>(sandbox, 'POST', '/tokens', {});
	await control(sandbox, 'POST', '/tokens/revoke', { token: revoked });
	secrets = [sandbox.apiToken, revoked];
	const wrong = async (name: string, data: object) =>
		await rest.createCredential(name, CREDENTIAL_TYPE, { ...credentialData(sandbox), ...data });
	const credentials = {
		revoked: await wrong('revoked', { apiToken: revoked }),
		noIssuer: await wrong('noIssuer', { issuer: '' }),
	};
	({ id: workflowId } = await rest.createWorkflow(failureWorkflow(credentials)));
}, 900_000);

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
	await editor.open(workflowId);
	await editor.page.getByTestId('zoom-to-fit').click();
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

test.each(FAILURES)('$name', async (failure) => {
	await execute(failure).catch(async () => await execute(failure));

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
	const everything = (await stage.editor.page.locator('body').textContent()) ?? '';
	for (const secret of secrets) expect(everything).not.toContain(secret);
});
