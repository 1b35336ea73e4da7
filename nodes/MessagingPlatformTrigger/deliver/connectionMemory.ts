import type { IWebhookFunctions } from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection, type Connection } from '../../shared/api/connection';
import { BoundedMap } from '../../shared/boundedMap';
import { Refusal } from '../verify/refusals';

/** A credential that was read is used for this long, in ms. Reading it costs n8n more than all of the verification. */
export const REMEMBER_MS = 30_000;

/** A remembered credential that led to a refusal is read again at most this often, in ms. */
export const RENEW_PAUSE_MS = 5_000;

/** Credentials that are remembered, over all triggers of a process. */
export const MAX_CONNECTIONS = 500;

/** A credential's connection and when it was read, in ms since 1970. */
export interface RememberedConnection {
	connection: Connection;
	readAt: number;
}

async function read(context: IWebhookFunctions): Promise<Connection> {
	return readConnection(await context.getCredentials(CREDENTIAL_NAME));
}

function refuse(error: unknown): never {
	// The messages name the field or the credential. What follows as a quotation is a value, in which a token may have
	// been pasted by mistake.
	throw new Refusal('credential', error instanceof Error ? error.message.replace(/(?:: ".*|\.)$/s, '') : '');
}

/** Remembers what verification needs of the credentials, by workflow, node and credential. */
export class ConnectionMemory {
	private readonly remembered = new BoundedMap<string, RememberedConnection>(MAX_CONNECTIONS);

	private readonly reading = new Map<string, Promise<RememberedConnection>>();

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * The connection of a trigger's credential, read at most {@link REMEMBER_MS} ago.
	 *
	 * @param context the webhook's context
	 * @param key names workflow, node and credential
	 * @throws Refusal credential when it cannot be read
	 */
	async get(context: IWebhookFunctions, key: string): Promise<RememberedConnection> {
		const entry = this.remembered.get(key);
		if (entry !== undefined && this.now() - entry.readAt < REMEMBER_MS) return entry;
		return await this.readAgain(context, key);
	}

	/**
	 * Reads a credential again after a refusal that a change of it could turn around.
	 *
	 * @param context the webhook's context
	 * @param key names workflow, node and credential
	 * @param used what led to the refusal
	 * @returns undefined when it was read a moment ago
	 * @throws Refusal credential when it cannot be read
	 */
	async renew(context: IWebhookFunctions, key: string, used: RememberedConnection): Promise<RememberedConnection | undefined> {
		if (this.now() - used.readAt < RENEW_PAUSE_MS) return undefined;
		const entry = this.remembered.get(key);
		if (entry !== undefined && entry.readAt > used.readAt) return entry;
		return await this.readAgain(context, key);
	}

	/** One read serves all deliveries that wait for it. */
	private async readAgain(context: IWebhookFunctions, key: string): Promise<RememberedConnection> {
		const running = this.reading.get(key);
		if (running !== undefined) return await running;
		const promise = this.load(context, key).finally(() => this.reading.delete(key));
		this.reading.set(key, promise);
		return await promise;
	}

	private async load(context: IWebhookFunctions, key: string): Promise<RememberedConnection> {
		const entry = { connection: await read(context).catch(refuse), readAt: this.now() };
		this.remembered.set(key, entry);
		return entry;
	}
}
