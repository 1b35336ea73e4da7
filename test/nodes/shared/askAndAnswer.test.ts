import type { INodeParameters } from 'n8n-workflow';
import { parseJson } from '../../../sandbox/core/json';
import { ACCOUNT, deliveryOf, startSigningPlatform, type SigningPlatform } from '../../helpers/deliveries';
import { type ScriptedPlatform, RICH, startScriptedPlatform } from '../../helpers/scriptedPlatform';
import { outputProblems } from '../../schemas/problems';
import { startTrigger, type Trigger, type TriggerSetup } from '../../helpers/startTrigger';
import { type Asked, type WaitingN8n, startWaitingN8n } from '../../helpers/waitingN8n';

let signing: SigningPlatform;
let platform: ScriptedPlatform;
let n8n: WaitingN8n;
let trigger: Trigger;
beforeAll(async () => {
	signing = await startSigningPlatform();
});
beforeEach(async () => {
	platform = await startScriptedPlatform({ channels: { tg_1: RICH, whatsapp_1: RICH } });
	n8n = await startWaitingN8n(credential());
	trigger = await start();
});
afterEach(async () => {
	await trigger.close();
	await n8n.close();
	await platform.close();
});
afterAll(async () => await signing.close());

const credential = () => ({
	...signing.credential,
	baseUrl: platform.credential.baseUrl,
	keyOrigins: signing.keyServer.origin,
	accountId: ACCOUNT,
});

const start = async (setup: Partial<TriggerSetup> = {}) =>
	await startTrigger({ credential: credential(), waitingBaseUrl: n8n.base, parameters: { events: ['new_message'] }, ...setup });

const toChat = (more: object = {}): INodeParameters =>
	({ sendTo: 'chat', chat: { __rl: true, mode: 'id', value: 'tg_1_77' }, message: 'Ship it?', ...more }) as INodeParameters;

const CHOICES = { responseType: 'choice', choices: { choice: [{ label: 'Morning', value: 'am' }, { label: 'Evening' }] } };

/** The payloads of the question that was sent last. */
const payloads = () =>
	((platform.bodies('/messages').at(-1)?.buttons ?? []) as Array<{ payload: string }>).map(({ payload }) => payload);

let events = 0;
/** A press as the platform sends it. */
function press(payload: unknown, fields: Record<string, unknown> = {}, envelope: Record<string, unknown> = {}): string {
	events += 1;
	return JSON.stringify({
		id: `press-${events}`,
		accountId: ACCOUNT,
		name: 'EndUserActionCommand',
		command: {
			channel: 'tg',
			channelId: 1,
			chatId: '77',
			tbChatId: 70001,
			payload,
			remoteAddress: '77',
			remoteContact: {
				channelUserId: '4242',
				channelUsername: 'ada',
				phone: '+442079460958',
				nationalName: { displayName: 'Ada' },
			},
			timestamp: 1_700_000_000_000,
			...fields,
		},
		...envelope,
	});
}

const send = async (body: string, token = signing.token()) => await trigger.send(deliveryOf(body, token));
/** The output, which must fit the schema preview. */
function output(asked: Asked) {
	const outputs = asked.outputs.map((items) => items.map(({ json }) => json));
	const problems = outputs.flat().flatMap((json) => outputProblems('message', 'sendAndWait', parseJson(JSON.stringify(json))));
	expect(problems).toEqual([]);
	return outputs;
}

describe('the answer', () => {
	test('an approval continues with who pressed, when and where; no workflow is started', async () => {
		const asked = await n8n.ask(toChat());
		const answer = await send(press(payloads()[0]));
		expect(answer).toMatchObject({ status: 200, code: 'handed_over' });
		expect(asked.status).toBe('finished');
		expect(output(asked)).toEqual([
			[
				{
					data: {
						approved: true,
						chatRef: 'tg_1_77',
						sender: {
							...{ type: 'contact', name: 'Ada', username: 'ada', channelUserId: '4242', address: '77', phone: '+442079460958' },
							contact: expect.objectContaining({ channelUserId: '4242' }) as object,
						},
						respondedAt: '2023-11-14T22:13:20.000Z',
						timedOut: false,
					},
				},
			],
		]);
		expect(trigger.executions).toEqual([]);
	});

	test.each([
		[0, 'am'],
		[1, 'Evening'],
	])('choice %i is %s', async (index, choice) => {
		const asked = await n8n.ask(toChat(CHOICES));
		await send(press(payloads()[index]));
		expect(output(asked)).toMatchObject([[{ data: { choice } }]]);
	});

	test('a contact is that of the verified press; phone is null when the channel gives no number', async () => {
		const asked = await n8n.ask(toChat({ responseType: 'contact' }));
		await send(press(undefined, { button: { type: 'GetContactButton', payload: payloads()[0] } }));
		expect(output(asked)).toMatchObject([[{ data: { contact: { channelUserId: '4242', phone: '+442079460958' } } }]]);
		const numbered = { channelUserId: '4242', phoneNumbers: [{ number: 'tel:+79990000001' }] };
		for (const [remoteContact, phone] of [[numbered, '+79990000001'] as const, [{ channelUserId: '4242' }, null] as const]) {
			const other = await n8n.ask(toChat({ responseType: 'contact' }));
			await send(press(payloads()[0], { remoteContact }));
			expect(other.outputs).toMatchObject([[{ json: { data: { contact: { ...remoteContact, phone } } } }]]);
		}
	});

	test('is matched for a phone number by what the platform answered to the question', async () => {
		const number = { sendTo: 'phone', channel: { __rl: true, mode: 'id', value: 'whatsapp_1' }, phoneNumber: '+44 20 7946 0958' };
		const asked = await n8n.ask({ ...number, message: 'Ship it?' } as INodeParameters);
		const place = { channel: 'whatsapp', chatId: '442079460958' };
		await send(press(payloads()[0], { ...place, remoteAddress: 'tel:+442079460959' }));
		expect(asked.status).toBe('waiting');
		await send(press(payloads()[0], { ...place, remoteAddress: 'tel:+442079460958' }));
		expect(output(asked)).toMatchObject([[{ data: { approved: true, chatRef: 'whatsapp_1_442079460958' } }]]);
	});

	test('leaves other buttons alone, which start a workflow as usual', async () => {
		await trigger.close();
		trigger = await start({ parameters: { events: ['EndUserActionCommand'] } });
		expect(await send(press('order-42-confirmed'))).toMatchObject({ status: 200 });
		expect(trigger.executions).toHaveLength(1);
		expect(n8n.requests).toHaveLength(0);
	});
});

describe('exactly one answer', () => {
	test('comes of ten presses at once, which are handed over one after the other, so that n8n reads its execution once', async () => {
		const asked = await n8n.ask(toChat());
		const [yes] = payloads();
		const answers = await Promise.all(Array.from({ length: 10 }, async () => await send(press(yes))));
		expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
		expect(asked.outputs).toHaveLength(1);
		expect(n8n.requests).toHaveLength(1);
	});

	test('counts: a second press, and the same event sent again, are answered 200 without another request', async () => {
		const asked = await n8n.ask(toChat());
		const [yes, no] = payloads();
		const first = press(yes);
		await send(first);
		expect(await send(press(no))).toMatchObject({ status: 200, code: 'over' });
		expect(await send(first)).toMatchObject({ status: 200, code: 'handed_over' });
		expect(n8n.requests).toHaveLength(1);
		expect(output(asked)).toMatchObject([[{ data: { approved: true } }]]);
	});

	test('comes after presses from another chat, of which n8n is asked once', async () => {
		const asked = await n8n.ask(toChat());
		for (let times = 0; times < 20; times += 1) {
			expect(await send(press(payloads()[0], { chatId: '78' }))).toMatchObject({ status: 200, code: 'over' });
		}
		expect(n8n.requests).toHaveLength(1);
		expect(n8n.logs).toEqual(["An answer wasn't accepted, because it comes from another chat."]);
		expect(await send(press(payloads()[0]))).toMatchObject({ status: 200, code: 'handed_over' });
		expect(output(asked)).toMatchObject([[{ data: { approved: true } }]]);
	});
});

describe("no one else's press", () => {
	let asked: Asked;
	beforeEach(async () => {
		asked = await n8n.ask(toChat());
	});
	afterEach(() => {
		expect(asked.status).toBe('waiting');
		expect(asked.outputs).toEqual([]);
	});

	test.each<[string, Record<string, unknown>]>([
		['another channel', { channelId: 2 }],
		['a chat of the same address only', { chatId: undefined, tbChatId: undefined }],
	])('%s', async (_what, fields) => {
		expect(await send(press(payloads()[0], fields))).toMatchObject({ status: 200, code: 'over' });
		expect(n8n.requests).toHaveLength(1);
		expect(n8n.logs.join()).toMatch(/because it comes from another chat/);
	});

	test('another account: refused before anything is handed over', async () => {
		const other = '6f1a3a3e-7d55-4f0a-9c4b-2b8f0a5a0002';
		const body = press(payloads()[0], {}, { accountId: other });
		expect(await send(body)).toMatchObject({ status: 401 });
		expect(await send(body, signing.token({ accountId: other }))).toMatchObject({ status: 401 });
		expect(n8n.requests).toHaveLength(0);
	});
});

describe('only certain people', () => {
	const limited = toChat({ options: { approverIds: '1, 4242' } });

	test('one of them', async () => {
		const asked = await n8n.ask(limited);
		await send(press(payloads()[0]));
		expect(output(asked)).toMatchObject([[{ data: { approved: true } }]]);
	});

	test.each<[string, unknown]>([
		['somebody else', { channelUserId: '4243' }],
		['nobody is named', {}],
		['no contact', undefined],
		['a list', { channelUserId: ['4242'] }],
	])('%s', async (_what, remoteContact) => {
		const asked = await n8n.ask(limited);
		expect(await send(press(payloads()[0], { remoteContact }))).toMatchObject({ status: 200, code: 'over' });
		expect(asked.status).toBe('waiting');
	});
});

test('registers the event whether or not it was chosen, and starts a workflow only if it was', async () => {
	expect(await send(press('own-key'))).toMatchObject({ status: 200, code: 'filtered' });
	expect(trigger.executions).toEqual([]);
});
