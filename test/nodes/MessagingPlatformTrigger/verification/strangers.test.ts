import { Verifier } from '../../../../nodes/MessagingPlatformTrigger/verification/verify';
import { startTrigger } from '../harness';
import { until, type Answer } from '../wire';
import { ACCOUNT, deliveryOf, newMessage } from '../world';
import { useKeyStage } from './keyStage';

const BURST = 20;
const HOUR = 3_600_000;

const stage = useKeyStage();

let made = 0;

/** A delivery with all that a stranger can know, and a made-up address of the key. */
async function forge(): Promise<Answer> {
	made += 1;
	return await stage.deliver({
		x5u: `${stage.world.service.origin}/keys/made-up-${made}.pem`,
		key: stage.world.otherKey,
	});
}

/** Lets the clock go on in steps until something is known, with a forged delivery at each. */
async function whileForging<Result>(stepMs: number, forged: Array<Promise<Answer>>, pending: Promise<Result>): Promise<Result> {
	let isDone = false;
	const done = pending.finally(() => (isDone = true));
	while (!isDone) {
		stage.now += stepMs;
		forged.push(forge());
		const arrived = received + 1;
		await until(() => isDone || received >= arrived);
	}
	return await done;
}

/** Deliveries that reached the node. */
let received: number;

beforeEach(async () => {
	received = 0;
	await stage.trigger.close();
	stage.trigger = await startTrigger({
		credential: stage.world.credential,
		now: () => stage.now,
		beforeHandling: async () => {
			received += 1;
			return await Promise.resolve();
		},
	});
});

it('after a start, 30 forged deliveries and then ten a second do not keep a true one out for all its five attempts', async () => {
	const started = stage.now;
	const forged = Array.from({ length: 30 }, async () => await forge());
	await until(() => stage.world.service.requests.length >= BURST);
	let attempts = 0;
	let answer: Answer | undefined;
	const body = newMessage();
	while (answer?.status !== 200 && attempts < 5) {
		attempts += 1;
		const token = stage.world.token({ now: stage.now, claims: { jti: String(attempts) } });
		answer = await whileForging(100, forged, stage.trigger.send(deliveryOf(body, token)));
	}
	expect(answer).toMatchObject({ status: 200 });
	expect(attempts).toBeLessThanOrEqual(2);
	expect(stage.trigger.executions).toHaveLength(1);
	expect(stage.world.service.requests.length).toBeLessThanOrEqual(BURST + 1 + (stage.now - started) / 1_000);

	stage.now += 60_000;
	for (const { status } of await Promise.all(forged)) expect([401, 503]).toContain(status);
	expect(stage.trigger.executions).toHaveLength(1);
});

it('cause a bounded number of fetches, and do not disturb the true key', async () => {
	await stage.deliver();
	const forged = Array.from({ length: 200 }, async () => await forge());
	await until(() => stage.world.service.requests.length === BURST && received === 201);
	// The true key needs no turn, not even to be fetched anew.
	stage.now += HOUR;
	expect((await stage.deliver()).status).toBe(200);
	expect(stage.fetches()).toBe(2);
	for (const { status } of await Promise.all(forged)) expect([401, 503]).toContain(status);
});

it('do not keep the key out that was proven before the start, nor use up what it may be fetched with', async () => {
	const { world } = stage;
	const fetched: string[] = [];
	const verifier = new Verifier(() => stage.now);
	const rules = {
		connection: { issuer: 'SERVICE', keyPlaces: [], tokenOrigins: new Set([world.service.origin]) },
		accountId: ACCOUNT,
		provenKeyAddress: world.x5u,
		host: { hostname: '127.0.0.1', port: '' },
		toleranceMs: 30_000,
		maxLifetimeMs: Infinity,
	};
	const verify = async (x5u: string) =>
		await verifier.verify(`JWT ${world.token({ now: stage.now, x5u, claims: { jti: String(Math.random()) } })}`, rules, async (address) => {
			fetched.push(address);
			const text = address === world.x5u ? world.key.certificatePem : 'nothing';
			return await Promise.resolve({ bytes: Buffer.from(text), contentType: '' });
		});
	const forged = Array.from({ length: 100 }, async (_, index) => await verify(`${world.service.origin}/keys/${index}.pem`).catch(String));
	await until(() => fetched.length === BURST);
	expect(await verify(world.x5u)).toEqual({ subject: expect.any(String), keyAddress: world.x5u });
	expect(fetched).toHaveLength(BURST + 1);
	stage.now += HOUR;
	expect(await verify(world.x5u)).toMatchObject({ keyAddress: world.x5u });
	await Promise.all(forged);
});

it('do not push the true key out of the cache by copies of it', async () => {
	await stage.deliver();
	for (let count = 0; count < 100; count += 1) {
		stage.now += 10_000;
		const x5u = stage.world.service.serve(`/keys/copy-${count}.pem`, stage.world.key.certificatePem);
		await stage.deliver({ x5u, key: stage.world.otherKey });
	}
	expect((await stage.deliver()).status).toBe(200);
	expect(stage.fetches()).toBe(1);
});
