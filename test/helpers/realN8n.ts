/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bootN8n, type BootOptions, type N8n } from '../../sandbox/demo/boot';
import { ensureN8n } from '../../sandbox/demo/install';
import { ensureTarball, installPackage, type Tarball } from '../../sandbox/demo/pack';
import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import { N8nRest } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { ReceiverLog } from '../../sandbox/events/receiverLog';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { OWNER } from './owner';

/** A real n8n with the packed package in it, an owner who is logged in, and a credential for a sandbox of its own. */
export interface RealN8n {
	n8n: N8n;
	rest: N8nRest;
	sandbox: Sandbox;
	credential: Credential;
	tarball: Tarball;
	/** Why the trigger refused what it refused: read in n8n's log, because no answer tells. */
	refusals: ReceiverLog;
	/** Ends n8n and the sandbox, and removes their folder. */
	close(): Promise<void>;
}

export interface RealN8nOptions extends Partial<Pick<BootOptions, 'installed' | 'modules' | 'env'>> {
	/** False leaves the package out, for tests that install it themselves; the credential is left out too. */
	withPackage?: boolean;
}

/** Where the tests' progress goes: an n8n that is installed for the first time takes minutes. */
export const toStderr = (line: string) => void process.stderr.write(`${line}\n`);

/**
 * Packs the package, starts the sandbox and a new n8n in a temporary folder, and prepares both.
 *
 * @param options which n8n, and how it runs; n8n 2.41.1 of sandbox/n8n otherwise
 * @throws DemoFailure when something cannot be installed or started; it holds n8n's last lines
 */
export async function startRealN8n(options: RealN8nOptions = {}): Promise<RealN8n> {
	const { withPackage = true, modules, env } = options;
	const tarball = await ensureTarball({ onProgress: toStderr });
	const installed = options.installed ?? (await ensureN8n({ onProgress: toStderr }));
	const userFolder = await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-n8n-'));
	const stops: Array<() => Promise<unknown>> = [async () => await rm(userFolder, { recursive: true, force: true })];
	const close = async () => {
		for (const stop of stops.splice(0).reverse()) await stop();
	};
	try {
		if (withPackage) await installPackage(userFolder, tarball, { onProgress: () => undefined });
		const refusals = new ReceiverLog();
		const sandbox = await startSandbox({ findReason: refusals.find });
		stops.push(async () => await sandbox.close());
		// jest sets NODE_ENV to test, which n8n 1 silently ends on.
		const n8n = await bootN8n({
			installed,
			userFolder,
			modules,
			env: { NODE_ENV: 'production', ...env },
			onLine: (line) => refusals.read(line),
		});
		const running = { n8n };
		// A test may have started it anew meanwhile; what ends is the one that runs now.
		stops.push(async () => await running.n8n.stop());
		const rest = new N8nRest(n8n.origin);
		await rest.setupOwner(OWNER);
		const credential = withPackage
			? await rest.createCredential('Sandbox', CREDENTIAL_TYPE, credentialData(sandbox))
			: { id: '', name: '', type: CREDENTIAL_TYPE };
		return Object.assign(running, { rest, sandbox, credential, tarball, refusals, close });
	} catch (error) {
		await close();
		throw error;
	}
}
