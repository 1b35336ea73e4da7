/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import express, { type Request, type Response } from 'express';
import { HookContext, InstanceSettings, WebhookContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
	Workflow,
} from 'n8n-workflow';
import { createDeliver } from '../../nodes/MessagingPlatformTrigger/deliver/deliver';
import { DeliveryLog } from '../../nodes/MessagingPlatformTrigger/deliver/log';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { createLifecycle } from '../../nodes/MessagingPlatformTrigger/registration/lifecycle';
import { RegistrationMemory } from '../../nodes/MessagingPlatformTrigger/registration/store';
import { ACCOUNT, type Answer, sendHttp, type WireRequest } from './deliveries';
import { containerOfCore, nodeOf, nodeTypesOf, TRIGGER_TYPE } from './engine';
import { listen, readAll } from './servers';
import { WaitingN8n } from './waitingExecutions';

/** Names a request, so that its log lines can be distinguished from those of another. */
const REQUEST_HEADER = 'x-test-request';

/** The differences of an n8n, and of the workflow with triggers that it has, from a plain one. */
export interface N8nSetup {
	credential: ICredentialDataDecryptedObject;
	parameters?: INodeParameters;
	names?: string[];
	/** The data that a saved workflow holds of each node in addition to its parameters; today's by default. */
	saved?: Partial<Pick<INode, 'type' | 'typeVersion' | 'credentials'>>;
	/** The clock of the trigger, in ms since 1970. */
	now?: () => number;
	/** n8n's mode: 'webhook' in production, 'manual' while the editor listens. */
	mode?: WorkflowExecuteMode;
	/** Base of the webhook's URL in n8n's configuration (WEBHOOK_URL); the server's own by default. */
	webhookBaseUrl?: string;
	/** Base of the addresses at which n8n serves waiting executions; the server's own by default. */
	waitingBaseUrl?: string;
	below?: WaitingN8n['below'];
	/** Status that n8n answers when starting the execution; 200 otherwise. Lets a test have n8n itself fail. */
	startStatus?: () => number | Promise<number>;
	proxyHops?: number;
	/** Called with each line that the trigger logs about a delivery, and with each at n8n's log level "debug". */
	onLog?: (line: string, metadata?: object) => void;
	onDebug?: (line: string) => void;
	/** The account that the webhook was registered for; {@link ACCOUNT} otherwise. */
	accountId?: string;
	/** The trigger's data in n8n's database, instead of a registration for the account; OWNER represents n8n and workflow. */
	staticData?: IDataObject;
	/** The function that handles deliveries, if several triggers of a process share one. */
	deliver?: ReturnType<typeof createDeliver>;
	ids?: { workflow: string; node: string };
}

/**
 * An n8n of one process: n8n-core's real engine and contexts, with n8n's own routes for deliveries and for waiting executions on
 * a real HTTP server. It has a workflow with triggers, and runs workflows with the action node.
 */
export class FakeN8n extends WaitingN8n {
	parameters: INodeParameters;
	/** The data that a saved workflow holds of each trigger in addition to its parameters. */
	node: NonNullable<N8nSetup['saved']>;
	webhookBaseUrl: string | undefined;
	nodes: Array<{ id: string; name: string; webhookId: string }>;
	/** One entry for each execution that a delivery started: its items. */
	readonly executions: INodeExecutionData[][] = [];
	/** The infos that a publishing trigger logged. */
	readonly told: string[] = [];
	/** Addresses that the trigger requested for its deliveries. */
	readonly requested: string[] = [];
	/** Counts the requests that were handed to the node, and callers that hung up before the response. */
	handled = 0;
	hangUps = 0;
	credentialReads = 0;
	beforeStoring?: () => Promise<void>;
	close = async (): Promise<void> => {};
	private origin = 'http://127.0.0.1:5678';
	/** The memory of n8n's process. */
	private process = new RegistrationMemory();
	private stored: IDataObject = {};
	/** Static data that lives only while the editor listens. */
	private testData: IDataObject = {};
	private readonly codes = new Map<string, string>();
	private readonly trigger: INodeType = new MessagingPlatformTrigger();
	private readonly webhook = this.trigger.description.webhooks?.[0];
	private sent = 0;
	private workflowId: string;

	constructor(private readonly setup: N8nSetup) {
		super(setup.credential);
		this.below = setup.below ?? this.below;
		const { parameters = {}, saved = {}, webhookBaseUrl, ids, names = ['Messaging Platform Trigger'] } = setup;
		this.parameters = parameters;
		this.node = saved;
		this.webhookBaseUrl = webhookBaseUrl;
		this.workflowId = ids?.workflow ?? 'workflow-1';
		const webhookId = '0a8e6a3c-6f4d-4a68-9f0e-3f0c2f9d1b1';
		this.nodes = names.map((name, index) => ({ id: `trigger-${index}`, name, webhookId: `${webhookId}${index}` }));
		this.boot();
	}

	/** Starts an n8n whose first trigger is published already; close it at the end of the test. */
	static async start(setup: N8nSetup): Promise<FakeN8n> {
		const n8n = new FakeN8n(setup);
		const app = express();
		app.set('trust proxy', setup.proxyHops ?? 0);
		app.use((request, response) => {
			const isWaiting = request.url.startsWith(`${n8n.below.path}/webhook-waiting/`);
			// Turns an exception into a failed execution and a 500, as n8n does.
			n8n[isWaiting ? 'resume' : 'receive'](request, response).catch((error: unknown) => {
				n8n.executions.push([{ json: { failed: String(error) } }]);
				response.status(500).end(error instanceof Error ? error.stack : '');
			});
		});
		// room for 1,000 callers at once: Node's own default of 511 would have the system reset the others
		const { origin, close } = await listen(createServer(app), { backlog: 2_048 });
		Object.assign(n8n, { origin, close });
		n8n.stored = { [`node:${n8n.nodes[0]?.name}`]: n8n.registered() };
		return n8n;
	}

	get url(): string {
		return `${this.origin}/webhook/${this.nodes[0]?.webhookId}/webhook`;
	}

	get base(): string {
		return this.setup.waitingBaseUrl ?? `${this.origin}${this.below.path}/webhook-waiting`;
	}

	/** The current content of n8n's database: a delivery or an execution loads it, and may save all of it again much later. */
	get database(): IDataObject {
		return copy(this.stored);
	}

	set database(staticData: IDataObject) {
		this.stored = copy(staticData);
	}

	setCredential = (credential: ICredentialDataDecryptedObject) => void (this.credential = credential);

	setParameters = (parameters: INodeParameters) => void (this.parameters = parameters);

	/** Publishes as n8n does: for each trigger checkExists, then create when that is false, then save. */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const workflow = this.load(this.stored);
		try {
			await this.add(workflow, activation, false);
		} catch (error) {
			// n8n removes what it has added, with the static data of the database.
			await this.remove(this.load(this.stored), false);
			throw error;
		}
		this.stored = copy(workflow.staticData);
	}

	async unpublish(): Promise<void> {
		const workflow = this.load(this.stored);
		await this.remove(workflow, false);
		this.stored = copy(workflow.staticData);
	}

	/** Starts n8n again, or another of several becomes the leader: what is published is added again, from what the database has. */
	async restart(activation: 'init' | 'leadershipChange' = 'init'): Promise<void> {
		this.forget();
		await this.publish(activation);
	}

	/** n8n's process ends, and the next one has only the database. */
	forget(): void {
		this.process = new RegistrationMemory();
		this.boot();
	}

	/** A copy of the workflow, as an import makes it from an export that holds the static data. */
	copy(): FakeN8n {
		const imported = this.clone(this.webhookBaseUrl);
		imported.workflowId = randomUUID();
		imported.nodes = this.nodes.map((node) => ({ ...node, webhookId: randomUUID() }));
		return imported;
	}

	/** The same database in another n8n, or in this one under another address. */
	clone(webhookBaseUrl?: string): FakeN8n {
		const clone = new FakeN8n({ ...this.setup, credential: this.credential, parameters: this.parameters, webhookBaseUrl });
		clone.database = this.stored;
		return clone;
	}

	async listen(): Promise<void> {
		const workflow = this.load({});
		await this.add(workflow, 'manual', true);
		this.testData = workflow.staticData;
	}

	async stopListening(): Promise<void> {
		await this.remove(this.load(this.testData), true);
	}

	/** Delivers; the code of a refusal, which no answer holds, is the one that this very request was refused with. */
	readonly send = async (request: WireRequest): Promise<Answer> => {
		const name = String((this.sent += 1));
		const answer = await sendHttp(this.url, { ...request, headers: { ...request.headers, [REQUEST_HEADER]: name } });
		return { ...answer, code: this.codes.get(name) ?? answer.code };
	};

	private boot(): void {
		const { setup } = this;
		const log = new DeliveryLog(setup.now ?? Date.now);
		const { refused } = log;
		log.refused = (context, refusal, event) => {
			this.codes.set(String(context.getHeaderData()[REQUEST_HEADER]), refusal.code);
			refused.call(log, context, refusal, event);
		};
		const deliver = setup.deliver ?? createDeliver(this.process, setup.now, log);
		this.trigger.webhookMethods = { default: createLifecycle(this.process) };
		this.trigger.webhook = async function () {
			return await deliver(this);
		};
	}

	/** The node's static data after a registration; in a test n8n gives the hooks another URL than the deliveries. */
	private registered(): IDataObject {
		const slot = this.setup.mode === 'manual' ? 'webhook-test' : 'webhook';
		const owner = `${containerOfCore().get(InstanceSettings).instanceId}/${this.workflowId}`;
		const registration = {
			id: 'webhook-1',
			url: `${this.webhookBaseUrl ?? this.origin}/${slot}/${this.nodes[0]?.webhookId}/webhook`,
			...{ mark: 'mark-1', events: ['new_message'], notificationUrl: 'http://127.0.0.1/notifications', token: 'fingerprint' },
			...{ accountId: this.setup.accountId ?? ACCOUNT, registeredAt: 1, owner: 'OWNER' },
		};
		const stored = this.setup.staticData ?? { webhooks: { [slot]: registration } };
		return JSON.parse(JSON.stringify(stored).replaceAll('"OWNER"', JSON.stringify(owner))) as IDataObject;
	}

	private load(staticData: IDataObject): Workflow {
		const { parameters } = this;
		const own = this.setup.ids && { id: this.setup.ids.node };
		return new Workflow({
			id: this.workflowId,
			name: 'Test',
			nodes: this.nodes.map((node) => nodeOf({ type: TRIGGER_TYPE, typeVersion: 2, parameters, ...node, ...this.node, ...own })),
			connections: {},
			active: true,
			nodeTypes: nodeTypesOf({ [TRIGGER_TYPE]: this.trigger, [this.node.type ?? '']: this.trigger }),
			staticData: copy(staticData),
		});
	}

	protected override addresses() {
		const base = this.webhookBaseUrl ?? this.origin;
		return { webhookBaseUrl: `${base}/webhook`, webhookTestBaseUrl: `${base}/webhook-test`, webhookWaitingBaseUrl: this.base };
	}

	private async add(workflow: Workflow, activation: WorkflowActivateMode, isTest: boolean): Promise<void> {
		for (const { name } of this.nodes) {
			const isThere = await this.call('checkExists', workflow, name, activation, isTest);
			if (!isThere) await this.call('create', workflow, name, activation, isTest);
		}
	}

	private async remove(workflow: Workflow, isTest: boolean): Promise<void> {
		for (const { name } of this.nodes) await this.call('delete', workflow, name, 'update', isTest);
	}

	private async call(
		method: 'checkExists' | 'create' | 'delete',
		workflow: Workflow,
		name: string,
		activation: WorkflowActivateMode,
		isTest: boolean,
	) {
		const [node, environment, webhook] = this.webhookOf(workflow, name, this.webhook, {}, isTest);
		const context = new HookContext(workflow, node, environment, isTest ? 'manual' : 'trigger', activation, webhook);
		const logger = { info: (line: string) => this.told.push(line), warn: (line: string) => this.logs.push(line) };
		Object.defineProperty(context, 'logger', { value: logger });
		return await this.trigger.webhookMethods?.default?.[method]?.call(context);
	}

	private deliveryContext(workflow: Workflow, call: object): WebhookContext {
		const { mode = 'webhook', onLog, onDebug } = this.setup;
		const name = this.nodes[0]?.name ?? '';
		const [node, environment, webhook] = this.webhookOf(workflow, name, this.webhook, call, mode === 'manual');
		const context = new WebhookContext(workflow, node, environment, mode, webhook, [], null);
		const { httpRequest, prepareBinaryData } = context.helpers;
		context.helpers.httpRequest = async (options: IHttpRequestOptions) => {
			this.requested.push(options.url);
			return await httpRequest(options);
		};
		context.helpers.prepareBinaryData = async (...file) => {
			await this.beforeStoring?.();
			return await prepareBinaryData(...file);
		};
		const getCredentials = context.getCredentials.bind(context);
		context.getCredentials = async <T extends object>(type: string) => {
			this.credentialReads += 1;
			return await getCredentials<T>(type);
		};
		return this.logFrom(context, onLog, onDebug);
	}

	private async receive(request: Request, response: Response): Promise<void> {
		response.once('close', () => {
			if (!response.writableFinished) this.hangUps += 1;
		});
		if (!(await parseAsN8n(request))) return void response.status(422).json({ message: 'Failed to parse request body' });
		const workflow = this.load(this.stored);
		this.handled += 1;
		const context = this.deliveryContext(workflow, { httpRequest: request, httpResponse: response });
		const result = await this.trigger.webhook?.call(context);
		if (workflow.staticData.__dataChanged === true) this.stored = copy(workflow.staticData);
		if (result?.noWebhookResponse) return;
		const items = result?.workflowData?.[0];
		if (!items) return void response.status(200).json({ message: 'Webhook call received' });
		const status = (await this.setup.startStatus?.()) ?? 200;
		if (status === 200) this.executions.push(items);
		response.status(status).end();
	}
}

const copy = (data: IDataObject): IDataObject => JSON.parse(JSON.stringify(data)) as IDataObject;

/** Acts as n8n's body parser in front of the trigger: keeps the bytes, and answers broken JSON or half a body itself. */
async function parseAsN8n(request: Request): Promise<boolean> {
	// undefined if the caller hung up in the middle of it
	const rawBody = await readAll(request).catch(() => undefined);
	if (rawBody === undefined) return false;
	Object.assign(request, { rawBody });
	const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (type !== 'application/json' || rawBody.length === 0) return true;
	try {
		request.body = JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
		return true;
	} catch {
		return false;
	}
}
