/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SCENES } from '../../sandbox/scenes';
import { seedChats } from '../../sandbox/seeds/chats';

const EXAMPLES = path.join(__dirname, '../../examples');

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
