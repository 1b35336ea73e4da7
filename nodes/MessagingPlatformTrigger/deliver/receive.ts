import type { IWebhookFunctions } from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection, type Connection } from '../../shared/api/connection';
import { isSameAccount } from '../../shared/api/tokenClaims';
import { Cache } from '../../shared/cache';
import { oneLine } from '../../shared/texts';
import { checkRequest, readEvent, type Event } from '../event/event';
import { findOtherAccount } from '../event/otherAccount';
import { type RegistrationMemory, RegistrationStore } from '../registration/store';
import { findWrongEntry, isAllowed } from '../settings/allowedAddresses';
import { nodeOf, settingsOf, type Settings } from '../settings/settings';
import { fetchKey } from '../verify/fetchKey';
import { quote, Refusal } from '../verify/refusals';
import { readToken, withoutApiToken } from '../verify/token';
import { Verifier } from '../verify/verify';

/** Time limit of a delivery for all that it asks about its chat, waiting included, in ms: the platform waits 10 s for the response. */
const ASK_MS = 8_000;

/** Lifetime of a cached credential, in ms. Reading it costs n8n more than the whole verification. */
const REMEMBER_MS = 30_000;

/** The least time before a credential that led to a refusal is read again, in ms. */
const RENEW_PAUSE_MS = 5_000;

/** Credentials that are remembered, over all triggers of a process. */
const MAX_CONNECTIONS = 500;

/** The sender of a delivery, proven by its token. */
interface Verified {
	connection: Connection;
	/** The account that the delivery must be about. */
	accountId: string;
	store: RegistrationStore;
}

/** A verified event. */
export interface Arrival extends Verified {
	context: IWebhookFunctions;
	settings: Settings;
	event: Event;
	/** Names workflow and node. */
	node: string;
	/** The end of the time in which the platform is asked about the chat: ms of the monotonic clock. */
	deadline: number;
}

/** Refuses for what an error says, but not for what it quotes: that may be a value into which a token was pasted by mistake. */
async function readable<Value>(code: 'credential' | 'setting', read: () => Promise<Value>): Promise<Value> {
	return await read().catch((error: unknown) => {
		throw new Refusal(code, error instanceof Error ? oneLine(error.message.replace(/(?:: ".*|\.)$/s, '')) : '');
	});
}

/** Checks that the caller's address is allowed. n8n decides which proxies to trust about it (N8N_PROXY_HOPS). */
function checkCaller({ ip }: { ip?: string }, { allowedAddresses }: Settings): void {
	const wrong = findWrongEntry(allowedAddresses);
	if (wrong === '') throw new Refusal('address_list_empty');
	if (wrong !== undefined) throw new Refusal('address_list', quote(wrong));
	if (allowedAddresses.length > 0 && !isAllowed(allowedAddresses, ip)) throw new Refusal('address_not_allowed', quote(ip));
}

function checkAccount(event: Event, accountId: string): void {
	if (event.accountId !== accountId) throw new Refusal('subject', "sub isn't the event's accountId");
	const path = findOtherAccount(event);
	if (path !== undefined) throw new Refusal('account', `the event's ${path} names another account`);
}

/** Receives deliveries: from the request to a verified event. All triggers of a process share one. */
export class Receiver {
	private readonly verifier: Verifier;

	/** Keyed by workflow, node and credential. */
	private readonly connections: Cache<string, Connection>;

	constructor(
		private readonly registrations: RegistrationMemory,
		private readonly now: () => number,
	) {
		this.verifier = new Verifier(now);
		this.connections = new Cache({ max: MAX_CONNECTIONS, keepMs: REMEMBER_MS, now });
	}

	/** @throws Refusal for a delivery that isn't accepted; the cheap checks come first */
	async receive(context: IWebhookFunctions): Promise<Arrival> {
		const deadline = performance.now() + ASK_MS;
		const node = nodeOf(context);
		const settings = await readable('setting', async () => settingsOf(context));
		const request = context.getRequestObject();
		checkCaller(request, settings);
		const bytes = checkRequest(request, settings.maxEventBytes);
		const verified = await this.verify(context, settings, bytes.length);
		const event = readEvent(bytes, verified.connection.redact);
		checkAccount(event, verified.accountId);
		return { ...verified, context, settings, event, node, deadline };
	}

	/** Verifies the token against the credential, and against a newly read one if that might change the verdict. */
	private async verify(context: IWebhookFunctions, settings: Settings, bodyBytes: number): Promise<Verified> {
		// before the credential is read: a caller without a token learns nothing about it and costs nothing
		const token = readToken(context.getHeaderData().authorization);
		const store = this.storeOf(context);
		const check = async (connection: Connection): Promise<Verified> => {
			// the only account whose events are accepted: the one the webhook was registered for
			const { accountId } = store.current ?? {};
			if (accountId === undefined) throw new Refusal('not_registered');
			if (connection.accountId !== '' && !isSameAccount(connection.accountId, accountId)) {
				throw new Refusal('not_registered', 'the credential now belongs to another account');
			}
			const hosts = store.hosts(settings.webhookHost);
			const { toleranceMs, maxLifetimeMs } = settings;
			const provenKeyAddress = store.provenFor(accountId)?.address;
			const rules = { connection, accountId, provenKeyAddress, hosts, toleranceMs, maxLifetimeMs, bodyBytes };
			const fetching = async (address: string) => await fetchKey(context.helpers, address);
			const keyAddress = await this.verifier.verify(token, rules, fetching).catch((error: unknown) => {
				throw withoutApiToken(error, token, connection.redact);
			});
			store.rememberKey(accountId, keyAddress, this.now());
			store.publish(connection);
			return { accountId, connection, store };
		};
		const connection = await this.connectionOf(context);
		return await check(connection).catch(async (error: unknown) => {
			if (!(error instanceof Refusal) || !error.dependsOnCredential) throw error;
			const renewed = await this.connectionOf(context, { maxAgeMs: RENEW_PAUSE_MS });
			if (renewed === connection) throw error;
			return await check(renewed);
		});
	}

	/** Reads the credential, or remembers it. */
	async connectionOf(context: IWebhookFunctions, wanted: { maxAgeMs?: number } = {}): Promise<Connection> {
		const key = `${nodeOf(context)}/${context.getNode().credentials?.[CREDENTIAL_NAME]?.id}`;
		const reading = async () => readConnection(await context.getCredentials(CREDENTIAL_NAME));
		return await this.connections.load(key, async () => await readable('credential', reading), wanted);
	}

	storeOf(context: IWebhookFunctions): RegistrationStore {
		const url = context.getNodeWebhookUrl('default');
		if (url === undefined) throw new Refusal('webhook_url');
		return RegistrationStore.ofDelivery(context, url, this.registrations);
	}
}
