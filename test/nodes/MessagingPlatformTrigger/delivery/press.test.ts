import fc from 'fast-check';
import type { Outcome } from '../../../../nodes/MessagingPlatformTrigger/delivery/handOver';
import { Ended, MAX_HANDED_OVER } from '../../../../nodes/MessagingPlatformTrigger/delivery/press';
import { Refusal } from '../../../../nodes/shared/verification/refusals';
import type { ButtonKey } from '../../../../nodes/shared/waiting/buttonKey';

const keyOf = (executionId: string): ButtonKey => ({
	executionId,
	choice: 0,
	tag: 'abcd',
	askedAt: 0,
	resumeToken: '0'.repeat(64),
});

/** A hand-over that ends when the test says so. */
function pending() {
	let end: (outcome: Outcome) => void = () => undefined;
	const outcome = new Promise<Outcome>((resolve) => (end = resolve));
	return { handing: async () => await outcome, end };
}

describe('presses that are handed over', () => {
	test('a bounded number at the same time: more are to be sent again', async () => {
		const ended = new Ended();
		const { handing, end } = pending();
		const all = Array.from({ length: MAX_HANDED_OVER }, async (_, index) => await ended.handOver(keyOf(`${index + 1}`), handing));
		await expect(ended.handOver(keyOf('999'), handing)).rejects.toMatchObject({ code: 'hand_over', status: 503 });
		end('not_taken');
		expect(new Set(await Promise.all(all))).toEqual(new Set(['not_taken']));
		expect(await ended.handOver(keyOf('999'), handing)).toBe('not_taken');
	});

	test('one of a question at a time: after an answer none, after a refusal the next', async () => {
		const ended = new Ended();
		const [first, second, third] = [pending(), pending(), pending()];
		const started: number[] = [];
		const presses = [first, second, third].map(
			async ({ handing }, index) =>
				await ended.handOver(keyOf('7'), async () => {
					started.push(index);
					return await handing();
				}),
		);
		first.end('not_taken');
		second.end('taken');
		expect(await Promise.all(presses)).toEqual(['not_taken', 'taken', 'ended']);
		expect(started).toEqual([0, 1]);
	});

	test('of an execution that has ended n8n is asked once', async () => {
		const ended = new Ended();
		let asked = 0;
		const handing = async (): Promise<Outcome> => {
			asked += 1;
			return 'ended';
		};
		for (let press = 0; press < 1_000; press += 1) expect(await ended.handOver(keyOf('7'), handing)).toBe('ended');
		expect(asked).toBe(1);
	});
});

/** What n8n keeps of an execution: it resumes one that it reads as waiting and that still waits when it writes. */
class Execution {
	taken = 0;

	private status: 'waiting' | 'ended' = 'waiting';

	async resume(schedule: (what: string) => Promise<unknown>, fails: boolean): Promise<Outcome> {
		await schedule('n8n reads');
		if (this.status === 'ended') return 'ended';
		if (fails) throw new Refusal('hand_over', 'n8n failed');
		await schedule('n8n writes');
		if (this.status !== 'waiting') return 'ended';
		this.status = 'ended';
		this.taken += 1;
		return 'taken';
	}

	timeIsOver(): void {
		this.status = 'ended';
	}
}

test('in whatever order the steps of presses in two processes come, a question is answered once or its time is over', async () => {
	const presses = fc.array(fc.record({ process: fc.nat({ max: 1 }), fails: fc.boolean() }), { minLength: 1, maxLength: 6 });
	const orders = fc.asyncProperty(fc.scheduler(), presses, fc.boolean(), async (scheduler, all, hasLimit) => {
		const execution = new Execution();
		const processes = [new Ended(), new Ended()];
		const schedule = async (what: string) => await scheduler.schedule(Promise.resolve(), what);
		const limit = schedule('the time is over').then(() => hasLimit && execution.timeIsOver());
		const outcomes = all.map(async ({ process, fails }) => {
			await schedule('a press arrives');
			const handing = async () => await execution.resume(schedule, fails);
			return await processes[process]?.handOver(keyOf('7'), handing).catch(() => 'sent again');
		});
		await scheduler.waitFor(Promise.all([...outcomes, limit]));
		const came = await Promise.all(outcomes);
		expect(came.filter((outcome) => outcome === 'taken')).toHaveLength(execution.taken);
		expect(execution.taken).toBeLessThanOrEqual(1);
		// nobody was told that it had ended while it waited
		if (!hasLimit && came.includes('ended')) expect(execution.taken).toBe(1);
	});
	await fc.assert(orders, { numRuns: 3_000 });
});
