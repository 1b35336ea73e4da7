/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deliveryOf, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers();

test('keeps nothing of an id, however long it is', async () => {
	const { send, executions } = await stage.start();
	const inUse = (): number => {
		setFlagsFromString('--expose-gc');
		runInNewContext('gc')();
		return getHeapStatistics().used_heap_size;
	};
	const deliver = async (body: string) => {
		const { status, code } = await send(deliveryOf(body, stage.platform.token({ claims: { jti: String(Math.random()) } })));
		return [status, code];
	};
	// Made again each time, because a list of them would itself be kept.
	const deliverLong = async (index: number) => await deliver(newMessage({}, { id: `${index} `.padEnd(3_000_000, 'x') }));
	// The first delivery leaves things in memory for good that aren't IDs.
	await deliver(newMessage());
	const before = inUse();
	for (let index = 0; index < 30; index += 1) expect(await deliverLong(index)).toEqual([200, undefined]);
	expect(executions).toHaveLength(31);
	executions.length = 0;
	// The ids alone are 90 MB.
	expect(inUse() - before).toBeLessThan(20_000_000);
	expect(await deliverLong(0)).toEqual([200, 'duplicate']);
});
