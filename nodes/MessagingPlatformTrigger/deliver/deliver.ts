import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { objectOf } from '../../shared/json';
import { LineLimit } from '../../shared/lineLimit';
import { CREDENTIAL_NAME, type Connection } from '../../shared/api/connection';
import { createRefusalLog, type Report } from './refusalLog';
import { quote, Refusal } from '../verify/refusals';
import { expectedAccount } from '../registration/account';
import { RegistrationMemory, RegistrationStore } from '../registration/store';
import { Strays } from '../registration/strays';
import { readSettings, type Settings } from '../settings/settings';
import { readHost, type ExpectedHost } from '../verify/claims';
import { createFetchKey } from '../verify/fetchKey';
import { readToken } from '../verify/token';
import { withoutApiToken } from '../verify/tokenEcho';
import { Verifier } from '../verify/verify';
import { readPress } from '../event/press';
import { findListFault, isAllowed } from '../settings/allowedAddresses';
import { downloadAttachments } from './downloads';
import { ChatTags } from './chatTags';
import { ConnectionMemory, type RememberedConnection } from './connectionMemory';
import { checkRequest, readEvent, type Event } from '../event/event';
import { findFilterReason } from './filter';
import { findOtherAccount } from '../event/otherAccount';
import { PARTS_KEPT_MS, wholeOf } from './parts';
import { type PressMemory, Presses, answerPress, nameOf as namePress } from './presses';
import { answerIgnored, answerRefused } from './publicAnswer';
import { type EventKey, SeenEvents, WAIT_MS } from './seenEvents';
import { startOnce } from './startOnce';
import { toItem } from './toItem';
import { Undirected } from './undirected';

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
interface Memory extends PressMemory {
	report: Report;
	seen: SeenEvents;
	verifier: Verifier;
	connections: ConnectionMemory;
	/** Messages that the platform split, and that a workflow has news of. */
	split: SeenEvents;
	chatTags: ChatTags;
	strays: Strays;
	undirected: Undirected;
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

function readBytes({ context, settings }: Delivery): Uint8Array {
	const request = context.getRequestObject();
	const bytes = 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
	return checkRequest(request.headers['content-type'], bytes, settings.maxEventBytes);
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
	const fault = findListFault(context, allowedAddresses);
	if (fault !== undefined) throw new Refusal(fault.code, 'entry' in fault ? quote(fault.entry) : '');
	const { ip } = context.getRequestObject();
	if (allowedAddresses.length > 0 && !isAllowed(allowedAddresses, ip)) throw new Refusal('address_not_allowed', quote(ip));
}

/** What is known once the token is verified. */
interface Verified {
	/** The account that the delivery must be about. */
	accountId: string;
	connection: Connection;
	store: RegistrationStore;
}

async function verify(delivery: Delivery, memory: Memory): Promise<Verified> {
	const { context, settings } = delivery;
	const { authorization = '' } = context.getHeaderData();
	// Before the credential is asked for: whoever brings no token learns nothing about it and costs nothing.
	const token = readToken(authorization);
	const url = readUrl(context);
	const host = findHost(settings, url);
	const store = RegistrationStore.ofDelivery(context, url, memory.registrations);
	const fetchKey = createFetchKey(context.helpers);
	const check = async ({ connection }: RememberedConnection): Promise<Verified> => {
		const { toleranceMs, maxLifetimeMs } = settings;
		const accountId = expectedAccount(store, connection);
		const provenKeyAddress = store.provenFor(accountId)?.address;
		const rules = { connection, accountId, provenKeyAddress, host, toleranceMs, maxLifetimeMs };
		const keyAddress = await memory.verifier.verify(token, rules, fetchKey).catch((error: unknown) => {
			throw withoutApiToken(error, token, connection.redact);
		});
		store.rememberKey(accountId, keyAddress, memory.now());
		return { accountId, connection, store };
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
	if (path !== undefined) throw new Refusal('account', `the event's ${path} names another account`);
}

async function start(delivery: Delivery, event: Event, connection: Connection): Promise<IWebhookResponseData> {
	const { context, settings } = delivery;
	const item: INodeExecutionData = { json: settings.raw ? event.body : toItem(event) };
	const { attachments } = event.message;
	const isWanted = settings.downloadAttachments && event.name === 'new_message' && attachments.length > 0;
	if (!isWanted) return { workflowData: [[item]] };
	const { binary, notes } = await downloadAttachments(context, connection, attachments, {
		maxBytes: settings.maxAttachmentBytes,
		budgetMs: settings.downloadBudgetMs,
		foreign: settings.allowOtherAddresses,
	});
	item.binary = binary;
	if (!settings.raw) item.json.attachments = attachments.map((entry, index) => ({ ...objectOf(entry), ...notes[index] }));
	return { workflowData: [[item]] };
}

/** What names an event among those that were accepted; undefined where copies of it are wanted or cannot be told. */
function nameOf({ context, settings, node }: Delivery, { id, name, accountId }: Event): EventKey | undefined {
	// In the editor the same event may be played as often as the user listens for it.
	if (!settings.deduplicate || id === undefined || context.getMode() === 'manual') return undefined;
	return { node, accountId, name, id };
}

/** Hands a question's button over to the execution that asked, whatever this trigger's own events and filters are. */
function handlePress({ context }: Delivery, { connection }: Verified, event: Event, memory: Memory) {
	const pressed = readPress(event, memory.now(), connection);
	if (pressed === undefined) return undefined;
	const { key, press } = pressed;
	const url = memory.presses.address.of(context, key);
	const offer = { url, press, askedAt: key.askedAt, connection };
	// the platform is answered later: until its webhook is done n8n keeps about 7 MB for expressions
	const answered = answerPress(context, namePress(press, key), offer, memory);
	void answered.catch((error: unknown) => refuse(context, error, memory.report));
	return { noWebhookResponse: true };
}

async function handle(delivery: Delivery, memory: Memory): Promise<IWebhookResponseData> {
	const { context, settings } = delivery;
	checkCaller(delivery);
	const bytes = readBytes(delivery);
	const verified = await verify(delivery, memory);
	const event = readEvent(bytes, verified.connection.redact);
	checkAccount(event, verified);
	memory.strays.notice(context, verified.store);
	const pressed = handlePress(delivery, verified, event, memory);
	if (pressed !== undefined) return pressed;
	const reason = findFilterReason(event, settings, memory.now());
	if (reason === 'direction') memory.undirected.report(context, event);
	if (reason !== undefined) return answerIgnored(context, 'filtered', reason);
	const begin = async () => {
		const missed = await memory.chatTags.findReason(context, verified.connection, event, settings);
		return missed === undefined ? await start(delivery, event, verified.connection) : answerIgnored(context, 'filtered', missed);
	};
	const whole = context.getMode() === 'manual' ? undefined : wholeOf(event, settings, delivery.node);
	const beginOnce = async () => await startOnce(context, whole, memory.split, begin);
	return await startOnce(context, nameOf(delivery, event), memory.seen, beginOnce);
}

function refuse(context: IWebhookFunctions, error: unknown, report: Report): IWebhookResponseData {
	const refusal = error instanceof Refusal ? error : new Refusal('internal', error instanceof Error ? error.name : '');
	report(context, refusal);
	return answerRefused(context, refusal);
}

/**
 * Makes the function that handles deliveries: check the request, verify, parse, compare the account, filter, keep out
 * copies, emit; the press of a question's button is handed over instead. It never throws: what goes wrong is answered and logged, so that nothing a stranger sends leaves an
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
		report,
		verifier: new Verifier(now),
		connections: new ConnectionMemory(now),
		seen: new SeenEvents(now),
		split: new SeenEvents(now, WAIT_MS, PARTS_KEPT_MS),
		presses: new Presses(now),
		lines: new LineLimit(now),
		chatTags: new ChatTags(now),
		strays: new Strays(now),
		undirected: new Undirected(now),
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
