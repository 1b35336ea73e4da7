/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { setTimeout as delay } from 'node:timers/promises';
import { sayPeriod } from '../../../sandbox/demo/progress';
import { together } from '../../../sandbox/demo/together';

/** Work that continues until it is stopped, and then needs a moment to end. */
const endless =
	(log: string[], name: string) =>
	async (signal: AbortSignal): Promise<never> => {
		log.push(`${name} begins`);
		await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
		await delay(20);
		log.push(`${name} ends`);
		throw new Error(`${name}: stopped.`);
	};

describe('two things at the same time', () => {
	test('begin both at once, and give what each gives', async () => {
		const log: string[] = [];
		let go: () => void = () => undefined;
		const waiting = new Promise<void>((resolve) => {
			go = resolve;
		});
		const both = together(
			undefined,
			async () => {
				await waiting;
				return 1;
			},
			async () => {
				log.push('the other begins');
				go();
				return 'two';
			},
		);
		expect(await both).toEqual([1, 'two']);
		expect(log).toEqual(['the other begins']);
	});

	test.each([true, false])(
		'stop and wait for the other when one fails, and tell why that one failed (the first: %s)',
		async (isFirst) => {
			const log: string[] = [];
			const fails = async (): Promise<never> => {
				throw new Error('the disk is full');
			};
			const goesOn = endless(log, 'the download');
			const both = isFirst ? together(undefined, fails, goesOn) : together(undefined, goesOn, fails);
			await expect(both).rejects.toThrow('the disk is full');
			expect(log.at(-1)).toBe('the download ends');
		},
	);

	test('both are stopped from outside, even before they began', async () => {
		const log: string[] = [];
		const stopping = new AbortController();
		const both = together(stopping.signal, endless(log, 'one'), endless(log, 'other'));
		stopping.abort();
		await expect(both).rejects.toThrow('stopped');
		expect(log.filter((line) => line.endsWith('ends'))).toHaveLength(2);

		const seen: boolean[] = [];
		const look = async (signal: AbortSignal) => void seen.push(signal.aborted);
		await together(stopping.signal, look, look);
		expect(seen).toEqual([true, true]);
	});
});

test.each([
	[400, '0 s'],
	[8_200, '8 s'],
	[60_000, '1 min 0 s'],
	[292_000, '4 min 52 s'],
])('%i ms is said as %s', (ms, said) => expect(sayPeriod(ms)).toBe(said));
