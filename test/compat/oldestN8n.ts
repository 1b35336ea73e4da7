/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../../sandbox/demo/command';
import type { InstalledN8n } from '../../sandbox/demo/install';
import { withLock } from '../../sandbox/demo/lock';
import { npm, npmEnvironment } from '../../sandbox/demo/npm';
import { DEMO_FOLDER } from '../../sandbox/demo/paths';
import type { N8nRest, WorkflowDefinition } from '../../sandbox/demo/rest';
import { workflowSchema } from '../../sandbox/demo/restSchemas';
import { toStderr } from '../helpers/realN8n';

const folder = path.join(__dirname, 'n8n');
const modules = path.join(folder, 'node_modules');
const stampFile = path.join(modules, '.installed');

/**
 * The settings of n8n 1, which refuses to switch off a module that it doesn't know. It runs on Node.js 20, where its newer
 * expression engine (isolated-vm) doesn't.
 */
export const OLDEST = { N8N_DISABLED_MODULES: undefined, N8N_EXPRESSION_ENGINE: 'legacy' };

/**
 * Installs the n8n of this folder's lock file, unless exactly that is there already: about 4 minutes, 1.7 GB.
 *
 * @throws DemoFailure when npm fails; it names the log
 */
export async function ensureOldestN8n(): Promise<InstalledN8n> {
	const lock = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
	const stamp = createHash('sha256').update(`${lock}\n${process.platform}-${process.arch}`).digest('hex');
	await withLock({ name: 'compat-install', onProgress: toStderr }, async () => {
		if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
		const common = {
			cwd: folder,
			env: npmEnvironment(),
			log: path.join(DEMO_FOLDER, 'compat-install.log'),
			onProgress: toStderr,
		};
		await runCommand({
			...common,
			...npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
			title: 'Downloading the oldest supported n8n',
			remedy: 'The end of the log says what npm could not do; run the same command again.',
		});
		await runCommand({
			...common,
			...npm(['rebuild', 'sqlite3', '--ignore-scripts=false']),
			title: "Building n8n's database driver (sqlite3)",
			remedy: 'It needs Python 3, make and a C++ compiler where no ready-made one can be downloaded.',
		});
		await writeFile(stampFile, stamp);
	});
	return { node: process.execPath, script: path.join(modules, 'n8n/bin/n8n') };
}

/** Saves as the editor of n8n 1 does: n8n 1 requires `active: false` on a new workflow. */
export async function save(rest: N8nRest, definition: WorkflowDefinition): Promise<string> {
	const body = { settings: {}, ...definition, active: false };
	return (await rest.call('POST', '/rest/workflows', workflowSchema, body)).id;
}

/** Publishing as the editor of n8n 1 does, or with false the opposite. */
export async function activate(rest: N8nRest, id: string, active = true): Promise<void> {
	const { versionId } = await rest.getWorkflow(id);
	await rest.call('PATCH', `/rest/workflows/${id}`, workflowSchema, { active, versionId });
}
