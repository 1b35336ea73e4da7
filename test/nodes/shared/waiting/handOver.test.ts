import fc from 'fast-check';
import { readNote, writeNote } from '../../../../nodes/shared/waiting/handOver';

const OURS = 'eyJhbGciOiJIUzI1NiJ9.e30.signature';

const notes = fc.record({
	host: fc.record({ hostname: fc.domain(), port: fc.constantFrom('', '5678') }),
	toleranceMs: fc.integer({ min: 0, max: 600_000 }),
});
const handOvers = fc.record({ executionId: fc.bigInt({ min: 1n, max: 10n ** 19n - 1n }).map(String), body: fc.uint8Array() });

describe("the trigger's note to the waiting execution", () => {
	test('comes back as it was written', () => {
		fc.assert(
			fc.property(notes, handOvers, (note, handedOver) => {
				expect(readNote(writeNote(note, handedOver, OURS), handedOver, OURS)).toEqual(note);
			}),
		);
	});

	test('is worth nothing beside another body or execution, or with another API token', () => {
		fc.assert(
			fc.property(notes, handOvers, handOvers, (note, handedOver, other) => {
				const written = writeNote(note, handedOver, OURS);
				fc.pre(other.executionId !== handedOver.executionId);
				expect(readNote(written, { ...handedOver, executionId: other.executionId }, OURS)).toBeUndefined();
				expect(readNote(written, { ...handedOver, body: Buffer.concat([handedOver.body, Buffer.of(1)]) }, OURS)).toBeUndefined();
				expect(readNote(written, handedOver, `${OURS}x`)).toBeUndefined();
			}),
		);
	});

	test('with any one character changed, and anything else, it is none', () => {
		const handedOver = { executionId: '36', body: Buffer.from('{}') };
		const written = writeNote({ host: { hostname: 'n8n.example.com', port: '' }, toleranceMs: 30_000 }, handedOver, OURS);
		// the last character holds four bits of the signature and two that count for nothing
		for (let at = 0; at < written.length - 1; at += 1) {
			const changed = written.slice(0, at) + (written[at] === 'A' ? 'B' : 'A') + written.slice(at + 1);
			expect(readNote(changed, handedOver, OURS)).toBeUndefined();
		}
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.anything()), (header) => {
				expect(readNote(header, handedOver, OURS)).toBeUndefined();
			}),
		);
	});
});
