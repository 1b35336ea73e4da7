import { randomUUID } from 'node:crypto';
import { credentialData } from '../../sandbox/demo/provision';
import { createSigningKey, type DeliveryTokenOptions, type SigningKey } from '../../sandbox/security/signing';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { restart, startRealN8n, type RealN8n } from '../helpers/realN8n';
import { deliverSigned, messageOf } from './delivery';
import { EchoBot } from './echoBot';
import { startKeyServer, type KeyRoute, type KeyServer } from '../helpers/servers';
import { control, say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

/** A key server's useless responses. */
const TROUBLE: Record<'fails' | 'hangs up', KeyRoute> = {
	fails: (_request, response) => void response.writeHead(500).end(),
	'hangs up': (request) => void request.socket.destroy(),
};

describe('deliveries to the published echo bot', () => {
	let real: RealN8n;
	let bot: EchoBot;
	let url: string;
	let foreignKey: SigningKey;
	/** On an origin that the credential names in Key Origins. */
	let named: KeyServer;

	beforeAll(async () => {
		foreignKey = await createSigningKey();
		named = await startKeyServer();
		real = await startRealN8n();
		await real.rest.updateCredential(real.credential, {
			...credentialData(real.sandbox),
			keyOrigins: `${real.sandbox.origin}/keys, ${named.origin}`,
		});
		bot = await EchoBot.create(real);
		({ url } = await bot.publish());
	});

	afterAll(async () => {
		await real?.close();
		await named?.close();
	});

	const deliver = async (change: Partial<DeliveryTokenOptions> = {}, body = messageOf(real.sandbox.accountId)) =>
		await deliverSigned(real, url, change, body);

	/** Delivers truly signed, and waits for the execution: whatever came before had its time to start one, too. */
	const executionsAfterATrueOne = async (): Promise<number> => {
		const before = (await bot.executions(0)).length;
		const text = randomUUID();
		expect(await deliver({}, messageOf(real.sandbox.accountId, { text }))).toBe(200);
		const executions = await bot.executions(before + 1);
		const { output } = await real.rest.getExecution(executions[0]?.id ?? '');
		expect(output['Receive Message']).toMatchObject([{ text }]);
		return executions.length;
	};

	test("writes the reason for a refused delivery of the platform to the log, for the simulator's page", async () => {
		await control(real.sandbox, 'POST', '/faults', { kind: 'foreignKey' });
		await say(real.sandbox, '70001', { text: 'forged' });
		await real.sandbox.settled();
		const { attempts = [] } = real.sandbox.deliveries().at(-1) ?? {};
		expect(attempts).toHaveLength(5);
		for (const { status, response, reason } of attempts) {
			expect([status, response]).toEqual([401, '{"error":"unauthorized"}']);
			expect(reason).toEqual({ codes: ['signature'], line: expect.stringContaining(REFUSALS.signature.message) });
		}
	});

	test.each(['fails', 'hangs up'] as const)('answers 503 while the key endpoint %s, and 200 afterwards', async (behaviour) => {
		const before = (await bot.executions(0)).length;
		const path = `/${randomUUID()}.pem`;
		const x5u = named.origin + path;
		const [signed, sent] = [{ key: foreignKey, x5u }, messageOf(real.sandbox.accountId)];
		named.routes.set(path, TROUBLE[behaviour]);
		expect(await deliver(signed, sent)).toBe(503);
		expect(named.connections()).toBeGreaterThan(0);
		expect(await executionsAfterATrueOne()).toBe(before + 1);

		named.serve(path, foreignKey.certificatePem);
		await waitFor(async () => (await deliver(signed, sent)) === 200, 'it is let in again');
		expect(await bot.executions(before + 2)).toHaveLength(before + 2);
	});
});

describe('what a published trigger keeps', () => {
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
				while (stream.on) if ((await deliverSigned(real, url)) === 200) stream.accepted += 1;
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
			expect(await deliverSigned(real, url)).toBe(200);
			await real.rest.unpublish(bot.workflow.id);
			await bot.removed('webhook');
		}
	});
});
