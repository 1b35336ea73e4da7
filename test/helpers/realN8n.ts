/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { newOwner } from '../../sandbox/demo/owner';
import { bootN8n, type BootOptions, type N8n } from '../../sandbox/demo/boot';
import { killGroup } from '../../sandbox/demo/command';
import { ensureN8n } from '../../sandbox/demo/install';
import { ensureTarball, installPackage, type Tarball } from '../../sandbox/demo/pack';
import { Lookout } from '../../sandbox/demo/lookout';
import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import { N8nRest, type Owner, type WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential, Execution, ExecutionSummary, Workflow } from '../../sandbox/demo/restSchemas';
import { ReceiverLog } from '../../sandbox/events/receiverLog';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import type { WebhookRecord } from '../../sandbox/core/model';
import { waitFor } from './waitFor';

/** An n8n that can keep running between the test files of a process: starting one takes longer than most files. */
interface Running {
	n8n: N8n;
	/** The owner's session: n8n refuses to log in too often. */
	cookie?: string;
	/** Starts n8n in its folder, at a free port unless one is given. */
	boot: (userFolder: string, port?: number) => Promise<N8n>;
	/** Receives what n8n prints, on behalf of the file that uses it now. */
	onLine?: (line: string) => void;
}

declare global {
	/** What test files leave to the next; test/jest/endN8n.js ends what still runs. */
	var leftN8n: { owner: Owner; running?: Running; end: (n8n: N8n) => Promise<void> } | undefined;
}

const left = (globalThis.leftN8n ??= { owner: newOwner(), end });

/** The owner of every n8n that a test file starts: with a password that no one else on this machine knows. */
export const OWNER = left.owner;

/** A real n8n with the packed package in it, an owner who is logged in, and a credential for a sandbox of its own. */
export interface RealN8n extends Running {
	rest: N8nRest;
	sandbox: Sandbox;
	credential: Credential;
	tarball: Tarball;
	/** Reads the trigger's reason for a refusal in n8n's log, because no response reveals it. */
	refusals: ReceiverLog;
	/** Ends the sandbox, and n8n unless the next file may have it. Throws if n8n's log has the API token or the signature of a link. */
	close(): Promise<void>;
}

interface RealN8nOptions extends Partial<Pick<BootOptions, 'installed' | 'env'>> {
	/** False leaves the package out, for tests that install it themselves; the credential is left out too. */
	withPackage?: boolean;
	/** True lets the sandbox look into n8n and restart it, as the demo's does. */
	withLookout?: boolean;
}

/** For n8n with its own default, which takes an isolate for each execution before it needs one. */
export const DEFAULT_ENGINE = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: undefined };

/**
 * The settings of every n8n that a test starts. jest sets NODE_ENV to test, which n8n 1 silently ends on. A test writes files to
 * folders of its own. n8n takes its database for lost if it has no answer within 5 s, as on a busy machine.
 */
const FOR_TESTS = { NODE_ENV: 'production', N8N_RESTRICT_FILE_ACCESS_TO: '', DB_PING_TIMEOUT_MS: '60000' };

/** Time within which n8n must be up (ms): once killed, it checks its database first. */
const READY_MS = 300_000;

/** Prints the progress of the tests: an n8n that is installed for the first time takes minutes. */
export const toStderr = (line: string) => void process.stderr.write(`${line}\n`);

/**
 * Packs the package, starts the sandbox and an n8n in a temporary folder, and prepares both. Files that want an n8n like any
 * other take over the one of the file before.
 *
 * @throws DemoFailure when something cannot be installed or started; it holds n8n's last lines
 */
export async function startRealN8n(options: RealN8nOptions = {}): Promise<RealN8n> {
	const { withPackage = true, withLookout = false } = options;
	const tarball = await ensureTarball({ onProgress: toStderr });
	const mayBeLeft = withPackage && !options.installed && !options.env;
	const taken = mayBeLeft ? left.running : undefined;
	if (taken) delete left.running;
	const running = taken ?? (await beginN8n(options, withPackage ? tarball : undefined));
	const rest = new N8nRest(running.n8n.origin, running.cookie);
	const refusals = new ReceiverLog();
	const lookout = new Lookout();
	running.n8n.lines.length = 0;
	running.onLine = (line: string) => refusals.read(line);
	let sandbox: Sandbox | undefined;
	const close = async () => {
		if (mayBeLeft && !left.running && (await emptied(rest))) left.running = running;
		else await end(running.n8n);
		await sandbox?.close();
		const token = sandbox?.apiToken ?? '\n';
		const secret = running.n8n.lines.find((line) => line.includes(token) || /signature=[0-9a-f]{16}/.test(line));
		if (secret !== undefined) throw new Error(`n8n's log has the API token or a signature: ${secret}`);
	};
	try {
		sandbox = await startSandbox({ findReason: refusals.find, n8n: withLookout ? lookout : undefined });
		if (!running.cookie) await rest.setupOwner(OWNER);
		running.cookie = rest.session().cookie;
		lookout.connect(rest);
		lookout.restart = async () => await restart(running);
		const credential = withPackage
			? await rest.createCredential('Sandbox', CREDENTIAL_TYPE, credentialData(sandbox))
			: { id: '', name: '', type: CREDENTIAL_TYPE };
		return Object.assign(running, { rest, sandbox, credential, tarball, refusals, close });
	} catch (error) {
		await close();
		throw error;
	}
}

async function beginN8n({ installed, env }: RealN8nOptions, tarball: Tarball | undefined): Promise<Running> {
	const userFolder = await mkdtemp(path.join(os.tmpdir(), 'messaging-platform-n8n-'));
	const begun: Pick<Running, 'boot' | 'onLine'> = {
		boot: async (folder, port) =>
			await bootN8n({
				installed: installed ?? (await ensureN8n({ onProgress: toStderr })),
				userFolder: folder,
				port,
				readyTimeoutMs: READY_MS,
				env: { ...FOR_TESTS, ...env },
				onLine: (line) => begun.onLine?.(line),
			}),
	};
	try {
		if (tarball) await installPackage(userFolder, tarball, { onProgress: () => undefined });
		return Object.assign(begun, { n8n: await begun.boot(userFolder) });
	} catch (error) {
		await rm(userFolder, { recursive: true, force: true });
		throw error;
	}
}

/** Nothing of it is needed any more, so it saves nothing. */
async function end({ pid, exited, userFolder }: N8n): Promise<void> {
	killGroup(pid, 'SIGKILL');
	await exited;
	await rm(userFolder, { recursive: true, force: true });
}

/** Ends n8n, without letting it save anything if it's killed, and starts it again with the same port, folder, login and settings. */
export async function restart(real: Pick<Running, 'n8n' | 'boot'>, kill = false): Promise<void> {
	const { origin, userFolder, pid, exited, stop } = real.n8n;
	if (kill) killGroup(pid, 'SIGKILL');
	await (kill ? exited : stop());
	real.n8n = await real.boot(userFolder, Number(new URL(origin).port));
}

/** Deletes what a test file has made in n8n, so that the next one finds it as new. Says if that was possible. */
async function emptied(rest: N8nRest): Promise<boolean> {
	const remove = async (path: string) => await rest.call('DELETE', path, z.unknown());
	try {
		for (const { id, isArchived } of await rest.listWorkflows()) await rest.deleteWorkflow(id, isArchived);
		for (const { id } of await rest.listCredentials()) await remove(`/rest/credentials/${id}`);
		for (const { path } of await listTables(rest)) await remove(path);
		return (await rest.listExecutions()).length === 0;
	} catch {
		return false;
	}
}

export async function tablesPath(rest: N8nRest): Promise<string> {
	const { id } = await rest.call('GET', '/rest/projects/personal', z.object({ id: z.string() }));
	return `/rest/projects/${id}/data-tables`;
}

/** The owner's data tables: up to 50. */
export async function listTables(rest: N8nRest): Promise<Array<{ name: string; path: string }>> {
	const tables = await tablesPath(rest);
	const listSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
	const { data } = await rest.call('GET', `${tables}?take=50`, listSchema);
	return data.map(({ id, name }) => ({ name, path: `${tables}/${id}` }));
}

/** A real n8n, and the sandbox at which its triggers register. */
type N8nWithSandbox = Pick<RealN8n, 'rest' | 'sandbox'>;

const triggersOf = ({ nodes }: Workflow) =>
	nodes.filter(({ type, disabled }) => type.endsWith('.messagingPlatformTrigger') && disabled !== true);

/** Publishes a workflow in a real n8n, and waits until each of its triggers has registered a webhook; throws when none has. */
export async function publishWorkflow({ rest, sandbox }: N8nWithSandbox, id: string): Promise<WebhookRecord> {
	const known = new Set(sandbox.state.webhooks.map((webhook) => webhook.id));
	const added = () => sandbox.state.webhooks.filter((webhook) => !known.has(webhook.id));
	const { length } = triggersOf(await rest.publish(id));
	await waitFor(() => added().length >= Math.max(length, 1), `workflow ${id} registers its ${length} webhooks`);
	const [webhook] = added();
	if (!webhook) throw new Error(`The webhook of workflow ${id} is gone again`);
	return webhook;
}

/** Saves a workflow in a real n8n and publishes it; throws when it registers no webhook. */
export async function createAndPublish(where: N8nWithSandbox, definition: WorkflowDefinition) {
	const { id } = await where.rest.createWorkflow(definition);
	const { url } = await publishWorkflow(where, id);
	return { id, url };
}

/** Unpublishes a workflow in a real n8n, and waits until the webhooks of its triggers are gone. */
export async function unpublishWorkflow({ rest, sandbox }: N8nWithSandbox, id: string): Promise<void> {
	const before = sandbox.state.webhooks.length;
	const { length } = triggersOf(await rest.unpublish(id));
	const gone = () => sandbox.state.webhooks.length <= before - Math.max(length, 1);
	await waitFor(gone, `workflow ${id} removes its ${length} webhooks`);
}

export async function waitForWebhooks(sandbox: Sandbox, count = 1): Promise<void> {
	const production = () => sandbox.state.webhooks.filter(({ url }) => url.includes('/webhook/'));
	await waitFor(() => production().length === count, `${count} registered webhooks`);
}

export interface ChainNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: ReturnType<typeof referenceTo>;
	/** The webhook of a first node; one of its own otherwise. */
	webhookId?: string;
}

export const referenceTo = ({ id, name, type }: Credential): Record<string, { id: string; name: string }> => ({
	[type]: { id, name },
});

/** A workflow of nodes that run one after the other, the first of them a trigger. */
export function chainWorkflow(name: string, nodes: ChainNode[], settings: Record<string, unknown> = {}): WorkflowDefinition {
	return {
		name,
		nodes: nodes.map((node, index) => ({
			id: randomUUID(),
			position: [index * 240, 0],
			...(index === 0 && { webhookId: randomUUID() }),
			...node,
		})),
		connections: Object.fromEntries(
			nodes.slice(1).map((node, index) => [nodes[index]?.name ?? '', { main: [[{ node: node.name, type: 'main', index: 0 }]] }]),
		),
		settings,
	};
}

export function hasEnded({ status }: ExecutionSummary): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}

/** Runs a workflow by hand from one of its triggers; throws when it has not ended within the time, in ms. */
export async function runByHand(rest: N8nRest, id: string, trigger: string, timeoutMs?: number): Promise<Execution> {
	const { executionId = '' } = await rest.run(id, trigger);
	const ended = async () => (await rest.listExecutions(id)).some((one) => one.id === executionId && hasEnded(one));
	await waitFor(ended, `the run of ${trigger} ends`, timeoutMs);
	return await rest.getExecution(executionId);
}

/** Sentences by which the trigger knows why n8n doesn't take a button's answer; each row has those that count alike. */
const SENTENCES = [
	['" is running already.'],
	['There was a problem executing the workflow', 'Execution is already being resumed'],
	['" does not exist.'],
	[' has finished already.', ' has finished with error.'],
	['Database is not ready!'],
	["error: 'Invalid token'"],
];

/** The rows of which an installed n8n says nothing any more. */
export function forgottenSentences({ script }: { script: string }): string[][] {
	const dist = path.resolve(script, '../../dist');
	const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
		/^(abstract-server|errors|webhooks)\b.*\.js$/.test(file),
	);
	const code = files.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
	return SENTENCES.filter((row) => !row.some((sentence) => code.includes(sentence)));
}
