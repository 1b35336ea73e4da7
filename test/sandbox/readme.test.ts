/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULT_KINDS } from '../../sandbox/core/records';
import { call, runSandbox } from '../helpers/sandbox';

const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');
const running = runSandbox();

test.each(Object.keys(FAULT_KINDS))('README.md describes the fault %s', (kind) => {
	expect(readme).toContain(`| \`${kind}\` |`);
});

test('describes no fault that does not exist', () => {
	const rows = [...readme.matchAll(/^\| `(\w+)` \| (?:API request|chat list|certificate|delivery|send)/gm)];
	expect(rows.map((row) => row[1]).sort()).toEqual(Object.keys(FAULT_KINDS).sort());
});

/** Every control call that a table of README.md names, with values for its parameters. */
function documentedCalls(): string[] {
	const cells = [...readme.matchAll(/^\| (`(?:GET|POST|PUT|PATCH|DELETE)[^|]*) \|/gm)].map((row) => row[1] ?? '');
	return cells.flatMap((cell) => {
		const [, path = ''] = /(\/sandbox\S*)`/.exec(cell) ?? [];
		const methods = cell.match(/GET|POST|PUT|PATCH|DELETE/g) ?? [];
		const variants = [...cell.matchAll(/`\.\.\.(\/\w+)`/g)].map((one) => path.replace(/\/\w+$/, one[1] ?? ''));
		return [path, ...variants].flatMap((one) => methods.map((method) => `${method} ${one}`));
	});
}

test.each([...new Set(documentedCalls())])('%s is there', async (documented) => {
	const request = documented.replace(':chatRef', '70001').replace(':channel/:channelId', 'tg/4100').replace(/:\w+/g, 'nothing');
	if (documented.endsWith('/feed')) return;
	const { status, text } = await call(running.sandbox, request, {
		token: null,
		body: request.startsWith('GET') ? undefined : {},
	});
	expect([status < 500, text.includes('There is no ' + request.split('?')[0])]).toEqual([true, false]);
});
