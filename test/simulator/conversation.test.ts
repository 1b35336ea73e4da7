import type { Page } from 'playwright-core';
import { call, chatOf, sendTo } from '../helpers/sandbox';
import { write } from '../helpers/simulator';
import { useSimulator } from './useSimulator';

/** No one opens it: the page only links to it. */
const N8N = 'http://127.0.0.1:5678';
const simulator = useSimulator({ n8nUrl: N8N });
const { bubble, hint, look, person } = simulator;
let page: Page;
const messages = () => page.getByRole('log');
const staged = () => page.getByRole('list', { name: 'Files to send' }).getByRole('listitem');

async function attach(item: string): Promise<void> {
	await page.getByRole('button', { name: 'Send an image, file, contact or location' }).click();
	await page.getByRole('menuitem', { name: item }).click();
}

/** Chooses a sample and sends it at once. */
async function send(sample: string): Promise<void> {
	await attach(sample);
	await staged().waitFor();
	await page.keyboard.press('Enter');
	await staged().waitFor({ state: 'detached' });
}

beforeEach(async () => {
	page = await simulator.open();
});

describe('with a bot', () => {
	beforeEach(async () => void (await simulator.startBot()));

	test('a message is answered, its delivery state follows, and a pressed button has its effects', async () => {
		await page.getByText('Write a message as Zoë: your workflow in n8n answers here.').waitFor();
		await write(page, 'Hello! Do you have tulips? 🌷');
		const reply = bubble('You wrote: Hello! Do you have tulips? 🌷');
		await reply.getByText('Delivered').waitFor();
		await page.getByText('Your bot has answered.').waitFor();
		expect(await reply.getByRole('group').getByRole('button').allInnerTexts()).toEqual(['Choose a bouquet', 'Track my order']);
		expect(await reply.getByRole('link', { name: 'Our shop' }).getAttribute('href')).toBe('https://flowers.example/');
		await reply.getByRole('button', { name: 'Choose a bouquet' }).click();
		await bubble('You pressed bouquet').waitFor();
		await page.getByRole('list', { name: 'Tags' }).getByText('wants-bouquet').waitFor();
		await reply.getByRole('button', { name: /Choose a bouquet\s+pressed/ }).waitFor();
		await page.getByRole('list', { name: 'Deliveries' }).getByText('EndUserActionCommand').waitFor();
	});

	test('pictures, a voice message, documents and own files arrive and are shown', async () => {
		await send('Sample image');
		await bubble('Got tulips.png (image)').waitFor();
		await messages().getByRole('img', { name: 'Image tulips.png' }).waitFor();
		// A picture that could not be loaded has no width of its own.
		await page.waitForFunction("document.querySelector('.picture img').naturalWidth === 960");
		await send('Sample voice message');
		await bubble('Got voice-message.wav (voice)').waitFor();
		await send('Sample document');
		await bubble('Got order.csv (document)').waitFor();
		await page.locator('input[type=file]').setInputFiles([
			{ name: 'Счёт №5 "final".pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
			{ name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not really a film') },
		]);
		expect(await staged().count()).toBe(2);
		await page.getByRole('button', { name: 'Send', exact: true }).click();
		await bubble('Got Счёт №5 "final".pdf (document)').waitFor();
		await bubble('Got clip.mp4 (video)').waitFor();
	});

	test('a file gets a caption before it goes; others can be left out; what is chosen stays when one looks elsewhere', async () => {
		await attach('Sample image');
		await attach('Sample document');
		await staged().filter({ hasText: 'tulips.png' }).waitFor();
		await page.getByRole('button', { name: 'Remove order.csv' }).click();
		await page.getByPlaceholder('Add a caption').fill('For the garden');
		await look('caption');
		await person(/Алексей Петров/).click();
		expect(await staged().count()).toBe(0);
		await person(/Zoë Müller/).click();
		expect(await staged().allInnerTexts()).toEqual([expect.stringContaining('tulips.png')]);
		await page.locator('#message-field').press('Enter');
		const picture = messages().locator('.mine').filter({ hasText: 'For the garden' });
		await picture.getByRole('img', { name: 'Image tulips.png' }).waitFor();
		expect(await staged().count()).toBe(0);
		expect(await page.locator('#message-field').inputValue()).toBe('');
	});

	test('a contact and a location are shared; a contact button shares the number', async () => {
		await attach('Contact…');
		const dialog = page.getByRole('dialog', { name: 'Share a contact' });
		await dialog.getByLabel('Phone').fill('+7 900 555 01 77');
		await look('contact');
		await dialog.getByRole('button', { name: 'Share' }).click();
		await bubble('Thank you, +7').waitFor();
		await attach('Location');
		await bubble('45.3993, 11.8806').waitFor();
		await write(page, 'button for contact');
		await bubble('May I have your number?').getByRole('button', { name: 'Share my number' }).click();
		await page.getByRole('list', { name: 'Deliveries' }).getByText('EndUserActionCommand').waitFor();
	});

	test('a blocked chat says so, drops what is written, and can be unblocked', async () => {
		await page.getByRole('button', { name: 'Block', exact: true }).click();
		await page.getByText(/Blocked by the operator/).waitFor();
		await person(/Zoë Müller/)
			.getByText('Blocked')
			.waitFor();
		await write(page, 'Can you hear me?');
		await page.getByText(/Not delivered: the chat is blocked/).waitFor();
		expect(await messages().getByText('Can you hear me?').count()).toBe(0);
		await page.getByRole('button', { name: 'Unblock' }).click();
		await page.getByRole('button', { name: 'Block', exact: true }).waitFor();
		await write(page, 'And now?');
		await bubble('You wrote: And now?').waitFor();
	});

	test('someone new writes, and the bot answers them', async () => {
		await page.getByRole('button', { name: 'New chat' }).click();
		const dialog = page.getByRole('dialog', { name: 'New chat' });
		await dialog.getByLabel('Channel').and(page.locator(':focus')).waitFor();
		await dialog.getByLabel('Channel').selectOption({ label: 'WhatsApp · Shop phone' });
		await dialog.getByLabel('First name').fill('Ana');
		await dialog.getByLabel('First message').fill('¡Hola!');
		await look('new-chat');
		await dialog.getByRole('button', { name: 'Start the chat' }).click();
		await page.getByRole('heading', { name: 'Ana' }).waitFor();
		await bubble('You wrote: ¡Hola!').waitFor();
		expect(await page.getByRole('listbox').getByRole('option').first().innerText()).toContain('Ana');
	});

	test('long texts are folded, and markup, emoji and right-to-left text stay what they are', async () => {
		const long = 'Tulips, roses and peonies. '.repeat(100).trim();
		await write(page, long);
		await bubble('You wrote: Tulips')
			.getByRole('button', { name: /Show all [\d,]+ characters/ })
			.click();
		expect(await bubble('You wrote: Tulips').innerText()).toContain(long);
		await write(page, '<img src=x onerror=alert(1)> 👨‍👩‍👧‍👦');
		await bubble('You wrote: <img src=x onerror=alert(1)> 👨‍👩‍👧‍👦').waitFor();
		await write(page, 'مرحبا، هل لديكم ورود؟');
		await messages().locator('.mine .text:dir(rtl)').getByText('مرحبا، هل لديكم ورود؟').waitFor();
	});
});

test('tags and the note are changed as the operator', async () => {
	await page.getByRole('button', { name: 'Add a tag' }).click();
	await page.getByRole('textbox', { name: /New tag/ }).fill('Büro & 50%/год');
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: 'Remove the tag Büro & 50%/год' }).click();
	await page.getByText('Büro & 50%/год').waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Add a note' }).click();
	await page.getByRole('dialog').getByLabel('Note').fill('Call before noon');
	await page.getByRole('button', { name: 'Save the note' }).click();
	await page.getByRole('button', { name: 'Call before noon' }).waitFor();
});

test('a message to a chat that is not open marks it unread, and the search finds it', async () => {
	await sendTo(simulator.sandbox(), chatOf(simulator.sandbox(), 'vk'), { text: 'Your bouquet is ready' });
	const alexey = person(/Алексей Петров/);
	await alexey.getByText('Unread').waitFor();
	await page.getByRole('searchbox').fill('bouquet is');
	await page.getByRole('listbox').getByRole('option').nth(1).waitFor({ state: 'detached' });
	await page.getByRole('listbox').getByRole('option').click();
	await bubble('Your bouquet is ready').waitFor();
	expect(await alexey.getByText('Unread').count()).toBe(0);
	await page.getByRole('searchbox').fill('nobody at all');
	await page.getByText('No one matches the search').waitFor();
});

describe('a message that no workflow receives', () => {
	test('says that no workflow is published, until one is, and links to n8n', async () => {
		await write(page, 'First');
		await bubble('First').getByText('No one received this: no workflow is published.').waitFor();
		expect(await bubble('First').getByRole('link', { name: 'Open n8n' }).getAttribute('href')).toBe(N8N);
		await hint().getByText('No workflow is listening yet.').waitFor();
		await simulator.log().getByText('No webhook is registered').waitFor();
		expect(await bubble('Good morning!').getByText('No one received this').count()).toBe(0);
		await look('unheard');
		await simulator.startBot(['new_message']);
		await bubble('First').getByText('No one received this: no published workflow was listening yet.').waitFor();
		expect(await bubble('First').getByRole('link', { name: 'Open n8n' }).count()).toBe(0);
		await write(page, 'Second');
		await messages().getByText('You wrote: Second').waitFor();
		expect(await bubble('Second').getByText('No one received this').count()).toBe(0);
		await hint().getByText('Your bot has answered.').waitFor();
		const [webhook] = simulator.sandbox().state.webhooks;
		await call(simulator.sandbox(), `DELETE /notifications/webhooks/${webhook?.id}`);
		await hint().getByText('No workflow is listening now.').waitFor();
	});

	test('says which filter left it out, unless another workflow took it', async () => {
		const bot = await simulator.startBot(['new_message']);
		bot.answer = '{"status":"filtered","reason":"text"}';
		await write(page, 'Tulips?');
		const mine = (text: string) => page.getByRole('article', { name: 'You wrote' }).filter({ hasText: text });
		await mine('Tulips?').getByText("No workflow started: a text that the trigger's filters leave out.").waitFor();
		await simulator.startBot(['new_message'], '/other');
		await write(page, 'Roses?');
		await messages().getByText('You wrote: Roses?').nth(1).waitFor();
		await simulator.sandbox().settled();
		expect(await mine('Roses?').getByText('No workflow started').count()).toBe(0);
	});

	test('says that no published workflow listens to messages when one listens to other events', async () => {
		await simulator.startBot(['EndUserActionCommand']);
		await write(page, 'Hello');
		await bubble('Hello').getByText('no published workflow listens to messages').waitFor();
		await hint().getByText('No published workflow listens to messages.').waitFor();
	});
});
