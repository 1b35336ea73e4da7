import { z } from 'zod';
import { loadExample } from '../../sandbox/demo/provision';
import { createAndPublish, startRealN8n, type RealN8n, waitForWebhooks } from '../helpers/realN8n';
import { control, say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

const linkSchema = z.object({ name: z.string(), url: z.string(), waits: z.boolean().optional() });

const stateSchema = z.object({
	messages: z.array(
		z.object({
			id: z.string(),
			chatRef: z.string(),
			direction: z.string(),
			text: z.string().optional(),
			buttons: z.array(z.object({ text: z.string() })),
			origin: linkSchema.optional(),
		}),
	),
	webhooks: z.array(z.object({ workflow: linkSchema.optional() })),
});

describe("the sandbox's look into n8n", () => {
	let real: RealN8n;
	let echoId: string;
	let approvalId: string;

	beforeAll(async () => {
		real = await startRealN8n({ withLookout: true });
		echoId = (await createAndPublish(real, await loadExample('echo-bot.json', real.credential))).id;
		approvalId = (await createAndPublish(real, await loadExample('order-approval.json', real.credential))).id;
		await waitForWebhooks(real.sandbox, 2);
	});

	afterAll(async () => {
		await real?.close();
	});

	const state = async () => stateSchema.parse(await (await fetch(`${real.sandbox.origin}/sandbox/state`)).json());

	const sent = async (text: string) =>
		(await state()).messages.find((one) => one.direction === 'outbound' && one.text?.includes(text));

	test('names the workflow of each webhook', async () => {
		const named = async () => (await state()).webhooks.map(({ workflow }) => workflow?.name).sort();
		await waitFor(async () => (await named()).every((name) => name !== undefined), 'both are named');
		expect(await named()).toEqual(['Echo bot', 'Order approval in Telegram']);
	});

	test('finds the workflow and the execution that sent each reply, and follows a question to its end', async () => {
		await say(real.sandbox, '70001', { text: '/order 15 tulips' });
		await waitFor(async () => (await sent('You wrote'))?.origin !== undefined, 'the origin of the echo');
		await waitFor(async () => (await sent('New order'))?.origin?.waits === true, 'the origin of the question');
		const [[echo], [approval]] = [await real.rest.listExecutions(echoId), await real.rest.listExecutions(approvalId)];
		expect((await sent('You wrote'))?.origin).toEqual({
			name: 'Echo bot',
			url: `${real.n8n.origin}/workflow/${echoId}/executions/${echo?.id}`,
		});
		const question = await sent('New order');
		expect(question?.origin).toEqual({
			name: 'Order approval in Telegram',
			url: `${real.n8n.origin}/workflow/${approvalId}/executions/${approval?.id}`,
			waits: true,
		});
		const press = { messageId: question?.id, index: 0 };
		await control(real.sandbox, 'POST', '/chats/70001/press', press);
		await waitFor(async () => (await sent('New order'))?.origin?.waits === false, 'the end of the question');
		await waitFor(async () => (await sent('Good news'))?.origin !== undefined, 'the origin of the decision');
		expect((await sent('Good news'))?.origin?.name).toBe('Order approval in Telegram');
	});
});
