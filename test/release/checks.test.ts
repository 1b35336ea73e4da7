/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const run = textOf('.ci/run');
const nightly = textOf('.ci/nightly');

test('.ci/run begins as README.md says: tools, npm ci, npm test', () => {
	const commands = run.split('\n').filter((line) => /^(step|script|npm)\b/.test(line));
	expect(commands.slice(0, 3)).toEqual(['step tools install_tools', 'npm ci', 'step test npm test']);
});

test('.ci/run and .ci/nightly run all tests that package.json has', () => {
	const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'));
	const names = Object.keys(scripts).filter((name) => name.startsWith('test:'));
	expect(names.filter((name) => !`${run}${nightly}`.includes(name))).toEqual([]);
});

test('GitHub runs every part of .ci/nightly each day', () => {
	const parts = [...nightly.matchAll(/^part_(\w+)/gm)].map(([, part = '']) => part);
	expect(nightly).toContain(`parts=(${parts.join(' ')})`);
	const [, matrix = ''] = /part: \[(.+)\]/.exec(textOf('.github/workflows/nightly.yml')) ?? [];
	// newest-n8n.yml runs that one.
	expect([...matrix.split(', '), 'newest'].sort()).toEqual(parts.sort());
});

test('every story is there', () => {
	const stories = [...textOf('test/stories.config.js').matchAll(/'(\w+\/\w+)'/g)].map(([, story]) => `test/${story}.test.ts`);
	expect(stories.length).toBeGreaterThan(10);
	expect(stories.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
