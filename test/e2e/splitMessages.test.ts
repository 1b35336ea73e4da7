import { control, call } from '../helpers/sandbox';
import { createAndPublish, startRealN8n, type RealN8n, hasEnded } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';

/** A chat on WhatsApp Business whose 24 hours are over: what is sent to it in free text fails. */
const CLOSED = '70007';
const LONG = 'One two three four. Five six seven eight.';

describe('a message that the platform splits', () => {
	let real: RealN8n;
	beforeAll(async () => (real = await startRealN8n()));
	afterAll(async () => await real?.close());

	/** Publishes a workflow of a trigger alone. */
	async function publish(name: string, event: string, filters: object, options = {}): Promise<string> {
		const trigger = {
			id: 'trigger',
			name: 'Trigger',
			type: 'n8n-nodes-messaging-platform.messagingPlatformTrigger',
			typeVersion: 2,
			position: [0, 0] as [number, number],
			webhookId: name,
			parameters: { events: [event], filters, options },
			credentials: { messagingPlatformApi: real.credential },
		};
		return (await createAndPublish(real, { name, nodes: [trigger], connections: {}, settings: {} })).id;
	}

	const ended = async (id: string) => (await real.rest.listExecutions(id)).filter(hasEnded).length;

	test.each([
		['with a status of its own', true, { all: 1, failed: 1, eachPart: 3, sent: 1 }],
		['with statuses of its parts alone', false, { all: 0, failed: 1, eachPart: 2, sent: 1 }],
	])('starts a workflow once for %s', async (_what, wholeStatus, expected) => {
		await control(real.sandbox, 'PATCH', '/settings', { rules: { wholeStatus } });
		const chat = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === CLOSED);
		const path = `/channels/whatsappb/${chat?.channelId}`;
		await control(real.sandbox, 'PATCH', path, { capability: { textRestrictions: { maxSize: 21 } } });
		const own = `split-${wholeStatus}`;
		const workflows = {
			all: await publish(`${own}-all`, 'MessageDeliveryCommand', {}),
			failed: await publish(`${own}-failed`, 'MessageDeliveryCommand', { deliveryStatus: 'failed' }),
			eachPart: await publish(`${own}-parts`, 'MessageDeliveryCommand', { deliveryStatus: 'failed' }, { eachPart: true }),
			sent: await publish(`${own}-sent`, 'new_message', { direction: 'outbound', ignoreOwn: false }),
		};
		const { status } = await call(real.sandbox, 'POST /api/messages', {
			raw: `{"channel":"whatsappb","channelId":${chat?.channelId},"chatId":"${chat?.chatId}","text":"${LONG}"}`,
		});
		expect(status).toBe(200);
		await real.sandbox.settled();
		await waitFor(async () => (await ended(workflows.eachPart)) === expected.eachPart, 'each part has started its workflow');
		const counts = Object.fromEntries(
			await Promise.all(Object.entries(workflows).map(async ([name, id]) => [name, await ended(id)] as const)),
		);
		expect(counts).toEqual(expected);
		for (const id of Object.values(workflows)) await real.rest.unpublish(id);
	});
});
