/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { SCENES } from '../../sandbox/scenes';
import { seedChannels } from '../../sandbox/seeds/channels';
import { seedChats } from '../../sandbox/seeds/chats';

test.each(SCENES)(
	'the scene of $example names a file that exists, and people of a fresh sandbox',
	({ example, channel, steps }) => {
		expect(existsSync(path.join(__dirname, '../../examples', example))).toBe(true);
		expect(seedChannels().map((one) => one.channel)).toContain(channel);
		const people = seedChats(0).filter((chat) => chat.channel === channel).length;
		for (const step of steps) expect('person' in step ? (step.person ?? 0) : 0).toBeLessThan(people);
	},
);

test('each example has up to one scene, so that its file names it', () => {
	const examples = SCENES.map(({ example }) => example);
	expect(new Set(examples).size).toBe(examples.length);
});
