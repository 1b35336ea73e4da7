import { control, newTextsTo, sentTo, type SentMessage, textsTo } from '../helpers/sandbox';
import { found } from '../e2e/workflows';
import { replacing, useRecipe } from './recipe';

/** Telegram: two people. */
const CUSTOMER = '70001';
const OTHER = '9223372036854775807';
const MANAGER = { tbChatId: '70014', chatRef: 'tg_4100_577215664' };
/** VK, whose contact button is an ordinary one. */
const ON_VK = '9007199254740993';
const recipe = useRecipe();

/** Waits that end as soon as n8n looks, which it does once a minute. */
const impatient = replacing([/"resumeAmount":\d+,"resumeUnit":"\w+"/g, '"resumeAmount":0.05,"resumeUnit":"minutes"']);

/** The message of the bot that has this in it, once it is there. */
async function answer(chat: string, text: string): Promise<SentMessage> {
	const find = async () => (await sentTo(recipe.sandbox, chat)).find((one) => one.text?.includes(text));
	return await found(find, `"${text}" in chat ${chat}`);
}

describe('order-approval.json', () => {
	test('asks the person who decides, confirms the choice in that chat, and informs the customer', async () => {
		await recipe.publish('order-approval.json', replacing(['={{ $json.chatRef }}', MANAGER.chatRef]));
		await recipe.say(CUSTOMER, 'Hello');
		await recipe.say(CUSTOMER, '/order@flower_bot 15 red tulips');
		const question = await answer(MANAGER.tbChatId, 'New order');
		expect(question).toMatchObject({
			text: 'New order from Zoë Müller: 15 red tulips\nWhen do we deliver it?',
			buttons: [{ text: 'Deliver it today' }, { text: 'Deliver it tomorrow' }, { text: "We can't deliver it" }],
		});
		await recipe.press(MANAGER.tbChatId, 1);
		await answer(MANAGER.tbChatId, 'Noted: we deliver it tomorrow.');
		await answer(CUSTOMER, 'Good news: your order arrives tomorrow.');
		expect(await textsTo(recipe.sandbox, CUSTOMER)).toHaveLength(1);
		expect(await textsTo(recipe.sandbox, MANAGER.tbChatId)).toHaveLength(2);
	});

	test('reminds once when no one answers, and informs the customer when the reminder gets no answer either', async () => {
		await recipe.publish('order-approval.json', impatient);
		await recipe.say(OTHER, '/order seven roses');
		const question = await answer(OTHER, 'New order');
		const reminder = await answer(OTHER, 'This order is still waiting for you: seven roses');
		await control(recipe.sandbox, 'POST', `/chats/${OTHER}/press`, { messageId: question.id, index: 0 });
		await answer(OTHER, 'a colleague will write to you here');
		expect(reminder.buttons).toHaveLength(3);
		expect(await textsTo(recipe.sandbox, OTHER)).toHaveLength(3);
	});
});

describe('ask-for-phone-number.json', () => {
	test('marks the chat and confirms the number that the Telegram button shares', async () => {
		await recipe.publish('ask-for-phone-number.json');
		await recipe.say(CUSTOMER, 'Please call me back');
		const question = await answer(CUSTOMER, 'May we have your number?');
		expect(question.buttons).toMatchObject([{ type: 'GetContactButton', text: 'Share my phone number' }]);
		await recipe.press(CUSTOMER, 0);
		await answer(CUSTOMER, 'Thank you! We will call you on +79005550999.');
		expect(recipe.tagsOf(CUSTOMER)).toEqual(['call-back']);
	});

	test('asks for the number in words if the channel does not report it', async () => {
		await recipe.publish('ask-for-phone-number.json');
		await recipe.say(ON_VK, 'CALL me');
		await answer(ON_VK, 'May we have your number?');
		await recipe.press(ON_VK, 0);
		await answer(ON_VK, "Your messenger didn't share your number.");
	});
});

describe('questions-in-steps.json', () => {
	/** What the bot says next. */
	const next = async (act: () => Promise<void>) => {
		const [first, ...others] = await newTextsTo(recipe.sandbox, CUSTOMER, 1, act);
		expect(others).toEqual([]);
		return first;
	};
	const write = async (text: string) => await next(async () => await recipe.say(CUSTOMER, text));
	const executions = async () => (await recipe.real.rest.listExecutions(recipe.id)).length;

	test('asks for name, phone and date, goes back to the name, and starts again after the booking, all in one execution each', async () => {
		await recipe.publish('questions-in-steps.json');
		expect(await write('Book, please')).toBe('Which name is the table for?');
		expect(await write('Ada')).toBe('Your phone number, please.');
		expect(await write('020 7946 0958')).toContain('with its country code');
		expect(await write('+44 20 7946 0958')).toBe('For which day?');
		expect(await write('tomorrow')).toBe('Please write the day like 31.12.2026.');
		expect(await write('31.12.2026')).toBe('A table for Ada on 2026-12-31, phone +442079460958. Is that right?');
		expect((await sentTo(recipe.sandbox, CUSTOMER)).at(-1)).toMatchObject({
			buttons: [{ text: 'Book it' }, { text: 'Change it' }],
		});
		expect(await next(async () => await recipe.press(CUSTOMER, 1))).toBe('Which name is the table for?');
		expect(await write('Grace')).toBe('Your phone number, please.');
		expect(await write('+1 202 555 0143')).toBe('For which day?');
		expect(await write('2026-12-30')).toBe('A table for Grace on 2026-12-30, phone +12025550143. Is that right?');
		expect(await write('book it')).toBe("Thank you, Grace! We've reserved your table for 2026-12-30.");
		expect(await executions()).toBe(1);
		expect(await write('book')).toBe('Which name is the table for?');
		expect(await executions()).toBe(2);
	});
});
