import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { CREDENTIAL_NAME } from '../MessagingPlatform/shared/connection';
import { printJson } from '../MessagingPlatform/shared/json';
import { ConnectionMemory, type RememberedConnection } from './connections';
import { toItem } from './emit';
import { findFilterReason } from './filter';
import { checkRequest, readEvent, type Event } from './parse';
import { answerIgnored, answerRefused } from './respond';
import { SeenEvents } from './seenEvents';
import { readSettings, type Settings } from './settings';
import { readHost, type ExpectedHost } from './verification/claims';
import { createFetchKey } from './verification/fetchKey';
import { Refusal } from './verification/refusal';
import { Verifier, type VerifiedToken } from './verification/verify';

/** Handles one delivery: n8n's webhook() in all but name. */
export type Deliver = (context: IWebhookFunctions) => Promise<IWebhookResponseData>;

/** One delivery on its way through the steps. */
interface Delivery {
	context: IWebhookFunctions;
	settings: Settings;
	/** Names workflow and node. */
	node: string;
	/** Names workflow, node and credential. */
	credential: string;
}

/** What the triggers of a process share. */
interface Memory {
	now: () => number;
	verifier: Verifier;
	connections: ConnectionMemory;
	seen: SeenEvents;
}

function open(context: IWebhookFunctions): Delivery {
	const node = context.getNode();
	const name = `${context.getWorkflow().id}/${node.id}`;
	return {
		context,
		settings: readSettings(context.getNodeParameter('events', []), context.getNodeParameter('options', {})),
		node: name,
		credential: `${name}/${node.credentials?.[CREDENTIAL_NAME]?.id}`,
	};
}

function readBytes(context: IWebhookFunctions): Uint8Array {
	const request = context.getRequestObject();
	const bytes = 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
	return checkRequest(request.headers['content-type'], bytes);
}

function findHost({ context, settings }: Delivery): ExpectedHost {
	const address = settings.webhookHost === '' ? context.getNodeWebhookUrl('default') : settings.webhookHost;
	const host = address === undefined ? undefined : readHost(address);
	if (host === undefined) throw new Refusal('webhook_url');
	return host;
}

async function verify(delivery: Delivery, memory: Memory): Promise<VerifiedToken> {
	const { context, settings } = delivery;
	const { authorization } = context.getHeaderData();
	const header = typeof authorization === 'string' ? authorization : undefined;
	const host = findHost(delivery);
	const fetchKey = createFetchKey(context.helpers);
	const check = async ({ connection }: RememberedConnection) =>
		await memory.verifier.verify(
			header,
			{ connection, host, toleranceMs: settings.toleranceMs, maxLifetimeMs: settings.maxLifetimeMs },
			fetchKey,
		);
	const remembered = await memory.connections.get(context, delivery.credential);
	return await check(remembered).catch(async (error: unknown) => {
		if (!(error instanceof Refusal) || !error.dependsOnCredential) throw error;
		const renewed = await memory.connections.renew(context, delivery.credential, remembered);
		if (renewed === undefined) throw error;
		return await check(renewed);
	});
}

function checkAccount(event: Event, { subject }: VerifiedToken): void {
	if (event.accountId !== subject) throw new Refusal('subject', "sub is not the event's accountId");
}

async function start(delivery: Delivery, event: Event): Promise<IWebhookResponseData> {
	const json = delivery.settings.raw ? event.body : toItem(event);
	return { workflowData: [[{ json }]] };
}

/** Claims the event, and settles the claim when n8n has answered: 200 once the execution is started. */
async function startOnce(delivery: Delivery, event: Event, seen: SeenEvents): Promise<IWebhookResponseData> {
	const { context, settings } = delivery;
	// In the editor the same event may be played as often as the user listens for it.
	if (!settings.deduplicate || event.id === undefined || context.getMode() === 'manual') {
		return await start(delivery, event);
	}
	const key = printJson([delivery.node, event.accountId, event.id]);
	const sighting = await seen.claim(key);
	if (sighting === 'duplicate') return answerIgnored(context, 'duplicate');
	if (sighting === 'in_progress') throw new Refusal('in_progress');
	const response = context.getResponseObject();
	response.once('finish', () => seen.settle(key, response.statusCode === 200));
	// Without an answer the caller is gone, but n8n goes on and starts the execution.
	response.once('close', () => seen.settle(key, true));
	return await start(delivery, event).catch((error: unknown) => {
		seen.settle(key, false);
		throw error;
	});
}

async function handle(delivery: Delivery, memory: Memory): Promise<IWebhookResponseData> {
	const { context, settings } = delivery;
	const bytes = readBytes(context);
	const token = await verify(delivery, memory);
	const event = readEvent(bytes);
	checkAccount(event, token);
	const reason = findFilterReason(event, settings, memory.now());
	if (reason !== undefined) return answerIgnored(context, 'filtered', reason);
	return await startOnce(delivery, event, memory.seen);
}

function refuse(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const refusal = error instanceof Refusal ? error : new Refusal('internal', error instanceof Error ? error.name : '');
	const { id, name } = context.getWorkflow();
	context.logger.warn(`Delivery refused [${refusal.code}]: ${refusal.message}`, {
		code: refusal.code,
		workflowId: id,
		workflowName: name,
		nodeName: context.getNode().name,
		ip: context.getRequestObject().ip,
	});
	return answerRefused(context, refusal);
}

/**
 * Makes the function that handles deliveries: check the request, verify, parse, compare the account, filter, keep out
 * copies, emit. It never throws: what goes wrong is answered and logged, so that nothing a stranger sends leaves an
 * execution.
 *
 * @param now the clock: ms since 1970
 * @returns the function, with memories of its own for keys, tokens, credentials and event ids
 */
export function createDeliver(now: () => number = Date.now): Deliver {
	const memory: Memory = {
		now,
		verifier: new Verifier(now),
		connections: new ConnectionMemory(now),
		seen: new SeenEvents(),
	};
	return async (context) => {
		try {
			return await handle(open(context), memory);
		} catch (error) {
			return refuse(context, error);
		}
	};
}
