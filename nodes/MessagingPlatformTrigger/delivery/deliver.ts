import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { CREDENTIAL_NAME, type Connection } from '../../shared/platform/connection';
import { isJsonObject, isObject } from '../../shared/json';
import { findWrongEntry, isAllowed, isLeftEmpty } from './allowedAddresses';
import { downloadAttachments } from './attachments';
import { ConnectionMemory, type RememberedConnection } from './connections';
import { toItem } from './emit';
import { findFilterReason } from './filter';
import { findOtherAccount } from './otherAccount';
import { checkRequest, readEvent, type Event } from './parse';
import { createRefusalLog, type Report } from '../refusalLog';
import { expectedAccount, openRegistration, rememberKey } from '../registration/registered';
import { RegistrationMemory, type Registrations } from '../registration/registrations';
import { answerIgnored, answerRefused } from './respond';
import { SeenEvents } from './seenEvents';
import { Strays } from '../registration/strays';
import { readSettings, type Settings } from '../settings';
import { startOnce } from './startOnce';
import { readHost, type ExpectedHost } from '../verification/claims';
import { createFetchKey } from '../verification/fetchKey';
import { quote, Refusal } from '../refusal';
import { readToken } from '../verification/token';
import { withoutApiToken } from '../verification/tokenEcho';
import { Verifier } from '../verification/verify';

/** Handles one delivery: n8n's webhook() in all but name. */
export type Deliver = (context: IWebhookFunctions) => Promise<IWebhookResponseData>;

/** What deliveries depend on beside their own content. */
export interface Surroundings {
	/** The clock: ms since 1970. */
	now?: () => number;
	/** Where refusals are told; n8n's log otherwise. */
	report?: Report;
	/** What this process registered. */
	registrations?: RegistrationMemory;
}

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
	strays: Strays;
	registrations: RegistrationMemory;
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

function readUrl(context: IWebhookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw new Refusal('webhook_url');
	return url;
}

function findHost({ webhookHost }: Settings, url: string): ExpectedHost {
	const host = readHost(webhookHost === '' ? url : webhookHost);
	if (host === undefined) throw new Refusal('webhook_url');
	return host;
}

/** Step 0: who may call at all; n8n decides which proxies to believe about the caller's address (N8N_PROXY_HOPS). */
function checkCaller({ context, settings }: Delivery): void {
	const { allowedAddresses } = settings;
	if (allowedAddresses.length === 0) {
		const stored = context.getNodeParameter('options', {}, { rawExpressions: true });
		if (isLeftEmpty(stored)) throw new Refusal('address_list_empty');
		return;
	}
	const wrong = findWrongEntry(allowedAddresses);
	if (wrong !== undefined) throw new Refusal('address_list', quote(wrong));
	const { ip } = context.getRequestObject();
	if (!isAllowed(allowedAddresses, ip)) throw new Refusal('address_not_allowed', quote(ip));
}

/** What is known once the token is verified. */
interface Verified {
	/** The account that the delivery must be about. */
	accountId: string;
	connection: Connection;
	registered: Registrations;
}

async function verify(delivery: Delivery, memory: Memory): Promise<Verified> {
	const { context, settings } = delivery;
	const { authorization } = context.getHeaderData();
	const header = typeof authorization === 'string' ? authorization : undefined;
	// Before the credential is asked for: whoever brings no token learns nothing about it and costs nothing.
	readToken(header);
	const url = readUrl(context);
	const host = findHost(settings, url);
	const registered = openRegistration(context, url, memory.registrations);
	const fetchKey = createFetchKey(context.helpers);
	const check = async ({ connection }: RememberedConnection): Promise<Verified> => {
		const { toleranceMs, maxLifetimeMs } = settings;
		const accountId = expectedAccount(registered, connection);
		const provenKeyAddress = registered.provenFor(accountId)?.address;
		const rules = { connection, accountId, provenKeyAddress, host, toleranceMs, maxLifetimeMs };
		const { keyAddress } = await memory.verifier.verify(header, rules, fetchKey).catch((error: unknown) => {
			throw withoutApiToken(error, header, connection.apiToken);
		});
		rememberKey(registered, accountId, keyAddress, memory.now());
		return { accountId, connection, registered };
	};
	const remembered = await memory.connections.get(context, delivery.credential);
	return await check(remembered).catch(async (error: unknown) => {
		if (!(error instanceof Refusal) || !error.dependsOnCredential) throw error;
		const renewed = await memory.connections.renew(context, delivery.credential, remembered);
		if (renewed === undefined) throw error;
		return await check(renewed);
	});
}

function checkAccount(event: Event, { accountId }: Verified): void {
	if (event.accountId !== accountId) throw new Refusal('subject', "sub is not the event's accountId");
	const path = findOtherAccount(event, accountId);
	if (path !== undefined) throw new Refusal('account', `the event's ${path} is another account`);
}

async function start(delivery: Delivery, event: Event, connection: Connection): Promise<IWebhookResponseData> {
	const { context, settings } = delivery;
	const item: INodeExecutionData = { json: settings.raw ? event.body : toItem(event) };
	const { message } = event.fields;
	const attachments = isJsonObject(message) ? message.attachments : undefined;
	const isWanted = settings.downloadAttachments && event.name === 'new_message';
	if (!isWanted || !Array.isArray(attachments) || attachments.length === 0) return { workflowData: [[item]] };
	const { binary, notes } = await downloadAttachments(context.helpers, connection, attachments, {
		maxBytes: settings.maxAttachmentBytes,
		budgetMs: settings.downloadBudgetMs,
		foreign: settings.allowOtherAddresses,
	});
	item.binary = binary;
	if (!settings.raw && Array.isArray(item.json.attachments)) {
		item.json.attachments = item.json.attachments.map((entry, index) => ({
			...(isObject(entry) ? entry : {}),
			...notes[index],
		}));
	}
	return { workflowData: [[item]] };
}

async function handle(delivery: Delivery, memory: Memory): Promise<IWebhookResponseData> {
	const { context, settings } = delivery;
	checkCaller(delivery);
	const bytes = readBytes(context);
	const verified = await verify(delivery, memory);
	const event = readEvent(bytes, verified.connection.apiToken);
	checkAccount(event, verified);
	memory.strays.notice(context, verified.registered);
	const reason = findFilterReason(event, settings, memory.now());
	if (reason !== undefined) return answerIgnored(context, 'filtered', reason);
	return await startOnce(delivery, event, memory.seen, async () => await start(delivery, event, verified.connection));
}

function refuse(context: IWebhookFunctions, error: unknown, report: Report): IWebhookResponseData {
	const refusal = error instanceof Refusal ? error : new Refusal('internal', error instanceof Error ? error.name : '');
	report(context, refusal);
	return answerRefused(context, refusal);
}

/**
 * Makes the function that handles deliveries: check the request, verify, parse, compare the account, filter, keep out
 * copies, emit. It never throws: what goes wrong is answered and logged, so that nothing a stranger sends leaves an
 * execution.
 *
 * @param surroundings clock, log, and what this process registered
 * @returns the function, with memories of its own for keys, tokens, credentials and event ids
 */
export function createDeliver({
	now = Date.now,
	report = createRefusalLog(now),
	registrations = new RegistrationMemory(),
}: Surroundings = {}): Deliver {
	const memory: Memory = {
		now,
		verifier: new Verifier(now),
		connections: new ConnectionMemory(now),
		seen: new SeenEvents(now),
		strays: new Strays(now),
		registrations,
	};
	return async (context) => {
		try {
			return await handle(open(context), memory);
		} catch (error) {
			return refuse(context, error, report);
		}
	};
}
