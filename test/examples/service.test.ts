import { restart, runByHand } from '../helpers/realN8n';
import { call, newTextsTo, sendTwice } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { replacing, useRecipe } from './recipe';

const CHAT = '70001';
const OTHER = '70003';
const TEAM = '70005';
const recipe = useRecipe();

/** What a person gets while something is done, which is so many messages. */
const texts = async (chat: string, act: () => Promise<unknown>, count = 1) =>
	await newTextsTo(recipe.sandbox, chat, count, async () => void (await act()));
const answers = async (chat: string, text: string) => await texts(chat, async () => await recipe.say(chat, text));
const answersPress = async (chat: string, index: number) => await texts(chat, async () => await recipe.press(chat, index));
const runNow = async () => await runByHand(recipe.real.rest, recipe.id, 'Run Each Morning');

describe('office-hours.json', () => {
	test('says once when you open, and reminds the team in the morning', async () => {
		const team = `"mode":"id","value":"${recipe.refOf(TEAM)}"`;
		const alwaysClosed: [string, string] = ['"rightValue":9', '"rightValue":24'];
		await recipe.publish('office-hours.json', replacing(alwaysClosed, ['"mode":"id","value":""', team]));
		expect(await answers(CHAT, 'Do you have tulips?')).toEqual([expect.stringMatching(/^Thank you for your message!/)]);
		await waitFor(() => recipe.tagsOf(CHAT).includes('queue'), 'the tag');
		await restart(recipe.real);
		const afterRestart = async () => {
			await recipe.say(CHAT, 'Hello?');
			await recipe.say(OTHER, 'Hello');
			await waitFor(() => recipe.tagsOf(OTHER).includes('queue'), 'the tag on the other chat');
		};
		expect(await texts(CHAT, afterRestart, 0)).toEqual([]);

		const reminder = expect.stringMatching(/ wrote while we were closed\.$/) as string;
		expect(await texts(TEAM, runNow, 2)).toEqual([reminder, reminder]);
		expect([...recipe.tagsOf(CHAT), ...recipe.tagsOf(OTHER)]).not.toContain('queue');
		expect(await texts(TEAM, runNow, 0)).toEqual([]);
	});
});

describe('satisfaction.json', () => {
	const QUESTION = 'How was our help today?';
	const THANKS = 'Thank you! That helps us.';
	const assign = async (chat: string, tag: string) => await call(recipe.sandbox, `POST /api/chats/${chat}/tags/${tag}`);

	test('asks when a chat is done, and keeps the answer as a tag', async () => {
		await recipe.publish('satisfaction.json');
		await assign(CHAT, 'other');
		expect(await texts(CHAT, async () => await assign(CHAT, 'done'))).toEqual([QUESTION]);
		expect(recipe.tagsOf(CHAT)).not.toContain('done');
		expect(await answersPress(CHAT, 0)).toEqual([THANKS]);
		expect(recipe.tagsOf(CHAT)).toContain('rated-good');
		// a second press counts no more
		expect(await recipe.replies(CHAT, async () => await recipe.press(CHAT, 2))).toEqual([]);
		expect(recipe.tagsOf(CHAT)).not.toContain('rated-bad');
	});

	test('asks each of two people once, tries failed tags again, and takes the answers after a restart', async () => {
		await recipe.publish('satisfaction.json');
		await sendTwice(recipe.sandbox);
		const fail = { kind: 'error', status: 503, count: 1 };
		await recipe.fault({ ...fail, match: { method: 'DELETE', path: '/tags/done$' } });
		const asked = [CHAT, OTHER].map(async (chat) => await texts(chat, async () => await assign(chat, 'done')));
		expect(await Promise.all(asked)).toEqual([[QUESTION], [QUESTION]]);
		expect([...recipe.tagsOf(CHAT), ...recipe.tagsOf(OTHER)]).not.toContain('done');
		await restart(recipe.real);
		await recipe.fault({ ...fail, match: { method: 'POST', path: '/tags/rated-' } });
		expect(await answersPress(CHAT, 1)).toEqual([THANKS]);
		expect(await answersPress(OTHER, 2)).toEqual([THANKS]);
		expect(recipe.tagsOf(CHAT)).toContain('rated-ok');
		expect(recipe.tagsOf(OTHER)).toContain('rated-bad');
	});
});

test('language.json answers in the language of the last button', async () => {
	await recipe.publish('language.json');
	expect(await answers(OTHER, 'Hi')).toEqual(['Hello! How can we help you?']);
	expect(await answersPress(OTHER, 0)).toEqual(['Ab jetzt antworten wir auf Deutsch. Wie können wir helfen?']);
	expect(recipe.tagsOf(OTHER)).toContain('german');
	expect(await answers(OTHER, 'Hallo')).toEqual(['Hallo! Wie können wir helfen?']);
	expect(await answersPress(OTHER, 0)).toEqual(['We answer in English from now on. How can we help you?']);
	expect(recipe.tagsOf(OTHER)).not.toContain('german');
});
