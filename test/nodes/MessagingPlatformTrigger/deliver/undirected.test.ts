import { startTrigger, type Trigger } from '../../../helpers/startTrigger';
import { startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/deliveries';

const WINDOW_MS = 60_000;

let platform: SigningPlatform;
let trigger: Trigger;
let now = 0;
const ids = { workflow: 'workflow', node: 'one' };

beforeAll(async () => {
	platform = await startSigningPlatform();
});
beforeEach(async () => {
	now = Math.floor(Date.now() / 1_000) * 1_000;
	ids.node = 'one';
	trigger = await startTrigger({ credential: platform.credential, now: () => now, ids });
});
afterEach(async () => await trigger.close());
afterAll(async () => await platform.close());

let count = 0;

/** Delivers a message to a trigger with this direction; whether it started the workflow. */
async function starts(direction: string | undefined, of: unknown): Promise<boolean> {
	trigger.setParameters({ events: ['new_message'], filters: direction === undefined ? {} : { direction, ignoreOwn: false } });
	const before = trigger.executions.length;
	count += 1;
	const body = JSON.stringify({ ...(JSON.parse(newMessage({ direction: of })) as object), id: `undirected-${count}` });
	expect((await trigger.send(deliveryOf(body, platform.token({ now })))).status).toBe(200);
	return trigger.executions.length > before;
}

test.each([undefined, null, '', 'INBOUND', 7])(
	'a message of the direction %j starts only with both directions',
	async (direction) => {
		expect(await starts(undefined, direction)).toBe(false);
		expect(await starts('inbound', direction)).toBe(false);
		expect(await starts('outbound', direction)).toBe(false);
		expect(await starts('both', direction)).toBe(true);
	},
);

test('one line per minute says so, and what to do', async () => {
	for (let message = 0; message < 5; message += 1) await starts('inbound', undefined);
	expect(trigger.logs).toEqual([
		expect.stringMatching(/^A message without a direction didn't start the workflow, .*"Message Direction"/),
	]);
	now += WINDOW_MS;
	await starts('inbound', undefined);
	expect(trigger.logs.slice(1)).toEqual([
		'4 more like the lines above were only counted.',
		expect.stringMatching(/^A message without/),
	]);
});

test('each node has a line of its own', async () => {
	await starts('inbound', undefined);
	ids.node = 'other';
	await starts('inbound', undefined);
	expect(trigger.logs).toHaveLength(2);
});

test('a message of the other direction is left out without a line', async () => {
	expect(await starts('inbound', 'outbound')).toBe(false);
	expect(await starts('outbound', 'inbound')).toBe(false);
	expect(trigger.logs).toEqual([]);
});
