import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import type { DeliveryTokenOptions } from '../../sandbox/security/signing';
import { ALL_EVENTS, EVENT_NAMES } from '../../nodes/shared/catalogue';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { CHAT, FIELDS, type WireRequest, ACCOUNT, deliveryOf, type SigningPlatform } from '../helpers/deliveries';
import { conditionsOf, isChoice, isField, type SavedCase } from './cases';

type Value = INodeParameters[string];

/** The case that all others are compared with. */
export const BASE_CASE = 'all events';

/** The trigger's clock: five minutes after the events of the samples. */
export const NOW = 1_798_000_300_000;

const OTHER_ACCOUNT = '7a2b4b4f-8e66-4f1b-8d5c-3c9f1b6b0002';

/** Values of the options whose field does not list them: such as let the samples in, and such as do not. */
const VALUES: Record<string, Value[]> = {
	allowedAddresses: ['127.0.0.0/8', '192.0.2.10', 'nonsense'],
	buttonKeys: ['a-1, yes', 'no'],
	channels: [['tg_4100'], ['whatsapp']],
	chats: ['tg_4100_271_828, 70002', '70001', 'tg_1_2'],
	clockToleranceSeconds: [0, 90],
	downloadBudgetSeconds: [10, 60],
	excludedTags: [['VIP'], ['other']],
	furtherEvents: ['Zeta, Alpha, new_message', 'two words'],
	maxAgeMinutes: [1, 7],
	maxAttachmentMegabytes: [1, 200],
	maxEventMegabytes: [1, 64],
	maxLifetimeHours: [1, 3],
	sentBy: [['operator'], ['api', 'unknown']],
	tags: [['VIP'], ['other']],
	takeoverTag: ['list', 'name'].map((mode) => ({ __rl: true, mode, value: mode === 'list' ? 'human' : 'other' })),
	textBeginnings: ['hello, /start', 'price'],
	textContains: ['ello', 'price'],
	textIs: ['stop, HELLO', 'price'],
	webhookHost: ['127.0.0.1', 'n8n.example.com'],
};

/** Options that another option needs to matter. */
const BESIDE: Record<string, INodeParameters> = { ignoreOwn: { direction: 'both' }, sentBy: { direction: 'both' } };

/** Other options that must be chosen so that the editor shows this one; all events are chosen anyway. */
function optionsBeside(option: INodeProperties): INodeParameters {
	return Object.fromEntries(Object.entries(conditionsOf(option)).filter(([name]) => name !== 'events'));
}

function valuesOf({ name, type, options = [] }: INodeProperties): Value[] {
	const listed = type === 'boolean' ? [true, false] : options.filter(isChoice).map(({ value }) => value);
	const own = VALUES[name] ?? listed;
	// The values left in a list with several choices come together.
	const others = type === 'multiOptions' ? listed.filter((value) => !own.flat().includes(value)) : [];
	const values = others.length === 0 ? own : [...own, others];
	if (values.length === 0) throw new Error(`test/saved/triggerCases.ts has no values for the option ${name}`);
	return values;
}

function eventChoices({ default: one, options = [] }: INodeProperties): SavedCase[] {
	const names = options
		.filter(isChoice)
		.map(({ value }) => String(value))
		.filter((value) => value !== ALL_EVENTS);
	const several = [0, 1, 2].map((part) => names.filter((_, index) => index % 3 === part));
	return [
		{ name: BASE_CASE, parameters: { events: [ALL_EVENTS] } },
		{ name: 'events: every one chosen', parameters: { events: names } },
		...several.map((events, part) => ({ name: `events: several ${part + 1}`, parameters: { events } })),
		{ name: 'events: as a new trigger has it', parameters: { events: one as Value } },
		{ name: 'events: none', parameters: { events: [] } },
	];
}

/** The trigger with several choices of events, and with each value of each of its options, as workflows are saved. Names are unique. */
export function triggerCases(): SavedCase[] {
	return new MessagingPlatformTrigger().description.properties.flatMap((field) => {
		if (field.name === 'events') return eventChoices(field);
		if (field.type !== 'collection') throw new Error(`test/saved/triggerCases.ts has no cases for the field ${field.name}`);
		return (field.options ?? []).filter(isField).flatMap((option) =>
			valuesOf(option).map((value, index) => ({
				name: `${option.name} ${index + 1}`,
				parameters: {
					events: [ALL_EVENTS],
					[field.name]: { ...optionsBeside(option), ...BESIDE[option.name], [option.name]: value },
				},
			})),
		);
	});
}

export interface Sample {
	name: string;
	/** BASE stands for the platform's origin. */
	body: object;
	token?: Partial<DeliveryTokenOptions>;
}

const outbound = (endpointType: string) => ({
	direction: 'outbound',
	text: 'Hi',
	senderInfo: { endpointType, tbUserId: 'op-1' },
});

/** Messages between which the options choose. */
const MESSAGES: Record<string, object> = {
	text: { text: 'Hello', remoteFirstName: 'Zoë', remoteLastName: 'Lovelace', sentTimestamp: NOW - 240_000, nothing: null },
	'without text': {
		remoteContact: { channelUsername: 'zoe', nationalName: { firstName: 'Zoë' } },
		tbChatId: 70002,
		chat: { tags: [{ name: 'VIP' }] },
	},
	'by an operator': outbound('SERVICE_WEB'),
	'by the API': outbound('REST_API'),
	files: {
		attachments: [
			{ kind: 'voice', publicUrl: 'BASE/files/voice', mimeType: 'audio/ogg', fileName: 'note.ogg' },
			{ kind: 'file', publicUrl: 'BASE/files/large.txt' },
			{ kind: 'image', publicUrl: 'http://files.example.org/picture.txt' },
		],
	},
};

/** Further events between which the options choose. */
const FURTHER: Record<string, [event: string, fields: object]> = {
	'a press that the platform answers': ['EndUserActionCommand', { payload: '0b6e9a52-6c7e-4d2b-9a53-2f0a6a9d0001' }],
	'a message that is queued': ['MessageDeliveryCommand', { deliveryStatus: 'QUEUED', isFinal: false, isDelivered: false }],
	'a part of a message': ['MessageDeliveryCommand', { compositeMessageType: 'CHILD_MESSAGE', masterMessageId: 'm-0' }],
	'a message that failed': ['MessageDeliveryCommand', { deliveryStatus: 'PHONE_OFFLINE', isFinal: true, isDelivered: false }],
};

const envelope = (name: string, id: string, fields: object) => ({
	id,
	accountId: ACCOUNT,
	name,
	userId: 'u-1',
	substitutions: { a: 'b' },
	...fields,
});

const messageOf = (id: string, message: object) =>
	envelope('new_message', id, { message: { direction: 'inbound', ...CHAT, ...message } });

function samplesOf(name: string): Sample[] {
	if (name === 'new_message')
		return Object.entries(MESSAGES).map(([kind, message]) => ({ name: `${name}: ${kind}`, body: messageOf(kind, message) }));
	const fields = FIELDS[name];
	if (fields === undefined) throw new Error(`test/saved/triggerCases.ts: add ${name} to FIELDS`);
	return [
		{ name: `${name}: nested`, body: envelope(name, `${name}-1`, { command: fields }) },
		{ name: `${name}: flat`, body: envelope(name, `${name}-2`, fields) },
	];
}

/** Deliveries to each case, in order: every event of the catalogue, one that it lacks, and some about copies and tokens. */
export function samples(): Sample[] {
	return [
		...EVENT_NAMES.flatMap(samplesOf),
		{ name: 'an event of the future', body: envelope('SomethingNew', 'new-1', { command: { ...CHAT, colour: 'red' } }) },
		...Object.entries(FURTHER).map(([name, [event, fields]]) => ({
			name,
			body: envelope(event, name, { command: { ...CHAT, ...fields } }),
		})),
		{ name: 'a copy', body: messageOf('text', MESSAGES.text ?? {}) },
		{ name: 'a token from a clock that is ahead', body: messageOf('ahead', {}), token: { now: NOW + 60_000 } },
		{ name: 'a token for two hours', body: messageOf('long', {}), token: { lifetimeSeconds: 7_200 } },
	];
}

const message = messageOf('refused', { text: 'Hello' });

const signed = (platform: SigningPlatform, token: Partial<DeliveryTokenOptions> = {}, body: string = JSON.stringify(message)) =>
	deliveryOf(body, platform.token({ now: NOW, ...token }));

const bearing = (authorization?: string): WireRequest => ({
	body: JSON.stringify(message),
	headers: { 'content-type': 'application/json', authorization },
});

export const REFUSED: Record<string, (platform: SigningPlatform) => WireRequest> = {
	'wrong signature': (platform) => signed(platform, { key: platform.otherKey }),
	'wrong iss': (platform) => signed(platform, { issuer: 'SOMEONE' }),
	'wrong aud': (platform) => signed(platform, { audience: 'n8n.example.com' }),
	'expired token': (platform) => signed(platform, { now: NOW - 3_600_000 }),
	'missing token': () => bearing(),
	'another scheme': () => bearing('Basic x'),
	'malformed token': () => bearing('JWT nonsense'),
	'a key elsewhere': (platform) => signed(platform, { x5u: 'http://keys.example.org/true.pem' }),
	"another account's token": (platform) => signed(platform, { accountId: OTHER_ACCOUNT }),
	'another account in the body': (platform) => signed(platform, {}, JSON.stringify({ ...message, accountId: OTHER_ACCOUNT })),
	'a body that is no event': (platform) => signed(platform, {}, '[]'),
	'a body without a name': (platform) => signed(platform, {}, JSON.stringify({ ...message, name: undefined })),
	'an empty body': (platform) => signed(platform, {}, ''),
	'a body that is not called JSON': (platform) =>
		deliveryOf(JSON.stringify(message), platform.token({ now: NOW }), { 'content-type': 'text/plain' }),
};
