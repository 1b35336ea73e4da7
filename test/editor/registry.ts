/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer as createProxy, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import fastify from 'fastify';
import { N8N_PACKAGE } from '../../sandbox/demo/paths';
import { createSigningKey } from '../../sandbox/security/signing';

/** The host of the registry that n8n always uses, as the code of the installed n8n names it: another one is a licensed feature. */
function registryHost(): string {
	const file = 'n8n/dist/modules/community-packages/community-packages.service.js';
	const code = readFileSync(path.join(N8N_PACKAGE, 'node_modules', file), 'utf8');
	const [, address] = /DEFAULT_REGISTRY = '([^']+)'/.exec(code) ?? [];
	if (!address) throw new Error(`${file} no longer names n8n's registry: adapt this test to the new n8n.`);
	return new URL(address).host;
}

/** A version of a package as its tarball. */
export interface Release {
	version: string;
	tarball: Buffer;
	/** The package.json of the tarball. */
	manifest: Record<string, unknown>;
}

/** The npm registry played on loopback: nothing else can be reached through its proxy. */
export interface LocalRegistry {
	/** For n8n and the npm that it runs. */
	env: Record<string, string>;
	/** The last one is "latest". */
	releases: Release[];
	/** Paths that were asked for. */
	requests: string[];
	/** Hosts that were refused, because only the registry is played. */
	refused: string[];
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
export async function startRegistry(name: string, certificateFile: string): Promise<LocalRegistry> {
	const releases: Release[] = [];
	const requests: string[] = [];
	const refused: string[] = [];
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
	await app.listen({ port: 0, host: '127.0.0.1' });
	const tunnels = new Set<Socket>();
	const proxy = await startProxy((app.server.address() as AddressInfo).port, refused, tunnels);
	const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
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
		refused,
		close: async () => {
			for (const tunnel of tunnels) tunnel.destroy();
			proxy.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve));
			await app.close();
		},
	};
}

async function startProxy(registryPort: number, refused: string[], tunnels: Set<Socket>): Promise<Server> {
	const target = `${registryHost()}:443`;
	const proxy = createProxy((request, response) => {
		refused.push(request.url ?? '');
		response.writeHead(403).end();
	});
	proxy.on('connect', (request, client: Socket) => {
		tunnels.add(client);
		client.on('close', () => tunnels.delete(client));
		client.on('error', () => client.destroy());
		if (request.url !== target) {
			refused.push(request.url ?? '');
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const upstream = connect(registryPort, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			upstream.pipe(client).pipe(upstream);
		});
		client.on('close', () => upstream.destroy());
		upstream.on('error', () => client.destroy());
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	return proxy;
}
