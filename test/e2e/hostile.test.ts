import { credentialData } from '../../sandbox/demo/provision';
import { ONLY_COUNTED } from '../../nodes/shared/lineLimit';
import { HOSTILE_DELIVERIES } from '../nodes/MessagingPlatformTrigger/verify/hostile';
import { ACCOUNT, startSigningPlatform, deliveryOf, newMessage, type SigningPlatform, sendHttp } from '../helpers/deliveries';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { EchoBot } from './echoBot';
import { waitFor } from '../helpers/waitFor';
import { allEnded } from './workflows';

describe('a published trigger in a hostile world', () => {
	let real: RealN8n;
	let bot: EchoBot;
	let platform: SigningPlatform;
	let url: string;

	beforeAll(async () => {
		platform = await startSigningPlatform();
		real = await startRealN8n();
		await real.rest.updateCredential(real.credential, {
			...credentialData(real.sandbox),
			keyOrigins: platform.keyServer.origin,
			accountId: ACCOUNT,
		});
		bot = await EchoBot.create(real);
		({ url } = await bot.publish());
		// The bot's replies would come back as events of the sandbox's own account: refused, but not part of this corpus.
		real.sandbox.state.webhooks = [];
	});

	afterAll(async () => {
		await real?.close();
		await platform?.close();
	});

	/** Delivers a true message and waits for its execution and all others: n8n saves an execution before it answers. */
	const executionsAfterATrueOne = async (): Promise<number> => {
		const before = (await bot.executions(0)).length;
		expect(await sendHttp(url, deliveryOf(newMessage(), platform.token()))).toMatchObject({ status: 200 });
		await bot.executions(before + 1);
		return (await allEnded(real, bot.workflow.id)).length;
	};

	test('refuses the whole corpus, starts nothing, calls no foreign host, and continues to serve', async () => {
		const before = await executionsAfterATrueOne();
		const unexpected: unknown[] = [];
		const answers = new Set<string>();
		const counted = new Set<string>();
		let read = real.n8n.lines.length;
		/** Refusals because of a key's address share their lines. */
		const causeOf = (code: string) => (code.startsWith('key_') ? 'key' : code);
		/** The codes of the lines since the last look. */
		const newCodes = () => {
			const lines = real.n8n.lines.slice(read);
			read = real.n8n.lines.length;
			return lines.flatMap((line) => {
				const code = /Delivery rejected \[(\w+)\]/.exec(line)?.[1];
				if (code !== undefined && line.includes(ONLY_COUNTED)) counted.add(causeOf(code));
				return code ?? [];
			});
		};
		for (const { name, make, code, status = 401 } of HOSTILE_DELIVERIES) {
			const answer = await sendHttp(url, make(platform));
			const codes = newCodes();
			// n8n's log only counts a code from its eleventh line in a minute. The first line of its next minute may come at any
			// time.
			if (!counted.has(causeOf(code))) {
				await waitFor(() => codes.push(...newCodes()) > 0 && codes.includes(code), `a line about "${name}" with [${code}]`);
			}
			if (answer.status !== status || codes.some((one) => one !== code && !counted.has(causeOf(one))))
				unexpected.push({ name, expected: code, status: answer.status, text: answer.text, codes });
			answers.add(`${answer.status} ${answer.text}`);
		}
		expect(unexpected).toEqual([]);
		expect([...answers].sort()).toEqual([
			'400 {"error":"bad_request"}',
			'401 {"error":"unauthorized"}',
			'503 {"error":"unavailable"}',
		]);
		expect(await executionsAfterATrueOne()).toBe(before + 1);
		expect(platform.foreignServer.requests).toEqual([]);
	});

	test('starts one execution per event, even if it is replayed five times at once and again afterwards', async () => {
		const before = (await bot.executions(0)).length;
		const bodies = Array.from({ length: 5 }, () => newMessage());
		const send = async (body: string) => (await sendHttp(url, deliveryOf(body, platform.token()))).status;
		const together = await Promise.all(bodies.flatMap((body) => Array.from({ length: 5 }, async () => await send(body))));
		expect(together).toEqual(Array.from({ length: 25 }, () => 200));
		for (const body of bodies) expect(await send(body)).toBe(200);
		expect(await executionsAfterATrueOne()).toBe(before + bodies.length + 1);
	});

	test('answers a request that is not a delivery at all without an execution', async () => {
		const before = (await bot.executions(0)).length;
		const { headers } = deliveryOf('', platform.token());
		const unreadable: Array<[number, Record<string, string>, string]> = [
			[422, {}, '{"broken'],
			[422, { 'content-type': 'application/json; charset=none' }, newMessage()],
			[500, { 'content-encoding': 'gzip' }, 'not compressed'],
			// announced alone: n8n responds and hangs up before so much could be sent
			[500, { 'content-length': String(17 * 1_048_576) }, ' '],
			[400, { 'content-type': 'multipart/form-data' }, 'no form'],
		];
		for (const [status, more, body] of unreadable) {
			expect((await sendHttp(url, { headers: { ...headers, ...more }, body })).status).toBe(status);
		}
		for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
			expect((await sendHttp(url, { method, headers })).status).toBe(404);
		}
		expect(await executionsAfterATrueOne()).toBe(before + 1);
	});
});
