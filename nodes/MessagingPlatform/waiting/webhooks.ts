import type { IWebhookDescription } from 'n8n-workflow';
import { ANSWER_PATH } from '../../shared/waiting/handOver';

/**
 * Where a waiting execution takes the answer that a trigger hands over. n8n serves it under the execution's own address while it
 * waits; nothing is registered anywhere.
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
];
