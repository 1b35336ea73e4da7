import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { FakeN8n, type N8nSetup } from './fakeN8n';

export type { Execution as Asked } from './waitingExecutions';
export type { FakeN8n as WaitingN8n } from './fakeN8n';

export const startWaitingN8n = async (credential: ICredentialDataDecryptedObject, below?: N8nSetup['below']): Promise<FakeN8n> =>
	await FakeN8n.start({ credential, below });
