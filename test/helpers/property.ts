/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import fc from 'fast-check';

/** How much more is tried than in `npm test`: RUNS=5 in .ci/nightly. */
export const RUNS = Number(process.env.RUNS ?? 1);

/** Any character. fast-check's own unit of this kind, "binary", takes a second of each process. */
export const character = fc
	.integer({ min: 0, max: 0x10ffff })
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code));

/** Tries a property with `few` values in `npm test`, and with more of them each night. */
export async function property<Value>(
	values: fc.Arbitrary<Value>,
	holds: (value: Value) => Promise<void>,
	few = 5,
): Promise<void> {
	await fc.assert(fc.asyncProperty(values, holds), { numRuns: few * RUNS });
}
