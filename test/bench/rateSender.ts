/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { listItems } from './service';

/** The items that a sender sends, and the credential for it. */
export interface Order {
	credential: ICredentialDataDecryptedObject;
	items: ReturnType<typeof listItems>;
}

/** The number of sent items, and what the others say. */
export interface Sent {
	sent: number;
	errors: string[];
}

// Outside jest, "MessagingPlatform.node" would be found as MessagingPlatform.node.json: .json comes before .ts.
const extensions: Partial<NodeJS.RequireExtensions> = require.extensions;
const { '.json': json } = extensions;
delete extensions['.json'];
extensions['.json'] = json;

/** A process of its own, started by the benchmark "rate": sends its items by Message: Send in n8n-core's engine. */
async function main({ credential, items }: Order): Promise<Sent> {
	const { byId, runOperation } = await import('../helpers/runAction');
	const outcome = await runOperation({
		credential,
		parameters: {
			...{ resource: 'message', operation: 'send', sendTo: 'chat' },
			...{ chat: byId('={{ $json.chatRef }}'), text: '={{ $json.text }}' },
		},
		items: items.map((item) => ({ json: item })),
		continueOnFail: true,
	});
	if (outcome.error) return { sent: 0, errors: [outcome.error.message] };
	const errors = outcome.items.flatMap((item) => (item.json.error === undefined ? [] : [JSON.stringify(item.json.error)]));
	return { sent: outcome.items.length - errors.length, errors };
}

process.once('message', (order: Order) => {
	void main(order)
		.catch((error: unknown): Sent => ({ sent: 0, errors: [String(error)] }))
		.then((sent) => process.send?.(sent, () => process.exit(0)));
});
