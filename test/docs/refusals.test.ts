/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/refusals';

const text = readFileSync(join(__dirname, '../../docs/verification.md'), 'utf8');

test('lists every code with its status, what happened and what to do, and no other', () => {
	const rows = text.split('\n').filter((line) => /^\| `[a-z0-9_]+` \| \d{3} \|/.test(line));
	const expected = Object.entries(REFUSALS).map(
		([code, { status, message, advice }]) => `| \`${code}\` | ${status} | ${message}. | ${advice} |`,
	);
	expect(rows).toEqual(expected);
});
