import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IGetNodeParameterOptions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
	IWebhookFunctions,
} from 'n8n-workflow';
import { type Reach, targetOf } from './addresses';
import { Limit, withLimit } from './deadline';
import { type OpenAnswer, openRequest, readText } from './request';
import { type JsonValue, type Printable, isObject, parseExact } from '../json';
import { type ApiRequest, TIMEOUT_MS, toHttpOptions } from './apiRequest';
import { type Connection, CREDENTIAL_NAME, readConnection } from './connection';
import { correlationIdOf, parseAnswer } from './envelope';
import { requestError, valueError, withOutcome } from '../failure';
import type { FailedAnswer } from './explanation';

/** Every n8n context from which the package calls the platform. */
export type ApiContext = IExecuteFunctions | IExecuteSingleFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** How an open request ends. */
export interface OpenRule {
	/** Which addresses may be asked. */
	reach: Reach;
	/** Ends the request and the reading of its answer. */
	limit: Limit;
}

/** A limit and the calls that are under it. */
interface SharedLimit {
	limit: Limit;
	ms: number;
	/** When it began, ms of the monotonic clock. */
	since: number;
	calls: number;
}

/** Calls under a limit at the same time: each listens to it twice at most, and Node warns of a leak at more than ten. */
const SHARED_BY = 4;

function readProxy(url: URL): IHttpRequestOptions['proxy'] {
	const proxy = { host: url.hostname, port: Number(url.port || 80), protocol: url.protocol.replace(':', '') };
	if (url.username === '') return proxy;
	return { ...proxy, auth: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } };
}

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0;

/**
 * The platform as one n8n context reaches it: create it once a context (an execution, a hook, a dropdown) and hand it along.
 * It remembers the connection of the node's credential, which costs n8n a look into its database.
 */
export class Platform {
	private reading?: Promise<Connection>;

	private knownNode?: INode;

	private hasRequestOptions?: boolean;

	/** The limits that calls share which begin at nearly the same time; one of its own costs as much as the rest of a call. */
	private shared: SharedLimit[] = [];

	/**
	 * @param context the n8n context
	 * @param connection the credential's connection, where it is known already
	 */
	constructor(
		readonly context: ApiContext,
		connection?: Connection,
	) {
		if (connection) this.reading = Promise.resolve(connection);
	}

	/** The node, for errors: n8n makes a copy of it whenever it is asked. */
	get node(): INode {
		this.knownNode ??= this.context.getNode();
		return this.knownNode;
	}

	/**
	 * The connection of the node's credential.
	 *
	 * @returns the same one for the life of the context
	 * @throws UserError when the credential is incomplete, and what n8n throws when there is none
	 */
	async connection(): Promise<Connection> {
		this.reading ??= (async () => readConnection(await this.context.getCredentials(CREDENTIAL_NAME)))();
		return await this.reading;
	}

	/**
	 * What the user set under the node's Request Options, which n8n adds to declarative nodes.
	 *
	 * @param itemIndex index of the item
	 * @returns options for a request; `timeout` in ms
	 */
	requestOptions(itemIndex: number): Partial<IHttpRequestOptions> {
		const { context } = this;
		const read = (how?: IGetNodeParameterOptions): unknown => {
			if ('getItemIndex' in context) return context.getNodeParameter('requestOptions', {}, how);
			return 'continueOnFail' in context ? context.getNodeParameter('requestOptions', itemIndex, {}, how) : undefined;
		};
		// to resolve a parameter costs n8n more than all the rest here, and these are rarely set; unresolved they are the same for
		// every item
		this.hasRequestOptions ??= isFilled(read({ rawExpressions: true }));
		const value = this.hasRequestOptions ? read() : undefined;
		if (!isObject(value)) return {};
		const options: Partial<IHttpRequestOptions> = {};
		if (typeof value.timeout === 'number' && value.timeout > 0) options.timeout = value.timeout;
		if (value.allowUnauthorizedCerts === true) options.skipSslCertificateValidation = true;
		if (typeof value.proxy === 'string' && URL.canParse(value.proxy)) options.proxy = readProxy(new URL(value.proxy));
		return options;
	}

	/**
	 * A limit that also a user who stops the execution brings about.
	 *
	 * @param time aborted when the time is over
	 */
	limitBy(time: AbortSignal): Limit {
		return new Limit(time, 'getExecutionCancelSignal' in this.context ? this.context.getExecutionCancelSignal() : undefined);
	}

	/** Makes a call under a limit, which may end up to a hundredth of its time early. */
	private async limited<Result>(ms: number, call: (limit: Limit) => Promise<Result>): Promise<Result> {
		const now = performance.now();
		this.shared = this.shared.filter((one) => one.ms === ms && now - one.since <= ms / 100);
		const known = this.shared.find(({ calls }) => calls < SHARED_BY);
		const shared = known ?? { limit: this.limitBy(AbortSignal.timeout(ms)), ms, since: now, calls: 0 };
		if (!known) this.shared.push(shared);
		shared.calls += 1;
		try {
			return await call(shared.limit);
		} finally {
			shared.calls -= 1;
		}
	}

	/**
	 * Calls the platform.
	 *
	 * @param request the call
	 * @param itemIndex index of the item, for errors
	 * @returns the parsed body, undefined when it is empty
	 * @throws NodeApiError with an explanation when the call fails or no whole answer came in time, NodeOperationError when the
	 * answer is too large, or when a redirect leads in a circle or out of the credential's addresses
	 */
	async call(request: ApiRequest, itemIndex = 0): Promise<JsonValue | undefined> {
		return (await this.send(request, itemIndex)).json;
	}

	/**
	 * Calls the platform for a record that goes back to it: as {@link call}, but integers beyond 2^53 stay exact numbers.
	 *
	 * @param request the call
	 * @param itemIndex index of the item, for errors
	 * @returns the parsed body, ready for `printJson`
	 * @throws as {@link call}
	 */
	async callExact(request: ApiRequest, itemIndex = 0): Promise<Printable> {
		const { json, text } = await this.send(request, itemIndex);
		return json === undefined ? undefined : parseExact(text);
	}

	/**
	 * Calls the platform and tells the id of the call, too.
	 *
	 * @param request the call
	 * @param itemIndex index of the item, for errors
	 * @returns the parsed body, undefined when it is empty, and the header x-correlation-id, where there is one
	 * @throws as {@link call}
	 */
	async callTraced(request: ApiRequest, itemIndex = 0): Promise<{ json?: JsonValue; correlationId?: string }> {
		const { json, correlationId } = await this.send(request, itemIndex);
		return { json, correlationId };
	}

	private async send(
		request: ApiRequest,
		itemIndex: number,
	): Promise<{ json?: JsonValue; text: string; correlationId?: string }> {
		try {
			const options = { ...toHttpOptions(request), ...this.requestOptions(itemIndex) };
			if (request.base === 'notification') options.baseURL = await this.notificationBase(itemIndex);
			else if (request.base !== undefined) options.baseURL = request.base.url;
			return await this.limited(options.timeout ?? TIMEOUT_MS, async (limit) => {
				const answer = await this.open(options, { reach: 'api', limit });
				return { ...(await this.read(answer, itemIndex, limit, request)), correlationId: correlationIdOf(answer.headers) };
			});
		} catch (error) {
			const failure = requestError({ node: this.node, index: itemIndex }, error);
			// a request that only reads changes nothing, even as a step of an operation that does
			throw request.method === 'GET' ? withOutcome(failure, 'notSent') : failure;
		}
	}

	private async notificationBase(itemIndex: number): Promise<string> {
		const { notificationUrl } = await this.connection();
		if (notificationUrl !== '') return notificationUrl;
		throw valueError(
			this.node,
			itemIndex,
			"The credential's Notification URL is empty",
			'Webhooks are managed at an address of their own. Enter it in the credential as Notification URL.',
		);
	}

	/**
	 * Sends a request that is ready except for the token, which n8n adds through the credential's `authenticate`.
	 *
	 * @param options from toHttpOptions and {@link requestOptions}, possibly with a base address or another body
	 * @param rule which addresses may be asked, and what ends the request
	 * @returns the answer with any status, its body unread; a redirect that cannot be followed is returned as it is
	 * @throws AddressError for an address that may not be asked, NoAnswer when no answer came, UserError for a wrong credential
	 */
	async open(options: IHttpRequestOptions, { reach, limit }: OpenRule): Promise<OpenAnswer> {
		const connection = await this.connection();
		const url = targetOf(options.url, options.baseURL ?? connection.baseUrl);
		const request = { ...options, url, baseURL: undefined, timeout: undefined };
		const { helpers } = this.context;
		return await openRequest(connection, request, reach, limit, async (one, withToken) =>
			withToken
				? await helpers.httpRequestWithAuthentication.call(this.context, CREDENTIAL_NAME, withLimit(one, limit))
				: await this.sendPlain(one, limit),
		);
	}

	/**
	 * Sends one request without the token, and follows nothing unless the options say so.
	 *
	 * @param options the request
	 * @param limit ends the request
	 * @returns what n8n's HTTP helper gives
	 */
	async sendPlain(options: IHttpRequestOptions, limit: Limit): Promise<unknown> {
		return await this.context.helpers.httpRequest(withLimit(options, limit));
	}

	/**
	 * Reads an answer of the platform: JSON with exact integers, or an error.
	 *
	 * @param answer an answer whose body is unread
	 * @param itemIndex index of the item, for errors
	 * @param limit ends the reading
	 * @param asked what was asked for, for errors
	 * @returns the body as text and parsed; `json` is undefined when it is empty, as with a 202
	 * @throws NodeApiError for any status but 2xx, for a body with `$error`, and for a body that is not JSON; TooLarge; NoAnswer
	 * when it breaks off or takes too long
	 */
	async read(
		answer: OpenAnswer,
		itemIndex: number,
		limit: Limit,
		asked?: FailedAnswer['asked'],
	): Promise<{ json?: JsonValue; text: string }> {
		const { redact, apiToken } = await this.connection();
		const text = await readText(answer, redact, limit);
		return { json: parseAnswer({ node: this.node, index: itemIndex }, answer, text, apiToken, asked), text };
	}
}
