import { randomUUID } from 'node:crypto';
import { credentialData } from '../../sandbox/demo/provision';
import { createSigningKey, type DeliveryTokenOptions, type SigningKey } from '../../sandbox/security/signing';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
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
