import { newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const WINDOW_MS = 60_000;

const ids = { workflow: 'workflow', node: 'one' };
const stage = useTriggers({ ids });

/** Delivers a message to a trigger with this direction; whether it started the workflow. */
async function starts(direction: string | undefined, of: unknown): Promise<boolean> {
	const { trigger } = stage;
	trigger.setParameters({ events: ['new_message'], filters: direction === undefined ? {} : { direction, ignoreOwn: false } });
	const before = trigger.executions.length;
	expect((await stage.send(newMessage({ direction: of }))).status).toBe(200);
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
	expect(stage.trigger.logs).toEqual([
		expect.stringMatching(/^A message without a direction didn't start the workflow, .*"Message Direction"/),
	]);
	stage.now += WINDOW_MS;
	await starts('inbound', undefined);
	expect(stage.trigger.logs.slice(1)).toEqual([
		'4 more like the lines above were only counted.',
		expect.stringMatching(/^A message without/),
	]);
});

test('each node has a line of its own', async () => {
	await starts('inbound', undefined);
	ids.node = 'other';
	await starts('inbound', undefined);
	expect(stage.trigger.logs).toHaveLength(2);
});
