/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createProxy } from 'node:http';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { z } from 'zod';
import { ensureTarball, unpack } from '../../sandbox/demo/pack';
import { N8N_PACKAGE } from '../../sandbox/demo/paths';
import { CREDENTIAL_TYPE, credentialData, loadExample } from '../../sandbox/demo/provision';
import { createSigningKey } from '../../sandbox/security/signing';
import { chatOf, say, sentTo } from '../helpers/sandbox';
import { type RealN8n, startRealN8n, toStderr, publishWorkflow, unpublishWorkflow } from '../helpers/realN8n';
import { listen } from '../helpers/servers';
import { found } from '../e2e/workflows';

/** The host of the registry that n8n always uses, as the code of the installed n8n names it: another one is a licensed feature. */
function registryHost(): string {
	const file = 'n8n/dist/modules/community-packages/community-packages.service.js';
	const code = readFileSync(path.join(N8N_PACKAGE, 'node_modules', file), 'utf8');
	const [, address] = /DEFAULT_REGISTRY = '([^']+)'/.exec(code) ?? [];
	if (!address) throw new Error(`${file} no longer names n8n's registry: adapt this test to the new n8n.`);
	return new URL(address).host;
}

/** A version of a package as its tarball. */
interface Release {
	version: string;
	tarball: Buffer;
	/** The package.json of the tarball. */
	manifest: Record<string, unknown>;
}

/** The npm registry played on loopback: nothing else can be reached through its proxy. */
interface LocalRegistry {
	/** For n8n and the npm that it runs. */
	env: Record<string, string>;
	/** The last one is "latest". */
	releases: Release[];
	/** Paths that were asked for. */
	requests: string[];
	close(): Promise<void>;
}

/** The registry's data of one version. */
function describe({ version, tarball, manifest }: Release, name: string) {
	return {
		...manifest,
		name,
		version,
		dist: {
			tarball: `https://${registryHost()}/${name}/-/${name}-${version}.tgz`,
			integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
			shasum: createHash('sha1').update(tarball).digest('hex'),
		},
	};
}

/** Starts the registry with the releases of one package, and a proxy that leads only to it. */
async function startRegistry(name: string, certificateFile: string): Promise<LocalRegistry> {
	const releases: Release[] = [];
	const requests: string[] = [];
	const { privateKeyPem: key, certificatePem: cert } = await createSigningKey({
		commonName: registryHost(),
		host: registryHost(),
	});
	await writeFile(certificateFile, cert);
	const app = fastify({ https: { key, cert }, forceCloseConnections: true });
	app.addHook('onRequest', async (request) => void requests.push(request.url));
	app.get(`/${name}`, (_request, reply) => {
		if (releases.length === 0) return reply.status(404).send({ error: 'Not found' });
		return {
			name,
			'dist-tags': { latest: releases.at(-1)?.version },
			versions: Object.fromEntries(releases.map((release) => [release.version, describe(release, name)])),
		};
	});
	app.get<{ Params: { version: string } }>(`/${name}/:version`, (request, reply) => {
		const { version } = request.params;
		const release = version === 'latest' ? releases.at(-1) : releases.find((one) => one.version === version);
		return release ? describe(release, name) : reply.status(404).send({ error: 'Not found' });
	});
	app.get<{ Params: { file: string } }>(`/${name}/-/:file`, (request, reply) => {
		const release = releases.find(({ version }) => request.params.file === `${name}-${version}.tgz`);
		return release ? reply.type('application/octet-stream').send(release.tarball) : reply.status(404).send();
	});
	await app.ready();
	const proxy = createProxy((_request, response) => void response.writeHead(403).end());
	proxy.on('connect', ({ url }, client: Socket) => {
		client.on('error', () => client.destroy());
		if (url !== `${registryHost()}:443`) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		app.server.emit('connection', client);
	});
	const { origin: address, close } = await listen(proxy);
	return {
		env: {
			HTTPS_PROXY: address,
			https_proxy: address,
			HTTP_PROXY: address,
			http_proxy: address,
			NODE_EXTRA_CA_CERTS: certificateFile,
			// npm's own settings of this machine must not lead anywhere else.
			npm_config_registry: `https://${registryHost()}/`,
			npm_config_userconfig: `${certificateFile}.user`,
			npm_config_globalconfig: `${certificateFile}.global`,
			npm_config_https_proxy: address,
			npm_config_proxy: address,
			npm_config_cache: `${certificateFile}.cache`,
			npm_config_fetch_retries: '0',
			npm_config_update_notifier: 'false',
		},
		releases,
		requests,
		close: async () => {
			await app.close();
			await close();
		},
	};
}

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

const installedAt = () => path.join(real.n8n.userFolder, '.n8n/nodes/node_modules', NAME);

const installed = async () => await real.rest.call('GET', '/rest/community-packages', z.array(packageSchema));

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
	const answer = async () => (await sentTo(real.sandbox, chat)).find((message) => message.text === `You wrote: ${text}`);
	await found(answer, `the answer to "${text}"`);
}

const saved = async () => await real.rest.call('GET', `/rest/workflows/${workflowId}`, savedSchema);

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
	await expect(access(path.join(installedAt(), 'node_modules'))).rejects.toThrow('ENOENT');
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
	await expect(access(installedAt())).rejects.toThrow('ENOENT');
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
