import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection, type Connection } from '../../shared/api/connection';
import { isSameAccount } from '../../shared/api/tokenClaims';
import { Cache } from '../../shared/cache';
import { checkRequest, readEvent, type Event } from '../event/event';
import { findOtherAccount } from '../event/otherAccount';
import { objectOf } from '../../shared/json';
import { LineLimit } from '../../shared/lineLimit';
import { oneLine } from '../../shared/texts';
import { createFetchKey } from '../verify/fetchKey';
import { quote, Refusal } from '../verify/refusals';
import { readToken, withoutApiToken } from '../verify/token';
import { Verifier } from '../verify/verify';
import { numberOf } from '../event/chatAddress';
import { findFilterReason, takesOver } from '../event/filter';
import { splitMessageOf } from '../event/parts';
import { readPress } from '../event/press';
import { toItem } from '../event/toItem';
import { RegistrationMemory, RegistrationStore } from '../registration/store';
import { findWrongEntry, isAllowed } from '../settings/allowedAddresses';
import { settingsOf } from '../settings/settings';
import { ASK_MS, type Arrival, ChatTags } from './chatTags';
import { downloadAttachments } from './downloads';
import { DeliveryLog } from './log';
import { SeenEvents, startOnce } from './once';
import { type PressMemory, Presses, answerPress, nameOf as namePress } from './presses';
import { answerIgnored, answerRefused } from './publicAnswer';
import { Takeovers } from './takeovers';

/** Lifetime of a cached credential, in ms. Reading it costs n8n more than the whole verification. */
const REMEMBER_MS = 30_000;

/** The least time before a credential that led to a refusal is read again, in ms. */
const RENEW_PAUSE_MS = 5_000;

/** Credentials that are remembered, over all triggers of a process. */
const MAX_CONNECTIONS = 500;

/** Time in which later events about a split message are ignored after the first, in ms. */
const PARTS_KEPT_MS = 10 * 60_000;

const UNNUMBERED = "An operator's message came without a tbChatId. Assign the takeover tag to its chat manually.";

/** One delivery on its way through the steps. */
interface Delivery extends Pick<Arrival, 'context' | 'settings' | 'deadline'> {
	/** Names workflow and node. */
	node: string;
}

/** Everything that the triggers of a process share. */
interface Memory extends PressMemory {
	log: DeliveryLog;
	verifier: Verifier;
	/** Keyed by workflow, node and credential. */
	connections: Cache<string, Connection>;
	seen: SeenEvents;
	/** Split messages about which a workflow has had an event. */
	split: SeenEvents;
	chatTags: ChatTags;
	takeovers: Takeovers;
	registrations: RegistrationMemory;
}

/** Refuses for what an error says, but not for what it quotes: that may be a value into which a token was pasted by mistake. */
function refuseAs(code: 'credential' | 'setting', error: unknown): never {
	throw new Refusal(code, error instanceof Error ? oneLine(error.message.replace(/(?:: ".*|\.)$/s, '')) : '');
}

function open(context: IWebhookFunctions): Delivery {
	const deadline = performance.now() + ASK_MS;
	const node = `${context.getWorkflow().id}/${context.getNode().id}`;
	try {
		return { context, settings: settingsOf(context), node, deadline };
	} catch (error) {
		return refuseAs('setting', error);
	}
}

/** Checks that the caller's address is allowed. n8n decides which proxies to trust about it (N8N_PROXY_HOPS). */
function checkCaller({ context, settings: { allowedAddresses } }: Delivery): void {
	const wrong = findWrongEntry(allowedAddresses);
	if (wrong === '') throw new Refusal('address_list_empty');
	if (wrong !== undefined) throw new Refusal('address_list', quote(wrong));
	const { ip } = context.getRequestObject();
	if (allowedAddresses.length > 0 && !isAllowed(allowedAddresses, ip)) throw new Refusal('address_not_allowed', quote(ip));
}

function readBytes({ context, settings }: Delivery): Uint8Array {
	const request = context.getRequestObject();
	const bytes = 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
	return checkRequest(request.headers['content-type'], bytes, settings.maxEventBytes);
}

/** Returns the only account whose events are accepted: the one the webhook was registered for. */
function expectedAccount({ current }: RegistrationStore, connection: Connection): string {
	if (current === undefined) throw new Refusal('not_registered');
	const { accountId } = current;
	if (connection.accountId === '' || isSameAccount(connection.accountId, accountId)) return accountId;
	throw new Refusal('not_registered', 'the credential now belongs to another account');
}

interface Verified {
	/** The account that the delivery must be about. */
	accountId: string;
	connection: Connection;
	store: RegistrationStore;
}

async function verify({ context, settings, node }: Delivery, memory: Memory, bodyBytes: number): Promise<Verified> {
	const { authorization = '' } = context.getHeaderData();
	// before the credential is read: a caller without a token learns nothing about it and costs nothing
	const token = readToken(authorization);
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw new Refusal('webhook_url');
	const store = RegistrationStore.ofDelivery(context, url, memory.registrations);
	const fetchKey = createFetchKey(context.helpers);
	const check = async (connection: Connection): Promise<Verified> => {
		const { toleranceMs, maxLifetimeMs } = settings;
		const accountId = expectedAccount(store, connection);
		const hosts = store.hosts(settings.webhookHost);
		const provenKeyAddress = store.provenFor(accountId)?.address;
		const rules = { connection, accountId, provenKeyAddress, hosts, toleranceMs, maxLifetimeMs, bodyBytes };
		const keyAddress = await memory.verifier.verify(token, rules, fetchKey).catch((error: unknown) => {
			throw withoutApiToken(error, token, connection.redact);
		});
		store.rememberKey(accountId, keyAddress, memory.now());
		return { accountId, connection, store };
	};
	const credential = `${node}/${context.getNode().credentials?.[CREDENTIAL_NAME]?.id}`;
	const reading = async () => readConnection(await context.getCredentials(CREDENTIAL_NAME));
	const read = async () => await reading().catch((error: unknown) => refuseAs('credential', error));
	const connection = await memory.connections.load(credential, read);
	return await check(connection).catch(async (error: unknown) => {
		if (!(error instanceof Refusal) || !error.dependsOnCredential) throw error;
		const renewed = await memory.connections.load(credential, read, { maxAgeMs: RENEW_PAUSE_MS });
		if (renewed === connection) throw error;
		return await check(renewed);
	});
}

function checkAccount(event: Event, { accountId }: Verified): void {
	if (event.accountId !== accountId) throw new Refusal('subject', "sub isn't the event's accountId");
	const path = findOtherAccount(event, accountId);
	if (path !== undefined) throw new Refusal('account', `the event's ${path} names another account`);
}

/** Hands a question's button over to the execution that asked, whatever this trigger's own events and filters are. */
function handlePress({ context }: Delivery, { connection }: Verified, event: Event, memory: Memory) {
	const pressed = readPress(event, memory.now(), connection);
	if (pressed === undefined) return undefined;
	const { key, press } = pressed;
	const url = memory.presses.address.of(context, key);
	const offer = { url, press, askedAt: key.askedAt, connection };
	// the response follows later: until the webhook is done, n8n keeps about 7 MB for expressions
	const answered = answerPress(context, namePress(press, key), offer, memory);
	void answered.catch((error: unknown) => refuse(context, error, memory.log));
	return { noWebhookResponse: true };
}

async function start({ context, settings, connection, event }: Arrival, log: DeliveryLog): Promise<IWebhookResponseData> {
	const item: INodeExecutionData = { json: settings.raw ? event.body : toItem(event) };
	const { attachments } = event.message;
	if (settings.downloadAttachments && event.name === 'new_message' && attachments.length > 0) {
		const warn = (line: string) => log.warnOnce(context, line);
		const { binary, notes } = await downloadAttachments(context, connection, attachments, settings, warn);
		item.binary = binary;
		if (!settings.raw) item.json.attachments = attachments.map((entry, index) => ({ ...objectOf(entry), ...notes[index] }));
	}
	return { workflowData: [[item]] };
}

async function handle(delivery: Delivery, memory: Memory): Promise<IWebhookResponseData> {
	const { context, settings, node } = delivery;
	checkCaller(delivery);
	const bytes = readBytes(delivery);
	const verified = await verify(delivery, memory, bytes.length);
	const { connection, store, accountId } = verified;
	const event = readEvent(bytes, connection.redact);
	const arrival = { ...delivery, connection, event };
	checkAccount(event, verified);
	memory.log.arrived(context, store);
	const pressed = handlePress(delivery, verified, event, memory);
	if (pressed !== undefined) return pressed;
	// in the editor, the same event may arrive each time the user listens
	const keyOfCopies = (id: string | undefined) =>
		id === undefined || context.getMode() === 'manual' ? undefined : [node, accountId, event.name, id];
	if (takesOver(event, settings)) {
		const takeOver = async () => await memory.takeovers.takeOver(arrival);
		// a copy must not take over a chat that was handed back meanwhile
		if (numberOf(event.address) !== undefined) return await startOnce(context, keyOfCopies(event.id), memory.seen, takeOver);
		memory.log.warnOnce(context, UNNUMBERED);
	}
	const reason = findFilterReason(event, settings, memory.now());
	if (reason === 'direction') memory.log.leftOut(context, event);
	if (reason !== undefined) return answerIgnored(context, 'filtered', reason);
	const begin = async () => {
		const missed = (await memory.takeovers.findReason(arrival)) ?? (await memory.chatTags.findReason(arrival));
		return missed === undefined ? await start(arrival, memory.log) : answerIgnored(context, 'filtered', missed);
	};
	const whole = keyOfCopies(splitMessageOf(event, settings));
	const beginOnce = async () => await startOnce(context, whole, memory.split, begin);
	return await startOnce(context, settings.deduplicate ? keyOfCopies(event.id) : undefined, memory.seen, beginOnce);
}

function refuse(context: IWebhookFunctions, error: unknown, log: DeliveryLog): IWebhookResponseData {
	const refusal = error instanceof Refusal ? error : new Refusal('internal', error instanceof Error ? error.name : '');
	log.refused(context, refusal, error);
	return answerRefused(context, refusal);
}

/**
 * Creates the function that handles deliveries for n8n's webhook(), with its own memory. It never throws: failures get a response and a
 * log line, so that nothing a stranger sends leaves an execution.
 * @param now the clock: ms since 1970
 */
export function createDeliver(
	registrations = new RegistrationMemory(),
	now: () => number = Date.now,
	log = new DeliveryLog(now),
): (context: IWebhookFunctions) => Promise<IWebhookResponseData> {
	const chatTags = new ChatTags(now);
	const memory: Memory = {
		now,
		log,
		verifier: new Verifier(now),
		connections: new Cache({ max: MAX_CONNECTIONS, keepMs: REMEMBER_MS, now }),
		seen: new SeenEvents(now),
		split: new SeenEvents(now, undefined, PARTS_KEPT_MS),
		presses: new Presses(now),
		lines: new LineLimit(now),
		chatTags,
		takeovers: new Takeovers(now, chatTags),
		registrations,
	};
	return async (context) => {
		try {
			return await handle(open(context), memory);
		} catch (error) {
			return refuse(context, error, log);
		}
	};
}
