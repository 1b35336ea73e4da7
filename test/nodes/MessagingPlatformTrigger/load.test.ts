/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Answer, type WireRequest, newMessage } from '../../helpers/deliveries';
import { useTriggers } from '../../helpers/useTriggers';

// ends only a test that hangs: on a busy machine each takes minutes
jest.setTimeout(10 * 60_000);

const stage = useTriggers();

/** Sends the first, which proves the key, and then all others at once. */
async function sendAll([first, ...others]: WireRequest[]): Promise<Answer[]> {
	const answer = await stage.trigger.send(first ?? {});
	return [answer, ...(await Promise.all(others.map(async (request) => await stage.trigger.send(request))))];
}

test('takes 1,000 deliveries at once: each starts one execution, with one key fetch and one read of the credential', async () => {
	const requests = Array.from({ length: 1_000 }, (_, index) => stage.request(newMessage({}, { id: `load-${index}` })));
	const answers = await sendAll(requests);
	expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
	expect(new Set(stage.trigger.executions.map(([item]) => item?.json.eventId)).size).toBe(1_000);
	expect(stage.trigger.executions).toHaveLength(1_000);
	expect(stage.platform.keyServer.requests).toEqual(['/keys/true.pem']);
	expect(stage.trigger.credentialReads).toBe(1);
	expect(stage.trigger.logs).toEqual([]);
});

test('accepts the true and rejects the forged among 200 mixed at once', async () => {
	const requests = Array.from({ length: 200 }, (_, index) => {
		const key = index % 2 === 0 ? stage.platform.key : stage.platform.otherKey;
		return stage.request(newMessage({}, { id: `mixed-${index}` }), { key });
	});
	const answers = await sendAll(requests);
	expect(answers.map(({ status }) => status)).toEqual(requests.map((_, index) => (index % 2 === 0 ? 200 : 401)));
	expect(stage.trigger.executions).toHaveLength(100);
	// The first fetch, and one more for the forged: the platform may have changed its key.
	expect(stage.platform.keyServer.requests.length).toBeLessThanOrEqual(2);
});

test('keeps nothing of an id, however long it is', async () => {
	const { executions } = stage.trigger;
	const inUse = (): number => {
		setFlagsFromString('--expose-gc');
		runInNewContext('gc')();
		return getHeapStatistics().used_heap_size;
	};
	// Made again each time, because a list of them would itself be kept.
	const deliverLong = async (index: number) => await stage.outcome(newMessage({}, { id: `${index} `.padEnd(3_000_000, 'x') }));
	// The first delivery leaves things in memory for good that aren't IDs.
	await stage.outcome(newMessage());
	const before = inUse();
	for (let index = 0; index < 10; index += 1) expect(await deliverLong(index)).toEqual([200, undefined]);
	expect(executions).toHaveLength(11);
	executions.length = 0;
	// The ids alone are 30 MB.
	expect(inUse() - before).toBeLessThan(10_000_000);
	expect(await deliverLong(0)).toEqual([200, 'duplicate']);
});
