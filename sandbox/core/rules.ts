/**
 * One thing that the sandbox decides, in the words of sandbox/README.md: because the specification is silent, or because real
 * clients have seen something else.
 */
export type Rule = {
	/** The sandbox's reaction while the rule holds. */
	on: string;
	/** The sandbox's reaction when the rule is switched off. */
	off: string;
	/** True if the rule holds from the start. */
	fromStart: boolean;
};

/** A rule that holds until it is switched off. */
const held = (on: string, off: string): Rule => ({ on, off, fromStart: true });
/** A rule that holds only after it is switched on. */
const idle = (on: string, off: string): Rule => ({ on, off, fromStart: false });

/** Every rule of the sandbox's own; sandbox/README.md has the same table. */
export const RULES = {
	knownChannel: held(
		"a message on a channel that the account doesn't have, or that is disconnected, is refused (400 INVALID_REQUEST)",
		'it is sent, and the channel is created',
	),
	knownChat: held(
		"a message to a `chatId` or `tbChatId` that the channel doesn't have is refused (400 INVALID_REQUEST)",
		'it is sent, and the chat is opened',
	),
	recipient: held(
		'a message without `chatId`, `tbChatId` and `remoteAddress` is refused (400 INVALID_REQUEST)',
		'it is sent to a new chat',
	),
	content: held(
		'a message with nothing to send is refused (400 INVALID_REQUEST). Any field counts, except those that say only how or to whom',
		'it is sent empty',
	),
	messageFields: held(
		'a further field of the message model with a wrong value is refused (400 BODY_VALIDATION_ERROR)',
		'it is left out of the message',
	),
	knownTemplate: held(
		"a `templateId` that the channel doesn't have is refused (400 INVALID_REQUEST)",
		"the message is sent without the template's text",
	),
	uploadedFiles: held(
		"an attachment that isn't an upload (on whatsapp and whatsappb: an upload or a link) is refused (400 BODY_VALIDATION_ERROR)",
		'every `channelFileId` is accepted',
	),
	contactKey: held(
		'a GetContactButton without `payload` is refused on channels other than tg, which show an ActionButton (400 BODY_VALIDATION_ERROR)',
		'it is shown without a `payload`',
	),
	phoneMailing: held(
		'a new phone number is refused (400 INVALID_REQUEST) on channels other than viber, vk, whatsapp and whatsappb',
		'a chat is opened on every channel',
	),
	phoneAddress: held(
		'a new `remoteAddress` other than tel:+ and digits is refused (400 BODY_VALIDATION_ERROR)',
		'every `remoteAddress` opens a chat',
	),
	vkTemplates: held('a message without a template to a new phone number on vk is refused (400 INVALID_REQUEST)', 'it is sent'),
	minimumInterval: idle(
		"a message sooner after the last one on its channel than the channel's `messageSendIntervalMs` is refused (400 INVALID_REQUEST)",
		'messages are queued however fast they come',
	),
	requiredFields: held(
		'`blocked` of a chat, `action` and `message.id` of a chain action, `url` and `events` of a webhook are required (400 BODY_VALIDATION_ERROR)',
		'each is optional',
	),
	nulls: held(
		'null in place of an optional value in a request is refused (400 BODY_VALIDATION_ERROR)',
		'null in a request means absent',
	),
	fromRequired: held('a chat list without `from` is refused (400 INVALID_REQUEST)', 'it goes back 3 months'),
	fromDepth: idle('a `from` more than 3 months back is refused (400 INVALID_REQUEST)', 'the list goes back 3 months'),
	knownVersion: held('a `v` other than 0.1.0 and 1.0.0 is refused (400 INVALID_REQUEST)', 'it is answered as 0.1.0'),
	chatOfCall: held(
		"blocking and tags of a chat that doesn't exist are refused (404 NOT_FOUND)",
		'they are accepted and do nothing, and its list of tags is empty',
	),
	uniqueTags: held('creating a tag twice is refused (400 UNIQUE_CONSTRAINT_FAILED)', 'it is accepted'),
	presentTag: idle(
		"removing a tag that the chat doesn't have is refused (404 NOT_FOUND)",
		'it is accepted, and the event says `wasActuallyChanged` false',
	),
	knownPreparedMessage: held(
		"a chain action with a prepared message that doesn't exist is refused (400 INVALID_REQUEST)",
		'it is accepted',
	),
	putExisting: held(
		"PUT of a prepared message, chain action or widget that doesn't exist is refused (404 NOT_FOUND)",
		'it is created with that ID',
	),
	webhookAddress: held(
		"a webhook whose `url` isn't an http or https URL is refused (400 BODY_VALIDATION_ERROR)",
		'it is registered',
	),
	knownWebhook: held("removing a webhook that doesn't exist is refused (404 NOT_FOUND)", 'it is answered 200'),
	errorBodies: held(
		'401, 402, 403, 429 and 500 carry `$error` with the status as `sc` and its name as `scn`',
		'they have no body',
	),
	connectedOnly: held('GET /channels leaves out disconnected channels', 'it lists them'),
	deliverySteps: held(
		'a message goes through QUEUED and SENT before DELIVERED, and through QUEUED before a failure',
		'only the final status is reported',
	),
	whatsappStatuses: held('on whatsapp every second message stays SENT', 'whatsapp reports like the others'),
	window: held(
		'outside the 24 hours a free-form message on whatsappb ends in MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW',
		'it ends in DELIVERED',
	),
	unsupportedContent: held(
		"a file that the channel doesn't accept, or a mix of kinds that it can't combine, ends in ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL, and a text that it doesn't accept in ERROR",
		'both end in DELIVERED',
	),
	partEvents: held(
		'a message that is split raises new_message for each part and not for the parent',
		'it raises one for the parent',
	),
	wholeStatus: held(
		'a message that is split has a final delivery status of its own, after those of its parts',
		'only its parts have delivery statuses',
	),
	blockEvent: held('blocking raises EndUserUnsubscribedFromNotification', 'it unsubscribes without an event'),
	memoContacts: held(
		"phone numbers with a plus and email addresses in a person's message go into the notes",
		'nothing goes into the notes automatically',
	),
	accountToken: held(
		'an API token has the claims `scopes`, `account.id` and `user.id`, and about 1,400 characters',
		'it has `sub` and `accountId`, and about 300 characters',
	),
	personInContact: held(
		'a chat and a message name their person in `remoteContact` alone, with a space at the end of `displayName`',
		'`remoteFirstName`, `remoteLastName` and `remoteUsername` name them too, and `displayName` has no such space',
	),
	phoneNumbers: held('a contact has `phoneNumbers`, each with `tel:+` and digits', 'it has `phone`'),
	tagObjects: held(
		'a chat has its tags in `tagSet` alone, as objects with `name`, `reason` and `assignedTs`',
		'it has their names in `tags` and in `tagSet`',
	),
	chatMetadata: held(
		'a chat has its notes in `metadata`, whose `changedTs` moves with each message of the person',
		'it has them in `memo`, which is left out while they are empty',
	),
	lastMessagePreview: held(
		'`lastMessage` in the chat list has no address and no `senderInfo`, up to 200 characters of text, three dots at the end if there is more, and `sentTimestamp` in ms',
		'it is the whole message',
	),
	wholeSeconds: held(
		'`lastInboundMessageTimestamp` of a chat has no milliseconds, though its other times do',
		'it has them, too',
	),
	listQuery: held(
		'the chat list takes `$top` and `channelId`, and `$nextPage` writes `$` as `%24`',
		'it ignores both, and `$nextPage` leaves `$` unchanged',
	),
	substitutions: held(
		'`new_message` of a person has `substitutions` with the text and the address, `channelId` as text',
		'it has none',
	),
	bareMessages: idle(
		'in `new_message` of a person only `substitutions` say which chat it is',
		'the message and its `chat` say it, too',
	),
	fileOrigin: held(
		'a file from a person lies at an origin of its own, signed by `sig` until `se`, and needs no token',
		"it lies at the sandbox's own origin, and needs the token",
	),
	textChannelId: held('`channelId` of a message may be a text with digits', 'it is refused (400 BODY_VALIDATION_ERROR)'),
	bareAnswers: idle('answers have no `$count`, and that to a sent message only its `id`', 'both are whole'),
	webSite: held('a web page answers what is asked outside `/api` (404)', '`$error` answers it (404)'),
	rate: held('more requests with a token than `ratePerSecond` and `rateBurst` allow are refused (429)', 'there is no limit'),
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
export type Rules = Record<RuleName, boolean>;
export const isRule = (name: string): name is RuleName => Object.hasOwn(RULES, name);

export function resolveRules(chosen: Partial<Rules> = {}): Rules {
	const unknown = Object.keys(chosen).find((name) => !isRule(name));
	if (unknown !== undefined) throw new Error(`There is no rule ${unknown}. The rules: ${Object.keys(RULES).join(', ')}.`);
	const rules: Partial<Rules> = {};
	for (const name of Object.keys(RULES).filter(isRule)) rules[name] = chosen[name] ?? RULES[name].fromStart;
	return rules as Rules;
}

/** Reads rules as the environment variable SANDBOX_RULES has them: `minimumInterval=on knownChat=off`. */
export function readRules(text = ''): Partial<Rules> {
	const parts = text.split(/[\s,]+/).filter(Boolean);
	const chosen = parts.map((part): [string, boolean] => {
		const [, name = '', state] = /^(\w+)=(on|off)$/.exec(part) ?? [];
		if (!isRule(name)) throw new Error(`"${part}" is not a rule with =on or =off. The rules: ${Object.keys(RULES).join(', ')}.`);
		return [name, state === 'on'];
	});
	return Object.fromEntries(chosen);
}
