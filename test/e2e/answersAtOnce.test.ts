import { createAndPublish, unpublishWorkflow, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { deliverSigned } from './delivery';
import { ADA, type AskedInChat, Questions } from './questions';

/** The pauses between the platform's five attempts, in ms. */
const RESEND_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];

const APPROVER = '4242';

let real: RealN8n;
let questions: Questions;
let published: { id: string; url: string };

beforeAll(async () => {
	real = await startRealN8n({ env: { N8N_LOG_LEVEL: 'debug' } });
	questions = new Questions(real);
	const settings = { resendDelaysMs: RESEND_DELAYS_MS, deliveryConcurrency: 1_000, deliveryTimeoutMs: 0 };
	await control(real.sandbox, 'PATCH', '/settings', settings);
});
afterAll(async () => await real?.close());

const limitWaitTime = { values: { limitType: 'afterTimeInterval', resumeAmount: 10, resumeUnit: 'hours' } };

async function publish(options: object): Promise<void> {
	published = await createAndPublish(real, questions.workflow('Asks', { options: { limitWaitTime, ...options } }));
}
afterEach(async () => await unpublishWorkflow(real, published.id));

/** Counts how often n8n was offered a press for an execution, from its own log. */
const offers = (executionId: string) =>
	real.n8n.lines.filter((line) => line.includes(`Received waiting-webhook "POST" for execution "${executionId}"`)).length;

const APPROVED = [{ data: expect.objectContaining({ approved: true, timedOut: false }) }];

interface Delivery {
	name: string;
	body: string;
	status: string;
	attempts: unknown[];
}

const presses = async () =>
	(await control<Delivery[]>(real.sandbox, 'GET', '/deliveries')).filter(({ name }) => name === 'EndUserActionCommand');

test.each([100])(
	'continues each of %i executions whose buttons are pressed at once',
	async (count) => {
		await publish({});
		const asked: AskedInChat[] = [];
		while (asked.length < count) {
			asked.push(...(await questions.asked(Array.from({ length: Math.min(20, count - asked.length) }, () => 'Please ask'))));
		}
		const messages = new Map((await questions.inChat()).map(({ id, buttons = [] }) => [buttons[0]?.payload, id]));
		const before = (await presses()).length;
		await Promise.all(
			asked.map(async ({ payloads: [payload] }) => {
				await control(real.sandbox, 'POST', `/chats/${ADA}/press`, { messageId: messages.get(payload), index: 0 });
			}),
		);
		await real.sandbox.settled();
		for (const { executionId } of asked) {
			expect((await questions.ended(executionId)).output.After).toEqual(APPROVED);
		}
		const sent = (await presses()).slice(before);
		expect(sent).toHaveLength(count);
		// all that was taken is answered 200, even if n8n was too slow for all five attempts
		for (const { body } of sent.filter(({ status }) => status !== 'delivered')) {
			expect(await deliverSigned(real, published.url, {}, JSON.parse(body) as object)).toBe(200);
		}
	},
	1_800_000,
);

test('does not make the right person wait behind 180 presses of someone who may not answer', async () => {
	await publish({ approverIds: APPROVER });
	const [asked] = await questions.asked();
	if (asked === undefined) throw new Error('nothing was asked');
	const press = async (channelUserId: string) =>
		await deliverSigned(real, published.url, {}, questions.pressed(asked.payloads[0], { remoteContact: { channelUserId } }));
	const twelve = async () => await Promise.all(Array.from({ length: 12 }, async () => await press('1')));
	for (let second = 1; second < 15; second += 1) expect(new Set(await twelve())).toEqual(new Set([200]));
	expect(offers(asked.executionId)).toBe(1);
	const last = twelve();
	expect(await press(APPROVER)).toBe(200);
	expect(new Set(await last)).toEqual(new Set([200]));
	expect((await questions.ended(asked.executionId)).output.After).toEqual(APPROVED);
	expect(offers(asked.executionId)).toBe(2);
});
