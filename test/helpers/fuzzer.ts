/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import fc from 'fast-check';
import { ACCOUNT } from './deliveries';

/** A small generator of repeatable random numbers (Lehmer's), so that a finding can be played again by its seed. */
export function createRandom(seed: number): () => number {
	let state = seed;
	return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const NUGGETS = [
	...'. .. " { } [ ] : , \\ \\u0000 __proto__ constructor null true -1 1e999 9007199254740993 none RS512 HS512 x5u crit'.split(
		' ',
	),
	...['aud', '', ' ', '\0', ACCOUNT, 'http://evil.example/', '🙂', 'é', '\u202e'],
	...['Bearer', 'JWT', 'eyJ', '='.repeat(4), 'A'.repeat(700)],
];

const NAMES = [
	...'id name accountId command message chat chatAddress channel channelId chatId tbChatId direction text attachments'.split(' '),
	...'senderInfo tags tag timestamp sentTimestamp remoteContact nationalName fullChannel'.split(' '),
	...NUGGETS,
];

/** Makes random changes and random values out of a repeatable source. */
export class Fuzzer {
	constructor(private readonly random: () => number) {}

	int(limit: number): number {
		return Math.floor(this.random() * limit);
	}

	pick<Value>(values: readonly Value[]): Value {
		const value = values[this.int(values.length)];
		if (value === undefined) throw new Error('nothing to pick from');
		return value;
	}

	/** Changes a text at one to four places: cuts, repeats, replaces, inserts. */
	mutate(text: string): string {
		let result = text;
		for (let count = 1 + this.int(4); count > 0; count -= 1) {
			const start = this.int(result.length + 1);
			const end = Math.min(result.length, start + this.int(12));
			const middle = this.pick([
				() => '',
				() => this.pick(NUGGETS),
				() => result.slice(start, end).repeat(3),
				() => String.fromCharCode(32 + this.int(95)),
				() => result.slice(start, end).split('').reverse().join(''),
			])();
			result = result.slice(0, start) + middle + result.slice(end);
		}
		return result;
	}

	/** Any JSON value, not too deep. */
	value(depth = 0): unknown {
		const kind = this.int(depth > 3 ? 5 : 8);
		if (kind === 0) return null;
		if (kind === 1) return this.int(2) === 0;
		if (kind === 2) return this.pick([0, -1, 1.5, 1e21, this.int(1e9)]);
		if (kind < 5) return this.pick(NUGGETS);
		if (kind === 5) return Array.from({ length: this.int(4) }, () => this.value(depth + 1));
		return this.object(depth + 1);
	}

	object(depth = 0): Record<string, unknown> {
		return Object.fromEntries(Array.from({ length: this.int(8) }, () => [this.pick(NAMES), this.value(depth + 1)]));
	}
}

/** How much more is tried than in `npm test`: RUNS=5 in .ci/nightly. */
export const RUNS = Number(process.env.RUNS ?? 1);

/** Any character. fast-check's own unit of this kind, "binary", takes a second of each process. */
export const character = fc
	.integer({ min: 0, max: 0x10ffff })
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code));

/** Tries a property with `few` values in `npm test`, and with more of them each night. */
export async function property<Value>(values: fc.Arbitrary<Value>, holds: (value: Value) => Promise<void>, few = 5) {
	await fc.assert(fc.asyncProperty(values, holds), { numRuns: few * RUNS });
}
