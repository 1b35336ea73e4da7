import type { DeliveryTokenOptions } from '../../sandbox/security/signing';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { restart, startRealN8n, type RealN8n } from '../helpers/realN8n';
import { deliverSigned } from './delivery';
import { EchoBot } from './echoBot';
import { control, say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

let real: RealN8n;
beforeAll(async () => {
	real = await startRealN8n();
});
afterAll(async () => await real?.close());

/** With which code a delivery is refused; '' when it is let in. */
const refusalOf = async (url: string, change: Partial<DeliveryTokenOptions>): Promise<string> => {
	const logged = real.n8n.lines.length;
	if ((await deliverSigned(real, url, change)) === 200) return '';
	const codes = () => /Delivery rejected \[(\w+)\]/.exec(real.n8n.lines.slice(logged).join('\n'));
	await waitFor(() => codes() !== null, 'the refusal is logged');
	return codes()?.[1] ?? '';
};

test("writes the reason for a refused delivery of the platform to the log, for the simulator's page", async () => {
	const bot = await EchoBot.create(real);
	await bot.publish();
	await control(real.sandbox, 'POST', '/faults', { kind: 'foreignKey' });
	await say(real.sandbox, '70001', { text: 'forged' });
	await real.sandbox.settled();
	const { attempts = [] } = real.sandbox.deliveries().at(-1) ?? {};
	expect(attempts).toHaveLength(5);
	for (const { status, response, reason } of attempts) {
		expect([status, response]).toEqual([401, '{"error":"unauthorized"}']);
		expect(reason).toEqual({ codes: ['signature'], line: expect.stringContaining(REFUSALS.signature.message) });
	}
	await bot.unpublish();
});

test('saves the folder of the proven key with the executions of its deliveries, and keeps it after a restart', async () => {
	const bot = await EchoBot.create(real);
	const { url } = await bot.publish();
	const elsewhere = { x5u: `${real.sandbox.origin}/files/key.pem` };
	expect(await refusalOf(url, elsewhere)).toBe('key_not_found');
	expect(await deliverSigned(real, url)).toBe(200);
	expect(await deliverSigned(real, url)).toBe(200);
	await bot.executions(2);
	await restart(real);
	await waitFor(async () => (await deliverSigned(real, url)) === 200, 'n8n takes deliveries again');
	expect(await refusalOf(url, elsewhere)).toBe('key_origin');
	await bot.unpublish();
});

// Each bot is new, so that its first deliveries save its key while it is published and unpublished.
test('loses no registration while deliveries come and the workflow is published again and again', async () => {
	for (let round = 0; round < 3; round += 1) {
		const bot = await EchoBot.create(real);
		const { url } = await bot.publish();
		const stream = { on: true, accepted: 0 };
		const callers = Array.from({ length: 4 }, async () => {
			while (stream.on) if ((await deliverSigned(real, url)) === 200) stream.accepted += 1;
		});
		for (let times = 0; times < 3; times += 1) {
			const before = stream.accepted;
			await waitFor(() => stream.accepted > before + round, 'deliveries are taken');
			await bot.unpublish();
			await bot.publish();
		}
		stream.on = false;
		await Promise.all(callers);
		if (round === 1) await restart(real);
		await bot.unpublish();
		expect(real.sandbox.state.webhooks).toEqual([]);
		expect(await bot.publish()).toBeDefined();
		expect(await deliverSigned(real, url)).toBe(200);
		await bot.unpublish();
	}
});
