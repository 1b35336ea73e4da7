/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { ROOT } from '../../sandbox/demo/paths';
import { documentText, tableBelow } from './tables';

const text = documentText('docs/operate/verification.md');

test('lists every code with its status, cause and remedy, and no other', () => {
	const rows = text.split('\n').filter((line) => /^\| `[a-z0-9_]+` \| \d{3} \|/.test(line));
	const expected = Object.entries(REFUSALS).map(
		([code, { status, message, advice }]) => `| \`${code}\` | ${status} | ${message}. | ${advice} |`,
	);
	expect(rows).toEqual(expected);
});

test('names for each step the files that take it', () => {
	const files = tableBelow(documentText('docs/develop/verification-design.md'), 'The steps').flatMap(([, , code = '']) =>
		code.replace(/ \(.*$/, '').split(', '),
	);
	expect(files.length).toBeGreaterThan(10);
	const placeOf = (file: string) => (file.startsWith('shared/') ? file : `MessagingPlatformTrigger/${file}`);
	const missing = files.filter((file) => !existsSync(join(ROOT, 'nodes', placeOf(file))));
	expect(missing).toEqual([]);
});
