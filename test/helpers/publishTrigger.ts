import { randomUUID } from 'node:crypto';
import { HookContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IWebhookData,
	type WorkflowActivateMode,
	Workflow,
} from 'n8n-workflow';
import { createLifecycle } from '../../nodes/MessagingPlatformTrigger/registration/lifecycle';
import { RegistrationMemory } from '../../nodes/MessagingPlatformTrigger/registration/store';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { additionalDataFor } from './engine';
import { triggerNode, triggerTypes } from './startTrigger';
import { startScriptedServer, type Received, type Reply, type ScriptedServer } from './servers';

/** A workflow with triggers, as n8n publishes and unpublishes it. */
export class PublishableWorkflow {
	/** The credential that the nodes use. */
	credential: ICredentialDataDecryptedObject;

	parameters: INodeParameters = {};

	/** The data that a saved workflow holds of each node in addition to its parameters; today's by default. */
	node: Partial<Pick<INode, 'type' | 'typeVersion' | 'credentials'>> = {};

	/** Base URL of n8n's webhooks (WEBHOOK_URL). */
	webhookBaseUrl = 'http://127.0.0.1:5678';

	/** Warnings that the node logged. */
	readonly logs: string[] = [];

	/** Messages that the node logged at the level info. */
	readonly told: string[] = [];

	/** The workflow's static data in n8n's database. */
	private saved: IDataObject = {};

	/** Static data that lives only while the editor listens. */
	private testData: IDataObject = {};

	/** The memory of n8n's process. */
	process = new RegistrationMemory();

	private id = randomUUID();

	private nodes: Array<{ id: string; name: string; webhookId: string }>;

	/**
	 * @param credential fields of the credential
	 * @param names names of the trigger nodes
	 */
	constructor(credential: ICredentialDataDecryptedObject, names = ['Messaging Platform Trigger']) {
		this.credential = credential;
		this.nodes = names.map((name) => ({ id: randomUUID(), name, webhookId: randomUUID() }));
	}

	/** A copy of the workflow, as an import makes it from an export that holds the static data. */
	copy(): PublishableWorkflow {
		const imported = new PublishableWorkflow(this.credential);
		imported.parameters = this.parameters;
		imported.nodes = this.nodes.map((node) => ({ ...node, webhookId: randomUUID() }));
		imported.saved = copy(this.saved);
		return imported;
	}

	/** Publishes as n8n does: for each node checkExists, then create when that is false, then save. */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const workflow = this.load(this.saved);
		for (const { name } of this.nodes) {
			await this.createIfNotExists(workflow, name, activation, false).catch(async (error: unknown) => {
				// n8n removes what it has added, with the static data of the database.
				await this.removeAll(this.load(this.saved), false);
				throw error;
			});
		}
		this.saved = copy(workflow.staticData);
	}

	/** The ids of the workflow and of its first trigger. */
	get ids(): { workflow: string; node: string } {
		return { workflow: this.id, node: this.nodes[0]?.id ?? '' };
	}

	/** Starts n8n again, or another of several becomes the leader: what is published is added again, from what the database has. */
	async restart(activation: 'init' | 'leadershipChange' = 'init'): Promise<void> {
		this.forget();
		await this.publish(activation);
	}

	/** The current content of n8n's database: a delivery or an execution loads it, and may save all of it again much later. */
	get database(): IDataObject {
		return copy(this.saved);
	}

	set database(staticData: IDataObject) {
		this.saved = copy(staticData);
	}

	/** n8n's process ends, and the next one has only the database. */
	forget(): void {
		this.process = new RegistrationMemory();
	}

	/** n8n's process ends before it has saved what it did. */
	async crashWhilePublishing(): Promise<void> {
		const before = this.saved;
		await this.publish();
		this.saved = before;
		this.forget();
	}

	/** The same database in another n8n, or in this one under another address. */
	clone(webhookBaseUrl: string): PublishableWorkflow {
		const clone = new PublishableWorkflow(this.credential);
		Object.assign(clone, { id: this.id, nodes: this.nodes, parameters: this.parameters, webhookBaseUrl });
		clone.database = this.database;
		return clone;
	}

	async unpublish(): Promise<void> {
		const workflow = this.load(this.saved);
		await this.removeAll(workflow, false);
		this.saved = copy(workflow.staticData);
	}

	/** The editor starts to listen for a test event. */
	async listen(): Promise<void> {
		const workflow = this.load({});
		for (const { name } of this.nodes) await this.createIfNotExists(workflow, name, 'manual', true);
		this.testData = workflow.staticData;
	}

	/** The editor stops to listen, on its own or after an event. */
	async stopListening(): Promise<void> {
		const workflow = this.load({});
		workflow.staticData = this.testData;
		await this.removeAll(workflow, true);
	}

	private load(staticData: IDataObject): Workflow {
		const { nodeTypes, type } = triggerTypes(undefined, createLifecycle(this.process));
		const nodes: INode[] = this.nodes.map((node) => triggerNode(type, this.parameters, { ...node, ...this.node }));
		return new Workflow({
			id: this.id,
			nodes,
			connections: {},
			active: true,
			nodeTypes,
			staticData: copy(staticData),
		});
	}

	private async removeAll(workflow: Workflow, isTest: boolean): Promise<void> {
		for (const { name } of this.nodes) await this.call('delete', workflow, name, 'update', isTest);
	}

	private async createIfNotExists(
		workflow: Workflow,
		name: string,
		activation: WorkflowActivateMode,
		isTest: boolean,
	): Promise<void> {
		if (!(await this.call('checkExists', workflow, name, activation, isTest))) {
			await this.call('create', workflow, name, activation, isTest);
		}
	}

	private async call(
		method: 'checkExists' | 'create' | 'delete',
		workflow: Workflow,
		name: string,
		activation: WorkflowActivateMode,
		isTest: boolean,
	): Promise<boolean> {
		const node = workflow.getNode(name);
		const type = workflow.nodeTypes.getByNameAndVersion(node?.type ?? '');
		const { webhookMethods, description } = type;
		const [webhookDescription] = description.webhooks ?? [];
		const hook = webhookMethods?.default?.[method];
		if (!node || !hook || !webhookDescription) throw new Error('the trigger has a webhook with all three hooks');
		const additionalData = additionalDataFor(this.credential);
		Object.assign(additionalData, {
			webhookBaseUrl: `${this.webhookBaseUrl}/webhook`,
			webhookTestBaseUrl: `${this.webhookBaseUrl}/webhook-test`,
		});
		const webhookData: IWebhookData = {
			httpMethod: 'POST',
			node: name,
			path: `${node.webhookId}/webhook`,
			webhookDescription,
			workflowId: this.id,
			workflowExecuteAdditionalData: additionalData,
			isTest,
		};
		const mode = isTest ? 'manual' : 'trigger';
		const context = new HookContext(workflow, node, additionalData, mode, activation, webhookData);
		Object.defineProperty(context, 'logger', {
			value: { info: (line: string) => this.told.push(line), warn: (line: string) => this.logs.push(line) },
		});
		return await hook.call(context);
	}
}

function copy(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}

/** The channels that a scripted platform lists: each of them belongs to one account. */
export const CHANNELS: Reply = { body: { $items: [{ accountId: 'account-1' }], $count: 1 } };

/** The fields of the credential that leads to a sandbox. */
export function credentialOf({ apiToken, baseUrl, notificationUrl, issuer, fileOrigin }: Sandbox) {
	return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '', fileOrigins: fileOrigin };
}

/** The means of the registration tests. */
class NewWorkflow {
	/** One for all tests of a file, without webhooks when a test begins. */
	sandbox!: Sandbox;

	/** A new one for each test, unpublished. */
	workflow!: PublishableWorkflow;

	private services: ScriptedServer[] = [];

	/** Starts a service for one test that knows one account, and answers all but the channels as the test says. */
	async serve(answer: (request: Received) => Reply): Promise<ScriptedServer> {
		const service = await startScriptedServer((request) =>
			request.url.startsWith('/api/channels') ? CHANNELS : answer(request),
		);
		this.services.push(service);
		return service;
	}

	/** The webhooks that the sandbox knows; their addresses without the mark. */
	registered(): Array<{ url: string; events: string[] }> {
		return this.sandbox.state.webhooks.map(({ url, events }) => ({ url: url.replace(/\?.*$/, ''), events }));
	}

	/** Ends the services of a test. */
	async tidy(): Promise<void> {
		await Promise.all(this.services.map(async (service) => await service.close()));
		this.services = [];
	}
}

/** Gives a test file its stage, and jest what to do before and after each test. */
export function useNewWorkflow(): NewWorkflow {
	const stage = new NewWorkflow();
	beforeAll(async () => {
		stage.sandbox = await startSandbox();
	});
	beforeEach(() => {
		stage.sandbox.state.webhooks = [];
		stage.workflow = new PublishableWorkflow(credentialOf(stage.sandbox));
	});
	afterEach(async () => {
		await stage.tidy();
	});
	afterAll(async () => {
		await stage.sandbox.close();
	});
	return stage;
}
