/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type IWorkflowExecuteAdditionalData,
	ICredentialsHelper,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	Workflow,
	createRunExecutionData,
	NodeHelpers,
	type IBinaryData,
} from 'n8n-workflow';
import { WorkflowExecute, BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';

/** Hands the credential's data out and runs the credential's own authenticate, as n8n's helper does. */
class CredentialsHelper extends ICredentialsHelper {
	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}
	getParentTypes() {
		return [];
	}
	isCredentialUsableByNode() {
		return true;
	}
	async authenticate(credentials: ICredentialDataDecryptedObject, _type: string, options: IHttpRequestOptions) {
		const { authenticate } = new MessagingPlatformApi();
		if (typeof authenticate !== 'function') throw new Error('the credential authenticates by a function');
		return await authenticate(credentials, options);
	}
	async preAuthentication() {
		return undefined;
	}
	async runPreAuthentication() {
		return undefined;
	}
	async getCredentials(): Promise<never> {
		throw new Error('not used by the engine');
	}
	async getDecrypted() {
		return { ...this.data };
	}
	async updateCredentials() {}
	async updateCredentialsOauthTokenData() {}
	getCredentialsProperties() {
		return new MessagingPlatformApi().properties;
	}
}

/** The n8n environment of an execution, as far as these nodes can see it. */
export function additionalDataFor(credential: ICredentialDataDecryptedObject): IWorkflowExecuteAdditionalData {
	const refuse = async (): Promise<never> => {
		throw new Error('not available in this test');
	};
	return {
		credentialsHelper: new CredentialsHelper(credential),
		executeWorkflow: refuse,
		getRunExecutionData: refuse,
		getRuntimeCredential: refuse,
		currentNodeExecutionIndex: 0,
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1',
		formBaseUrl: '',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		formTestBaseUrl: '',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
		mcpBaseUrl: '',
		mcpTestBaseUrl: '',
		variables: {},
		logAiEvent: () => undefined,
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
		startRunnerTask: refuse,
		hooks: { runHook: async () => undefined },
	} as unknown as IWorkflowExecuteAdditionalData;
}

/**
 * Node types as n8n knows them.
 *
 * @param types the types by their full names; asking for another one is an error
 */
export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const get = (name: string) => {
		const type = types[name];
		if (!type) throw new Error(`unknown node type ${name}`);
		return type;
	};
	return { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
}

/**
 * Fills a node's parameters with the defaults of its type, as the editor does.
 *
 * @returns the same node
 */
export function withDefaults(node: INode, { description }: INodeType): INode {
	const filled = NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description);
	node.parameters = filled ?? {};
	return node;
}

/**
 * Runs a workflow in n8n-core's real engine.
 *
 * @param workflow the workflow
 * @param from its first node, the items that it gets, and n8n's id of the execution if one is needed
 * @param credential the fields of every credential in it
 * @param started gets a function that stops the execution
 * @returns the run, even if it failed
 */
export async function runInEngine(
	workflow: Workflow,
	from: { node: INode; items: INodeExecutionData[]; executionId?: string },
	credential: ICredentialDataDecryptedObject,
	started?: (stop: () => void) => void,
): Promise<IRun> {
	const execution = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: from.node, data: { main: [from.items] }, source: null }],
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			contextData: {},
		},
	});
	await workflow.expression.acquireIsolate();
	try {
		const surroundings = { ...additionalDataFor(credential), executionId: from.executionId };
		const executing = new WorkflowExecute(surroundings, 'manual', execution).processRunExecutionData(workflow);
		started?.(() => executing.cancel());
		return await executing;
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/**
 * Evaluates the subtitle below a node's name on the canvas, as n8n does.
 *
 * @param type the node's type
 * @param parameters the node's parameters
 */
export async function subtitleOn(
	type: INodeType,
	parameters: INode['parameters'],
	expression = type.description.subtitle,
): Promise<unknown> {
	const node: INode = { id: 'n', name: 'Node', type: 'test.node', typeVersion: 1, position: [0, 0], parameters };
	const nodeTypes = nodeTypesOf({ 'test.node': { ...type, description: { ...type.description, properties: [] } } });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	// n8n would drop the node's parameters if it didn't have its properties
	node.parameters = parameters;
	await workflow.expression.acquireIsolate();
	try {
		return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {});
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** n8n's default binary storage, in files. */
export interface FileStorage {
	/** Stores a file as a node's output would be. */
	store(content: Buffer | Readable, mimeType: string, fileName: string): Promise<IBinaryData>;
	/** Removes the files. */
	close(): void;
}

interface Container {
	get<Type>(type: new (...dependencies: never[]) => Type): Type;
}

/** n8n-core's own dependency container: the root package may have another copy of it. */
function containerOfCore(): Container {
	const { Container: container } = createRequire(require.resolve('n8n-core'))('@n8n/di') as { Container: Container };
	return container;
}

/**
 * Switches this process's n8n-core to file storage in a temporary folder.
 *
 * @returns the storage; close it at the end
 */
export async function startFileStorage(): Promise<FileStorage> {
	const container = containerOfCore();
	const folder = mkdtempSync(join(tmpdir(), 'binary-'));
	const service = container.get(BinaryDataService);
	Object.assign(container.get(BinaryDataConfig), { mode: 'filesystem', localStoragePath: folder });
	await service.init();
	const location = { type: 'execution' as const, workflowId: 'w', executionId: 'e' };
	return {
		store: async (content, mimeType, fileName) => await service.store(location, content, { data: '', mimeType, fileName }),
		close: () => {
			// The next test file of the process has the same service. Without managers it keeps files in memory, as it began.
			Object.assign(service, { managers: {} });
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
