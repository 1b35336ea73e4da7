/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ensureTarball, unpack } from '../../sandbox/demo/pack';
import { CREDENTIAL_TYPE, credentialData, loadExample } from '../../sandbox/demo/provision';
import { chatOf, say, sentTo } from '../helpers/sandbox';
import { type RealN8n, startRealN8n, toStderr, publishWorkflow, unpublishWorkflow } from '../helpers/realN8n';
import { type LocalRegistry, type Release, startRegistry } from './registry';
import { waitFor } from '../helpers/waitFor';

const NAME = 'n8n-nodes-messaging-platform';
const PREVIOUS = '0.0.9';
const TYPES = ['messagingPlatform', 'messagingPlatformTrigger'].map((type) => `${NAME}.${type}`);

const packageSchema = z.object({
	packageName: z.string(),
	installedVersion: z.string(),
	updateAvailable: z.string().optional(),
	failedLoading: z.boolean().optional(),
	installedNodes: z.array(z.object({ type: z.string() })),
});
const savedSchema = z.object({ active: z.boolean(), nodes: z.array(z.unknown()), connections: z.record(z.unknown()) });

let folder: string;
let registry: LocalRegistry;
let real: RealN8n;
let current: Release;
let previous: Release;
let workflowId: string;

/** The package of today, and the same one under an earlier version number. */
async function releases(): Promise<[Release, Release]> {
	const tarball = await ensureTarball({ onProgress: toStderr });
	const unpacked = path.join(folder, 'package');
	await unpack(tarball.file, unpacked, { onProgress: () => undefined });
	const manifest: Record<string, unknown> = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8'));
	const older = { ...manifest, version: PREVIOUS };
	await writeFile(path.join(unpacked, 'package.json'), JSON.stringify(older));
	execFileSync('tar', ['-czf', path.join(folder, 'older.tgz'), '-C', folder, 'package']);
	return [
		{ version: PREVIOUS, manifest: older, tarball: await readFile(path.join(folder, 'older.tgz')) },
		{ version: tarball.version, manifest, tarball: await readFile(tarball.file) },
	];
}

beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-install-'));
	[previous, current] = await releases();
	registry = await startRegistry(NAME, path.join(folder, 'registry.pem'));
	real = await startRealN8n({ withPackage: false, env: registry.env });
}, 900_000);
afterAll(async () => {
	await real?.close();
	await registry?.close();
	await rm(folder, { recursive: true, force: true });
});

async function installed() {
	return await real.rest.call('GET', '/rest/community-packages', z.array(packageSchema));
}

/** Lists the package's node types that n8n knows. */
async function knownTypes(): Promise<string[]> {
	return (await real.rest.nodeTypes())
		.map(({ name }) => name)
		.filter((name) => TYPES.includes(name))
		.sort();
}

/** Writes as a person and waits for the bot's answer. */
async function answered(text: string): Promise<void> {
	const chat = chatOf(real.sandbox, 'tg');
	await say(real.sandbox, chat, { text });
	await waitFor(
		async () => (await sentTo(real.sandbox, chat)).some((message) => message.text === `You wrote: ${text}`),
		`the answer to "${text}"`,
	);
}

async function saved() {
	return await real.rest.call('GET', `/rest/workflows/${workflowId}`, savedSchema);
}

test('reports a package that is not in the registry', async () => {
	expect(await knownTypes()).toEqual([]);
	await expect(real.rest.call('POST', '/rest/community-packages', packageSchema, { name: NAME })).rejects.toThrow(
		/does not exist/,
	);
});

test('installs by its name, and works at once', async () => {
	registry.releases.push(previous);
	const result = await real.rest.call('POST', '/rest/community-packages', packageSchema, { name: NAME });
	expect(result).toMatchObject({ packageName: NAME, installedVersion: PREVIOUS });
	expect(result.installedNodes.map(({ type }) => type).sort()).toEqual(TYPES);
	expect(await knownTypes()).toEqual(TYPES);
	const credential = await real.rest.createCredential('Sandbox', CREDENTIAL_TYPE, credentialData(real.sandbox));
	workflowId = (await real.rest.createWorkflow(await loadExample('echo-bot.json', credential))).id;
	await publishWorkflow(real, workflowId);
	await answered('before the update');
});

test('installs nothing else with it', async () => {
	const modules = path.join(real.n8n.userFolder, '.n8n/nodes/node_modules', NAME, 'node_modules');
	await expect(access(modules)).rejects.toThrow('ENOENT');
});

test('offers an update, and leaves the published workflow unchanged and running', async () => {
	registry.releases.push(current);
	expect(await installed()).toMatchObject([
		{ installedVersion: PREVIOUS, updateAvailable: current.version, failedLoading: false },
	]);
	const before = await saved();
	const result = await real.rest.call('PATCH', '/rest/community-packages', packageSchema, { name: NAME });
	expect(result.installedVersion).toBe(current.version);
	expect(await knownTypes()).toEqual(TYPES);
	expect(await saved()).toEqual(before);
	expect(before.active).toBe(true);
	await answered('after the update');
	const [offered] = await installed();
	expect(offered?.updateAvailable).toBeUndefined();
});

test('uninstalls without a trace, and a saved workflow works again after a new installation', async () => {
	await unpublishWorkflow(real, workflowId);
	await real.rest.call('DELETE', `/rest/community-packages?name=${NAME}`, z.unknown());
	expect(await knownTypes()).toEqual([]);
	expect(await installed()).toEqual([]);
	await expect(access(path.join(real.n8n.userFolder, '.n8n/nodes/node_modules', NAME))).rejects.toThrow('ENOENT');
	const kept = await saved();
	await real.rest.call('POST', '/rest/community-packages', packageSchema, { name: NAME, version: current.version });
	await publishWorkflow(real, workflowId);
	await answered('installed again');
	expect((await saved()).nodes).toEqual(kept.nodes);
});

test('loads all of that from the local registry', () => {
	expect(registry.requests.some((url) => url.endsWith(`${NAME}-${PREVIOUS}.tgz`))).toBe(true);
	expect(registry.requests.some((url) => url.endsWith(`${NAME}-${current.version}.tgz`))).toBe(true);
	expect(registry.requests.filter((url) => !url.startsWith(`/${NAME}`))).toEqual([]);
});
