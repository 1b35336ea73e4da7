import { Answered, MAX_HANDED_OVER } from '../../../../nodes/MessagingPlatformTrigger/delivery/press';
import type { ButtonKey } from '../../../../nodes/shared/waiting/buttonKey';

const keyOf = (executionId: string): ButtonKey => ({ executionId, choice: 0, tag: 'abcd', resumeToken: '0'.repeat(64) });

/** A hand-over that ends when the test says so. */
function pending() {
	let end: (outcome: 'over' | 'taken') => void = () => undefined;
	const outcome = new Promise<'over' | 'taken'>((resolve) => (end = resolve));
	return { handing: async () => await outcome, end };
}

describe('presses that are handed over', () => {
	test('a bounded number at the same time: more are to be sent again', async () => {
		const answered = new Answered();
		const { handing, end } = pending();
		const all = Array.from(
			{ length: MAX_HANDED_OVER },
			async (_, index) => await answered.handOver(keyOf(`${index + 1}`), handing),
		);
		await expect(answered.handOver(keyOf('999'), handing)).rejects.toMatchObject({ code: 'hand_over', status: 503 });
		end('over');
		expect(new Set(await Promise.all(all))).toEqual(new Set(['over']));
		expect(await answered.handOver(keyOf('999'), handing)).toBe('over');
	});

	test('one of a question at a time: after an answer none, after a refusal the next', async () => {
		const answered = new Answered();
		const [first, second, third] = [pending(), pending(), pending()];
		const started: number[] = [];
		const presses = [first, second, third].map(
			async ({ handing }, index) =>
				await answered.handOver(keyOf('7'), async () => {
					started.push(index);
					return await handing();
				}),
		);
		first.end('over');
		second.end('taken');
		expect(await Promise.all(presses)).toEqual(['over', 'taken', 'over']);
		expect(started).toEqual([0, 1]);
	});
});
