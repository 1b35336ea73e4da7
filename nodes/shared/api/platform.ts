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
import { type JsonValue, isObject, printJson } from '../json';
import { type ApiRequest, TIMEOUT_MS, toHttpOptions } from './apiRequest';
import { type Connection, CREDENTIAL_NAME, readConnection } from './connection';
import { correlationIdOf, parseAnswer } from './envelope';
import { Failure } from '../failure';
import { type BadAnswer, asFailure } from './explain';

/** Every n8n context from which the package calls the platform. */
type ApiContext = IExecuteFunctions | IExecuteSingleFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** A response of the platform. */
interface Answer {
	/** Undefined when the response is empty, as with a 202. */
	json?: JsonValue;
	/** The text without the API token; `parseExact` reads integers beyond 2^53 from it as exact numbers. */
	text: string;
	/** The header x-correlation-id. */
	correlationId?: string;
}

/** A limit and the calls that are under it. */
interface SharedLimit {
	limit: Limit;
	ms: number;
	/** The time it began: ms of the monotonic clock. */
	since: number;
	calls: number;
}

/** Calls under a limit at the same time: each listens to it up to twice, and Node warns of a leak at more than ten. */
const SHARED_BY = 4;

function readProxy(url: URL): IHttpRequestOptions['proxy'] {
	const proxy = { host: url.hostname, port: Number(url.port || 80), protocol: url.protocol.replace(':', '') };
	if (url.username === '') return proxy;
	return { ...proxy, auth: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } };
}

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0;

/** The platform as one n8n context (an execution, a hook, a dropdown) reaches it; the credential is read once. */
export class Platform {
	private reading?: Promise<Connection>;

	private knownNode?: INode;

	private hasRequestOptions?: boolean;

	/** The limits that calls share which begin at nearly the same time; one of its own costs as much as the rest of a call. */
	private shared: SharedLimit[] = [];

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
		this.hasRequestOptions ??= isFilled(read({ rawExpressions: true }));
		const value = this.hasRequestOptions ? read() : undefined;
		if (!isObject(value)) return {};
		const options: Partial<IHttpRequestOptions> = {};
		if (typeof value.timeout === 'number' && value.timeout > 0) options.timeout = value.timeout;
		if (value.allowUnauthorizedCerts === true) options.skipSslCertificateValidation = true;
		if (typeof value.proxy === 'string' && URL.canParse(value.proxy)) options.proxy = readProxy(new URL(value.proxy));
		return options;
	}

	/** A limit for {@link open} that a user who stops the execution also brings about. */
	limitBy(time: AbortSignal): Limit {
		return new Limit(time, 'getExecutionCancelSignal' in this.context ? this.context.getExecutionCancelSignal() : undefined);
	}

	/** Calls the platform. */
	async call(request: ApiRequest, { itemIndex = 0, timeoutMs = TIMEOUT_MS } = {}): Promise<Answer> {
		try {
			const options = { ...toHttpOptions(request), ...this.requestOptions(itemIndex) };
			if (request.base === 'notification') options.baseURL = await this.notificationBase();
			else if (request.base !== undefined) options.baseURL = request.base.url;
			return await this.limited(options.timeout ?? timeoutMs, async (limit) => {
				const answer = await this.open(options, { reach: 'api', limit });
				return await this.read(answer, limit, request);
			});
		} catch (error) {
			const failure = asFailure(error);
			// a request that only reads changes nothing, even as a step of an operation that does
			throw request.method === 'GET' ? failure.with({ outcome: 'notSent' }) : failure;
		}
	}

	/**
	 * Opens a stream: sends a request of any size, and returns any answer with its body unread.
	 * @throws AddressError for an address that may not be asked, NoAnswer when no answer came, UserError for a wrong credential
	 */
	async open(options: IHttpRequestOptions, { reach, limit }: { reach: Reach; limit: Limit }): Promise<OpenAnswer> {
		const connection = await this.connection();
		const url = targetOf(options.url, options.baseURL ?? connection.baseUrl);
		const request = { ...options, url, baseURL: undefined, timeout: undefined };
		return await openRequest(connection, request, reach, limit, async (one, withToken) =>
			withToken
				? await this.context.helpers.httpRequestWithAuthentication.call(this.context, CREDENTIAL_NAME, withLimit(one, limit))
				: await this.sendPlain(one, limit),
		);
	}

	/** Sends one request without the token, and returns what n8n's HTTP helper gives. */
	async sendPlain(options: IHttpRequestOptions, limit: Limit): Promise<unknown> {
		return await this.context.helpers.httpRequest(withLimit(options, limit));
	}

	/**
	 * Reads what {@link open} gave as an answer of the API.
	 * @throws Failure for any status but 2xx, for a body with `$error`, and for one that is not JSON, too large or breaks off
	 */
	async read(opened: OpenAnswer, limit: Limit, asked?: BadAnswer['asked']): Promise<Answer> {
		const connection = await this.connection();
		const text = await readText(opened, connection.redact, limit);
		const json = parseAnswer(opened, text, connection, asked);
		return { json, text, correlationId: correlationIdOf(opened.headers) };
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

	private async notificationBase(): Promise<string> {
		const { notificationUrl } = await this.connection();
		if (notificationUrl !== '') return notificationUrl;
		throw Failure.ofPlatform(
			"The credential's Notification URL is empty",
			'Webhooks are managed at a separate URL. Enter it in the credential as the Notification URL.',
		);
	}
}
