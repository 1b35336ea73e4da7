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
		let go: (value: number) => void = () => undefined;
		const begun = new Promise<number>((resolve) => (go = resolve));
		const other = async () => await Promise.resolve(go(1)).then(() => 'two');
		expect(await together(undefined, async () => await begun, other)).toEqual([1, 'two']);
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

	test('both are stopped from outside', async () => {
		const log: string[] = [];
		const stopping = new AbortController();
		const both = together(stopping.signal, endless(log, 'one'), endless(log, 'other'));
		stopping.abort();
		await expect(both).rejects.toThrow('stopped');
		expect(log.filter((line) => line.endsWith('ends'))).toHaveLength(2);
	});
});

test('says a period in minutes and seconds', () => {
	expect([400, 8_200, 60_000, 292_000].map(sayPeriod)).toEqual(['0 s', '8 s', '1 min 0 s', '4 min 52 s']);
});
