import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { parseJson } from '../../../sandbox/core/json';
import { ACCOUNT, deliveryOf, startSigningPlatform, type SigningPlatform } from '../../helpers/deliveries';
import { type ScriptedPlatform, RICH, startScriptedPlatform } from '../../helpers/scriptedPlatform';
import { FakeN8n, type N8nSetup } from '../../helpers/fakeN8n';
import type { Execution } from '../../helpers/waitingExecutions';
import { waitingQuestions } from '../../../nodes/shared/waiting';
import { knowTrigger } from '../../helpers/handOver';
import { outputProblems } from '../../schemas/problems';
import { waitFor } from '../../helpers/waitFor';

let signing: SigningPlatform;
let platform: ScriptedPlatform;
let n8n: FakeN8n;
let messages = 0;
/** Each test has a chat of its own: a process remembers who waits. */
let chat = 100;
/** What the platform says of a message that it sent. */
let sent: object;
beforeAll(async () => {
	signing = await startSigningPlatform();
	platform = await startScriptedPlatform({
		channels: { tg_1: RICH, whatsapp_1: RICH, sms_1: { ...RICH, buttonsRestrictions: null } },
		answer: ({ url }) => (url === '/api/messages' ? { body: { $count: 1, $value: { id: 'sent', ...sent } } } : undefined),
	});
	n8n = await start();
	// a process knows a trigger from its first delivery on, if not from its publishing
	await say('Hello', { chatId: '1' });
	expect(n8n.executions).toHaveLength(1);
});
beforeEach(() => {
	sent = {};
	chat += 1;
	for (const list of [platform.requests, n8n.executions, n8n.requests, n8n.logs]) list.length = 0;
	n8n.setCredential(credential());
	n8n.setParameters({ events: ['new_message'] });
});
afterAll(async () => {
	await Promise.all([n8n, platform, signing].map(async (one) => await one.close()));
});

const credential = () => ({
	...signing.credential,
	baseUrl: platform.credential.baseUrl,
	keyOrigins: signing.keyServer.origin,
	accountId: ACCOUNT,
});

const setup = (): N8nSetup => ({ credential: credential(), parameters: { events: ['new_message'] } });
const start = async (more: Partial<N8nSetup> = {}) => await FakeN8n.start({ ...setup(), ...more });
const place = () => ({ channel: 'tg', channelId: 1, chatId: `${chat}`, tbChatId: 70_000 + chat });

function eventOf(text: string, more: object = {}, event: object = {}) {
	const id = `message-${(messages += 1)}`;
	const message = { id, direction: 'inbound', ...place(), text, remoteContact: { channelUserId: '4242' }, ...more };
	return JSON.stringify({ id: `event-${messages}`, accountId: ACCOUNT, name: 'new_message', message, ...event });
}

const deliver = async (body: string, to = n8n) => await to.send(deliveryOf(body, signing.token()));

async function say(text: string, message: object = {}, to = n8n) {
	return await deliver(eventOf(text, message), to);
}

const ask = async (more: object = {}, address = `tg_1_${chat}`) =>
	await n8n.ask({
		...{ sendTo: 'chat', chat: { __rl: true, mode: 'id', value: address }, message: 'How many?', responseType: 'freeText' },
		...more,
	} as INodeParameters);

const data = ({ outputs }: Execution) => outputs.map(([item]) => item?.json.data);
const sentTexts = () => platform.bodies('/messages').map(({ text }) => text);
const CHOICES = { responseType: 'choice', choices: { choice: [{ label: 'Morning', value: 'am' }, { label: 'In the evening' }] } };

/** The payloads of the question that was sent last. */
const payloads = () =>
	((platform.bodies('/messages').at(-1)?.buttons ?? []) as Array<{ payload: string }>).map(({ payload }) => payload);

const APPROVAL = { responseType: 'approval', message: 'Ship it?' };

const PERSON = {
	...{ channelUserId: '4242', channelUsername: 'ada', phone: '+442079460958' },
	nationalName: { displayName: 'Ada' },
};

/** A press as the platform sends it. */
function press(payload: unknown, fields: Record<string, unknown> = {}): string {
	const who = { remoteAddress: `${chat}`, remoteContact: PERSON, timestamp: 1_700_000_000_000 };
	const command = { ...place(), payload, ...who, ...fields };
	return JSON.stringify({ id: `press-${(messages += 1)}`, accountId: ACCOUNT, name: 'EndUserActionCommand', command });
}

/** The output, which must fit the schema preview. */
function output(asked: Execution) {
	const outputs = asked.outputs.map((items) => items.map(({ json }) => json));
	const problems = outputs.flat().flatMap((json) => outputProblems('message', 'sendAndWait', parseJson(JSON.stringify(json))));
	expect(problems).toEqual([]);
	return outputs;
}

describe('a press', () => {
	test('an approval continues with who pressed, when and where; no workflow is started', async () => {
		const asked = await ask(APPROVAL);
		expect(await deliver(press(payloads()[0]))).toMatchObject({ status: 200, code: 'handed_over' });
		expect(asked.status).toBe('finished');
		const sender = {
			...{ type: 'contact', name: 'Ada', username: 'ada', address: `${chat}`, phone: '+442079460958' },
			...{ channelUserId: '4242', contact: expect.objectContaining({ channelUserId: '4242' }) as object },
		};
		const when = { respondedAt: '2023-11-14T22:13:20.000Z', timedOut: false };
		expect(output(asked)).toEqual([[{ data: { approved: true, chatRef: `tg_1_${chat}`, sender, ...when } }]]);
		expect(n8n.executions).toEqual([]);
	});

	test('a choice is its value, or its label', async () => {
		for (const [index, choice] of ['am', 'In the evening'].entries()) {
			const asked = await ask(CHOICES);
			await deliver(press(payloads()[index]));
			expect(output(asked)).toMatchObject([[{ data: { choice } }]]);
		}
	});

	test('a contact is that of the verified press; phone is null when the channel gives no number', async () => {
		const asked = await ask({ responseType: 'contact' });
		await deliver(press(undefined, { button: { type: 'GetContactButton', payload: payloads()[0] } }));
		expect(output(asked)).toMatchObject([[{ data: { contact: { channelUserId: '4242', phone: '+442079460958' } } }]]);
		const numbered = { channelUserId: '4242', phoneNumbers: [{ number: 'tel:+79990000001' }] };
		for (const [remoteContact, phone] of [[numbered, '+79990000001'] as const, [{ channelUserId: '4242' }, null] as const]) {
			const other = await ask({ responseType: 'contact' });
			await deliver(press(payloads()[0], { remoteContact }));
			expect(other.outputs).toMatchObject([[{ json: { data: { contact: { ...remoteContact, phone } } } }]]);
		}
	});

	test('is matched for a phone number by what the platform answered to the question', async () => {
		const number = { sendTo: 'phone', channel: { __rl: true, mode: 'id', value: 'whatsapp_1' }, phoneNumber: '+44 20 7946 0958' };
		const asked = await n8n.ask({ ...number, message: 'Ship it?' } as INodeParameters);
		const whatsapp = { channel: 'whatsapp', chatId: '442079460958' };
		await deliver(press(payloads()[0], { ...whatsapp, remoteAddress: 'tel:+442079460959' }));
		expect(asked.status).toBe('waiting');
		await deliver(press(payloads()[0], { ...whatsapp, remoteAddress: 'tel:+442079460958' }));
		expect(output(asked)).toMatchObject([[{ data: { approved: true, chatRef: 'whatsapp_1_442079460958' } }]]);
	});

	test.each<[string, Record<string, unknown>]>([
		['chat', { chatId: '7' }],
		['channel', { channelId: 2 }],
		['chat of the same address', { chatId: undefined, tbChatId: undefined }],
	])('from another %s answers nothing, and n8n is asked about it once', async (_what, fields) => {
		const asked = await ask(APPROVAL);
		for (let times = 0; times < 3; times += 1)
			expect(await deliver(press(payloads()[0], fields))).toMatchObject({ status: 200, code: 'over' });
		expect(n8n.requests).toHaveLength(1);
		expect(n8n.logs).toEqual(["An answer wasn't accepted, because it comes from another chat."]);
		expect(await deliver(press(payloads()[0]))).toMatchObject({ status: 200, code: 'handed_over' });
		expect(output(asked)).toMatchObject([[{ data: { approved: true } }]]);
	});

	test.each<[string, unknown]>([
		['somebody else', { channelUserId: '4243' }],
		['no contact', undefined],
		['a list', { channelUserId: ['4242'] }],
	])('for a question to certain people counts from them, not from %s', async (_what, remoteContact) => {
		const asked = await ask({ ...APPROVAL, options: { approverIds: '1, 4242' } });
		expect(await deliver(press(payloads()[0], { remoteContact }))).toMatchObject({ status: 200, code: 'over' });
		expect(asked.status).toBe('waiting');
		await deliver(press(payloads()[0]));
		expect(output(asked)).toMatchObject([[{ data: { approved: true } }]]);
	});
});

describe('the next message of the chat', () => {
	test('answers, and starts no workflow, whatever the filters are; the one after it does', async () => {
		n8n.setParameters({ events: ['TagAssignedOnChatCommand'], filters: { textIs: 'no one says this' } });
		const asked = await ask();
		expect(await say('Seven, please')).toMatchObject({ status: 200, code: 'handed_over' });
		const words = { text: 'Seven, please', value: 'Seven, please', attachments: [] };
		expect(data(asked)).toMatchObject([{ ...words, chatRef: `tg_1_${chat}`, timedOut: false }]);
		expect(n8n.executions).toEqual([]);
		n8n.setParameters({ events: ['new_message'] });
		await say('And another thing');
		expect(n8n.executions).toHaveLength(1);
	});

	test.each<[string, object, object?]>([
		['in another chat', { chatId: '7', tbChatId: 7 }],
		['on another channel', { channelId: 2 }],
		['from an operator', { direction: 'outbound', reason: 'operator_sent_message' }],
		['without a direction', { direction: undefined }],
		['of another kind of event', {}, { name: 'MessageDeliveryCommand' }],
	])('isn’t one %s', async (_what, message, event = {}) => {
		const asked = await ask();
		await deliver(eventOf('Seven', message, event));
		expect([asked.status, data(asked)]).toEqual(['waiting', []]);
	});

	test('isn’t one that was written before the question', async () => {
		sent = { sentTimestamp: Date.UTC(2026, 10, 1) };
		const asked = await ask();
		await say('Seven', { sentTimestamp: '2026-10-31T23:59:59Z' });
		expect([asked.status, n8n.executions.length]).toEqual(['waiting', 1]);
		await say('Eight', { sentTimestamp: '2026-11-01T00:00:01Z' });
		expect(data(asked)).toMatchObject([{ text: 'Eight' }]);
	});

	test('answers once: a copy of it, or another trigger’s, answers no later question and starts nothing', async () => {
		const other = await start({ ids: { workflow: 'other', node: 'other' }, waitingBaseUrl: n8n.base });
		const first = await ask();
		const body = eventOf('Seven');
		const both = await Promise.all([deliver(body), deliver(body)]);
		expect(both.map(({ code }) => code)).toEqual(['handed_over', 'handed_over']);
		expect(await deliver(body, other)).toMatchObject({ status: 200 });
		const second = await ask();
		expect(await deliver(body)).toMatchObject({ code: 'handed_over' });
		expect([first.outputs.length, second.status, n8n.executions.length]).toEqual([1, 'waiting', 0]);
		await other.close();
	});

	test.each<[string, (asked: Execution) => unknown]>([
		['was deleted', (asked) => asked.pretend('deleted')],
		['has ended', (asked) => asked.pretend('finished')],
		['waits no longer', async (asked) => await asked.timeOut()],
	])('starts the workflow if the execution that asked %s', async (_what, end) => {
		await end(await ask());
		await say('Seven');
		expect(n8n.executions).toHaveLength(1);
	});
});

describe('the kind of answer', () => {
	const number = { answerCheck: 'number', minimum: '1', maximum: '10' };

	// each message that isn't an answer has the question asked again
	test.each<[string, object, string[], string, unknown]>([
		['a number', number, ['11', '0', 'seven'], ' 10 ', 10],
		['a number of any size', { answerCheck: 'number' }, ['1,500'], '12 500', 12_500],
		['a number with a comma', { answerCheck: 'number', minimum: '3.5' }, [], '3,5', 3.5],
		['an email', { answerCheck: 'email' }, ['ada@example'], ' ada@example.com ', 'ada@example.com'],
		['a phone number', { answerCheck: 'phone' }, ['020 7946 0958'], '+44 (0)20 7946 0958', '+442079460958'],
		['a date', { answerCheck: 'date' }, ['03/12/2026', '30.02.2026'], '3.12.2026', '2026-12-03'],
		['a date, year first', { answerCheck: 'date' }, ['12-03'], '2026-12-03', '2026-12-03'],
		['a text', {}, [''], 'Yes', 'Yes'],
	])('is %s', async (_what, check, wrong, words, value) => {
		const asked = await ask({ ...check, tries: 9 });
		for (const [index, one] of wrong.entries()) {
			expect(await say(one, { attachments: [{ kind: 'voice' }] })).toMatchObject({ code: 'handed_over' });
			await waitFor(() => sentTexts().length === index + 2, 'the question is sent again');
		}
		expect([asked.status, new Set(sentTexts())]).toEqual(['waiting', new Set(['How many?'])]);
		await say(words);
		expect(data(asked)).toMatchObject([{ text: words, value }]);
		expect(n8n.executions).toEqual([]);
	});

	test('may be any message', async () => {
		const asked = await ask({ answerCheck: 'anyMessage' });
		const attachments = [{ kind: 'voice', publicUrl: 'https://files.example/1' }];
		await say('', { attachments });
		expect(data(asked)).toMatchObject([{ text: '', attachments, messageId: expect.any(String) as string }]);
	});

	test('is asked for with the author’s words, as often as they want', async () => {
		const asked = await ask({ ...number, askAgainWith: 'From 1 to 10, please', tries: 3, options: { separateOutputs: true } });
		for (const words of ['a', 'b']) await say(words);
		await waitFor(() => sentTexts().length === 3, 'the question is sent again');
		expect(sentTexts()).toEqual(['How many?', 'From 1 to 10, please', 'From 1 to 10, please']);
		await say('c');
		expect(asked.branches).toMatchObject({ 0: [{ json: { data: { reason: 'invalid', text: 'c', timedOut: false } } }] });
	});

	test('is for a contact a phone number, or a contact that the person shares', async () => {
		const typed = await ask({ responseType: 'contact' });
		await say('+44 20 7946 0958');
		expect(data(typed)).toMatchObject([{ contact: { phone: '+442079460958' } }]);
		const shared = await ask({ responseType: 'contact' });
		await say('', { contact: { phone: '+442079460958', name: 'Ada' } });
		expect(data(shared)).toMatchObject([{ contact: { phone: '+442079460958', name: 'Ada' } }]);
	});
});

describe('a choice', () => {
	test.each([
		['in the evening!', 'In the evening', 1],
		['1.', 'am', 0],
	])('is made by "%s"', async (words, choice, index) => {
		const asked = await ask({ ...CHOICES, options: { separateOutputs: true } });
		await say(words);
		expect(asked.branches).toMatchObject({ [index + 1]: [{ json: { data: { choice, text: words } } }] });
	});

	test('that no one offers is asked again', async () => {
		const asked = await ask(CHOICES);
		for (const words of ['3', '0', 'Noon']) await say(words);
		expect(data(asked)).toMatchObject([{ reason: 'invalid' }]);
	});
});

describe('an approval', () => {
	test.each(['1', 'Approve it all'])('is given by a caption, and not by "%s", which starts the workflow', async (words) => {
		const asked = await ask(APPROVAL);
		await say(words);
		expect([asked.status, n8n.executions.length]).toEqual(['waiting', 1]);
		await say('decline');
		expect(data(asked)).toMatchObject([{ approved: false, text: 'decline' }]);
	});

	test('is not answered by other people', async () => {
		const asked = await ask({ ...APPROVAL, options: { approverIds: '4242' } });
		await say('Approve', { remoteContact: { channelUserId: '1' } });
		expect([asked.status, n8n.executions.length]).toEqual(['waiting', 1]);
		await say('Approve');
		expect(data(asked)).toMatchObject([{ approved: true }]);
	});
});

describe('two questions in one chat', () => {
	test('the second is refused before it is sent', async () => {
		const first = await ask();
		expect((await ask()).error?.message).toMatch(/^Another question already waits for an answer in this chat/);
		expect(sentTexts()).toHaveLength(1);
		await say('Seven');
		expect(data(first)).toMatchObject([{ text: 'Seven' }]);
	});

	test('the second may replace the first', async () => {
		const first = await ask();
		const second = await ask({ options: { replace: true } });
		expect(data(first)).toMatchObject([{ reason: 'replaced', timedOut: false }]);
		await say('Seven');
		expect(data(second)).toMatchObject([{ text: 'Seven' }]);
	});

	test('the second is asked if the execution of the first was stopped', async () => {
		(await ask()).pretend('finished');
		expect((await ask()).status).toBe('waiting');
	});

	test('a button that was pressed makes room', async () => {
		await ask(CHOICES);
		await deliver(press(payloads()[0]));
		const before = n8n.requests.length;
		expect((await ask()).status).toBe('waiting');
		expect(n8n.requests).toHaveLength(before);
	});

	test('with buttons wait together, and a message counts that is a caption of only one', async () => {
		const [order, another] = [await ask(CHOICES), await ask(CHOICES)];
		const other = await ask({ responseType: 'choice', choices: { choice: [{ label: 'Red' }, { label: 'Green' }] } });
		for (const words of ['2', 'Morning']) await say(words);
		expect([order, another, other].map(({ status }) => status)).toEqual(Array(3).fill('waiting'));
		expect(n8n.executions).toHaveLength(2);
		await say('Green');
		expect(data(other)).toMatchObject([{ choice: 'Green' }]);
	});
});

test('an operator who takes the chat over ends the question', async () => {
	const asked = await ask();
	n8n.setParameters({ events: ['new_message'], options: { takeoverTag: 'human' } });
	await say('I am here', { direction: 'outbound', reason: 'operator_sent_message' });
	await waitFor(() => asked.status === 'finished', 'the execution goes on');
	expect(data(asked)).toMatchObject([{ reason: 'takenOver' }]);
});

test('without a trigger that would bring the answer no one is asked, except with buttons or a page', async () => {
	n8n.setCredential({ ...credential(), apiToken: 'another-token' });
	const { error } = await ask();
	expect(error?.message).toMatch(/^No message could answer this question, so no one was asked/);
	expect(error?.description).toMatch(/Publish a workflow .* Or set "Answer With" to Page/);
	expect(sentTexts()).toEqual([]);
	expect((await ask(CHOICES)).status).toBe('waiting');
	expect((await ask({ answerWith: 'page' })).status).toBe('waiting');
});

test('after a restart each of five people who were asked has their answer once, and the static data lets no one answer', async () => {
	const chats = Array.from({ length: 5 }, (_, index) => `${1_000 + index}`);
	const asked = await Promise.all(chats.map(async (one) => await ask({}, `tg_1_${one}`)));
	await ask();
	await say('answered before');
	const [staticData] = Object.values(n8n.database) as IDataObject[];
	const kept = JSON.stringify(staticData);
	for (const secret of [...asked.map(({ resumeToken }) => resumeToken), ...chats.map((one) => `"${one}"`)])
		expect(kept).not.toContain(secret);
	// a process that has nothing but what n8n's database keeps
	let another: Promise<FakeN8n> | undefined;
	await jest.isolateModulesAsync(async () => {
		const { FakeN8n: Another } = await import('../../helpers/fakeN8n');
		const webhookBaseUrl = new URL(n8n.url).origin;
		another = Another.start({ ...setup(), staticData, webhookBaseUrl, waitingBaseUrl: n8n.base });
		await another;
	});
	const later = (await another) ?? n8n;
	// what n8n is too slow for is sent again
	const untilTaken = async (body: string): ReturnType<typeof deliver> => {
		const answer = await deliver(body, later);
		return answer.status === 503 ? await untilTaken(body) : answer;
	};
	const bodies = chats.map((one) => eventOf(`I am ${one}`, { chatId: one, tbChatId: Number(one) }));
	const answers = await Promise.all(bodies.map(untilTaken));
	expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['handed_over']));
	expect(asked.map((one) => data(one))).toMatchObject(chats.map((one) => [{ text: `I am ${one}` }]));
	expect(later.executions).toEqual([]);
	await say('Eight', {}, later);
	expect(later.executions).toHaveLength(1);
	await later.close();
});

test('a delivery brings back the questions that an older save of the whole static data took away', async () => {
	await say('Hello', { chatId: '1' });
	const older = n8n.database;
	await ask();
	const kept = n8n.database;
	expect(kept).not.toEqual(older);
	n8n.database = older;
	await say('I wait', { direction: 'outbound' });
	expect(n8n.database).toEqual(kept);
});

test('a question has its answer, although a published trigger that should keep it is out of reach', async () => {
	knowTrigger(ACCOUNT, signing.credential.apiToken, 'http://127.0.0.1:1/webhook/closed');
	const asked = await ask();
	waitingQuestions.unpublish('trigger');
	await say('Seven');
	expect(data(asked)).toMatchObject([{ text: 'Seven' }]);
});

test('a stranger makes no one wait, with a signature or without', async () => {
	const before = JSON.stringify(n8n.database);
	const body = JSON.stringify({ account: 'any', question: { key: '', names: [], until: 1e15, sentAt: 0 } });
	for (const more of [{}, { 'x-messaging-platform-waiting': 'AAAA' }])
		expect((await n8n.send({ body, headers: { 'content-type': 'application/json', ...more } })).status).toBe(401);
	expect(JSON.stringify(n8n.database)).toBe(before);
});
