import { randomUUID } from 'node:crypto';
import { credentialData } from '../../sandbox/demo/provision';
import { createSigningKey, signDeliveryToken, type DeliveryTokenOptions, type SigningKey } from '../../sandbox/security/signing';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
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
	let serviceKey: SigningKey;
	let foreignKey: SigningKey;
	/** On an origin that the credential names in Key Origins. */
	let named: KeyServer;

	beforeAll(async () => {
		foreignKey = await createSigningKey();
		named = await startKeyServer();
		real = await startRealN8n();
		const { keys, currentKid } = real.sandbox.state;
		const current = keys.find(({ kid }) => kid === currentKid);
		if (!current) throw new Error('The sandbox has no current key');
		serviceKey = current;
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

	const event = (id: string = randomUUID()) => ({
		id,
		accountId: real.sandbox.accountId,
		name: 'new_message',
		message: {
			id,
			accountId: real.sandbox.accountId,
			direction: 'inbound',
			channel: 'tg',
			channelId: 4100,
			chatId: '271828182',
			tbChatId: 70001,
			text: id,
		},
	});

	/** A token as the service signs it for this webhook, with changes. */
	const token = (change: Partial<DeliveryTokenOptions> = {}) =>
		signDeliveryToken({
			key: serviceKey,
			x5u: `${real.sandbox.origin}/keys/${serviceKey.kid}.pem`,
			issuer: real.sandbox.issuer,
			accountId: real.sandbox.accountId,
			audience: '127.0.0.1',
			...change,
		});

	const deliver = async (authorization: string | undefined, body: unknown = event()) => {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
			body: JSON.stringify(body),
		});
		return { status: response.status, text: await response.text() };
	};

	/** Delivers truly signed, and waits for the execution: whatever came before had its time to start one, too. */
	const executionsAfterATrueOne = async (): Promise<number> => {
		const before = (await bot.executions(0)).length;
		const sent = event();
		expect(await deliver(`JWT ${token()}`, sent)).toMatchObject({ status: 200 });
		const executions = await bot.executions(before + 1);
		const { output } = await real.rest.getExecution(executions[0]?.id ?? '');
		expect(output.Messages).toMatchObject([{ text: sent.id }]);
		return executions.length;
	};

	test('accepts deliveries that the platform signed, under both scheme words', async () => {
		expect(await deliver(`JWT ${token()}`)).toMatchObject({ status: 200 });
		expect(await deliver(`Bearer ${token()}`)).toMatchObject({ status: 200 });
		for (const { mode, status } of await bot.executions(2))
			expect({ mode, status }).toEqual({ mode: 'webhook', status: 'success' });
	});

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
		const sent = event();
		const authorization = `JWT ${token({ key: foreignKey, x5u })}`;
		named.routes.set(path, TROUBLE[behaviour]);
		expect(await deliver(authorization, sent)).toMatchObject({ status: 503 });
		expect(named.connections()).toBeGreaterThan(0);
		expect(await executionsAfterATrueOne()).toBe(before + 1);

		named.serve(path, foreignKey.certificatePem);
		await waitFor(async () => (await deliver(authorization, sent)).status === 200, 'it is let in again');
		expect(await bot.executions(before + 2)).toHaveLength(before + 2);
	});
});
