/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, request } from 'node:http';
import { EchoBot } from './echoBot';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { say, sentTo } from '../helpers/sandbox';
import { listen } from '../helpers/servers';
import { waitFor } from '../helpers/waitFor';

describe('an n8n whose editor has another host than its webhooks', () => {
	let real: RealN8n;
	let bot: EchoBot;
	let closeEditor: () => Promise<void>;

	beforeAll(async () => {
		const editor = createServer((incoming, response) => {
			const { method, url, headers } = incoming;
			const passed = request(`${real.n8n.origin}${url}`, { method, headers }, (answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			});
			passed.on('error', () => response.destroy());
			incoming.pipe(passed);
		});
		const { origin, close } = await listen(editor);
		closeEditor = close;
		real = await startRealN8n({ env: { N8N_EDITOR_BASE_URL: `${origin.replace('127.0.0.1', 'localhost')}/` } });
		bot = await EchoBot.create(real);
	});

	afterAll(async () => {
		await real?.close();
		await closeEditor?.();
	});

	test('takes a message while the editor listens, and another when the workflow is published', async () => {
		await real.rest.run(bot.workflow.id, 'Receive Message');
		const webhooks = () => real.sandbox.state.webhooks.map(({ url }) => new URL(url).hostname);
		await waitFor(() => webhooks().length > 0, 'the test webhook is registered');
		expect(webhooks()).toEqual(['localhost']);
		await say(real.sandbox, '70001', { text: 'To the editor' });
		const [tested] = await bot.executions(1);
		expect(tested).toMatchObject({ mode: 'manual', status: 'success' });

		await bot.publish();
		expect(webhooks()).toEqual(['127.0.0.1']);
		await say(real.sandbox, '70003', { text: 'To the bot' });
		await waitFor(async () => (await sentTo(real.sandbox, '70003')).length > 0, 'the answer');
	});
});
