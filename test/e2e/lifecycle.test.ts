import { startRealN8n, type RealN8n, restart } from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { EchoBot } from './echoBot';

describe('publishing and unpublishing, over and over', () => {
	let real: RealN8n;
	let bot: EchoBot;

	beforeAll(async () => {
		real = await startRealN8n();
		bot = await EchoBot.create(real);
	});

	afterAll(async () => {
		await real?.close();
	});

	/** The most webhooks that were registered at the same time, by the order of the calls at the platform. */
	const mostAtOnce = async (): Promise<number> => {
		const requests = await control<Array<{ method: string; path: string }>>(real.sandbox, 'GET', '/requests');
		let most = 0;
		let now = 0;
		for (const { method, path } of requests) {
			if (!path.includes('/webhooks')) continue;
			now += method === 'POST' ? 1 : -1;
			most = Math.max(most, now);
		}
		return most;
	};

	test('never has more than one webhook in 20 rounds with restarts between, and none at the end', async () => {
		for (let round = 0; round < 20; round += 1) {
			const { id } = await bot.publish();
			if (round % 8 === 3) {
				await restart(real);
				expect((await bot.registered('webhook')).id).toBe(id);
			}
			await real.rest.unpublish(bot.workflow.id);
			await bot.removed('webhook');
		}
		expect(real.sandbox.state.webhooks).toEqual([]);
		expect(await mostAtOnce()).toBe(1);
	});
});
