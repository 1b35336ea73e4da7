import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import * as schemas from './restSchemas';
import type * as types from './restSchemas';
import { waitUntil } from './wait';

/** The account that owns an n8n instance. */
export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

/** A workflow as n8n's editor exports it. */
export interface WorkflowDefinition {
	name: string;
	nodes: unknown[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** Items that nodes output without running, by the nodes' names. */
	pinData?: Record<string, unknown[]>;
}

export interface ListSearchRequest {
	method: string;
	path: string;
	/** The node type's full name, such as n8n-nodes-messaging-platform.messagingPlatform. */
	nodeType: string;
	version: number;
	credentials: Record<string, { id: string; name: string }>;
	parameters: Record<string, unknown>;
	filter?: string;
	paginationToken?: unknown;
}

/** n8n answered a request with an error status. */
export class N8nRestError extends Error {
	constructor(
		request: string,
		readonly status: number,
		/** n8n's own message, or the beginning of the body. */
		readonly reason: string,
	) {
		super(`n8n answered ${status} to ${request}: ${reason}`);
		this.name = 'N8nRestError';
	}
}

const REQUEST_TIMEOUT_MS = 30_000;
const BROWSER_ID = 'messaging-platform-demo';
/** Time within which n8n must have unpublished a workflow (ms), on a busy machine, too. */
const UNPUBLISH_MS = 60_000;
const PUSH_REF = 'messaging-platform-demo-push';

/** The part of n8n's internal REST interface that its editor uses for what the demo and the tests do. */
export class N8nRest {
	/** @param origin such as http://127.0.0.1:5678 */
	constructor(
		readonly origin: string,
		private cookie = '',
	) {}
	/** Makes the owner of a new instance, and is logged in as that owner afterwards. */
	async setupOwner(owner: Owner): Promise<void> {
		await this.call('POST', '/rest/owner/setup', z.unknown(), owner);
	}
	/** Logs in; every later call is made as this user. */
	async login({ email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await this.call('POST', '/rest/login', z.unknown(), { emailOrLdapLoginId: email, password });
	}
	/** Checks if the instance is new and still has no owner. */
	async needsOwner(): Promise<boolean> {
		const settings = z.object({ userManagement: z.object({ showSetupOnFirstLoad: z.boolean().optional() }) });
		return (await this.call('GET', '/rest/settings', settings)).userManagement.showSetupOnFirstLoad ?? false;
	}
	/** The `n8n-auth` cookie's value of the logged-in user, and the browser id it is bound to: to log a browser in. */
	session(): { cookie: string; browserId: string } {
		return { cookie: this.cookie, browserId: BROWSER_ID };
	}
	async createCredential(name: string, type: string, data: Record<string, unknown>): Promise<types.Credential> {
		return await this.call('POST', '/rest/credentials', schemas.credentialSchema, { name, type, data });
	}
	async updateCredential({ id, name, type }: types.Credential, data: Record<string, unknown>): Promise<void> {
		await this.call('PATCH', `/rest/credentials/${id}`, z.unknown(), { name, type, data });
	}
	async listCredentials(): Promise<types.Credential[]> {
		return await this.call('GET', '/rest/credentials', z.array(schemas.credentialSchema));
	}
	async testCredential(credential: types.Credential, data: Record<string, unknown>): Promise<types.CredentialTest> {
		const body = { credentials: { ...credential, data } };
		return await this.call('POST', '/rest/credentials/test', schemas.credentialTestSchema, body);
	}

	/** One page of a searchable list, as the editor's resource locator asks for it. */
	async listSearch(request: ListSearchRequest): Promise<types.ListSearch> {
		return await this.call('POST', '/rest/dynamic-node-parameters/resource-locator-results', schemas.listSearchSchema, {
			path: request.path,
			methodName: request.method,
			filter: request.filter,
			paginationToken: request.paginationToken,
			nodeTypeAndVersion: { name: request.nodeType, version: request.version },
			credentials: request.credentials,
			currentNodeParameters: request.parameters,
		});
	}

	async createWorkflow(definition: WorkflowDefinition): Promise<types.Workflow> {
		return await this.call('POST', '/rest/workflows', schemas.workflowSchema, { settings: {}, ...definition });
	}
	async getWorkflow(id: string): Promise<types.Workflow> {
		return await this.call('GET', `/rest/workflows/${id}`, schemas.workflowSchema);
	}
	async listWorkflows(): Promise<types.WorkflowSummary[]> {
		return await this.call('GET', '/rest/workflows', z.array(schemas.workflowSummarySchema));
	}
	/** Saves a new version; a published workflow keeps running its published one until it is published again. */
	async updateWorkflow(id: string, definition: WorkflowDefinition): Promise<types.Workflow> {
		const { versionId } = await this.getWorkflow(id);
		const body = { settings: {}, ...definition, versionId };
		return await this.call('PATCH', `/rest/workflows/${id}`, schemas.workflowSchema, body);
	}

	/** Publishes the newest version. n8n answers before its triggers have registered their webhooks. */
	async publish(id: string): Promise<types.Workflow> {
		const { versionId } = await this.getWorkflow(id);
		const activate = async () => await this.call('POST', `/rest/workflows/${id}/activate`, schemas.workflowSchema, { versionId });
		return await activate().catch(async (error: unknown) =>
			isOutOfTime(error) ? await activate() : await Promise.reject(error),
		);
	}

	/** Unpublishes the workflow. n8n answers before its triggers have removed their webhooks. */
	async unpublish(id: string): Promise<types.Workflow> {
		return await this.call('POST', `/rest/workflows/${id}/deactivate`, schemas.workflowSchema, {});
	}

	/** Deletes a workflow. n8n refuses that while it still unpublishes it. */
	async deleteWorkflow(id: string, isArchived = false): Promise<void> {
		if (!isArchived) await this.call('POST', `/rest/workflows/${id}/archive`, z.unknown(), {});
		const gone = async () =>
			await this.call('DELETE', `/rest/workflows/${id}`, z.unknown()).then(
				() => true,
				async (error: unknown) => (error instanceof N8nRestError && error.status === 409 ? false : await Promise.reject(error)),
			);
		if (!(await waitUntil(gone, UNPUBLISH_MS, 100))) throw new Error(`n8n never ended unpublishing the workflow ${id}`);
	}

	/**
	 * The editor's "Execute workflow", or "Execute step" with a destination. With a webhook trigger it begins test listening and
	 * answers `waitingForWebhook`.
	 */
	async run(id: string, trigger: string, destination?: string): Promise<types.Run> {
		return await this.call('POST', `/rest/workflows/${id}/run`, schemas.runSchema, {
			triggerToStartFrom: { name: trigger },
			...(destination && { destinationNode: { nodeName: destination, mode: 'inclusive' } }),
		});
	}

	/** Lists the newest executions of one workflow or of all, newest first: up to `limit`, which is up to 100. */
	async listExecutions(workflowId?: string, limit = 100): Promise<types.ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify(workflowId ? { workflowId } : {}));
		const path = `/rest/executions?filter=${filter}&limit=${limit}`;
		return (await this.call('GET', path, schemas.executionListSchema)).results;
	}

	async getExecution(id: string): Promise<types.Execution> {
		const { data, ...summary } = await this.call('GET', `/rest/executions/${id}`, schemas.executionSchema);
		const { resultData } = schemas.executionDataSchema.parse(unflatten(data));
		const output = Object.entries(resultData.runData).map(([node, runs]) => {
			const items = runs.at(-1)?.data?.main[0] ?? [];
			return [node, items.map((item) => item.json)] as const;
		});
		return { ...summary, output: Object.fromEntries(output), error: resultData.error?.message };
	}

	async stopExecution(id: string): Promise<void> {
		await this.call('POST', `/rest/executions/${id}/stop`, z.unknown());
	}
	async deleteExecutions(ids: string[]): Promise<void> {
		await this.call('POST', '/rest/executions/delete', z.unknown(), { ids });
	}
	/** Every node type that the editor is offered, under its full name. */
	async nodeTypes(): Promise<types.NodeType[]> {
		return z.array(schemas.nodeTypeSchema).parse(await this.fetchJson('GET', '/types/nodes.json'));
	}
	async credentialTypes(): Promise<types.CredentialType[]> {
		return z.array(schemas.credentialTypeSchema).parse(await this.fetchJson('GET', '/types/credentials.json'));
	}
	async call<T extends z.ZodTypeAny>(method: string, path: string, schema: T, body?: unknown): Promise<z.infer<T>> {
		const reply = z.object({ data: z.unknown() }).parse(await this.fetchJson(method, path, body));
		return schema.parse(reply.data);
	}

	private async fetchJson(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await fetchAgainIfClosed(this.origin + path, {
			method,
			headers: {
				'browser-id': BROWSER_ID,
				'push-ref': PUSH_REF,
				cookie: `n8n-auth=${this.cookie}`,
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
		});
		const text = await response.text();
		if (!response.ok) throw new N8nRestError(`${method} ${path}`, response.status, reasonOf(text));
		for (const cookie of response.headers.getSetCookie()) {
			this.cookie = /^n8n-auth=([^;]*)/.exec(cookie)?.[1] ?? this.cookie;
		}
		return text ? JSON.parse(text) : { data: undefined };
	}
}

/**
 * n8n closes a connection that was idle for 5 s. A call that meets that moment on a kept connection did not arrive, and is made
 * once more on a new one.
 */
async function fetchAgainIfClosed(url: string, init: RequestInit): Promise<Response> {
	return await fetch(url, init).catch(async (error: unknown) => {
		// checks its members: within jest the error is of another realm's class
		const closed = z.object({ cause: z.object({ code: z.enum(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']) }) });
		return closed.safeParse(error).success ? await fetch(url, init) : await Promise.reject(error);
	});
}

/** n8n gives a regular expression of a node 250 ms, and a busy machine may spend them on something else. */
const isOutOfTime = (error: unknown) =>
	error instanceof N8nRestError && error.reason.includes('Error validating node parameters');

function reasonOf(text: string): string {
	try {
		return z.object({ message: z.string() }).parse(JSON.parse(text)).message;
	} catch {
		return text.slice(0, 300);
	}
}
