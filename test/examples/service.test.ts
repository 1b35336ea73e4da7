import { loadExample } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { createAndPublish, runByHand, startRealN8n, unpublishWorkflow, type RealN8n, restart } from '../helpers/realN8n';
import { call, control, pressNewest, say, sendTwice, textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

const [CHAT, OTHER, TEAM] = ['70001', '70003', '70005'];
let real: RealN8n;
let workflowId: string | undefined;

// "editor": with data tables, which n8n has by default.
beforeAll(async () => (real = await startRealN8n()), 900_000);
afterAll(async () => await real?.close());

beforeEach(() => {
	workflowId = undefined;
});
afterEach(async () => {
	await control(real.sandbox, 'DELETE', '/faults');
	if (workflowId !== undefined) await unpublishWorkflow(real, workflowId);
});

/** Imports an example, changed as its user would, and publishes it. */
async function publish(file: string, change: (text: string) => string = (text) => text): Promise<string> {
	const text = change(JSON.stringify(await loadExample(file, real.credential)));
	({ id: workflowId } = await createAndPublish(real, JSON.parse(text) as WorkflowDefinition));
	return workflowId;
}

const refOf = (tbChatId: string) => {
	const chat = real.sandbox.state.chats.find((one) => String(one.tbChatId) === tbChatId);
	return `${chat?.channel}_${chat?.channelId}_${chat?.chatId}`;
};

const tagsOf = (tbChatId: string) =>
	real.sandbox.state.chats.find((one) => String(one.tbChatId) === tbChatId)?.tags.map(({ name }) => name) ?? [];

/** What the account wrote into a chat since `before` messages, once there are `count`. */
async function newTexts(tbChatId: string, before: number, count: number) {
	const texts = async () => (await textsTo(real.sandbox, tbChatId)).slice(before);
	await waitFor(async () => (await texts()).length >= count, `${count} messages in chat ${tbChatId}`);
	await real.sandbox.settled();
	return await texts();
}

const press = async (tbChatId: string, index: number) => await pressNewest(real.sandbox, tbChatId, index);

describe('office-hours.json', () => {
	const ALWAYS_CLOSED = (text: string) => text.replace('"rightValue":9', '"rightValue":24');
	const withTeam = (text: string) => text.replace('"mode":"id","value":""', `"mode":"id","value":"${refOf(TEAM)}"`);

	test('says once when you open, and reminds the team in the morning', async () => {
		const before = (await textsTo(real.sandbox, CHAT)).length;
		const teamBefore = (await textsTo(real.sandbox, TEAM)).length;
		const id = await publish('office-hours.json', (text) => withTeam(ALWAYS_CLOSED(text)));
		await say(real.sandbox, CHAT, { text: 'Do you have tulips?' });
		expect(await newTexts(CHAT, before, 1)).toEqual([expect.stringMatching(/^Thank you for your message!/)]);
		await waitFor(() => tagsOf(CHAT).includes('queue'), 'the tag');
		await restart(real);
		await say(real.sandbox, CHAT, { text: 'Hello?' });
		await say(real.sandbox, OTHER, { text: 'Hello' });
		await waitFor(() => tagsOf(OTHER).includes('queue'), 'the tag on the other chat');
		expect(await newTexts(CHAT, before, 1)).toHaveLength(1);

		await runByHand(real.rest, id, 'Run Each Morning');
		const reminders = await newTexts(TEAM, teamBefore, 2);
		expect(reminders).toEqual(Array(2).fill(expect.stringMatching(/ wrote while we were closed\.$/)));
		expect([tagsOf(CHAT), tagsOf(OTHER)]).toEqual([expect.not.arrayContaining(['queue']), expect.not.arrayContaining(['queue'])]);
		await runByHand(real.rest, id, 'Run Each Morning');
		expect(await newTexts(TEAM, teamBefore, 2)).toHaveLength(2);
	});
});

describe('satisfaction.json', () => {
	test('asks when a chat is done, and keeps the answer as a tag', async () => {
		const before = (await textsTo(real.sandbox, CHAT)).length;
		await publish('satisfaction.json');
		await call(real.sandbox, `POST /api/chats/${CHAT}/tags/other`);
		await call(real.sandbox, `POST /api/chats/${CHAT}/tags/done`);
		expect(await newTexts(CHAT, before, 1)).toEqual(['How was our help today?']);
		expect(tagsOf(CHAT)).not.toContain('done');
		await press(CHAT, 0);
		expect(await newTexts(CHAT, before, 2)).toEqual(['How was our help today?', 'Thank you! That helps us.']);
		expect(tagsOf(CHAT)).toContain('rated-good');
		// a second press counts no more
		await press(CHAT, 2);
		expect(await newTexts(CHAT, before, 2)).toHaveLength(2);
		expect(tagsOf(CHAT)).not.toContain('rated-bad');
	});

	test('asks each of two people once, tries failed tags again, and takes the answers after a restart', async () => {
		const before = (await textsTo(real.sandbox, CHAT)).length;
		const beforeOther = (await textsTo(real.sandbox, OTHER)).length;
		await publish('satisfaction.json');
		await sendTwice(real.sandbox);
		const fail = { kind: 'error', status: 503, count: 1 };
		await control(real.sandbox, 'POST', '/faults', { ...fail, match: { method: 'DELETE', path: '/tags/done$' } });
		await Promise.all([CHAT, OTHER].map(async (chat) => await call(real.sandbox, `POST /api/chats/${chat}/tags/done`)));
		expect(await newTexts(CHAT, before, 1)).toEqual(['How was our help today?']);
		expect(await newTexts(OTHER, beforeOther, 1)).toEqual(['How was our help today?']);
		expect([...tagsOf(CHAT), ...tagsOf(OTHER)]).not.toContain('done');
		await restart(real);
		await control(real.sandbox, 'POST', '/faults', { ...fail, match: { method: 'POST', path: '/tags/rated-' } });
		await press(CHAT, 1);
		await press(OTHER, 2);
		expect(await newTexts(CHAT, before, 2)).toEqual([expect.anything(), 'Thank you! That helps us.']);
		expect(await newTexts(OTHER, beforeOther, 2)).toEqual([expect.anything(), 'Thank you! That helps us.']);
		expect(tagsOf(CHAT)).toContain('rated-ok');
		expect(tagsOf(OTHER)).toContain('rated-bad');
	});
});

describe('language.json', () => {
	test('answers in the language of the last button', async () => {
		const before = (await textsTo(real.sandbox, OTHER)).length;
		await publish('language.json');
		const seen: Array<string | undefined> = [];
		const then = async (act: () => Promise<unknown>) => {
			await act();
			seen.splice(0, seen.length, ...(await newTexts(OTHER, before, seen.length + 1)));
		};
		await then(async () => await say(real.sandbox, OTHER, { text: 'Hi' }));
		await then(async () => await press(OTHER, 0));
		expect(tagsOf(OTHER)).toContain('german');
		await then(async () => await say(real.sandbox, OTHER, { text: 'Hallo' }));
		await then(async () => await press(OTHER, 0));
		expect(tagsOf(OTHER)).not.toContain('german');
		expect(seen).toEqual([
			'Hello! How can we help you?',
			'Ab jetzt antworten wir auf Deutsch. Wie können wir helfen?',
			'Hallo! Wie können wir helfen?',
			'We answer in English from now on. How can we help you?',
		]);
	});
});
