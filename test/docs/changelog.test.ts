/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { gzipSync } from 'node:zlib';
import { documentText } from './tables';

const text = documentText('CHANGELOG.md');
/** The section of the first release, which is the last in the file. */
const first = text.split(/^## /m).at(-1) ?? '';

test('describes the first release on one page', () => {
	expect(first.trimEnd().split('\n').length).toBeLessThanOrEqual(64);
	expect(gzipSync(first).length).toBeLessThanOrEqual(3_072);
});

test('groups the first release by what people do with it', () => {
	expect([...first.matchAll(/^### (.+)$/gm)].map(([, group]) => group)).toEqual(['Send', 'Receive', 'Ask', 'Agents', 'Operate']);
});

test('compares the first release with no earlier state', () => {
	expect(first.match(/\b(no longer|any ?more|previously|formerly|used to|in place of|was|were)\b/gi)).toBeNull();
});
