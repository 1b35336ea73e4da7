/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FAULT_KINDS } from '../../sandbox/core/records';
import { RULES } from '../../sandbox/core/rules';
import { ROOT } from '../../sandbox/demo/paths';
import { SCENES } from '../../sandbox/scenes';
import { seedChats } from '../../sandbox/seeds/chats';
import { call, runSandbox } from '../helpers/sandbox';

const readme = readFileSync(path.join(ROOT, 'sandbox/README.md'), 'utf8');
const running = runSandbox();

test('describes each fault and no other', () => {
	const rows = [...readme.matchAll(/^\| `(\w+)` \| (?:API request|chat list|certificate|delivery|send)/gm)];
	expect(rows.map((row) => row[1]).sort()).toEqual(Object.keys(FAULT_KINDS).sort());
});

test('lists every rule with its state at the start, and no other', () => {
	const rows = [...readme.matchAll(/^\| `(\w+)` \| (on|off) \| .+ \| .+ \|$/gm)];
	expect(rows.map(([, name, state]) => [name, state === 'on'])).toEqual(Object.entries(RULES));
});

/** Every control call that a table of README.md names, with values for its parameters. */
function documentedCalls(): string[] {
	const cells = [...readme.matchAll(/^\| (`(?:GET|POST|PUT|PATCH|DELETE)[^|]*) \|/gm)].map((row) => row[1] ?? '');
	return cells.flatMap((cell) => {
		const [, route = ''] = /(\/sandbox\S*)`/.exec(cell) ?? [];
		const methods = cell.match(/GET|POST|PUT|PATCH|DELETE/g) ?? [];
		const variants = [...cell.matchAll(/`\.\.\.(\/\w+)`/g)].map((one) => route.replace(/\/\w+$/, one[1] ?? ''));
		return [route, ...variants].flatMap((one) => methods.map((method) => `${method} ${one}`));
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

const EXAMPLES = path.join(ROOT, 'examples');

test.each(SCENES)('the scene of $example names a file that exists, and people of a fresh sandbox', ({ example, steps }) => {
	expect(existsSync(path.join(EXAMPLES, example))).toBe(true);
	const people = seedChats(0).filter((chat) => chat.channel === 'tg').length;
	const last = Math.max(...steps.map((step) => ('person' in step ? (step.person ?? 0) : 0)));
	// three casts, each of which begins one person later
	expect(last + 2).toBeLessThan(people);
});

/** They begin with a table, another workflow, a schedule or by hand: there is nothing that someone in a chat could do. */
const WITHOUT_CHAT = [
	'appointment-reminder',
	'ask-several',
	'mailing',
	'mailing-list',
	'next-channel',
	'recover-lost-executions',
];

test('each example that a person in a chat starts has one scene, and one prepares the mailing list', () => {
	const all = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
	const expected = all.filter((file) => !WITHOUT_CHAT.includes(file.replace('.json', '')));
	expect(SCENES.map(({ example }) => example).sort()).toEqual([...expected, 'mailing-list.json'].sort());
});
