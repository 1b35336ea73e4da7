import type { INodeParameters } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';
import type { FakeN8n } from '../helpers/fakeN8n';
import type { Execution } from '../helpers/waitingExecutions';
import { useSimulator, ZOE } from './useSimulator';

const simulator = useSimulator();
const { look } = simulator;
let n8n: FakeN8n;
let page: Page;

/** Publishes a workflow that listens to messages and presses; the result unpublishes it. */
async function publish(): Promise<() => Promise<unknown>> {
	const trigger = await simulator.startN8n({ waitingBaseUrl: n8n.base, parameters: { events: ['new_message'] } });
	return await simulator.publish(trigger.url, ['new_message', 'EndUserActionCommand']);
}

/** A workflow asks Zoë. */
async function ask(more: object = {}, question = 'Shall we ship order 42?'): Promise<{ asked: Execution; message: Locator }> {
	const to = { sendTo: 'chat', chat: { __rl: true, mode: 'id', value: ZOE } };
	const asked = await n8n.ask({ ...to, message: question, ...more } as INodeParameters);
	const message = simulator.bubble(question);
	await message.waitFor();
	return { asked, message };
}

const presses = (message: Locator) => message.getByRole('list', { name: 'Presses' }).getByRole('listitem');

beforeEach(async () => {
	n8n = await simulator.startN8n();
	page = await simulator.open();
});

test('a workflow waits; a press answers it, a second one and a late one change nothing', async () => {
	await publish();
	const { asked, message } = await ask();
	await message.getByText('A workflow is waiting for the answer').waitFor();

	await message.getByRole('button', { name: 'Approve' }).click();
	await message.getByText('Answered: the workflow continues').waitFor();
	await presses(message)
		.getByText(/200 the workflow continues/)
		.waitFor();
	expect(asked.outputs).toMatchObject([[{ json: { data: { approved: true } } }]]);

	await message.getByRole('button', { name: 'Decline' }).click();
	await presses(message).last().getByText('200 ignored: the question was already answered').waitFor();
	expect(await presses(message).first().innerText()).toMatch(/“Approve” · Zoë Müller/);
	await message.getByText('Answered: the workflow continues').waitFor();
	expect(asked.outputs).toHaveLength(1);
	await page.getByRole('list', { name: 'Deliveries' }).getByText('An answer: the workflow that asked continues').waitFor();
	await look('question-answered');

	const late = await ask({}, 'And order 43?');
	await late.asked.timeOut();
	await late.message.getByRole('button', { name: 'Approve' }).click();
	await late.message.getByText('Not answered: the question has ended').waitFor();
	await presses(late.message).getByText('200 ignored: no workflow is still waiting for this answer').waitFor();
	expect(late.asked.outputs).toMatchObject([[{ json: { data: { timedOut: true } } }]]);
});

test('ignores someone else, and someone without a name, when only certain people may answer', async () => {
	await publish();
	const { asked, message } = await ask({ options: { approverIds: '271828182' } });
	for (const who of ['Someone else (ID 999000111)', 'An unknown person']) {
		await message.getByLabel('Press as').selectOption({ label: who });
		await message.getByRole('button', { name: 'Approve' }).click();
		await presses(message)
			.filter({ hasText: who.startsWith('Someone else') ? 'Someone else' : who })
			.getByText(/ignored/)
			.waitFor();
		expect(asked.status).toBe('waiting');
	}
	await message.getByLabel('Press as').selectOption({ label: 'Zoë Müller' });
	await message.getByRole('button', { name: 'Approve' }).click();
	await message.getByText('Answered: the workflow continues').waitFor();
	expect(asked.outputs).toMatchObject([[{ json: { data: { approved: true, sender: { channelUserId: '271828182' } } } }]]);
});

test('says before and after the press that no one receives it when nothing is published', async () => {
	const { asked, message } = await ask();
	await message.getByText(/A workflow is waiting, but the answer can't reach it/).waitFor();
	await message.getByRole('button', { name: 'Approve' }).click();
	await message.getByText('not received: no published workflow listens to pressed buttons').waitFor();
	expect(asked.status).toBe('waiting');
	await look('question-unheard');

	const unpublish = await publish();
	await message.getByText('A workflow is waiting for the answer').waitFor();
	await unpublish();
	await message.getByText(/the answer can't reach it/).waitFor();
});

test('a link opens a page of its own in a new tab, which knows nothing of this one', async () => {
	const link = `${simulator.sandbox().origin}/webhook-waiting/12/page?signature=0`;
	const buttons = [{ type: 'HyperLinkButton', text: 'Answer', link }];
	await simulator.control('POST', `/chats/${ZOE}/operator/messages`, { text: 'Tell us more', buttons });
	const message = simulator.bubble('Tell us more');
	await message.getByText('A workflow asks this question. Open the link to answer.').waitFor();
	const [tab] = await Promise.all([page.context().waitForEvent('page'), message.getByRole('link', { name: 'Answer' }).click()]);
	expect(tab.url()).toBe(link);
	expect(await tab.evaluate<boolean>('window.opener === null')).toBe(true);
	expect(page.url()).toContain(ZOE);
});
