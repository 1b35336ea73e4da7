/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import 'reflect-metadata';
import { createServer } from 'node:http';
import express, { type Request, type Response } from 'express';
import { WebhookContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWebhookData,
	type WorkflowExecuteMode,
	Workflow,
} from 'n8n-workflow';
import { createDeliver } from '../../nodes/MessagingPlatformTrigger/deliver/deliver';
import { DeliveryLog } from '../../nodes/MessagingPlatformTrigger/deliver/log';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { createLifecycle } from '../../nodes/MessagingPlatformTrigger/registration/lifecycle';
import { RegistrationMemory } from '../../nodes/MessagingPlatformTrigger/registration/store';
import { additionalDataFor, withDefaults } from './engine';
import { TRIGGER_TYPE } from './runAction';
import { listen } from './servers';
import { sendHttp, type Answer, type WireRequest, ACCOUNT } from './deliveries';

/** Names a request, so that its log lines can be distinguished from those of another. */
const REQUEST_HEADER = 'x-test-request';

/** The settings of the trigger. */
export interface TriggerSetup {
	credential: ICredentialDataDecryptedObject;
	parameters?: INodeParameters;
	/** The data that a saved workflow holds of the node in addition to its parameters; today's by default. */
	saved?: Pick<INode, 'type' | 'typeVersion' | 'credentials'>;
	/** The clock of the trigger, in ms since 1970. */
	now?: () => number;
	/** n8n's mode: 'webhook' in production, 'manual' while the editor listens. */
	mode?: WorkflowExecuteMode;
	/** Base of the webhook's URL in n8n's configuration (WEBHOOK_URL); the server's own by default. */
	webhookBaseUrl?: string;
	/** Base of the addresses at which n8n serves waiting executions. */
	waitingBaseUrl?: string;
	/** Status that n8n answers when starting the execution; 200 otherwise. Lets a test have n8n itself fail. */
	startStatus?: () => number | Promise<number>;
	/** Number of proxies that n8n is configured to trust (N8N_PROXY_HOPS). */
	proxyHops?: number;
	/** Called with each line that the node logs. */
	onLog?: (line: string, metadata?: object) => void;
	/** Called with each line at n8n's log level "debug". */
	onDebug?: (line: string) => void;
	/** Called before each delivery is handed to the node. */
	beforeHandling?: () => Promise<void>;
	/** The account that the webhook was registered for; {@link ACCOUNT} otherwise. */
	accountId?: string;
	/** The node's data in n8n's database, instead of a registration for the account; OWNER represents n8n and workflow. */
	staticData?: IDataObject;
	/** Earlier registrations of the process. */
	registrations?: RegistrationMemory;
	/** The function that handles deliveries, if several triggers of a process share one. */
	deliver?: ReturnType<typeof createDeliver>;
	/** The ids of workflow and node, where another part of the test has them too. */
	ids?: { workflow: string; node: string };
}

/** The trigger behind a real HTTP server that treats requests as n8n does. */
export interface Trigger {
	/** The webhook's address on this machine. */
	url: string;
	/** One entry an execution: its items. */
	executions: INodeExecutionData[][];
	/** The lines that the node logged. */
	logs: string[];
	/** Addresses that the node requested. */
	requested: string[];
	/** Counts n8n's requests for the credential. */
	credentialReads: () => number;
	/** Counts the requests that have begun to arrive. */
	calls: () => number;
	/** Counts the callers that hung up before they had their response. */
	hangUps: () => number;
	/** Counts the deliveries that were handed to the node. */
	handled: () => number;
	/** Replaces the credential, as a user does in the editor. */
	setCredential(credential: ICredentialDataDecryptedObject): void;
	/** Replaces the parameters. */
	setParameters(parameters: INodeParameters): void;
	/** The workflow's static data in n8n's database. */
	saved(): IDataObject;
	/** Called before n8n stores a file. */
	beforeStoring?: () => Promise<void>;
	/** Delivers; the code of a refusal, which no answer holds, is the one that this very request was refused with. */
	send(request: WireRequest): Promise<Answer>;
	close(): Promise<void>;
}

/** Node types as n8n knows them, with the trigger on a clock and memories of its own. */
export function triggerTypes(
	deliver = createDeliver(),
	lifecycle = createLifecycle(new RegistrationMemory()),
): { nodeTypes: INodeTypes; type: INodeType } {
	const type: INodeType = new MessagingPlatformTrigger();
	type.webhookMethods = { default: lifecycle };
	type.webhook = async function () {
		return await deliver(this);
	};
	const get = () => type;
	return { type, nodeTypes: { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) } };
}

/** The trigger node of a workflow, with n8n's defaults for what the parameters leave out. */
export function triggerNode(type: INodeType, parameters: INodeParameters = {}, overrides: Partial<INode> = {}): INode {
	const node: INode = {
		id: 'trigger-node',
		name: 'Messaging Platform Trigger',
		type: TRIGGER_TYPE,
		typeVersion: 2,
		position: [0, 0],
		webhookId: '0a8e6a3c-6f4d-4a68-9f0e-3f0c2f9d1b11',
		parameters,
		credentials: { messagingPlatformApi: { id: 'credential-1', name: 'Test' } },
		...overrides,
	};
	return withDefaults(node, type);
}

/**
 * The data that a registration leaves in the node's static data; in a test n8n gives the hooks another URL than the
 * deliveries.
 */
function registeredFor(accountId: string, owner: string, address: string, isTest: boolean): IDataObject {
	const slot = isTest ? 'webhook-test' : 'webhook';
	const url = address.replace('/webhook/', `/${slot}/`);
	const registration = {
		id: 'webhook-1',
		url,
		mark: 'mark-1',
		events: ['new_message'],
		notificationUrl: 'http://127.0.0.1/notifications',
		token: 'fingerprint',
		accountId,
		registeredAt: 1,
		owner,
	};
	return { webhooks: { [slot]: registration } };
}

function readRawBody(request: Request): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => resolve(Buffer.concat(chunks)));
		request.on('error', reject);
	});
}

/** Acts as n8n's body parser in front of the node: keeps the bytes, and answers broken JSON or half a body itself. */
async function parseAsN8n(request: Request): Promise<boolean> {
	const rawBody = await readRawBody(request).catch(() => undefined);
	// The caller hung up in the middle of it.
	if (rawBody === undefined) return false;
	const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (type !== 'application/json') return true;
	Object.assign(request, { rawBody });
	if (rawBody.length === 0) return true;
	try {
		request.body = JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
		return true;
	} catch {
		return false;
	}
}

function copy(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}

/**
 * Starts the trigger: "deliver a webhook". Requests go through a real HTTP server and Express, as in n8n, into n8n-core's
 * WebhookContext and the node; what the node returns is treated as n8n treats it.
 *
 * @param setup credential, parameters, clock, mode
 * @returns the running trigger; close it at the end of the test
 */
export async function startTrigger(setup: TriggerSetup): Promise<Trigger> {
	let { credential, parameters } = setup;
	let credentialReads = 0;
	const executions: INodeExecutionData[][] = [];
	const logs: string[] = [];
	const requested: string[] = [];
	const codes = new Map<string, string>();
	let requests = 0;
	const ids = setup.ids ?? { workflow: 'workflow-1', node: 'trigger-node' };
	const log = new DeliveryLog(setup.now ?? Date.now);
	const { refused } = log;
	log.refused = (context, refusal, event) => {
		codes.set(String(context.getHeaderData()[REQUEST_HEADER]), refusal.code);
		refused.call(log, context, refusal, event);
	};
	const deliver = setup.deliver ?? createDeliver(setup.registrations, setup.now, log);
	const { nodeTypes, type } = triggerTypes(deliver);
	let calls = 0;
	let hangUps = 0;
	let handled = 0;
	let origin = '';
	let saved: IDataObject | undefined;

	function createContext(request: Request, response: Response): { context: WebhookContext; workflow: Workflow } {
		const node = triggerNode(type, parameters, { id: ids.node, ...setup.saved });
		const workflow = new Workflow({
			id: ids.workflow,
			name: 'Test',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes,
			staticData: copy(saved ?? {}),
		});
		const additionalData = additionalDataFor(credential);
		const base = setup.webhookBaseUrl ?? origin;
		Object.assign(additionalData, {
			httpRequest: request,
			httpResponse: response,
			webhookBaseUrl: `${base}/webhook`,
			webhookTestBaseUrl: `${base}/webhook-test`,
			...(setup.waitingBaseUrl === undefined ? {} : { webhookWaitingBaseUrl: setup.waitingBaseUrl }),
		});
		const [webhookDescription] = type.description.webhooks ?? [];
		if (!webhookDescription) throw new Error('the trigger has a webhook');
		const webhookData: IWebhookData = {
			httpMethod: 'POST',
			node: node.name,
			path: `${node.webhookId}/webhook`,
			webhookDescription,
			workflowId: ids.workflow,
			workflowExecuteAdditionalData: additionalData,
			isTest: setup.mode === 'manual',
		};
		const context = new WebhookContext(workflow, node, additionalData, setup.mode ?? 'webhook', webhookData, [], null);
		const { httpRequest: realRequest } = context.helpers;
		context.helpers.httpRequest = async (options: IHttpRequestOptions) => {
			requested.push(options.url);
			return await realRequest(options);
		};
		const { prepareBinaryData: reallyPrepare } = context.helpers;
		context.helpers.prepareBinaryData = async (...file) => {
			await trigger.beforeStoring?.();
			return await reallyPrepare(...file);
		};
		const getCredentials = context.getCredentials.bind(context);
		context.getCredentials = async <T extends object>(name: string) => {
			credentialReads += 1;
			return await getCredentials<T>(name);
		};
		const write = (line: string, metadata?: object) => {
			logs.push(line);
			setup.onLog?.(line, metadata);
		};
		const debug = (line: string) => setup.onDebug?.(line);
		Object.defineProperty(context, 'logger', { value: { info: write, warn: write, error: write, debug } });
		if (saved === undefined) {
			const owner = `${context.getInstanceId()}/${ids.workflow}`;
			const address = context.getNodeWebhookUrl('default') ?? '';
			const stored = setup.staticData ?? registeredFor(setup.accountId ?? ACCOUNT, owner, address, setup.mode === 'manual');
			const text = JSON.stringify(stored).replaceAll('"OWNER"', JSON.stringify(owner));
			Object.assign(context.getWorkflowStaticData('node'), JSON.parse(text));
			saved = copy(workflow.staticData);
			workflow.staticData.__dataChanged = false;
		}
		return { context, workflow };
	}

	async function handle(request: Request, response: Response): Promise<void> {
		calls += 1;
		response.once('close', () => {
			if (!response.writableFinished) hangUps += 1;
		});
		if (!(await parseAsN8n(request))) {
			response.status(422).json({ message: 'Failed to parse request body' });
			return;
		}
		await setup.beforeHandling?.();
		const { context, workflow } = createContext(request, response);
		handled += 1;
		const result = await type.webhook?.call(context);
		if (workflow.staticData.__dataChanged === true) saved = copy(workflow.staticData);
		if (result?.noWebhookResponse) return;
		const items = result?.workflowData?.[0];
		if (!items) {
			response.status(200).json({ message: 'Webhook call received' });
			return;
		}
		const status = (await setup.startStatus?.()) ?? 200;
		if (status === 200) executions.push(items);
		response.status(status).end();
	}

	const app = express();
	app.set('trust proxy', setup.proxyHops ?? 0);
	app.use((request, response) => {
		// Turns an exception into a failed execution and a 500, as n8n does.
		handle(request, response).catch((error: unknown) => {
			executions.push([{ json: { failed: String(error) } }]);
			response.status(500).end();
		});
	});
	const server = createServer(app);
	// room for 1,000 callers at once: Node's own default of 511 would have the system reset the others
	const listening = await listen(server, { backlog: 2_048 });
	({ origin } = listening);
	const url = `${origin}/webhook/0a8e6a3c-6f4d-4a68-9f0e-3f0c2f9d1b11/webhook`;
	const trigger: Trigger = {
		url,
		executions,
		logs,
		requested,
		credentialReads: () => credentialReads,
		calls: () => calls,
		hangUps: () => hangUps,
		handled: () => handled,
		setCredential: (next) => {
			credential = next;
		},
		setParameters: (next) => {
			parameters = next;
		},
		saved: () => saved ?? {},
		send: async (request) => {
			requests += 1;
			const name = String(requests);
			const answer = await sendHttp(url, { ...request, headers: { ...request.headers, [REQUEST_HEADER]: name } });
			return { ...answer, code: codes.get(name) ?? answer.code };
		},
		close: listening.close,
	};
	return trigger;
}
