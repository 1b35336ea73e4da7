/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULT_KINDS } from '../../../sandbox/faults/kinds';

const tests = ['actionNode.test.ts', 'triggerNode.test.ts'].map((file) => readFileSync(join(__dirname, file), 'utf8')).join('\n');

test.each(Object.keys(FAULT_KINDS))('the nodes are tested against the fault %s', (kind) => {
	expect(tests).toContain(`'${kind}'`);
});
