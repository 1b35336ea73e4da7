import { randomUUID } from 'node:crypto';
import { credentialData } from '../../sandbox/demo/provision';
import { createSigningKey, signDeliveryToken, type DeliveryTokenOptions, type SigningKey } from '../../sandbox/security/signing';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { EchoBot } from './echoBot';
import { startKeyServer, type KeyRoute, type KeyServer } from '../helpers/servers';
import { control, say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

const MINUTE_MS = 60_000;

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
	/** On an origin that the credential does not name. */
	let foreign: KeyServer;
	/** On an origin that the credential names in Key Origins. */
	let named: KeyServer;

	beforeAll(async () => {
		foreignKey = await createSigningKey();
		foreign = await startKeyServer();
		foreign.serve('/key.pem', foreignKey.certificatePem);
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
		await Promise.all([foreign?.close(), named?.close()]);
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

	const forged: Array<[string, string, () => string | undefined]> = [
		['no token', 'token_missing', () => undefined],
		['no scheme word that the service uses', 'scheme', () => 'Basic YTpi'],
		['a key of somebody else under the address of the true one', 'signature', () => `JWT ${token({ key: foreignKey })}`],
		[
			'a key of somebody else at its own address',
			'key_origin',
			() => `JWT ${token({ key: foreignKey, x5u: `${foreign.origin}/key.pem` })}`,
		],
		[
			'a foreign address that begins like the true one',
			'key_',
			() => `JWT ${token({ key: foreignKey, x5u: `${real.sandbox.origin}@${foreign.origin.slice('http://'.length)}/key.pem` })}`,
		],
		[
			'the true port under another name of the host',
			'key_origin',
			() => `JWT ${token({ x5u: `${real.sandbox.origin.replace('127.0.0.1', 'localhost')}/keys/${serviceKey.kid}.pem` })}`,
		],
		['alg none without a signature', 'token_malformed', () => `JWT ${token({ header: { alg: 'none' } })}`],
		['alg none with a signature', 'algorithm', () => `JWT ${token({ header: { alg: 'none' } })}${'A'.repeat(342)}`],
		['alg HS512 keyed with the public key', 'algorithm', () => `JWT ${token({ header: { alg: 'HS512' } })}`],
		[
			'alg HS512 keyed with the certificate',
			'algorithm',
			() => `JWT ${token({ header: { alg: 'HS512' }, hmacSecret: serviceKey.certificatePem })}`,
		],
		['alg RS256 by the true key', 'algorithm', () => `JWT ${token({ header: { alg: 'RS256' } })}`],
		['an expired token', 'expired', () => `JWT ${token({ now: Date.now() - 10 * MINUTE_MS })}`],
		['a token from the future', 'issued_in_future', () => `JWT ${token({ now: Date.now() + 10 * MINUTE_MS })}`],
		['another audience', 'audience', () => `JWT ${token({ audience: 'bot.example.com' })}`],
		['another issuer', 'issuer', () => `JWT ${token({ issuer: 'SOMEBODY' })}`],
		['another account', 'account', () => `JWT ${token({ accountId: randomUUID() })}`],
	];

	test.each(forged)('answers 401 to %s, says so in the log, and starts nothing', async (_what, code, authorization) => {
		const before = (await bot.executions(0)).length;
		const logged = real.n8n.lines.length;
		expect(await deliver(authorization())).toEqual({ status: 401, text: '{"error":"unauthorized"}' });
		expect(await executionsAfterATrueOne()).toBe(before + 1);
		expect(foreign.connections()).toBe(0);
		expect(real.n8n.lines.slice(logged).join('\n')).toContain(`[${code}`);
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

	test('starts nothing for a true token under a changed body', async () => {
		const before = (await bot.executions(0)).length;
		expect(await deliver(`JWT ${token()}`, { ...event(), accountId: randomUUID() })).toMatchObject({ status: 401 });
		expect(await executionsAfterATrueOne()).toBe(before + 1);
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
