/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import './tsFirst';
import { byId, runOperation } from '../../helpers/runAction';
import { listItems } from '../service';

/** The platform's address, and which of all items are the sender's own. */
export interface Order {
	baseUrl: string;
	count: number;
	channels: number;
	/** The items from here on, each so many after the other. */
	first: number;
	step: number;
}

/** The result of a sender. */
export interface Sent {
	sent: number;
	/** What the items say that failed. */
	errors: string[];
}

/** A process of its own, started by {@link benchRate}: sends its items by Message: Send in n8n-core's engine. */
async function main({ baseUrl, count, channels, first, step }: Order): Promise<Sent> {
	const items = listItems(count, channels).filter(({ number }) => number % step === first);
	const outcome = await runOperation({
		credential: { apiToken: 'bench.token.signature', baseUrl, notificationUrl: '', issuer: '', keyOrigins: '' },
		parameters: {
			...{ resource: 'message', operation: 'send', sendTo: 'chat' },
			...{ chat: byId('={{ $json.chatRef }}'), text: '={{ $json.text }}' },
		},
		items: items.map((json) => ({ json: { ...json } })),
		continueOnFail: true,
	});
	if (outcome.error) return { sent: 0, errors: [outcome.error.message] };
	const errors = outcome.items.flatMap(({ json }) => (json.error === undefined ? [] : [JSON.stringify(json.error)]));
	return { sent: outcome.items.length - errors.length, errors };
}

process.once('message', (order: Order) => {
	void main(order)
		.catch((error: unknown): Sent => ({ sent: 0, errors: [String(error)] }))
		.then((sent) => process.send?.(sent, () => process.exit(0)));
});
