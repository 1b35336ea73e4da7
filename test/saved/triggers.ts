/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { Agent } from 'node:http';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startInternet, startScriptedServer } from '../helpers/servers';
import { type WireRequest, deliveryOf, startSigningPlatform } from '../helpers/deliveries';
import { FakeN8n } from '../helpers/fakeN8n';
import { CHANNELS } from '../helpers/publishTrigger';
import type { SavedCase } from './cases';
import { type Defaults, filesOf, type SavedNode } from './saving';
import { NOW, REFUSED, samples } from './triggerCases';

/** The outcome of a delivery: `logs` are about one that is refused in every case. */
export type Delivered = { status: number; text: string; code?: string; items?: object[]; logs?: string[] };

/** The outcome of a step from publishing to unpublishing; `calls` have method, path, authorization and body. */
export type Step = { calls: string[]; lines?: string[]; error?: string };

/** A saved trigger, and what it did when it was recorded. */
export interface RecordedTrigger extends SavedCase {
	published: Record<string, Step>;
	/** Outcomes by the sample's name; one that equals the first case's is recorded only there. */
	delivered: Record<string, Delivered>;
}

export interface TriggerRecording {
	node: SavedNode;
	defaults: Defaults;
	refused: Record<string, Delivered>;
	cases: RecordedTrigger[];
}

/** Replaces whatever differs from run to run: addresses of this machine, and random values of n8n and the trigger. */
function stable(text: string): string {
	return text
		.replace(/127\.0\.0\.1:\d+/g, 'HOST')
		.replace(/(?<=\/webhook\/)[0-9a-f-]{36}/g, 'WEBHOOK')
		.replace(/\b[0-9a-f]{16}\b/g, 'MARK');
}

const plain = <Kind>(value: Kind): Kind => JSON.parse(stable(JSON.stringify(value))) as Kind;
const emitted = ({ json, binary }: INodeExecutionData) => ({ json, ...(binary && { binary: filesOf(binary) }) });

/** A platform that signs, with files to attach and nothing behind the addresses of others. */
export type TriggerSurroundings = Awaited<ReturnType<typeof startSurroundings>>;

/** Starts what every saved trigger is tried with; close it at the end of the tests. */
export async function startSurroundings() {
	const platform = await startSigningPlatform();
	// Without the dates of a certificate.
	platform.keyServer.serve('/keys/true.pem', platform.key.publicKeyPem);
	const text = { 'content-type': 'text/plain' };
	platform.keyServer.serve('/files/voice', 'a voice', 200, { 'content-type': 'audio/ogg' });
	platform.keyServer.serve('/files/large.txt', 'x'.repeat(1_500_000), 200, text);
	platform.keyServer.serve('/api/chats/70001/tags', '{"$count":1,"$items":[{"chatId":"tg_4100_271_828","name":"other"}]}');
	platform.keyServer.serve('/api/chats/70002/tags', '{"$count":0,"$items":[]}');
	for (const tag of ['human', 'other']) platform.keyServer.serve(`/api/chats/70001/tags/${tag}`, '', 202);
	const internet = await startInternet(() => ({ headers: text, body: 'a picture' }));
	return {
		platform,
		close: async () => {
			await internet.close();
			await platform.close();
		},
	};
}

/** Publishes a saved trigger, publishes it again, restarts n8n and unpublishes it; the outcome of each step, by its name. */
export async function publishSaved(node: SavedNode, parameters: INodeParameters): Promise<RecordedTrigger['published']> {
	let last = 0;
	const service = await startScriptedServer(({ method, url }) => {
		if (url.startsWith('/api/channels')) return CHANNELS;
		return { body: method === 'POST' ? { id: `webhook-${(last += 1)}` } : {} };
	});
	const workflow = new FakeN8n({ credential: service.credential });
	workflow.parameters = parameters;
	workflow.node = node;
	const steps: Record<string, () => Promise<void>> = {
		publish: async () => await workflow.publish(),
		'publish again': async () => await workflow.publish(),
		restart: async () => await workflow.restart(),
		unpublish: async () => await workflow.unpublish(),
	};
	const published: RecordedTrigger['published'] = {};
	for (const [step, run] of Object.entries(steps)) {
		const error = await run().then(
			() => undefined,
			({ message, description }: Error & { description?: string }) => `${message}: ${description}`,
		);
		const calls = service.requests
			.splice(0)
			.map(({ method, url, headers, body }) => [method, url, headers.authorization, body.toString()].join(' ').trim());
		const lines = [workflow.told, workflow.logs].flatMap((log) => log.splice(0));
		published[step] = plain({ calls, ...(lines.length > 0 && { lines }), ...(error !== undefined && { error }) });
	}
	await service.close();
	return published;
}

async function send(trigger: FakeN8n, request: WireRequest): Promise<Delivered> {
	const { status, text, code } = await trigger.send(request);
	const items = trigger.executions.splice(0).flat().map(emitted);
	return plain({ status, text, ...(code && { code }), ...(items.length > 0 && { items }) });
}

async function withTrigger<Result>(
	{ platform }: TriggerSurroundings,
	saved: SavedNode,
	parameters: INodeParameters,
	use: (trigger: FakeN8n) => Promise<Result>,
): Promise<Result> {
	const trigger = await FakeN8n.start({ credential: platform.credential, saved, parameters, now: () => NOW });
	return await use(trigger).finally(async () => await trigger.close());
}

/** Delivers every sample to a saved trigger; each outcome, by the sample's name. */
export async function deliverToSaved(
	surroundings: TriggerSurroundings,
	node: SavedNode,
	parameters: INodeParameters,
): Promise<RecordedTrigger['delivered']> {
	const { platform } = surroundings;
	const agent = new Agent({ keepAlive: true });
	const delivered: RecordedTrigger['delivered'] = {};
	await withTrigger(surroundings, node, parameters, async (trigger) => {
		for (const { name, body, token } of samples()) {
			const text = JSON.stringify(body).replaceAll('BASE', platform.keyServer.origin);
			delivered[name] = await send(trigger, { agent, ...deliveryOf(text, platform.token({ now: NOW, ...token })) });
		}
	});
	return delivered;
}

/** Delivers what every trigger refuses, by its name in REFUSED. */
export async function deliverRefused(surroundings: TriggerSurroundings, node: SavedNode, name: string): Promise<Delivered> {
	return await withTrigger(surroundings, node, { events: ['*'] }, async (trigger) => {
		const request = REFUSED[name]?.(surroundings.platform);
		if (request === undefined) throw new Error(`no such delivery: ${name}`);
		return { ...(await send(trigger, request)), logs: trigger.logs.map(stable) };
	});
}
