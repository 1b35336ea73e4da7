import { randomUUID } from 'node:crypto';
import type { DeliveryTokenOptions } from '../../sandbox/security/signing';
import { startRealN8n, type RealN8n, restart } from '../helpers/realN8n';
import { deliverSigned } from './delivery';
import { EchoBot } from './echoBot';
import { waitFor } from '../helpers/waitFor';

const OTHER = randomUUID();

describe('the account and the key that a published trigger is bound to', () => {
	let real: RealN8n;

	beforeAll(async () => {
		real = await startRealN8n();
	});

	afterAll(async () => {
		await real?.close();
	});

	const deliver = async (url: string, change: Partial<DeliveryTokenOptions> = {}) => await deliverSigned(real, url, change);

	/** With which code a delivery is refused; '' when it is let in. */
	const refusalOf = async (url: string, change: Partial<DeliveryTokenOptions>): Promise<string> => {
		const logged = real.n8n.lines.length;
		if ((await deliver(url, change)) === 200) return '';
		const codes = () => /Delivery rejected \[(\w+)\]/.exec(real.n8n.lines.slice(logged).join('\n'));
		await waitFor(() => codes() !== null, 'the refusal is logged');
		return codes()?.[1] ?? '';
	};

	test('starts nothing for them while the editor listens', async () => {
		const bot = await EchoBot.create(real);
		expect(await real.rest.run(bot.workflow.id, 'Receive Message')).toMatchObject({ waitingForWebhook: true });
		const { url } = await bot.registered('webhook-test');
		// The platform knows the webhook a moment before the trigger does.
		await waitFor(
			async () => (await refusalOf(url, { accountId: OTHER })) !== 'not_registered',
			'the trigger learns what it registered',
		);
		expect(await refusalOf(url, { accountId: OTHER })).toBe('account');
		expect(await deliver(url)).toBe(200);
		await bot.removed('webhook-test');
	});

	test('saves the folder of the proven key with the executions of its deliveries, and keeps it after a restart', async () => {
		const bot = await EchoBot.create(real);
		const { url } = await bot.publish();
		const elsewhere = { x5u: `${real.sandbox.origin}/files/key.pem` };
		expect(await refusalOf(url, elsewhere)).toBe('key_not_found');
		expect(await deliver(url)).toBe(200);
		expect(await deliver(url)).toBe(200);
		await bot.executions(2);
		await restart(real);
		await waitFor(async () => (await deliver(url)) === 200, 'n8n takes deliveries again');
		expect(await refusalOf(url, elsewhere)).toBe('key_origin');
		await real.rest.unpublish(bot.workflow.id);
		await bot.removed('webhook');
	});

	// Each bot is new, so that its first deliveries save its key while it is published and unpublished.
	test('loses no registration while deliveries come and the workflow is published again and again', async () => {
		for (let round = 0; round < 3; round += 1) {
			const bot = await EchoBot.create(real);
			const { url } = await bot.publish();
			const stream = { on: true, accepted: 0 };
			const callers = Array.from({ length: 4 }, async () => {
				while (stream.on) if ((await deliver(url)) === 200) stream.accepted += 1;
			});
			for (let times = 0; times < 3; times += 1) {
				const before = stream.accepted;
				await waitFor(() => stream.accepted > before + round, 'deliveries are taken');
				await real.rest.unpublish(bot.workflow.id);
				await bot.removed('webhook');
				await bot.publish();
			}
			stream.on = false;
			await Promise.all(callers);
			if (round === 1) await restart(real);
			await real.rest.unpublish(bot.workflow.id);
			await bot.removed('webhook');
			expect(real.sandbox.state.webhooks).toEqual([]);
			expect(await bot.publish()).toBeDefined();
			expect(await deliver(url)).toBe(200);
			await real.rest.unpublish(bot.workflow.id);
			await bot.removed('webhook');
		}
	});
});
