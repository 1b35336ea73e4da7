/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Sandbox } from '../server';
import { DemoFailure } from './settings';
import { passwordFile } from './owner';
import { ROOT } from './paths';
import { N8nRestError, type N8nRest, type Owner, type WorkflowDefinition } from './rest';
import type { Credential } from './restSchemas';
import { waitUntil } from './wait';

export const CREDENTIAL_TYPE = 'messagingPlatformApi';
const CREDENTIAL_NAME = 'Sandbox';
/** Loaded along with the echo bot, not published: one that answers at a time is enough. */
const MORE_EXAMPLES = ['button-menu.json', 'files-in-and-out.json', 'order-approval.json', 'ask-for-phone-number.json'];

/** Ids of what the demo made, so that the next start finds it again even if its user has renamed it. */
const memorySchema = z.object({
	credentialId: z.string(),
	workflowId: z.string(),
	baseUrl: z.string(),
	fileOrigin: z.string().optional(),
});
type Memory = z.infer<typeof memorySchema>;
const nodeSchema = z.object({ type: z.string() }).passthrough();
const workflowFileSchema = z.object({
	name: z.string(),
	nodes: z.array(nodeSchema),
	connections: z.record(z.unknown()),
	settings: z.record(z.unknown()).optional(),
	pinData: z.record(z.array(z.unknown())).optional(),
});

export function credentialData(sandbox: Sandbox): Record<string, string> {
	const { apiToken, baseUrl, notificationUrl, issuer, fileOrigin } = sandbox;
	return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '', fileOrigins: fileOrigin };
}

/**
 * Reads a workflow file of examples/ and gives its messaging platform nodes the credential, as a user would who imports the file
 * and picks a credential in each node.
 */
export async function loadExample(file: string, { id, name, type }: Credential): Promise<WorkflowDefinition> {
	const text = await readFile(path.join(ROOT, 'examples', file), 'utf8');
	// the note lists what is still to be set
	const note = text.replace('To set: *Credential*.', 'Nothing to set.').replace('To set: *Credential*, ', 'To set: ');
	const workflow = workflowFileSchema.parse(JSON.parse(note));
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith('n8n-nodes-messaging-platform.') ? { ...node, credentials: { [type]: { id, name } } } : node,
	);
	return { ...workflow, nodes };
}

/**
 * Gives n8n its owner, the credential for the sandbox, the published workflow "Echo bot" and, the first time, the other examples,
 * and leaves alone what is there from an earlier start, with every change that its user has made.
 */
export async function provision(
	rest: N8nRest,
	sandbox: Sandbox,
	owner: Owner,
	folder: string,
): Promise<{ workflowId: string; published: boolean; credential: Credential }> {
	await logIn(rest, owner, folder);
	const memoryFile = path.join(folder, 'demo.json');
	const memory = await readMemory(memoryFile);
	const credential = await ensureCredential(rest, sandbox, memory);
	const known = (await rest.listWorkflows()).find(({ id, isArchived }) => id === memory?.workflowId && !isArchived);
	const workflow = known ?? (await rest.createWorkflow(await loadExample('echo-bot.json', credential)));
	if (!memory) for (const file of MORE_EXAMPLES) await rest.createWorkflow(await loadExample(file, credential));
	const { baseUrl, fileOrigin } = sandbox;
	const next: Memory = { credentialId: credential.id, workflowId: workflow.id, baseUrl, fileOrigin };
	await writeFile(memoryFile, `${JSON.stringify(next, null, '\t')}\n`);
	if (!known) await rest.publish(workflow.id);
	const published = !known || known.active;
	if (published) await ensureRegistered(rest, sandbox, workflow.id);
	return { workflowId: workflow.id, published, credential };
}

/** Logs in to the n8n of a demo that runs, and finds its credential. */
export async function findCredential(rest: N8nRest, owner: Owner, folder: string): Promise<Credential> {
	await logIn(rest, owner, folder);
	const memory = await readMemory(path.join(folder, 'demo.json'));
	const known = (await rest.listCredentials()).find(({ id }) => id === memory?.credentialId);
	if (known) return known;
	throw new DemoFailure('The sandbox has no credential yet.', 'Wait until it has started, then run the same command again.');
}

async function logIn(rest: N8nRest, owner: Owner, folder: string): Promise<void> {
	if (await rest.needsOwner()) return await rest.setupOwner(owner);
	try {
		await rest.login(owner);
	} catch (error) {
		if (!(error instanceof N8nRestError) || error.status !== 401) throw error;
		throw new DemoFailure(
			`n8n doesn't accept the sandbox's login ${owner.email} with the password in ${passwordFile(folder)}.`,
			`If you changed the password in the editor, write the new one into that file. Otherwise, delete ${folder} to start over.`,
		);
	}
}

async function readMemory(file: string): Promise<Memory | undefined> {
	const text = await readFile(file, 'utf8').catch(() => 'null');
	return memorySchema.nullable().parse(JSON.parse(text)) ?? undefined;
}

/** The credential is changed only when the sandbox has moved: else it holds what its user put there. */
async function ensureCredential(rest: N8nRest, sandbox: Sandbox, memory: Memory | undefined): Promise<Credential> {
	const known = (await rest.listCredentials()).find(({ id }) => id === memory?.credentialId);
	if (!known) return await rest.createCredential(CREDENTIAL_NAME, CREDENTIAL_TYPE, credentialData(sandbox));
	const hasMoved = memory?.baseUrl !== sandbox.baseUrl || memory.fileOrigin !== sandbox.fileOrigin;
	if (hasMoved) await rest.updateCredential(known, credentialData(sandbox));
	return known;
}

/**
 * Waits until the workflow's webhook is registered for this n8n's address. After a change of n8n's port, or when the sandbox's
 * state was deleted, that takes publishing again.
 */
async function ensureRegistered(rest: N8nRest, sandbox: Sandbox, workflowId: string): Promise<void> {
	const registered = () => sandbox.state.webhooks.some(({ url }) => url.startsWith(`${rest.origin}/webhook/`));
	if (await waitUntil(registered, 3_000)) return;
	await rest.unpublish(workflowId);
	await rest.publish(workflowId);
	if (await waitUntil(registered, 10_000)) return;
	throw new DemoFailure(
		'The workflow "Echo bot" is published, but its trigger hasn\'t registered a webhook with the sandbox.',
		"n8n's log has the reason. You also see it if you open the workflow in the editor and publish it again.",
	);
}
