/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { existsSync } from 'node:fs';
import { AREAS } from './areas';

test.each(AREAS)('the tests of $name are found by mocha', ({ tests, slow = [] }) => {
	for (const pattern of [...tests, ...slow]) {
		expect(pattern).not.toMatch(/[{,}]/);
		const [start = ''] = pattern.split('/**');
		expect([pattern, existsSync(start)]).toEqual([pattern, true]);
	}
});
