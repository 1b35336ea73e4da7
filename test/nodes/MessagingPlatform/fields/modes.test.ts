import type { INodeParameters } from 'n8n-workflow';
import { printJson } from '../../../../sandbox/core/json';
import { valuesOf } from '../../../helpers/contractValues';
import { property } from '../../../helpers/fuzzer';
import { byId, listOf, overWire } from '../../../helpers/runAction';
import { type AgentKind, runAgent } from '../../../helpers/runAgent';
import { OPERATIONS } from '../../../helpers/operationTable';
import { type Received, type Reply, startScriptedServer } from '../../../helpers/servers';
import { membersOf } from '../../../schemas/derive';
import { readMark, withMark, withoutMark, isEnabled } from '../../../../nodes/MessagingPlatform/fields/actions';

describe('simplified', () => {
	const PHONE = '+441632960001';
	const address = { remoteAddress: `tel:${PHONE}` };
	const message = { direction: 'inbound', text: 'x'.repeat(199) + '🎁🎁', sentTimestamp: 1 };
	const keys = { tbChatId: 70001, channel: 'tg' };
	const more = { unreadCount: 0, tags: ['VIP'], blocked: false };
	const CHAT = {
		...{ id: 'tg_4100_77', ...keys, channelId: 4100, chatId: '77', ...address, ...more },
		...{ remoteFirstName: 'Zoe', remoteLastName: null, remoteUsername: 'zoe' },
		remoteContact: { phone: PHONE, email: 'zoe@example.com' },
		memo: { memo: 'owes us money', phones: [PHONE] },
		lastMessage: { id: 'm', ...message, ...address },
	};
	const list = async (...chats: string[]) => {
		const given = { resource: 'chat', operation: 'getAll', limit: chats.length, simplify: true };
		const { items, error } = await overWire(given, listOf(...chats));
		expect(error).toBeUndefined();
		return items.map(({ json }) => json);
	};

	test('keeps of a chat what identifies it and the person, without notes and contact, and the beginning of its last message', async () => {
		const person = { name: 'Zoe', username: 'zoe', phone: PHONE };
		// cut before an emoji, not in it
		const lastMessage = { ...message, text: `${'x'.repeat(199)}…`, sentTimestamp: '1970-01-01T00:00:00.001Z' };
		expect(await list(JSON.stringify(CHAT))).toEqual([{ chatRef: 'tg_4100_77', ...keys, ...person, lastMessage, ...more }]);
	});

	test('keeps no address, contact or note of any chat, and only texts about the person', async () => {
		await property(valuesOf('Chat', { nulls: true }), async (chat) => {
			const [{ name = '', username = '', phone = '', ...others } = {}] = await list(printJson(chat));
			expect([name, username, phone].map((one) => typeof one)).toEqual(['string', 'string', 'string']);
			expect(Object.keys(others).filter((one) => /address|memo|contact|email|context|metadata/i.test(one))).toEqual([]);
		});
	});

	test('does not crash on hostile chats', async () => {
		const chats = ['{"lastMessage":"x","tags":{"a":1}}', '{"lastMessage":{"text":{"a":1}}}', '{"__proto__":{"a":1}}'];
		expect(await list(...chats)).toEqual([{}, { lastMessage: { text: { a: 1 } } }, {}]);
	});

	const MESSAGE = { id: 'm-1', ...keys, channelId: 4100, chatId: '77', direction: 'outbound' };
	const sent = {
		headers: { 'x-correlation-id': 'c-1' },
		body: { $count: 1, $value: { ...MESSAGE, sentTimestamp: 5, text: 'Hello' } },
	};
	const send = { resource: 'message', operation: 'send', sendTo: 'chat', chat: byId('tg_4100_77'), text: 'Hello' };

	test.each([send, { ...send, operation: 'sendTemplate', templateId: '1' }])(
		'keeps of a message what identifies it and its chat: $operation',
		async (parameters) => {
			const answer = ({ method }: Received) => (method === 'POST' ? sent : { body: {} });
			const { items } = await overWire({ ...parameters, simplify: true }, answer);
			const shown = { id: 'm-1', chatRef: 'tg_4100_77', ...keys, text: 'Hello', sentTimestamp: '1970-01-01T00:00:00.005Z' };
			expect(items.map(({ json }) => json)).toEqual([{ outcome: 'sent', deliveryReports: 'unknown', ...shown }]);
		},
	);

	/** All members of a model of the contract. */
	const everything = (model: string) => Object.fromEntries(Object.keys(membersOf(model, 0)).map((name) => [name, 'x']));
	const simplifying = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
		Object.entries(operations).flatMap(([operation, { form, parameters }]) =>
			form.includes('Simplify') ? [{ resource, operation, ...parameters }] : [],
		),
	);

	test.each(simplifying)('has up to ten fields, even if the platform sends all: $resource $operation', async (parameters) => {
		const channel = { ...everything('Channel'), channel: 'tg', channelId: 4100 };
		const channels = { tg: [{ channel, freeTextCapability: { textRestrictions: { maxSize: 10 } } }], capability: {} };
		const answer = ({ method, url }: Received): Reply => {
			if (method === 'POST') return { ...sent, body: { $value: { ...everything('Message'), ...sent.body.$value } } };
			return url.includes('/channels') ? { body: channels } : listOf(JSON.stringify({ ...everything('Chat'), ...CHAT }));
		};
		const split = { text: 'One two three four', additionalFields: { ifTextTooLong: 'split' } };
		const { items, error } = await overWire({ ...parameters, ...(parameters.operation === 'send' && split) }, answer);
		expect(error).toBeUndefined();
		const counts = items.map(({ json }) => Object.keys(json).length);
		expect(Math.min(...counts)).toBeGreaterThan(4);
		expect(Math.max(...counts)).toBeLessThanOrEqual(10);
	});

	test.each<AgentKind>(['engine', 'direct'])(
		'is on for a tool unless the author switches it off, called by the %s',
		async (kind) => {
			const service = await startScriptedServer(({ method }) => (method === 'POST' ? sent : { body: {} }));
			const call = async (parameters: object) => {
				const items = [{ json: { event: 'new_message', chatRef: 'tg_4100_77' } }];
				const given = { kind, parameters: parameters as INodeParameters, items, calls: [{ itemIndex: 0, input: {} }] };
				return JSON.stringify(await runAgent({ ...given, credential: service.credential }));
			};
			expect(await call(send)).not.toContain('outbound');
			expect(await call({ ...send, simplify: false })).toContain('outbound');
			await service.close();
		},
	);
});

describe('the mark of an answer', () => {
	test('is read back, and removed for people', () => {
		const mark = { fingerprint: 'q0xRk2mZp7cV4sTa', seal: '9dFh2_Lw' };
		const description = withMark('Answer of the button "Price"', mark);
		expect(readMark(description)).toEqual(mark);
		expect(withoutMark(description)).toBe('Answer of the button "Price"');
		expect(withoutMark(`${description} and more`)).toBe('Answer of the button "Price" and more');
		expect(withoutMark(' Price [n8n:12:made-in:another_way] ')).toBe('Price');
	});

	test('is found in a description of any length', () => {
		const wide = `a${' '.repeat(300_000)}b`;
		expect(withoutMark(wide)).toBe(wide);
		expect(withoutMark(`${wide}${' '.repeat(300_000)}[n8n:1:x:y]`)).toBe(wide);
	});
});

test.each<[unknown, boolean]>([
	[undefined, true],
	['true', true],
	[0, true],
	[false, false],
	[' FALSE ', false],
])('an action with enabled %j is on: %p', (enabled, on) => {
	expect(isEnabled(enabled)).toBe(on);
});
