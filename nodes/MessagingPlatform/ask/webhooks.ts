import type { IWebhookDescription } from 'n8n-workflow';
import { ANSWER_PATH } from '../../shared/handOver';

/** What n8n calls the webhooks of the links; it knows no more than two names. */
export const LINK_WEBHOOK = 'setup';

const linkWebhook: IWebhookDescription = {
	name: LINK_WEBHOOK,
	httpMethod: 'GET',
	responseMode: 'onReceived',
	responseData: '',
	// under this path n8n wants the signature of the whole address, and not the token that opens the execution
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
};

/**
 * Where a waiting execution takes the answer that a trigger hands over, and where its links lead. n8n serves them under the
 * execution's own address while it waits; nothing is registered anywhere.
 */
export const answerWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: 'noData',
		path: ANSWER_PATH,
		restartWebhook: true,
		isFullPath: true,
	},
	linkWebhook,
	{ ...linkWebhook, httpMethod: 'POST' },
];
