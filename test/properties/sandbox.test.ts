import fc from 'fast-check';
import { contract } from '../../sandbox/contract/validator';
import { isJsonObject, type Json, type JsonObject, printJson } from '../../sandbox/core/json';
import { resolveRules, RULES, type Rules } from '../../sandbox/core/rules';
import { anyText, int64, missingIn, valuesOf, withoutUnknown } from '../helpers/contractValues';
import { property } from '../helpers/fuzzer';
import { call, runSandbox } from '../helpers/sandbox';

const running = runSandbox({ statusDelayMs: 0 });
const { control } = running;

/** No rule of the sandbox's own: what is refused then, the specification refuses. */
const NO_RULES = Object.fromEntries(Object.keys(RULES).map((name) => [name, false])) as Rules;

const switchRules = async (rules: Partial<Rules>) => void (await control('PATCH /settings', { rules }));

afterEach(async () => await switchRules(resolveRules()));

/** Makes a call, and checks the answer against the contract. */
async function answered(id: string, parameters: Record<string, string>, body?: JsonObject): Promise<JsonObject> {
	const { method, path, status } = contract().operation(id);
	const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''));
	const query = Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`));
	const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
	const base = path.startsWith('/webhooks') ? '/notifications' : '/api';
	const answer = await call(running.sandbox, `${method.toUpperCase()} ${base}${filled}${search}`, { body });
	expect([answer.status, answer.body.$error]).toEqual([status, undefined]);
	const payload = answer.text === '' ? undefined : answer.body;
	if (payload) expect(contract().answerProblems(id, status, payload)).toEqual([]);
	return isJsonObject(answer.body.$value) ? answer.body.$value : {};
}

/** Two values of a schema: the second replaces the first. */
const twice = (schema: string) => fc.tuple(valuesOf(schema), valuesOf(schema));

/** Rules for substitutions that a schema can't express (specification, "Template send variants"). */
function keepsToTemplates({ channel, substitutions }: JsonObject): boolean {
	const values = Object.entries(isJsonObject(substitutions) ? substitutions : {});
	if (channel === 'vk') return values.every(([name]) => /^[A-Za-z]+$/.test(name));
	return channel !== 'whatsappb' || values.every(([, value]) => !/[\r\n]| {5}/.test(String(value)));
}

/** Custom settings hold up to 1 KB each (specification, "Limits"). */
const keepsToSizes = (widget: JsonObject) =>
	Object.entries(widget).every(([name, value]) => !name.startsWith('new') || Buffer.byteLength(printJson(value)) <= 1024);

// A URL cannot carry these as a part of its path: its parser takes them away, encoded or not (URL standard, "dot segments").
const tagName = anyText.filter((name) => name !== '' && name !== '.' && name !== '..');

describe('a sandbox without rules of its own refuses nothing that is valid', () => {
	beforeEach(async () => await switchRules(NO_RULES));

	test('messages, which come back with what they hold', async () => {
		const { chats } = running.sandbox.state;
		await property(valuesOf('SendMessage').filter(keepsToTemplates), async (body) => {
			// another message may have made the same chat with another number
			running.sandbox.state.chats = [...chats];
			const message = await answered('sendMessage', {}, body);
			const { text, templateId, substitutions } = body;
			expect(missingIn({ text, templateId, substitutions, direction: 'outbound' }, message)).toEqual([]);
		});
	});

	test('messages with any further field of the message model', async () => {
		await property(
			valuesOf('Message'),
			async ({ location, contact, contactCards, headers, subject, notificationId, replyToMessage }) => {
				const body = { location, contact, contactCards, headers, subject, notificationId, replyToMessage };
				const message = await answered('sendMessage', {}, { channel: 'tg', channelId: 4100, tbChatId: 70001, ...body });
				expect(missingIn(withoutUnknown(body), message)).toEqual([]);
			},
		);
	});

	test('prepared messages, made and replaced', async () => {
		await property(twice('PreparedMessageInput'), async ([first, second]) => {
			const { id, createdTs } = await answered('createPreparedMessage', {}, first);
			const replaced = await answered('updatePreparedMessage', { id: String(id) }, second);
			const { text, name, ownerType, ownerId, buttons, attachments } = second;
			const kept = { text, name, ownerType, ownerId, buttons, attachments, id, createdTs };
			expect(missingIn(withoutUnknown(kept), replaced)).toEqual([]);
			for (const field of ['name', 'ownerType', 'ownerId']) expect(field in replaced).toBe(field in second);
		});
	});

	test('chain actions, made, replaced and read', async () => {
		await property(twice('ChainActionInput'), async ([first, second]) => {
			const { id, accountId } = await answered('createChainAction', {}, first);
			await answered('updateChainAction', { id: String(id) }, second);
			const { action, description, actionParameters } = second;
			const read = await answered('getChainAction', { id: String(id) });
			expect(missingIn(withoutUnknown({ id, accountId, action, description, actionParameters }), read)).toEqual([]);
			expect('description' in read).toBe('description' in second);
		});
		await answered('getChainActions', {});
	});

	test('widgets, made and replaced', async () => {
		await property(
			twice('WidgetInput').filter((both) => both.every(keepsToSizes)),
			async ([first, second]) => {
				running.sandbox.state.widgets = [];
				const { id, userId, accountId } = await answered('createWidget', {}, first);
				const replaced = await answered('updateWidget', { widgetId: String(id) }, second);
				expect(missingIn({ ...second, channels: withoutUnknown(second.channels), id, userId, accountId }, replaced)).toEqual([]);
				expect(Object.keys(replaced).sort()).toEqual([...new Set([...Object.keys(second), 'id', 'userId', 'accountId'])].sort());
				await answered('getWidgets', {});
			},
		);
	});

	test('chats by any number, tags of any name', async () => {
		await property(fc.tuple(int64, tagName, fc.boolean()), async ([number, name, blocked]) => {
			const tbChatId = String(number);
			await answered('updateChat', { tbChatId }, { blocked });
			await answered('createTag', { tagName: name });
			for (const chat of [tbChatId, '70001']) {
				await answered('assignTag', { tbChatId: chat, tagName: name });
				await answered('getChatTags', { tbChatId: chat });
				await answered('removeTag', { tbChatId: chat, tagName: name });
			}
		});
		await answered('getTags', {});
	});

	test('notes', async () => {
		const chatRef = fc.constantFrom('70001', '9223372036854775807', 'instagram_17841400008460056_yuki_san_77');
		await property(fc.tuple(chatRef, valuesOf('MemoUpdate')), async ([chat, { memo, phones, emails }]) => {
			await answered('updateMemo', { chatRef: chat }, { memo, phones, emails });
			expect(missingIn({ memo, phones, emails }, await answered('getMemo', { chatRef: chat }))).toEqual([]);
		});
	});

	test('webhooks', async () => {
		await property(valuesOf('WebhookInput'), async (body) => {
			await answered('createWebhook', {}, body);
			expect(running.sandbox.state.webhooks.at(-1)).toMatchObject({ url: body.url, events: body.events });
			await answered('deleteWebhook', { id: running.sandbox.state.webhooks.at(-1)?.id ?? '' });
		});
	});

	test('lists of chats and channels', async () => {
		const query = fc.record(
			{ from: int64.map(String), $skip: fc.nat().map(String), blocked: fc.constantFrom('true', 'false') },
			{ requiredKeys: [] },
		);
		await property(fc.tuple(query, fc.constantFrom('getChats', 'getChatsV1'), anyText), async ([chats, id, v]) => {
			await answered(id, chats);
			await answered('getChannels', { v });
		});
		await answered('getChannels', { v: '1.0.0' });
	});
});

describe('with its rules the sandbox refuses no send that the account can make', () => {
	test('texts with buttons to seeded chats', async () => {
		const { chats } = running.sandbox.state;
		const filled = anyText.filter((text) => text !== '');
		const sends = fc.tuple(fc.constantFrom(...chats), valuesOf('SendMessage'), filled);
		await property(sends, async ([chat, sent, text]) => {
			const { channel, channelId, tbChatId } = chat;
			// Outside Telegram a GetContactButton is sent as an ActionButton, whose payload is required (specification, "Button flow").
			const withKey = (button: Json) =>
				channel !== 'tg' && isJsonObject(button)
					? { ...button, payload: button.payload === '' ? 'key' : (button.payload ?? 'key') }
					: button;
			const buttons = Array.isArray(sent.buttons) ? sent.buttons.map(withKey) : sent.buttons;
			const message = await answered('sendMessage', {}, { channel, channelId, tbChatId, text, buttons });
			expect(missingIn({ text, tbChatId, channelId }, message)).toEqual([]);
		});
	});

	test('any capability that a test gives a channel comes out as it went in', async () => {
		await property(valuesOf('Capability', { nulls: true }), async (capability) => {
			await control('PUT /channels/viber/310/capability', { capability });
			await answered('getChannels', { v: '1.0.0' });
			const viber = running.sandbox.state.channels.find(({ channel }) => channel === 'viber');
			expect(viber?.capability).toEqual(withoutUnknown(capability));
		});
	});
});
