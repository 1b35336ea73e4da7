/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { loadExample } from '../../sandbox/demo/provision';
import { deliverSigned, deliverUntilAccepted, messageOf } from '../e2e/delivery';
import { createAndPublish, type RealN8n, restart, startRealN8n, unpublishWorkflow } from '../helpers/realN8n';
import { textsTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { type Gate, startGate } from '../queue/gate';
import { holdBehind, rowsOf } from './dataTables';

const CHAT = { channel: 'tg', channelId: 4100, chatId: '271828182' };
const TB_CHAT_ID = '70001';

let real: RealN8n;
let gate: Gate;
let published: { id: string; url: string };

beforeAll(async () => {
	// "editor": with data tables, which n8n has by default.
	real = await startRealN8n();
	gate = await startGate();
}, 900_000);
afterEach(async () => await unpublishWorkflow(real, published.id));
afterAll(async () => {
	await gate?.close();
	await real?.close();
});

/** Delivers an event to an example, and kills n8n when the execution has come past a node. */
async function killBehind(node: string, file: string, body: object): Promise<void> {
	gate.shut();
	published = await createAndPublish(real, holdBehind(await loadExample(file, real.credential), node, gate));
	expect(await deliverSigned(real, published.url, {}, body)).toBe(200);
	await waitFor(() => gate.waiting().length === 1, `the execution is behind ${node}`);
	process.kill(real.n8n.pid, 'SIGKILL');
	await restart(real);
	gate.open();
}

test('replies in answer-a-burst-once.json with the next message to the one during which n8n was killed', async () => {
	const say = (text: string) => messageOf(real.sandbox.accountId, { ...CHAT, text });
	await killBehind('Add Message', 'answer-a-burst-once.json', say('First'));
	expect(await deliverUntilAccepted(real, published.url, say('Second'))).toBe(200);
	await waitFor(async () => (await textsTo(real.sandbox, TB_CHAT_ID)).length > 0, 'the reply');
	await waitFor(async () => (await rowsOf(real, 'Waiting messages')).length === 0, 'nothing waits');
	expect(await textsTo(real.sandbox, TB_CHAT_ID)).toEqual(['You wrote:\nFirst\nSecond']);
});

test('combines in delivery-report.json the row that was added before n8n was killed with the next', async () => {
	const event = (name: string, command: object) => {
		const message = { ...CHAT, messageId: 'killed', ...command };
		return { id: randomUUID(), accountId: real.sandbox.accountId, name, command: message };
	};
	await killBehind(
		'Add Row',
		'delivery-report.json',
		event('MessageDeliveryCommand', { deliveryStatus: 'DELIVERED', isFinal: true }),
	);
	const rows = async () =>
		(await rowsOf(real, 'Deliveries')).map(({ messageId, status, readAt }) => [messageId, status, Boolean(readAt)]);
	expect(await rows()).toEqual([['killed', 'DELIVERED', false]]);
	const read = event('ChannelMessageReadCommand', { timestamp: 1_700_000_000_000 });
	expect(await deliverUntilAccepted(real, published.url, read)).toBe(200);
	await waitFor(async () => (await rows()).length === 1 && (await rows())[0]?.[2] === true, 'one row with both');
	expect(await rows()).toEqual([['killed', 'DELIVERED', true]]);
});
