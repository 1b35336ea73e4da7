import type { IWebhookDescription } from 'n8n-workflow';
import { ANSWER_PATH } from '../../shared/handOver';

/** n8n's name for the webhooks of the links; it knows only two names. */
export const LINK_WEBHOOK = 'setup';

const linkWebhook: IWebhookDescription = {
	name: LINK_WEBHOOK,
	httpMethod: 'GET',
	responseMode: 'onReceived',
	responseData: '',
	// under this path n8n wants the signature of the whole URL, and not the token that opens the execution
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
};

/** The webhooks of a waiting execution, for a trigger and for links. n8n serves them while it waits; none is registered anywhere. */
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
