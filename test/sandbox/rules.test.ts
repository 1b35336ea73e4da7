import { parseJson, type JsonObject } from '../../sandbox/core/json';
import { readRules, resolveRules, RULES, type RuleName } from '../../sandbox/core/rules';
import { startSandbox } from '../../sandbox/server';
import { call, eventsOf, failure, Receiver, runSandbox } from '../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;

afterEach(async () => {
	await control('PATCH /settings', { rules: resolveRules(), ratePerSecond: 50, rateBurst: 200, retryAfterSeconds: 0 });
});

const ZOE = { channel: 'tg', channelId: 4100, tbChatId: 70001 };
const BUSINESS = { channel: 'whatsappb', channelId: 9007199254740993n };
const TO_ICQ = { channel: 'icq', channelId: 1, chatId: 'c_1', text: 'x' };
const NUMBER = { remoteAddress: 'tel:+79001112233' };
const WIDGET = 'PUT /widgets/00000000-0000-4000-8000-000000000001';
const CHAIN = '/endUserNotifications/chainActions';
const CHANNELS = [{ channel: 'tg', id: 'bot' }];
const VK = { channel: 'vk', channelId: 4100, chatId: '271828182' };
const VIDEO = { kind: 'video', channelFileId: 'https://a.example/b.mp4' };
const DISCONNECT = ['POST /channels/tg/4100/disconnect', undefined] as const;
const SHARE = { type: 'GetContactButton', text: 'Share' };
const REFUSED = '400 INVALID_REQUEST';
const INVALID = '400 BODY_VALIDATION_ERROR';
const NOT_FOUND = '404 NOT_FOUND';

const answered = async (request: string, body?: object) => {
	const answer = await api(request, body);
	const [status, , scn] = failure(answer);
	return answer.body.$error ? `${String(status)} ${String(scn)}` : String(status);
};

const webhooks = async (request: string, body?: object) => {
	const { status } = await call(running.sandbox, request.replace(' ', ' /notifications'), { body });
	return String(status);
};

const asking = (request: string, body?: object) => async () => await answered(request, body);
const webhook = (request: string, body?: object) => async () => await webhooks(request, body);
const sending = (body: object) => asking('POST /messages', body);

/** An act that follows a control call. */
const after = (request: string, body: object | undefined, act: () => Promise<unknown>) => async () => {
	await control(request, body);
	return await act();
};

const raising = (act: () => Promise<unknown>) => async () => (await eventsOf(running, act)).names.sort();

const statusesOf = (body: object) => async () => {
	const events = await eventsOf(running, async () => await api('POST /messages', body));
	return events.all('MessageDeliveryCommand').map((one) => one.deliveryStatus);
};

const lastStatusOf = (body: object) => async () => (await statusesOf(body)()).at(-1);
const twice = (act: () => Promise<unknown>) => async () => [await act(), await act()];

/** An act that a rule is about, and its result while the rule is on and while it is off. */
type Case = [act: () => Promise<unknown>, on: unknown, off: unknown];

const withToken = async (rights: string) => {
	const { body } = await control('POST /tokens', { rights });
	const { token } = body.$value as { token: string };
	const { status, text } = await api('GET /tags', undefined, { token });
	return [status, text.includes('$error')];
};

/** Sends a text that is split in two, and takes something of each event of a name. */
const splitting = (event: string, take: (fields: JsonObject) => unknown) => async () => {
	await control('PATCH /channels/tg/4100', { capability: { textRestrictions: { maxSize: 5 } } });
	const events = await eventsOf(running, async () => await api('POST /messages', { ...ZOE, text: 'one two' }));
	return events.all(event).flatMap(take);
};

const listed = async (...members: string[]) => {
	const { body } = await api('GET /chats?from=0');
	const [chat] = body.$items as JsonObject[];
	return members.map((member) => chat?.[member]);
};

/** The event of a message in a chat on Viber. */
const heard = async () => {
	const receiver = await Receiver.start();
	try {
		await webhooks('POST /webhooks', { url: receiver.url, events: ['new_message'] });
		await control('POST /chats/70008/messages', { text: 'Hello' });
		await running.sandbox.settled();
	} finally {
		await receiver.close();
	}
	return receiver.received[0]?.event ?? {};
};

const claims = async () => {
	const { body } = await control('POST /tokens');
	const { token } = body.$value as { token: string };
	return [
		Math.round(token.length / 100),
		Object.keys(parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JsonObject),
	];
};

const withTwoTags = async () => {
	for (const tag of ['vip', 'late']) await api(`POST /chats/70001/tags/${tag}`);
	return await listed('tags', 'tagSet');
};

const tagObject = (name: string) => ({ name, reason: 'operator_assigned', assignedTs: expect.stringMatching(/\.\d{3}Z$/) });

const picture = async () => {
	const attachments = [{ fileName: 'rose.png', mimeType: 'image/png', contentBase64: 'AAEC' }];
	const { body } = await control('POST /chats/70001/messages', { attachments });
	const [{ publicUrl }] = (body.$value as { attachments: [{ publicUrl: string }] }).attachments;
	const url = new URL(publicUrl);
	const get = async (from: URL) => (await fetch(from)).status;
	const status = [await get(url)];
	url.searchParams.set('se', '2999-01-01T00:00:00Z');
	return [url.origin === running.sandbox.fileOrigin, ...status, await get(url)];
};

const CASES: Array<[rule: RuleName, ...Case]> = [
	['knownChannel', sending({ channel: 'tg', channelId: 1, chatId: '271828182', text: 'x' }), REFUSED, REFUSED],
	['knownChannel', after('PATCH /settings', { rules: { knownChat: false } }, sending(TO_ICQ)), REFUSED, '200'],
	['knownChannel', after(...DISCONNECT, sending({ ...ZOE, text: 'x' })), REFUSED, '200'],
	['knownChat', sending({ channel: 'tg', channelId: 4100, chatId: 'nobody', text: 'x' }), REFUSED, '200'],
	['knownChat', sending({ channel: 'vk', channelId: 4100, tbChatId: 70001, text: 'x' }), REFUSED, '200'],
	['recipient', sending({ channel: 'tg', channelId: 4100, text: 'x' }), REFUSED, '200'],
	['content', sending({ ...ZOE, text: '', attachments: [], textMarkup: 'HTML' }), REFUSED, '200'],
	['messageFields', sending({ ...ZOE, text: 'x', textMarkup: 'RTF' }), INVALID, '200'],
	['knownTemplate', sending({ ...BUSINESS, tbChatId: 70007, templateId: '9' }), REFUSED, '200'],
	['uploadedFiles', sending({ ...ZOE, attachments: [{ kind: 'image', channelFileId: 'https://a.example/b' }] }), INVALID, '200'],
	['contactKey', sending({ channel: 'viber', channelId: 310, tbChatId: 70008, text: 'x', buttons: [SHARE] }), INVALID, '200'],
	['phoneMailing', sending({ channel: 'sms', channelId: 79005550103, ...NUMBER, text: 'x' }), REFUSED, '200'],
	['phoneAddress', sending({ ...BUSINESS, remoteAddress: '+79001112233', templateId: '1002' }), INVALID, '200'],
	['vkTemplates', sending({ channel: 'vk', channelId: 4100, ...NUMBER, text: 'x' }), REFUSED, '200'],
	[
		'minimumInterval',
		async () => {
			await control('PATCH /channels/tg/4100', { capability: { messageSendIntervalMs: 60_000 } });
			const send = sending({ ...ZOE, text: 'x' });
			const soon = [await send(), await send(), await sending({ ...VK, text: 'another channel' })()];
			await control('POST /clock', { advanceMs: 60_000 });
			return [...soon, await send()];
		},
		['200', REFUSED, '200', '200'],
		['200', '200', '200', '200'],
	],
	['requiredFields', asking('PATCH /chats/70001', {}), INVALID, '202'],
	['requiredFields', webhook('POST /webhooks', { url: 'http://a.example/' }), '400', '200'],
	['nulls', sending({ ...ZOE, text: 'x', chatId: null, buttons: null }), INVALID, '200'],
	['nulls', asking('POST /chats/70001/memo', { memo: 'x', phones: null }), INVALID, '200'],
	['fromRequired', asking('GET /v1/chats'), REFUSED, '200'],
	['fromDepth', asking(`GET /chats?from=${Date.now() - 100 * 24 * 3_600_000}`), REFUSED, '200'],
	['fromDepth', asking(`GET /chats?from=${Date.now() - 80 * 24 * 3_600_000}`), '200', '200'],
	['knownVersion', asking('GET /channels?v=2.0.0'), REFUSED, '200'],
	['chatOfCall', asking('PATCH /chats/1', { blocked: true }), NOT_FOUND, '202'],
	['chatOfCall', asking('GET /chats/1/tags'), NOT_FOUND, '200'],
	['chatOfCall', asking('DELETE /chats/1/tags/x'), NOT_FOUND, '202'],
	['uniqueTags', asking('POST /tags/prices'), '400 UNIQUE_CONSTRAINT_FAILED', '202'],
	['presentTag', asking('DELETE /chats/70001/tags/x'), NOT_FOUND, '202'],
	['knownPreparedMessage', asking(`POST ${CHAIN}`, { action: 'nothing', message: { id: 'x' } }), REFUSED, '200'],
	['putExisting', asking('PUT /preparedMessages/mine', { text: 'x' }), NOT_FOUND, '200'],
	['putExisting', asking(`PUT ${CHAIN}/mine`, { action: 'nothing' }), NOT_FOUND, '200'],
	['putExisting', asking(WIDGET, { channels: CHANNELS }), NOT_FOUND, '200'],
	['webhookAddress', webhook('POST /webhooks', { url: 'hook', events: [] }), '400', '200'],
	['knownWebhook', webhook('DELETE /webhooks/nothing'), '404', '200'],
	['errorBodies', async () => await withToken('none'), [403, true], [403, false]],
	['connectedOnly', after(...DISCONNECT, async () => (await api('GET /channels')).body.$count), 10, 11],
	['deliverySteps', statusesOf({ ...ZOE, text: 'x' }), ['QUEUED', 'SENT', 'DELIVERED'], ['DELIVERED']],
	[
		'whatsappStatuses',
		twice(lastStatusOf({ channel: 'whatsapp', channelId: 79005550101, tbChatId: 70005, text: 'x' })),
		['DELIVERED', 'SENT'],
		['DELIVERED', 'DELIVERED'],
	],
	['window', lastStatusOf({ ...BUSINESS, tbChatId: 70007, text: 'x' }), 'MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW', 'DELIVERED'],
	[
		'unsupportedContent',
		after('PUT /channels/tg/4100/capability', { capability: { filesRestrictions: {} } }, lastStatusOf({ ...ZOE, text: 'x' })),
		'ERROR',
		'DELIVERED',
	],
	[
		'unsupportedContent',
		after(
			'PUT /channels/whatsappb/9007199254740993/capability',
			{ capability: { videoRestrictions: null } },
			lastStatusOf({ ...BUSINESS, tbChatId: 9007199254740995n, attachments: [VIDEO] }),
		),
		'ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL',
		'DELIVERED',
	],
	[
		'partEvents',
		splitting('new_message', ({ text, compositeMessageType }) => `${String(text)}: ${String(compositeMessageType)}`),
		['one : CHILD_MESSAGE', 'two: CHILD_MESSAGE'],
		['one two: MASTER_MESSAGE'],
	],
	[
		'wholeStatus',
		splitting('MessageDeliveryCommand', ({ isFinal, compositeMessageType }) => (isFinal ? compositeMessageType : [])),
		['CHILD_MESSAGE', 'CHILD_MESSAGE', 'MASTER_MESSAGE'],
		['CHILD_MESSAGE', 'CHILD_MESSAGE'],
	],
	['blockEvent', raising(asking('PATCH /chats/70001', { blocked: true })), ['EndUserUnsubscribedFromNotification'], []],
	[
		'memoContacts',
		raising(async () => await control('POST /chats/70001/messages', { text: 'me@mail.example' })),
		['ChatMemoChanged', 'new_message'],
		['new_message'],
	],
	[
		'accountToken',
		claims,
		[14, ['scopes', 'account.id', 'user.id', 'nbf', 'jti', 'iat', 'exp', 'iss', 'sub']],
		[3, ['sub', 'accountId', 'iat', 'exp', 'jti']],
	],
	[
		'personInContact',
		async () => {
			const [contact, ...names] = await listed('remoteContact', 'remoteFirstName', 'remoteLastName', 'remoteUsername');
			return [(contact as JsonObject).nationalName, ...names];
		},
		[{ displayName: 'Zoë Müller ', firstName: 'Zoë', lastName: 'Müller' }, undefined, undefined, undefined],
		[{ displayName: 'Zoë Müller', firstName: 'Zoë', lastName: 'Müller' }, 'Zoë', 'Müller', 'zoe_m'],
	],
	[
		'phoneNumbers',
		async () => {
			const { remoteContact } = (await heard()).message as { remoteContact: JsonObject };
			return [remoteContact.phone, remoteContact.phoneNumbers];
		},
		[undefined, [{ number: 'tel:+79005550204' }]],
		['+79005550204', undefined],
	],
	[
		'tagObjects',
		withTwoTags,
		[undefined, [tagObject('vip'), tagObject('late')]],
		[
			['vip', 'late'],
			['vip', 'late'],
		],
	],
	[
		'chatMetadata',
		after('POST /chats/70001/operator/memo', { phones: ['+79001112233'] }, async () => {
			return (await listed('metadata', 'memo')).map((notes) => (notes as JsonObject | undefined)?.phones);
		}),
		[['+79001112233'], undefined],
		[undefined, ['+79001112233']],
	],
	[
		'lastMessagePreview',
		async () => {
			await api('POST /messages', { ...ZOE, text: 'x'.repeat(201) });
			const [last] = (await listed('lastMessage')) as [JsonObject];
			const { text, sentTimestamp, chatId, senderInfo } = last;
			return [text, typeof sentTimestamp, chatId, senderInfo !== undefined];
		},
		[`${'x'.repeat(197)}...`, 'number', undefined, false],
		['x'.repeat(201), 'string', '271828182', true],
	],
	[
		'wholeSeconds',
		async () => {
			const [stats, createdTs] = (await listed('messagingStats', 'createdTs')) as [JsonObject, string];
			return [stats.lastInboundMessageTimestamp, createdTs].map((time) => /\.\d{3}Z$/.test(String(time)));
		},
		[false, true],
		[true, true],
	],
	[
		'listQuery',
		async () => {
			const { body } = await api('GET /v1/chats?from=0&$top=2&channelId=4100');
			const names = (body.$items as JsonObject[]).map((one) => one.channel);
			return [names.join(' '), String(body.$nextPage).split('?')[1]];
		},
		['tg tg', 'from=0&%24top=2&channelId=4100&%24skip=2'],
		['tg tg tg vk whatsapp whatsappb whatsappb viber vibersm sms', 'from=0&$top=2&channelId=4100&$skip=10'],
	],
	[
		'substitutions',
		async () => (await heard()).substitutions,
		{ text: 'Hello', channel: 'viber', channelId: '310', chatId: 'Qk9va1==', remoteUsername: 'आशा शर्मा' },
		undefined,
	],
	[
		'bareMessages',
		async () => {
			const { substitutions, message } = (await heard()) as { substitutions: JsonObject; message: JsonObject };
			return [substitutions.chatId, message.text, message.chatId, message.chat !== undefined];
		},
		['Qk9va1==', 'Hello', undefined, false],
		['Qk9va1==', 'Hello', 'Qk9va1==', true],
	],
	['fileOrigin', picture, [true, 200, 403], [false, 401, 401]],
	['textChannelId', sending({ ...ZOE, channelId: '4100', text: 'x' }), '200', INVALID],
	[
		'bareAnswers',
		async () => Object.keys((await api('POST /messages', { ...ZOE, text: 'x' })).body.$value as object).length > 1,
		false,
		true,
	],
	[
		'webSite',
		async () => {
			const { status, headers } = await call(running.sandbox, 'GET /channels');
			return [status, headers.get('content-type'), await answered('GET /nothing')];
		},
		[404, 'text/html', NOT_FOUND],
		[404, 'application/json; charset=utf-8', NOT_FOUND],
	],
	[
		'rate',
		async () => {
			await control('PATCH /settings', { ratePerSecond: 1, rateBurst: 1, retryAfterSeconds: 3 });
			const tags = async () => {
				const { status, headers } = await api('GET /tags');
				return `${status}, ${headers.get('retry-after')}`;
			};
			const soon = [await tags(), await tags()];
			await control('PATCH /settings', { retryAfterSeconds: 0 });
			soon.push(await tags());
			await control('POST /clock', { advanceMs: 1000 });
			return [...soon, await tags()];
		},
		['200, null', '429, 3', '429, null', '200, null'],
		Array(4).fill('200, null'),
	],
];

test.each(CASES)('%s: the result while it holds, and once it is switched off (%#)', async (name, act, on, off) => {
	await control('PATCH /settings', { rules: { [name]: true } });
	expect(await act()).toEqual(on);
	await control('POST /reset');
	running.sandbox.state.webhooks = [];
	await control('PATCH /settings', { rules: { ...resolveRules(), [name]: false } });
	expect(await act()).toEqual(off);
});

test('a chat that a send opened is there for the next one', async () => {
	await control('PATCH /settings', { rules: { knownChat: false } });
	const open = async () => (await api('POST /messages', { channel: 'tg', channelId: 4100, tbChatId: 5, text: 'x' })).body.$value;
	expect([await open(), await open()]).toMatchObject([{ tbChatId: 5 }, { tbChatId: 5 }]);
	expect((await control('GET /chats/5/messages')).body.$count).toBe(2);
});

test('every rule is switched at the start, by the environment and by a control call', async () => {
	expect(readRules('minimumInterval=on, knownChat=off')).toEqual({ minimumInterval: true, knownChat: false });
	expect(readRules(undefined)).toEqual({});
	for (const wrong of ['knownChat', 'knownChat=yes', 'nothing=on', '__proto__=on']) expect(() => readRules(wrong)).toThrow(wrong);
	const sandbox = await startSandbox({ rules: readRules('fromRequired=off') });
	try {
		const rulesNow = async () => {
			const { body } = await call(sandbox, 'GET /sandbox/settings');
			return (body.$value as JsonObject).rules as JsonObject;
		};
		expect(await rulesNow()).toEqual({ ...resolveRules(), fromRequired: false });
		await call(sandbox, 'PATCH /sandbox/settings', { body: { rules: { minimumInterval: true } } });
		expect(await rulesNow()).toEqual({ ...resolveRules(), fromRequired: false, minimumInterval: true });
	} finally {
		await sandbox.close();
	}
	await expect(startSandbox({ rules: { nothing: true } as object })).rejects.toThrow('There is no rule nothing');
});

test('every rule has a case', () => {
	expect([...new Set(CASES.map(([name]) => name))]).toEqual(Object.keys(RULES));
});
