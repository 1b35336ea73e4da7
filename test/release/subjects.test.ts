/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';

/** Checks subjects as CI does. */
function check(...subjects: string[]) {
	const { status, stdout } = spawnSync(path.join(ROOT, '.ci/subjects'), { input: `${subjects.join('\n')}\n`, encoding: 'utf8' });
	return { status, stdout };
}

test('accepts imperative subjects of up to 72 characters', () => {
	const longest = `feat(trigger): add ${'x'.repeat(53)}`;
	expect(longest).toHaveLength(72);
	const subjects = [
		longest,
		'fix: pass errors on',
		'test(e2e): embed a page',
		'ci: lint',
		'feat(api)!: rename a field',
		'docs: re-read all',
	];
	expect(check(...subjects)).toEqual({ status: 0, stdout: '' });
});

test.each([
	[`feat(trigger): add ${'x'.repeat(54)}`, '73 characters, up to 72 are allowed'],
	['Add a field', 'expected "type(scope): verb …"'],
	['feat(trigger) add a field', 'expected "type(scope): verb …"'],
	['change(trigger): add a field', 'expected "type(scope): verb …"'],
	['feat(trigger): Add a field', 'expected "type(scope): verb …"'],
	['feat(trigger): add a field; remove another', 'a semicolon: one change per commit'],
	['feat(trigger): added a field', '"added" is not an imperative verb'],
	['feat(trigger): adding a field', '"adding" is not an imperative verb'],
	['feat(trigger): adds a field', '"adds" is not an imperative verb'],
])('rejects "%s"', (subject, problem) => {
	expect(check('docs: mend a link', subject)).toEqual({ status: 1, stdout: `${subject}: ${problem}\n` });
});
