/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { ROOT } from '../../sandbox/demo/paths';
import { EVENT_NAMES } from '../../sandbox/events/catalogue';
import type { Sandbox } from '../../sandbox/server';
import { FakeN8n } from '../helpers/fakeN8n';
import { TRIGGER_TYPE } from '../helpers/runAction';
import { call, control, runSandbox, say, sentTo } from '../helpers/sandbox';
import { FILES } from './repository';

/** Something happens in the account, and the platform raises the event of a sample. */
type Act = (sandbox: Sandbox) => Promise<void>;
/** The made-up person of the samples: a chat of the sandbox's seeds. */
const PERSON = 'tg_4100_271828182';
const ADDRESS = { channel: 'tg', channelId: 4100, chatId: '271828182' };

function write(text: string): Act {
	return async (sandbox) => await say(sandbox, PERSON, { text });
}

function tag(name: string): Act {
	return async (sandbox) => await control(sandbox, 'PUT', `/chats/${PERSON}/operator/tags/${name}`, {});
}

const sendMessage = async (sandbox: Sandbox, message: object) =>
	await call(sandbox, 'POST /api/messages', { body: { ...ADDRESS, ...message } });

const press =
	(text: string, payload: string): Act =>
	async (sandbox) => {
		await sendMessage(sandbox, { text: 'See you tomorrow?', buttons: [{ type: 'ActionButton', text, payload }] });
		const messageId = (await sentTo(sandbox, PERSON)).at(-1)?.id;
		await control(sandbox, 'POST', `/chats/${PERSON}/press`, { messageId, index: 0 });
	};

const sendFile: Act = async (sandbox) => {
	const contentBase64 = Buffer.from('name;amount\ntulips;3').toString('base64');
	const attachments = [{ kind: 'document', fileName: 'order.csv', mimeType: 'text/csv', contentBase64 }];
	await say(sandbox, PERSON, { text: 'My order', attachments });
};

const openChat: Act = async (sandbox) => {
	const person = { chatId: '999001', firstName: 'Ada', lastName: 'Byron', username: 'ada' };
	await control(sandbox, 'POST', '/chats', { ...ADDRESS, ...person });
};

const receiveStatus: Act = async (sandbox) => {
	await sendMessage(sandbox, { text: 'Your order is on its way.' });
};

/** The act behind the sample of each trigger, by the workflow's file and the trigger's name. A new example gets its act here. */
const ACTS: Record<string, Act> = {
	'ai-agent-asks-first.json Receive Message': write('Please cancel my order 1042'),
	'ai-agent.json Receive Message': write('When are you open?'),
	'answer-a-burst-once.json Receive Message': write('I need flowers'),
	'appointment-reminder.json Receive Answer': press("Yes, I'll come", 'confirmed'),
	'ask-for-phone-number.json Receive Call Request': write('Please call me back'),
	'button-menu.json Receive Message or Button': write('Hello'),
	'delivery-report.json Receive Status': receiveStatus,
	'dialog-in-steps.json Receive Message': write('book'),
	'echo-bot.json Receive Message': write('Do you have tulips?'),
	'files-in-and-out.json Receive File': sendFile,
	'human-takeover.json Receive Message': write('I need a human, thank you'),
	'language.json Receive English Message': write('Hello'),
	'language.json Receive German Message': async (sandbox) => {
		await tag('german')(sandbox);
		await write('Guten Tag')(sandbox);
	},
	'new-chat-to-crm.json Receive New Chat': openChat,
	'next-channel.json Receive Status': receiveStatus,
	'office-hours.json Receive Message': write('Are you there?'),
	'opt-out.json Receive STOP': write('STOP'),
	'opt-out.json Receive START': write('START'),
	'order-approval.json Receive Order': write('/order 15 red tulips'),
	'questions-in-steps.json Receive Booking': write('book'),
	'satisfaction.json Receive Done Tag': tag('done'),
};

const workflowSchema = z.object({
	nodes: z.array(z.object({ name: z.string(), type: z.string(), parameters: z.record(z.unknown()) })),
	pinData: z.record(z.array(z.object({ json: z.record(z.unknown()) }).passthrough())).optional(),
});

const readWorkflow = (file: string) => workflowSchema.parse(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')));
/** Every file of an example. */
const EXAMPLES = FILES.filter((file) => /^examples\/.*\.json$/.test(file));
/** The names of the nodes that an example pins items to. */
const pinnedNodes = (file: string): string[] => Object.keys(readWorkflow(file).pinData ?? {});

type SampledTrigger = ReturnType<typeof triggersOf>[number];

/** The package's triggers in an example, with the items that are pinned to them. */
function triggersOf(file: string) {
	const { nodes, pinData = {} } = readWorkflow(file);
	return nodes
		.filter(({ type }) => type === TRIGGER_TYPE)
		.map(({ name, parameters }) => ({ id: `${path.basename(file)} ${name}`, name, parameters, pinned: pinData[name] ?? [] }));
}

/** Writes the samples at the end of a file, and leaves the rest of its text unchanged. */
function pin(file: string, samples: Map<string, object>): void {
	const text = readFileSync(path.join(ROOT, file), 'utf8').replace(/,\n {2}"pinData": [^]*$|\n}\n$/, '');
	const pinData = Object.fromEntries([...samples].map(([name, item]) => [name, [item]]));
	const member = JSON.stringify({ pinData }, null, 2).slice('{\n'.length);
	writeFileSync(path.join(ROOT, file), `${text},\n${member}\n`);
}

/** The fields of a value in their order: the path and the type of each. */
function fieldsOf(value: unknown, place = ''): string[] {
	if (Array.isArray(value)) return [`${place}: list`, ...value.flatMap((entry) => fieldsOf(entry, `${place}[]`))];
	if (typeof value !== 'object' || value === null) return [`${place}: ${value === null ? 'null' : typeof value}`];
	return Object.entries(value).flatMap(([name, member]) => fieldsOf(member, `${place}.${name}`));
}

const running = runSandbox();
const WITH_TRIGGER = EXAMPLES.filter((file) => triggersOf(file).length > 0);

/** The item that the trigger of an example starts its workflow with when the act of its sample has happened. */
async function itemOf({ id, parameters }: SampledTrigger): Promise<object> {
	await call(running.sandbox, 'POST /sandbox/reset');
	running.sandbox.state.webhooks = [];
	const { apiToken, baseUrl, notificationUrl, issuer, origin, fileOrigin, state } = running.sandbox;
	const trigger = await FakeN8n.start({
		credential: { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '', fileOrigins: fileOrigin },
		accountId: state.accountId,
		parameters: parameters as INodeParameters,
	});
	try {
		await call(running.sandbox, 'POST /notifications/webhooks', { body: { url: trigger.url, events: EVENT_NAMES } });
		await ACTS[id]?.(running.sandbox);
		await running.sandbox.settled();
	} finally {
		await trigger.close();
	}
	const item = trigger.executions.flat().find(({ json }) => json.isFinal !== false);
	if (!item) throw new Error(`The act of ${id} doesn't start its workflow.`);
	const text = JSON.stringify(item).replaceAll(origin, 'https://platform.example.com');
	return JSON.parse(text.replaceAll(fileOrigin, 'https://files.example.com')) as object;
}

test('has a sample for every trigger of an example, and for no other node', () => {
	expect(WITH_TRIGGER.flatMap(triggersOf).map(({ id }) => id)).toEqual(Object.keys(ACTS));
	for (const file of EXAMPLES) {
		expect({ file, pinned: pinnedNodes(file) }).toEqual({ file, pinned: triggersOf(file).map(({ name }) => name) });
	}
});

test.each(WITH_TRIGGER)('has in %s the fields that the trigger emits', async (file) => {
	const emitted = new Map<string, object>();
	for (const trigger of triggersOf(file)) emitted.set(trigger.name, await itemOf(trigger));
	const expected = [...emitted].map(([name, item]) => ({ name, fields: [fieldsOf(item)] }));
	const sampled = () => triggersOf(file).map(({ name, pinned }) => ({ name, fields: pinned.map((item) => fieldsOf(item)) }));
	// a sample that is right keeps its times and ids
	if (process.env.RECORD === '1' && JSON.stringify(sampled()) !== JSON.stringify(expected)) pin(file, emitted);
	expect(sampled()).toEqual(expected);
});
