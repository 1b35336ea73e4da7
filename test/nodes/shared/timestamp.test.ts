import { readTimestamp } from '../../../nodes/shared/timestamp';

test.each([
	[1_700_000_000_000, 1_700_000_000_000],
	['2023-11-14T22:13:20.000Z', 1_700_000_000_000],
	['2023-11-14T23:13:20+01:00', 1_700_000_000_000],
	['soon', NaN],
	[null, NaN],
	[undefined, NaN],
	[{}, NaN],
])('%j is %d', (value, time) => {
	expect(readTimestamp(value)).toBe(time);
});
