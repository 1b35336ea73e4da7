/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '../../../sandbox/contract/validator';
import { isJsonObject, type Json, type JsonObject } from '../../../sandbox/core/json';
import { CHANNEL_TYPES } from '../../../sandbox/core/model';
import { EVENT_NAMES } from '../../../sandbox/events/catalogue';
import { startSandbox } from '../../../sandbox/server';
import { OPERATIONS } from '../../helpers/operationTable';
import { call } from '../../helpers/sandbox';

/*
 * The tables of the specification, written down by hand. test/schemas shows the other models and the events, and
 * test/docs/contract the bodies of requests. Clients of the platform have seen `$top` and `channelId` of the chat list.
 */

/** The endpoints that answer 202: their operations output that the platform accepted the change. */
const ACCEPTED = Object.values(OPERATIONS)
	.flatMap((rows) => Object.values(rows))
	.flatMap(({ calls, output }) => (output.own?.accepted ? calls : []));

/** Query parameters by endpoint. */
const QUERY: Record<string, string[]> = {
	'GET /channels': ['v'],
	'GET /v1/chats': ['from', 'blocked', '$skip', '$top', 'channelId'],
	'GET /chats': ['from', 'blocked', '$skip', '$top', 'channelId'],
};

const words = (text: string) => text.split(/\s+/);

/** Models with all their fields. */
const MODELS: Record<string, string[]> = {
	Failure: words('$error $count $totalCount'),
	Error: words('sc scn msg violations'),
	Violation: words('propertyPath name invalidValue'),
	ChannelsByType: words('tg sms vk facebook viber vibersm whatsapp whatsappb instagram tgp capability'),
	ChannelEntry: words('channel freeTextCapability templateCapability'),
	Capability: words(`textRestrictions photoRestrictions audioRestrictions videoRestrictions filesRestrictions buttonsRestrictions
		statusRestrictions locationSupported configurablePushBehavior maxAttachmentsPerMessage messageSendIntervalMs
		shouldWrapIntoCompositeIfButtonsPresent channelTypeName isTemplate template canCombineDifferentTypes`),
	Chat: words(`id accountId chatId channel channelId tbChatId remoteAddress remoteAddresses remoteAddressNotTel remoteUsername
		remoteFirstName remoteLastName remoteContact address lastMessage messagingStats unreadCount userPicUrl tags tagSet memo
		metadata createdTs firstInboundMessageTs blocked blockedTs importedChat importedChatMerged allMessagesImported
		lastConversationStartContext assistants optState handling`),
	ChatAddress: words('accountId channel channelId chatId remoteAddress tbChatId'),
	MessageDeliveryStatus: words('id channelDeliveryStatus deliveryStatus isDelivered isFinal timestamp'),
	Reads: words('readTimestamp sessionId userId'),
	ChannelRead: words('id channelMessageIdExact channelMessageIdNumericFrom readKind timestampFrom'),
	Contact: words(`id parentContactId channel channelUserId channelUsername email phone phoneNumbers gender birthday city country
		internationalName nationalName preferredLanguage timezone userPicUrl userProfileUrl`),
	PartialDate: words('day month year'),
	PersonalName: words('displayName firstName lastName'),
	City: words('internationalName nationalName'),
	Country: words('internationalName nationalName isoCode'),
	Location: words('latitude longitude'),
	MessagingStats: words(`lastInboundMessageTimestamp delivered received receivedUserSentMessages sent total
		totalNotificationsSent unread`),
	ConversationStartContext: words(`cookies insecureContext secureContext secureContextToken pageTitle pageUrl referer
		timezoneOffset urlParameters userAgentString viewerId visitDate visitsCount widgetId`),
	AccountUser: words('id accountId externalId'),
	OperatorUser: words('email displayName login password phone options'),
	Subscription: words(`id accountId address insecureContext secureContext secureContextToken messagingStats remoteContact
		sourceOptions subject subscribedTs unsubscribedTs user widgetId`),
	SubscriptionSourceOptions: words('channelChat createdByOperator subscription tbChat'),
};

/** Fields with 64 bits, by their place. */
const INT64 = words(`Channel.channelId Channel.tbUserId Chat.channelId Chat.tbChatId ChatAddress.channelId ChatAddress.tbChatId
	Message.channelId Message.tbChatId SendMessage.channelId ChatTag.id ChatTag.tagId MessageDeliveryStatus.timestamp
	Reads.readTimestamp ChannelRead.channelMessageIdNumericFrom MessageDeliveryCommandFields.timestamp
	OperatorReadChatCommandFields.upToTimestamp`);

/** Required fields by model; what is required in one layout only may be absent in the other. */
const REQUIRED: Record<string, string[]> = {
	SendMessage: ['channel', 'channelId'],
	SendAttachment: ['kind', 'channelFileId'],
	SendButton: ['type', 'text'],
	Button: ['text'],
	PreparedMessageInput: ['text'],
	WidgetInput: ['channels'],
	WidgetChannel: ['channel', 'id'],
	Location: ['latitude', 'longitude'],
	SenderInfo: ['endpointType'],
	Subscription: ['accountId'],
	OperatorUser: ['email'],
	WebhookInput: ['url', 'events'],
	Webhook: ['id'],
	ConversationStartContextUpdateCommandFields: ['chatAddress', 'conversationStartContext'],
	FirstMessageFromEndUserInChatCommandFlat: ['accountId', 'id', 'name', 'firstMessage'],
};

const { document } = contract();

/** Follows members' names into an object. */
const at = (value: Json, ...path: string[]) =>
	path.reduce<Json>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);

function object(value: Json): JsonObject {
	if (!isJsonObject(value)) throw new Error('no object');
	return value;
}

/** A part of the document; a reference is followed. */
function part(value: Json): JsonObject {
	const { $ref, ...own } = object(value);
	return typeof $ref === 'string' ? object(at(document, ...$ref.split('/').slice(1))) : own;
}

/** A schema, or a field of it. */
function schemaAt(place: string): JsonObject {
	const [name = '', ...field] = place.split('.');
	const schema = at(document, 'components', 'schemas', name);
	return part(field.length > 0 ? at(schema, 'properties', field.join('.')) : schema);
}

const fieldsOf = (name: string) => Object.keys(object(schemaAt(name).properties)).sort();
const sorted = (names: readonly string[]) => [...names].sort();

/** Every operation as "METHOD path" with its object. */
const operations = Object.entries(object(document.paths)).flatMap(([path, item]) =>
	Object.entries(object(item))
		.filter(([, one]) => at(one, 'operationId') !== undefined)
		.map(([method, one]): [string, JsonObject] => [`${method.toUpperCase()} ${path}`, object(one)]),
);

describe('the contract against the tables of the specification', () => {
	test.each(operations)('%s answers with the right success, every failure and the correlation id', (endpoint, { responses }) => {
		const success = ACCEPTED.includes(endpoint) ? '202' : '200';
		expect(Object.keys(object(responses)).sort()).toEqual([success, '400', '401', '402', '403', '404', '500']);
		for (const response of Object.values(object(responses))) {
			expect(at(part(response), 'headers', 'x-correlation-id')).toBeDefined();
		}
	});

	test('has every query parameter and no other', () => {
		const found = operations.map(([endpoint, { parameters }]): [string, string[]] => {
			const all = (Array.isArray(parameters) ? parameters : []).map(part);
			return [endpoint, all.filter((one) => one.in === 'query').map(({ name }) => String(name))];
		});
		expect(Object.fromEntries(found.filter(([, names]) => names.length > 0))).toEqual(QUERY);
	});

	test('serves webhook management at {notification_url} and everything else at {base_url}', () => {
		for (const [path, item] of Object.entries(object(document.paths))) {
			const servers = JSON.stringify(at(item, 'servers') ?? document.servers);
			expect(servers).toContain(path.startsWith('/webhooks') ? '{notification_url}' : '{base_url}');
		}
	});

	test.each(Object.entries(MODELS))('%s has every field and no other', (model, fields) => {
		expect(fieldsOf(model)).toEqual(sorted(fields));
	});

	test('has all 64 bits of ids and times', () => {
		expect(INT64.filter((place) => schemaAt(place).format !== 'int64')).toEqual([]);
	});

	test.each(Object.entries(REQUIRED))('%s requires %j', (model, required) => {
		expect(sorted(schemaAt(model).required as string[])).toEqual(sorted(required));
	});

	test('has the events that the sandbox raises, as webhooks and as a list', () => {
		const contracted = Object.keys(object(document.webhooks));
		const missing = EVENT_NAMES.filter((name) => !contracted.includes(name));
		expect(missing.map((name) => `sandbox/contract/source/events.yaml: add ${name}`)).toEqual([]);
		for (const list of [contracted, schemaAt('EventName').enum as string[]]) expect(sorted(list)).toEqual(sorted(EVENT_NAMES));
	});

	test('names the channel types that the sandbox knows', () => {
		expect(schemaAt('ChannelType').examples).toEqual(MODELS.ChannelsByType?.slice(0, -1));
		expect(sorted(CHANNEL_TYPES)).toEqual(sorted(schemaAt('ChannelType').examples as string[]));
	});
});

test('openapi.yaml is what its sources make', async () => {
	const script = join(__dirname, '../../../sandbox/contract/generate.ts');
	await promisify(execFile)(process.execPath, ['--require', 'tsx/cjs', script, '--check']);
});

describe('the check against the contract', () => {
	const checks = contract();

	test('takes int64 to its limits and nothing beyond', () => {
		const body = (channelId: number | bigint) => checks.bodyViolations('sendMessage', { channel: 'tg', channelId });
		for (const id of [2n ** 63n - 1n, -(2n ** 63n), 0]) expect(body(id)).toEqual([]);
		for (const id of [2n ** 63n, -(2n ** 63n) - 1n, 1.5]) expect(body(id)[0]).toMatchObject({ propertyPath: 'channelId' });
	});

	test('is open to unknown fields of a request, and closed to those of its own answers', () => {
		expect(checks.bodyViolations('updateChat', { blocked: true, future: 1 })).toEqual([]);
		expect(checks.answerProblems('getTags', 200, { $count: 1, $items: [{ name: 'x' }] })).toEqual([]);
		expect(checks.answerProblems('getTags', 200, { $count: 1, $items: [{ name: 'x', future: 1 }] })).toHaveLength(1);
		expect(checks.answerProblems('getTags', 200, { $count: 1 })).toHaveLength(1);
		expect(checks.answerProblems('createTag', 202, {})).toHaveLength(1);
		expect(checks.answerProblems('createTag', 200, {})).toHaveLength(1);
	});

	test("knows the place of an event's fields in each layout", () => {
		const envelope = { accountId: '11111111-2222-4333-8444-555555555555', id: '1', name: 'ChannelCreationCommand' };
		const [nested, flat] = [{ command: { channel: 'tg' } }, { channel: 'tg' }];
		const isRight = (layout: 'nested' | 'flat', fields: object) =>
			checks.eventProblems('ChannelCreationCommand', layout, { ...envelope, ...fields }).length === 0;
		expect([isRight('nested', nested), isRight('flat', flat)]).toEqual([true, true]);
		expect([isRight('nested', flat), isRight('flat', nested)]).toEqual([false, false]);
		const bored = { ...envelope, name: 'ChannelDisconnected', reason: 'bored' };
		expect(checks.eventProblems('ChannelDisconnected', 'flat', bored)).toHaveLength(1);
	});

	test('makes the sandbox say so loudly when it breaks the contract itself', async () => {
		const written: string[] = [];
		const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
			written.push(String(text));
			return true;
		});
		const sandbox = await startSandbox();
		try {
			sandbox.state.tags.push({ id: 1, name: 5 as unknown as string, createdTs: 'yesterday' });
			const { status, text } = await call(sandbox, 'GET /api/tags');
			expect(status).toBe(500);
			expect(text).toContain('violates the contract');
			await call(sandbox, 'POST /sandbox/events', { body: { name: 'ChatMemoChanged', fields: { madeUp: 1 } } });
			expect(sandbox.violations).toEqual([expect.stringContaining('getTags'), expect.stringContaining('ChatMemoChanged')]);
			expect(written.join('')).toContain('SANDBOX AGAINST ITS CONTRACT');
		} finally {
			stderr.mockRestore();
			await sandbox.close();
		}
	});
});
