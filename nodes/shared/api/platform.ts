import {
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IGetNodeParameterOptions,
	type IHookFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type IWebhookFunctions,
	sleep,
} from 'n8n-workflow';
import { type UrlReach, targetOf } from './addresses';
import { Limit, SharedLimits } from './deadline';
import { retryAfter } from './gate';
import { type Opened, EDITOR_PATIENCE_MS, openInTurn } from './inTurn';
import { type Send, readText } from './request';
import { type JsonValue, objectOf, printJson } from '../json';
import { type ApiRequest, TIMEOUT_MS, toHttpOptions } from './apiRequest';
import { type Connection, CREDENTIAL_NAME, readConnection } from './connection';
import { correlationIdOf, isPassing, parseResponse } from './envelope';
import { Failure } from '../failure';
import { parseUrl } from '../urls';
import { type BadResponse, asFailure } from './explain';

type ApiContext = IExecuteFunctions | IExecuteSingleFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

interface ApiResponse {
	/** Undefined when the response is empty, as with a 202. */
	json?: JsonValue;
	/** The text without the API token; `parseExact` reads integers beyond 2^53 from it as exact numbers. */
	text: string;
	correlationId?: string;
}

/** How a request of any size waits for its turn and is made. */
export interface OpenHow {
	reach: UrlReach;
	/** Begins the time of an attempt: it doesn't run while the request waits for its turn. */
	begin(this: void): Limit;
	/** Ends the wait for a turn; the execution's own signal otherwise. */
	stop?: AbortSignal;
	/** The end of the wait for a turn: ms of the monotonic clock. */
	until?: number;
}

interface CallHow {
	itemIndex?: number;
	timeoutMs?: number;
	/** The time at which it's over, waiting included: ms of the monotonic clock. */
	deadline?: number;
	begun?(this: void): void;
}

/** Times in ms: how long a request of an execution waits for its turn, and pauses before a read is repeated, unless the platform says. */
export const WAITS = { patience: 5 * 60_000, again: 1_000, maxAgain: 10_000 };

function readProxy(address: unknown): IHttpRequestOptions['proxy'] {
	const url = typeof address === 'string' && /^https?:/i.test(address) ? parseUrl(address) : undefined;
	// without it, the request would go another way
	if (url === undefined) {
		const advice = 'Enter one like http://proxy.example.com:3128, or remove it.';
		throw Failure.ofPlatform("Proxy, under Request Options, isn't a URL", advice);
	}
	const proxy = { host: url.hostname, port: Number(url.port || 80), protocol: url.protocol.replace(':', '') };
	if (url.username === '') return proxy;
	return { ...proxy, auth: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } };
}

/** The platform as one n8n context (an execution, a hook, a dropdown) reaches it; the credential is read once. */
export class Platform {
	private reading?: Promise<Connection>;

	private knownNode?: INode;

	private hasRequestOptions?: boolean;

	private readonly since = performance.now();

	private readonly limits = new SharedLimits((time) => this.limitBy(time));

	constructor(
		readonly context: ApiContext,
		connection?: Connection,
	) {
		if (connection) this.reading = Promise.resolve(connection);
	}

	/** n8n makes a copy of it whenever it is asked. */
	get node(): INode {
		this.knownNode ??= this.context.getNode();
		return this.knownNode;
	}

	/** @throws UserError when the credential is incomplete, and what n8n throws when there is none */
	async connection(): Promise<Connection> {
		this.reading ??= (async () => readConnection(await this.context.getCredentials(CREDENTIAL_NAME)))();
		return await this.reading;
	}

	/** Names all that decides the platform's responses: URL, token, and an item's way there. It can't be turned back into them. */
	async connectionKey(itemIndex: number): Promise<string> {
		const { baseUrl, deriveKey } = await this.connection();
		const { proxy = null, skipSslCertificateValidation = false, timeout = 0 } = this.requestOptions(itemIndex);
		// answers from an unchecked connection are not for those who check theirs, and no one waits for another's timeout
		return deriveKey(printJson([baseUrl, proxy, skipSslCertificateValidation, timeout])).toString('base64url');
	}

	/** The user's settings under the node's Request Options, which n8n adds to declarative nodes; `timeout` in ms. */
	requestOptions(itemIndex: number): Partial<IHttpRequestOptions> {
		const { context } = this;
		const read = (how?: IGetNodeParameterOptions): unknown => {
			if ('getItemIndex' in context || 'getRequestObject' in context) return context.getNodeParameter('requestOptions', {}, how);
			return 'continueOnFail' in context ? context.getNodeParameter('requestOptions', itemIndex, {}, how) : undefined;
		};
		// to resolve a parameter costs n8n more than all the rest here, and these are rarely set; unresolved they are the same for
		// every item
		this.hasRequestOptions ??= Object.keys(objectOf(read({ rawExpressions: true }))).length > 0;
		const value = this.hasRequestOptions ? objectOf(read()) : {};
		const options: Partial<IHttpRequestOptions> = {};
		if (typeof value.timeout === 'number' && value.timeout > 0) options.timeout = value.timeout;
		if (value.allowUnauthorizedCerts === true) options.skipSslCertificateValidation = true;
		if ('proxy' in value && value.proxy !== '') options.proxy = readProxy(value.proxy);
		return options;
	}

	/** A limit for {@link open} that a user who stops the execution also brings about. */
	limitBy(time: AbortSignal): Limit {
		return new Limit(time, this.stopped);
	}

	private get stopped(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context ? this.context.getExecutionCancelSignal() : undefined;
	}

	/** The end of a request's wait for its turn. */
	private get patience(): number {
		const isEditor = 'getActivationMode' in this.context || 'getCurrentNodeParameter' in this.context;
		return isEditor ? this.since + EDITOR_PATIENCE_MS : performance.now() + WAITS.patience;
	}

	async call(
		request: ApiRequest,
		{ itemIndex = 0, timeoutMs = TIMEOUT_MS, deadline, begun }: CallHow = {},
	): Promise<ApiResponse> {
		let shared: ReturnType<SharedLimits['join']> | undefined;
		try {
			const options = { ...toHttpOptions(request), ...this.requestOptions(itemIndex) };
			if (request.base === 'notification') options.baseURL = await this.notificationBase();
			else if (request.base !== undefined) options.baseURL = request.base.url;
			const ms = options.timeout ?? timeoutMs;
			const begin = () => {
				begun?.();
				shared?.leave();
				shared = this.limits.join(Math.ceil(Math.max(0, Math.min(ms, (deadline ?? Infinity) - performance.now()))));
				return shared.limit;
			};
			return await this.ask(request, options, { reach: 'api', begin, until: deadline ?? this.patience });
		} catch (error) {
			const failure = asFailure(error);
			// a request that only reads changes nothing, even as a step of an operation that does
			throw request.method === 'GET' ? failure.with({ outcome: 'notSent' }) : failure;
		} finally {
			shared?.leave();
		}
	}

	/** Asks, and once more after a pause if a read got no response of the API: a gateway's failure is often over in a moment. */
	private async ask(
		request: ApiRequest,
		options: IHttpRequestOptions,
		how: Required<Omit<OpenHow, 'stop'>>,
	): Promise<ApiResponse> {
		for (let isLast = request.method !== 'GET'; ; isLast = true) {
			const opened = await this.open(options, how);
			const pauseMs = Math.min(retryAfter(opened.headers) ?? WAITS.again, WAITS.maxAgain);
			isLast ||= performance.now() + pauseMs >= how.until;
			const reading = this.read(opened, request);
			if (isLast) return await reading;
			const { json } = await reading.catch(() => ({ json: undefined }));
			if (json !== undefined || !isPassing(opened)) return await reading;
			// once it was stopped, its limit ends it at once
			await sleep(pauseMs, this.stopped).catch(() => undefined);
		}
	}

	/**
	 * Opens a stream: sends a request of any size in its turn, and returns any response with its body unread.
	 * @throws AddressError for an address that may not be asked, Failure when no response came, UserError for a wrong credential
	 */
	async open(options: IHttpRequestOptions, { until = this.patience, stop = this.stopped, ...how }: OpenHow): Promise<Opened> {
		const connection = await this.connection();
		const url = targetOf(options.url, options.baseURL ?? connection.baseUrl);
		const request = { ...options, url, baseURL: undefined, timeout: undefined };
		return await openInTurn(connection, request, { ...how, until, stop, owner: this }, this.send);
	}

	readonly send: Send = async (options, withToken, { signal }) => {
		const { helpers } = this.context;
		const limited = { ...options, abortSignal: signal };
		if (!withToken) return await helpers.httpRequest(limited);
		const response = helpers.httpRequestWithAuthentication.call(this.context, CREDENTIAL_NAME, limited);
		// n8n has replaced it with the execution's own signal at once, which the limit heeds, and reads it after the credential
		limited.abortSignal = signal;
		return await response;
	};

	/**
	 * Reads what {@link open} gave as a response of the API.
	 * @throws Failure for any status but 2xx, for a body with `$error`, and for one that is not JSON, too large or breaks off
	 */
	async read(opened: Opened, asked?: BadResponse['asked']): Promise<ApiResponse> {
		const connection = await this.connection();
		const text = await readText(opened, connection.redact, opened.limit);
		opened.text = text;
		const json = parseResponse(opened, text, connection, asked);
		return { json, text, correlationId: correlationIdOf(opened.headers) };
	}

	private async notificationBase(): Promise<string> {
		const { notificationUrl } = await this.connection();
		if (notificationUrl !== '') return notificationUrl;
		throw Failure.ofPlatform(
			"The credential's Notification URL is empty",
			'Webhooks are managed at a separate URL. Enter it in the credential as the Notification URL.',
		);
	}
}
