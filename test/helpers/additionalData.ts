import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type IWorkflowExecuteAdditionalData,
	ICredentialsHelper,
} from 'n8n-workflow';
import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';

/** Hands the credential's data out and runs the credential's own authenticate, as n8n's helper does. */
export class CredentialsHelper extends ICredentialsHelper {
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

/** What surrounds an execution in n8n, as far as these nodes can see it. */
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
