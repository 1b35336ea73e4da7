/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { startRealN8n } from '../realN8n';
import type { RealN8n } from '../realN8n';
import { EchoBot, restart } from './echoBot';

describe('publishing and unpublishing, over and over', () => {
	let real: RealN8n;
	let bot: EchoBot;
	let most = 0;
	let watch: Promise<void>;
	let isOver = false;

	beforeAll(async () => {
		real = await startRealN8n();
		bot = await EchoBot.create(real);
		// Watches all the time, not only at the ends of the rounds.
		watch = (async () => {
			while (!isOver) {
				most = Math.max(most, real.sandbox.state.webhooks.length);
				await new Promise((resolve) => setImmediate(resolve));
			}
		})();
	});

	afterAll(async () => {
		isOver = true;
		await watch;
		await real?.close();
	});

	it('never has more than one webhook in 20 rounds with restarts between, and none at the end', async () => {
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
		expect(most).toBe(1);
	}, 300_000);
});
