/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';
import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { deliverSigned, messageOf } from '../e2e/delivery';
import { createAndPublish, hasEnded, type RealN8n, unpublishWorkflow } from '../helpers/realN8n';
import { newTextsTo, say, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { startGate, type Gate } from '../queue/gate';
import { createTable, holdBehind, insertRows, rowsOf } from './dataTables';
import type { Restartable } from './nextChannelCases';

const QUESTIONS = 'Questions';
const PATIENCE_MS = 120_000;
/** Chats of the sandbox on different channels, one for each test, and those in which two messages come at once. */
const [GOOD, WRONG, EXPIRED] = ['70001', '70008', '70010'] as const;
const AT_ONCE = ['70005', '70009'];
const TWICE = ['70003', '9007199254740993'];
const NAME = 'Which name is the table for?';
const DAY = 'Which day? Please write it like 24.12. You can also write: back, again';

/** The rows of the CSV file that the recipe's page names. */
async function questions(): Promise<Array<Record<string, string>>> {
	const text = await readFile(path.join(ROOT, 'examples', 'dialog-in-steps.csv'), 'utf8');
	const [header = [], ...rows] = text
		.trimEnd()
		.split('\n')
		.map((line) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
	return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

/** The example after its setup: with the questions, and started by each copy of an event, as in several processes. */
function setUp(definition: WorkflowDefinition): WorkflowDefinition {
	const text = JSON.stringify(definition)
		.replace('{"__rl":true,"mode":"list","value":""}', `{"__rl":true,"mode":"name","value":"${QUESTIONS}"}`)
		.replace('"takeoverTag":', '"deduplicate":false,"takeoverTag":');
	return JSON.parse(text);
}

/** Runs dialog-in-steps.json. */
export function testDialog(started: () => Restartable): void {
	let real: RealN8n;
	let gate: Gate;
	let workflow: { id: string; url: string };

	beforeAll(async () => {
		({ real } = started());
		gate = await startGate();
		const rows = await questions();
		await insertRows(real, await createTable(real, QUESTIONS, Object.keys(rows[0] ?? {})), rows);
	}, 900_000);

	afterEach(async () => {
		gate.open();
		await unpublishWorkflow(real, workflow.id);
	});

	afterAll(async () => await gate?.close());

	async function publish(change = (definition: WorkflowDefinition) => definition): Promise<void> {
		const definition = await loadExample('dialog-in-steps.json', real.credential);
		workflow = await createAndPublish(real, change(setUp(definition)));
	}

	async function quiet(): Promise<void> {
		const all = async () => await real.rest.listExecutions(workflow.id);
		await waitFor(async () => (await all()).every(hasEnded), 'all executions have ended', PATIENCE_MS);
	}

	/** Writes in a chat, and returns the replies. */
	async function ask(chat: string, text: string): Promise<string> {
		const [reply = '', ...others] = await newTextsTo(real.sandbox, chat, 1, async () => await say(real.sandbox, chat, { text }));
		await quiet();
		expect(others).toEqual([]);
		return reply;
	}

	const chatOf = (tbChatId: string) => {
		const chat = real.sandbox.state.chats.find((one) => String(one.tbChatId) === tbChatId);
		if (!chat) throw new Error(`The sandbox has no chat ${tbChatId}`);
		return chat;
	};

	/** The oldest row of a chat, which is the one that counts. */
	async function dialog(tbChatId: string): Promise<Record<string, unknown> | undefined> {
		const { channel, channelId, chatId } = chatOf(tbChatId);
		const rows = (await rowsOf(real, 'Answers')).filter(({ chatRef }) => chatRef === `${channel}_${channelId}_${chatId}`);
		return rows.sort((one, other) => Number(one.id) - Number(other.id))[0];
	}

	const messageIn = (tbChatId: string, text: string) => {
		const { channel, channelId, chatId } = chatOf(tbChatId);
		// numbers beyond 2^53 would lose digits in JSON.stringify
		const ids = { channelId: String(channelId), tbChatId };
		return messageOf(real.sandbox.accountId, { channel, chatId, text, ...ids });
	};

	/** Delivers messages, all of whose executions have read the step before one of them continues. */
	async function deliverAtOnce(messages: object[]): Promise<void> {
		gate.shut();
		const statuses = await Promise.all(messages.map(async (message) => await deliverSigned(real, workflow.url, {}, message)));
		expect(new Set(statuses)).toEqual(new Set([200]));
		await waitFor(() => gate.waiting().length === messages.length, 'all executions are at the gate', PATIENCE_MS);
		gate.open();
		await quiet();
	}

	const held = (definition: WorkflowDefinition): WorkflowDefinition =>
		JSON.parse(
			JSON.stringify(holdBehind(definition, 'Get Chat', gate)).replace(
				'={{ $json.step }}',
				"={{ $('Get Chat').first().json.step }}",
			),
		);

	test('asks one question after the other, and keeps the answers in the row of the chat', async () => {
		await publish();
		expect(await ask(GOOD, 'Book, please')).toBe(NAME);
		expect(await ask(GOOD, 'Ada Byron')).toBe(DAY);
		expect(await ask(GOOD, '24.12.')).toBe('How many people?');
		expect(await ask(GOOD, '4')).toBe("Thank you! We've reserved your table.");
		expect(await dialog(GOOD)).toMatchObject({
			step: 'start',
			start: 'Book, please',
			name: 'Ada Byron',
			day: '24.12.',
			people: '4',
		});
		expect(await ask(GOOD, 'Thanks')).toBe('To book a table, write: book');
		expect((await rowsOf(real, 'Answers')).filter(({ name }) => name === 'Ada Byron')).toHaveLength(1);
	});

	test('explains a wrong answer, goes back, and starts again', async () => {
		await publish();
		await ask(WRONG, 'book');
		expect(await ask(WRONG, 'Grace')).toBe(DAY);
		expect(await ask(WRONG, 'tomorrow')).toBe('Please write the day like 24.12, or write: back, again');
		expect(await ask(WRONG, 'Back')).toBe(NAME);
		await ask(WRONG, 'Ada');
		await ask(WRONG, '1.5');
		expect(await ask(WRONG, 'AGAIN')).toBe(NAME);
		expect(await dialog(WRONG)).toMatchObject({ step: 'name', name: 'Ada' });
	});

	test('starts over when an answer comes too late', async () => {
		await publish();
		expect(await ask(EXPIRED, 'book')).toBe(NAME);
		await unpublishWorkflow(real, workflow.id);
		const soon = (definition: WorkflowDefinition): WorkflowDefinition =>
			JSON.parse(JSON.stringify(definition).replace('{ hours: 2 }', '{ seconds: 0 }'));
		await publish(soon);
		expect(await ask(EXPIRED, 'Ada')).toBe('To book a table, write: book');
	});

	test('takes one of two answers that come at once, and asks the next question once', async () => {
		await publish();
		for (const chat of AT_ONCE) expect(await ask(chat, 'book')).toBe(NAME);
		await unpublishWorkflow(real, workflow.id);
		await publish(held);
		const before = await Promise.all(AT_ONCE.map(async (chat) => (await textsTo(real.sandbox, chat)).length));
		await deliverAtOnce(AT_ONCE.flatMap((chat) => [messageIn(chat, 'Ada'), messageIn(chat, 'Grace')]));
		for (const [index, chat] of AT_ONCE.entries()) {
			expect((await textsTo(real.sandbox, chat)).slice(before[index])).toEqual([DAY]);
			expect(await dialog(chat)).toMatchObject({ step: 'day', name: expect.stringMatching(/^(Ada|Grace)$/) as string });
		}
	});

	test('answers an event once if it comes twice at once or again later, even the first of a chat', async () => {
		await publish(held);
		const events = TWICE.map((chat) => messageIn(chat, 'book'));
		await deliverAtOnce([...events, ...events]);
		for (const chat of TWICE) expect(await textsTo(real.sandbox, chat)).toEqual([NAME]);
		await deliverAtOnce(events);
		for (const chat of TWICE) expect(await textsTo(real.sandbox, chat)).toEqual([NAME]);
	});
}
