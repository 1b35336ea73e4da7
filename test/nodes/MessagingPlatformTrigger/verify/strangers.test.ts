/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { type Answer, deliveryOf, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const BURST = 20;
const HOUR = 3_600_000;
const stage = useTriggers();
let made = 0;

/** A delivery with all that a stranger can know, and a made-up address of the key. */
async function forge(): Promise<Answer> {
	const x5u = `${stage.platform.keyServer.origin}/keys/made-up-${(made += 1)}.pem`;
	return await stage.deliver({ x5u, key: stage.platform.otherKey });
}

/** Waits until a delivery that was just sent has reached the node and what can be done at once has been done. */
async function arrival(arrived: number): Promise<void> {
	await waitFor(() => stage.trigger.handled >= arrived);
	for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Ten forged deliveries a second of the trigger's clock, until a condition holds. */
async function forgeUntil(condition: () => boolean, forged: Array<Promise<Answer>>): Promise<void> {
	while (!condition()) {
		stage.now += 100;
		const arrived = stage.trigger.handled + 1;
		forged.push(forge());
		await arrival(arrived);
	}
}

test('accepts a true delivery within its five attempts despite 30 forged ones after a start and then ten per second', async () => {
	const started = stage.now;
	const forged = Array.from({ length: 30 }, async () => await forge());
	await arrival(30);
	const body = newMessage();
	let attempts = 0;
	let answer: Answer | undefined;
	while (answer?.status !== 200 && attempts < 5) {
		const pause = stage.now + 3_000;
		await forgeUntil(() => stage.now >= pause, forged);
		attempts += 1;
		answer = undefined;
		const token = stage.platform.token({ now: stage.now, claims: { jti: String(attempts) } });
		const arrived = stage.trigger.handled + 1;
		const pending = stage.trigger.send(deliveryOf(body, token)).then((given) => (answer = given));
		await arrival(arrived);
		await forgeUntil(() => answer !== undefined, forged);
		await pending;
	}
	expect(answer).toMatchObject({ status: 200 });
	expect(attempts).toBeLessThanOrEqual(2);
	expect(stage.trigger.executions).toHaveLength(1);
	expect(stage.platform.keyServer.requests.length).toBeLessThanOrEqual(BURST + 1 + (stage.now - started) / 1_000);

	stage.now += 60_000;
	for (const { status } of await Promise.all(forged)) expect([401, 503]).toContain(status);
	expect(stage.trigger.executions).toHaveLength(1);
});

test.each([false, true])(
	'cause a bounded number of fetches, and keep no proven key out, even of a process that has just started: %s',
	async (isStart) => {
		const proven = [stage.platform.x5u, stage.platform.keyServer.serve('/keys/next.pem', stage.platform.key.certificatePem)];
		const trusted = isStart ? proven.slice(0, 1) : proven;
		for (const x5u of [...trusted, ...trusted]) await stage.deliver({ x5u });
		stage.now += isStart ? 0 : HOUR;
		if (isStart) stage.trigger.forget();
		const { requests } = stage.platform.keyServer;
		const [before, handled] = [requests.length, stage.trigger.handled];
		const forged = Array.from({ length: 60 }, async () => await forge());
		await waitFor(() => requests.length === before + BURST && stage.trigger.handled === handled + 60);
		// No one's turn comes while the clock stands still. A proven key needs none, not even to be fetched again.
		for (const x5u of trusted) expect((await stage.deliver({ x5u })).status).toBe(200);
		expect(stage.fetches()).toBe(2);
		stage.now += HOUR;
		for (const { status } of await Promise.all(forged)) expect([401, 503]).toContain(status);
	},
);
