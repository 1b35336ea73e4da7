import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { say } from '../helpers/sandbox';
import { EchoBot } from './echoBot';

describe('a person writes while the editor listens', () => {
	let real: RealN8n;

	beforeAll(async () => {
		real = await startRealN8n();
	});

	afterAll(async () => {
		await real?.close();
	});

	test('ends the test with the filter that left the message out', async () => {
		const bot = await EchoBot.create(real, {}, { textIs: 'stop' });
		await real.rest.run(bot.workflow.id, 'Receive Message');
		await bot.registered('webhook-test');
		await say(real.sandbox, '70001', { text: 'Hello' });
		const [{ id, status } = { id: '', status: '' }] = await bot.executions(1);
		expect(status).toBe('error');
		expect(JSON.stringify(await real.rest.getExecution(id))).toMatch(/A message from [^"]+ was left out by the filter Text Is/);
		await bot.removed('webhook-test');
	});
});
