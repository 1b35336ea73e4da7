import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { printJson } from '../../../../sandbox/core/json';
import { valuesOf } from '../../../helpers/contractValues';
import { byId, listOf, overWire } from '../../../helpers/runAction';
import { type AgentKind, runAgent } from '../../../helpers/runAgent';
import { OPERATIONS } from '../../../helpers/operationTable';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { membersOf } from '../../../schemas/derive';
import { readMark, withMark, withoutMark, isEnabled } from '../../../../nodes/MessagingPlatform/fields/actions';

describe('modes', () => {
	const CHAT = {
		id: 'tg_4100_77',
		tbChatId: 70001,
		channel: 'tg',
		channelId: 4100,
		chatId: '77',
		remoteAddress: 'tel:+441632960001',
		remoteFirstName: 'Zoe',
		remoteLastName: null,
		remoteUsername: 'zoe',
		remoteContact: { phone: '+441632960001', email: 'zoe@example.com' },
		memo: { memo: 'owes us money', phones: ['+441632960001'] },
		lastMessage: {
			id: 'm',
			direction: 'inbound',
			text: 'x'.repeat(199) + '🎁🎁',
			sentTimestamp: 1,
			remoteAddress: 'tel:+441632960001',
		},
		unreadCount: 0,
		tags: ['VIP'],
		blocked: false,
	};

	const SIMPLE_CHAT = {
		chatRef: 'tg_4100_77',
		tbChatId: 70001,
		channel: 'tg',
		...{ name: 'Zoe', username: 'zoe', phone: '+441632960001' },
		// cut before an emoji, not in it
		lastMessage: { direction: 'inbound', text: `${'x'.repeat(199)}…`, sentTimestamp: '1970-01-01T00:00:00.001Z' },
		unreadCount: 0,
		tags: ['VIP'],
		blocked: false,
	};

	const list = { resource: 'chat', operation: 'getAll' };
	const toChat = { sendTo: 'chat', chat: byId('tg_4100_77') };
	const send = { resource: 'message', operation: 'send', ...toChat, text: 'Hello' };
	const template = { resource: 'message', operation: 'sendTemplate', ...toChat, templateId: '1' };

	const MESSAGE = { id: 'm-1', channel: 'tg', channelId: 4100, chatId: '77', tbChatId: 70001, direction: 'outbound' };
	const SIMPLE_MESSAGE = {
		id: 'm-1',
		chatRef: 'tg_4100_77',
		tbChatId: 70001,
		channel: 'tg',
		text: 'Hello',
		sentTimestamp: '1970-01-01T00:00:00.005Z',
	};

	const sent = {
		headers: { 'x-correlation-id': 'c-1' },
		body: { $count: 1, $value: { ...MESSAGE, sentTimestamp: 5, text: 'Hello' } },
	};

	describe('simplified', () => {
		test('keeps of a chat what identifies it and the person, without notes and contact, and the beginning of its last message', async () => {
			const { items } = await overWire({ ...list, limit: 1, simplify: true }, listOf(JSON.stringify(CHAT)));
			expect(items.map(({ json }) => json)).toEqual([SIMPLE_CHAT]);
		});

		test('reads the person and the tags of a chat as the platform lists them', async () => {
			const listed = {
				...CHAT,
				...{ remoteFirstName: undefined, remoteUsername: undefined, tags: undefined },
				remoteContact: { nationalName: { firstName: 'Мария', displayName: 'Мария ' }, channelUsername: 'MariaExample' },
				tagSet: [{ name: 'VIP', reason: 'operator_assigned' }, { name: 'Опт' }],
			};
			const { items } = await overWire({ ...list, limit: 1, simplify: true }, listOf(JSON.stringify(listed)));
			expect(items[0]?.json).toMatchObject({
				name: 'Мария',
				username: 'MariaExample',
				phone: '+441632960001',
				tags: ['VIP', 'Опт'],
			});
		});

		test('keeps no address, contact or note of any chat, and only texts about the person', async () => {
			const property = fc.asyncProperty(valuesOf('Chat', { nulls: true }), async (chat) => {
				const { items } = await overWire({ ...list, limit: 1, simplify: true }, listOf(printJson(chat)));
				const { name = '', username = '', phone = '', ...more } = items[0]?.json ?? {};
				expect([name, username, phone].map((one) => typeof one)).toEqual(['string', 'string', 'string']);
				expect(Object.keys(more).filter((one) => /address|memo|contact|email|context|metadata/i.test(one))).toEqual([]);
			});
			await fc.assert(property, { numRuns: 25 });
		});

		test.each([send, template])('keeps of a message what identifies it and its chat: $operation', async (parameters) => {
			const { items } = await overWire({ ...parameters, simplify: true }, ({ method }) =>
				method === 'POST' ? sent : { body: {} },
			);
			expect(items.map(({ json }) => json)).toEqual([{ outcome: 'sent', deliveryReports: 'unknown', ...SIMPLE_MESSAGE }]);
		});

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

		test('does not crash on hostile chats and messages', async () => {
			const chats = ['{"lastMessage":"x","tags":{"a":1}}', '{"lastMessage":{"text":{"a":1}}}', '{"__proto__":{"a":1}}'];
			const { items, error } = await overWire({ ...list, limit: 3, simplify: true }, listOf(...chats));
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toEqual([{}, { lastMessage: { text: { a: 1 } } }, {}]);
		});
	});

	describe('as a tool', () => {
		let service: ScriptedServer;
		beforeAll(async () => {
			service = await startScriptedServer(({ method }) =>
				method === 'POST' ? sent : { body: { $count: 50, $items: Array.from({ length: 50 }, () => CHAT) } },
			);
		});
		afterAll(async () => await service.close());

		const call = async (kind: AgentKind, parameters: object) => {
			const calls = [{ itemIndex: 0, input: {} }];
			const items = [{ json: { event: 'new_message', chatRef: 'tg_4100_77' } }];
			const given = { allowBeyondConversation: true, ...parameters } as INodeParameters;
			const [answer] = await runAgent({ kind, parameters: given, items, calls, credential: service.credential });
			return JSON.stringify(answer?.response);
		};

		test.each<AgentKind>(['engine', 'direct'])('is on unless the author switches it off, called by the %s', async (kind) => {
			expect(await call(kind, send)).not.toContain('outbound');
			expect(await call(kind, { ...send, simplify: false })).toContain('outbound');
		});
	});
});

describe('the mark of an answer', () => {
	const MARK = { fingerprint: 'q0xRk2mZp7cV4sTa', seal: '9dFh2_Lw' };

	test('is read back, and removed for people', () => {
		const description = withMark('Answer of the button "Price"', MARK);
		expect(readMark(description)).toEqual(MARK);
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
