/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type IConnections,
	type IWorkflowExecuteAdditionalData,
	ICredentialsHelper,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	NodeConnectionTypes,
	setSafeRegexEngine,
	Workflow,
} from 'n8n-workflow';
import {
	BinaryDataConfig,
	BinaryDataService,
	DirectoryLoader,
	type ExecuteContext,
	LoadOptionsContext,
	RoutingNode,
} from 'n8n-core';
import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { WAITS } from '../../nodes/shared/api/platform';

/** Type names as a real n8n gives them to the installed package. */
export const ACTION_TYPE = 'n8n-nodes-messaging-platform.messagingPlatform';
export const TRIGGER_TYPE = 'n8n-nodes-messaging-platform.messagingPlatformTrigger';

// A read that failed is repeated at once.
WAITS.again = 0;
// n8n-workflow gives its own regular expressions 250 ms by the clock, which a test that waits for its processor is not to fail by.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [...input.matchAll(new RegExp(pattern, flags.replace('g', '') + 'g'))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

/** Hands the credential's data out and runs the credential's own authenticate, as n8n's helper does. */
class CredentialsHelper extends ICredentialsHelper {
	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}
	getParentTypes = () => [];
	isCredentialUsableByNode = () => true;
	async authenticate(credentials: ICredentialDataDecryptedObject, _type: string, options: IHttpRequestOptions) {
		const { authenticate } = new MessagingPlatformApi();
		if (typeof authenticate !== 'function') throw new Error('the credential authenticates by a function');
		return await authenticate(credentials, options);
	}
	preAuthentication = async () => undefined;
	runPreAuthentication = async () => undefined;
	getCredentials = async (): Promise<never> => await Promise.reject(new Error('not used by the engine'));
	getDecrypted = async () => ({ ...this.data });
	updateCredentials = async () => {};
	updateCredentialsOauthTokenData = async () => {};
	getCredentialsProperties = () => new MessagingPlatformApi().properties;
}

/** The n8n environment of an execution, as far as these nodes can see it. */
export function additionalDataFor(credential: ICredentialDataDecryptedObject): IWorkflowExecuteAdditionalData {
	const refuse = async (): Promise<never> => {
		throw new Error('not available in this test');
	};
	const origin = 'http://127.0.0.1';
	return {
		credentialsHelper: new CredentialsHelper(credential),
		...{ executeWorkflow: refuse, getRunExecutionData: refuse, getRuntimeCredential: refuse, startRunnerTask: refuse },
		...{ currentNodeExecutionIndex: 0, restApiUrl: `${origin}/rest`, instanceBaseUrl: origin, variables: {} },
		...{ formBaseUrl: '', formTestBaseUrl: '', formWaitingBaseUrl: `${origin}/form-waiting`, mcpBaseUrl: '', mcpTestBaseUrl: '' },
		...{ webhookBaseUrl: `${origin}/webhook`, webhookTestBaseUrl: `${origin}/webhook-test` },
		webhookWaitingBaseUrl: `${origin}/webhook-waiting`,
		...{ logAiEvent: () => undefined, setExecutionStatus: () => undefined, sendDataToUI: () => undefined },
		hooks: { runHook: async () => undefined },
	} as unknown as IWorkflowExecuteAdditionalData;
}

export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const get = (name: string) => {
		const type = types[name];
		if (!type) throw new Error(`unknown node type ${name}`);
		return type;
	};
	return { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
}

/** A node of a saved workflow, with the credential. n8n's Workflow fills its parameters with the defaults of its type. */
export function nodeOf(node: Partial<INode> & Pick<INode, 'name' | 'type'>): INode {
	const credentials = { messagingPlatformApi: { id: '1', name: 'Test' } };
	return { id: node.name, typeVersion: 1, position: [0, 0], parameters: {}, credentials, ...node };
}

export function inARow(...nodes: INode[]): IConnections {
	const to = (node: string) => ({ main: [[{ node, type: NodeConnectionTypes.Main, index: 0 }]] });
	return Object.fromEntries(nodes.slice(1).map(({ name }, index) => [nodes[index]?.name ?? '', to(name)]));
}

/** The description of a node that stands around the ones under test. */
export const described = (name: string, more: Partial<INodeTypeDescription> = {}): INodeTypeDescription => ({
	...{ displayName: name, name, group: ['transform'], version: 1, description: '', defaults: { name } },
	...{ inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main], properties: [] },
	...more,
});

/** Loads the action node as n8n does. An n8n has one of them: executions share what the node remembers between them. */
export function newAction(): INodeType {
	const action: INodeType = new MessagingPlatform();
	// As n8n does when it loads a declarative node: the field "Request Options".
	DirectoryLoader.applyDeclarativeNodeOptionParameters(action);
	// As n8n does to every declarative node (it is what tools call).
	action.execute = async function () {
		return (await new RoutingNode(this as ExecuteContext, action).runNode()) ?? [[]];
	};
	return action;
}

/** A node in the editor, with what its fields hold. */
export function inEditor(
	type: INodeType,
	typeName: string,
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
) {
	const node = nodeOf({ name: 'Node', type: typeName, parameters });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: nodeTypesOf({ [typeName]: type }) });
	const additionalData = { ...additionalDataFor(credential), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, additionalData, '');
}

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
export type FileStorage = Awaited<ReturnType<typeof startFileStorage>>;

/** n8n-core's own copies of packages: the root package may have others. */
const ofCore = createRequire(require.resolve('n8n-core'));

export const containerOfCore = () =>
	(ofCore('@n8n/di') as { Container: { get<Type>(type: new (...dependencies: never[]) => Type): Type } }).Container;

// n8n's logger looks for the caller of each line even if it's silent, which takes as long as three requests of an operation.
const { Logger } = ofCore('@n8n/backend-common') as { Logger: { prototype: { log: () => void } } };
if (process.env.N8N_LOG_LEVEL === 'silent') Logger.prototype.log = () => {};

/** Switches this process's n8n-core to file storage in a temporary folder. */
export async function startFileStorage() {
	const container = containerOfCore();
	const folder = mkdtempSync(join(tmpdir(), 'binary-'));
	const service = container.get(BinaryDataService);
	Object.assign(container.get(BinaryDataConfig), { mode: 'filesystem', localStoragePath: folder });
	await service.init();
	const location = { type: 'execution' as const, workflowId: 'w', executionId: 'e' };
	return {
		/** Stores a file as a node's output would be. */
		store: async (content: Buffer | Readable, mimeType: string, fileName: string) =>
			await service.store(location, content, { data: '', mimeType, fileName }),
		close: () => {
			// The next test file of the process has the same service. Without managers it keeps files in memory, as it began.
			Object.assign(service, { managers: {} });
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
