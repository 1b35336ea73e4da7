/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import fc from 'fast-check';
import { ACCOUNT } from './deliveries';

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

const nuggets = fc.constantFrom(...NUGGETS);

/** Any JSON object, with names and texts that a careless reader trips over. */
export const oddObjects = fc.object({
	...{ key: fc.constantFrom(...NAMES), maxDepth: 4, maxKeys: 8 },
	values: [fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21), nuggets],
});

/** Changes of a text at one place: a cut, something else in its place, or the same again or turned. */
const edit = fc.record({
	...{ at: fc.nat(), length: fc.nat(11) },
	make: fc.oneof<Array<fc.Arbitrary<(old: string) => string>>>(
		nuggets.map((nugget) => () => nugget),
		fc.integer({ min: 32, max: 126 }).map((code) => () => String.fromCharCode(code)),
		fc.constantFrom<Array<(old: string) => string>>(
			() => '',
			(old) => old.repeat(3),
			(old) => [...old].reverse().join(''),
		),
	),
});

/** Changes of a text at one to four places. */
export const edits = fc.array(edit, { minLength: 1, maxLength: 4 }).map((all) => (text: string) => {
	let result = text;
	for (const { at, length, make } of all) {
		const start = at % (result.length + 1);
		result = result.slice(0, start) + make(result.slice(start, start + length)) + result.slice(start + length);
	}
	return result;
});

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
