import type { INodeParameters, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';

/** An operation with parameters as a workflow has them that was saved in the editor. */
export interface SavedCase {
	name: string;
	parameters: INodeParameters;
}

type Value = INodeParameters[string];

/** What a user might enter, by the field's name. */
const SAMPLES: Record<string, Value> = {
	binaryPropertyName: 'data',
	bgColor: '#123456',
	buttonsJson:
		'[{"type":"ActionButton","text":"Yes","payload":"yes"},{"type":"HyperLinkButton","text":"Site","link":"https://example.com"}]',
	channelFileId: 'https://cloud.example/7',
	emails: ['ada@example.com', 'zoe@example.com'],
	from: '={{ $json.since }}',
	furtherFields: '{"subject":"Hello","replyToChannelMessageId":"9007199254740993"}',
	link: 'https://example.com/page?a=1&b=2',
	ownerId: 'account-7',
	phoneNumber: '+44 20 7946 0958',
	phones: ['+442079460958'],
	publicUrl: 'https://example.com/picture.jpg',
	settingsJson: '{"my-flag":true,"my-count":3}',
	substitutionsJson: '{"name":"Zoë","sum":12.5}',
	tagName: 'VIP / 100%',
	tags: ['VIP', 'new customer'],
	tbChatId: '9007199254740993',
	text: '={{ $json.text }}',
	url: 'https://n8n.example.com/webhook/1',
	value: 'Zoë',
};

/** What a locator holds that was chosen from the list, or given as an id. */
const LOCATED: Record<string, string[]> = {
	chainActionId: ['action-7'],
	channel: ['whatsappb_7', 'tg_4100'],
	chat: ['tg_4100_271828182', 'whatsapp_5_1_2'],
	tagName: ['VIP / 100%'],
	widgetId: ['0b6e9a52-6c7e-4d2b-9a53-2f0a6a9d0001'],
};

/** Blocking and tags take the platform's own number of a chat. */
const BY_NUMBER: Record<string, string[]> = { chat: ['70001', '9007199254740993'], tag: ['70001', '9007199254740993'] };

/** What the first row of a list must not leave empty. */
const ROW: INodeParameters = { answerText: 'Thank you', id: 'my_bot', name: 'my-name' };

/** Enough for a field that must not be empty. */
const REQUIRED: Record<string, INodeParameters> = {
	'chainAction create': { additionalFields: { preparedMessageId: 'prepared-7' } },
	'chainAction update': { actionFields: { description: 'After the order' } },
	'file download': { url: 'BASE/files/report.pdf' },
	'memo update': { updateFields: { memo: 'Call in the afternoon' } },
	'message send': { text: 'Hello' },
	'message sendTemplate': { templateId: '1234' },
	'preparedMessage update': { preparedMessageId: 'prepared-7' },
	'webhook delete': { webhookId: 'webhook-7' },
	'widget create': { channels: { channel: [{ channel: 'tg', id: 'my_bot', slug: '', enabled: true }] } },
	'widget update': { channels: { channel: [{ channel: 'tg', id: 'my_bot', slug: '', enabled: true }] } },
};

/** Tells a field of a collection from its other members. */
export const isField = (option: NonNullable<INodeProperties['options']>[number]): option is INodeProperties => 'type' in option;
const isGroup = (option: NonNullable<INodeProperties['options']>[number]): option is INodePropertyCollection =>
	'values' in option;
/** Tells a choice of a list from its other members. */
export const isChoice = (option: NonNullable<INodeProperties['options']>[number]): option is INodePropertyOptions =>
	'value' in option;

/** What the fields beside one must hold so that the editor shows it. */
export function conditionsOf({ displayOptions }: INodeProperties): INodeParameters {
	const conditions: INodeParameters = {};
	for (const [name, [value]] of Object.entries(displayOptions?.show ?? {}) as Array<[string, Value[]]>) {
		// a comparison is no value that can be saved
		const isSaved = value !== undefined && !(typeof value === 'object' && value !== null && '_cnd' in value);
		if (name !== 'resource' && name !== 'operation' && isSaved) conditions[name.replace('/', '')] = value;
	}
	return conditions;
}

function located(name: string, resource: string): Value[] {
	const values = (name === 'chat' ? BY_NUMBER[resource] : undefined) ?? LOCATED[name] ?? ['1'];
	return values.flatMap((value): Value[] => [
		{ __rl: true, mode: name === 'tagName' ? 'name' : 'id', value },
		{ __rl: true, mode: 'list', value, cachedResultName: 'Zoë (tg)' },
	]);
}

/** All values of a list, or the first and the last of one that is as long as that of all countries. */
const someOf = (values: Value[]): Value[] => (values.length <= 20 ? values : [...values.slice(0, 2), ...values.slice(-1)]);

/** Values to try for a field, each of which the editor could have saved. */
function valuesOf(field: INodeProperties, resource: string): Value[] {
	const options = field.options ?? [];
	switch (field.type) {
		case 'boolean':
			return [true, false];
		case 'number':
			return [7];
		case 'options':
			return someOf(options.filter(isChoice).map(({ value }) => value));
		case 'multiOptions':
			return [
				options
					.filter(isChoice)
					.map(({ value }) => String(value))
					.slice(0, 2),
				['*'],
			];
		case 'resourceLocator':
			return located(field.name, resource);
		case 'collection':
			return options.filter(isField).flatMap((member) => valuesOf(member, resource).map((value) => ({ [member.name]: value })));
		case 'fixedCollection':
			return options.filter(isGroup).flatMap(({ name, values }) =>
				values.flatMap((member) => {
					const row = Object.fromEntries(
						values.map((one) => [
							one.name,
							ROW[one.name] ?? (one.required ? (SAMPLES[one.name] ?? `my ${one.name}`) : one.default),
						]),
					);
					return valuesOf(member, resource).map((value): Value => ({
						[name]: [{ ...row, ...conditionsOf(member), [member.name]: value }],
					}));
				}),
			);
		default:
			return [SAMPLES[field.name] ?? `my ${field.name}`];
	}
}

/**
 * Every operation with its defaults, and with each value of each of its fields set, as workflows are saved.
 *
 * @returns cases with names of their own
 */
export function savedCases(): SavedCase[] {
	const { properties } = new MessagingPlatform().description;
	const selectors = properties.filter(({ name }) => name === 'operation');
	const cases: SavedCase[] = [];
	for (const { displayOptions, options = [] } of selectors) {
		const resource = String(displayOptions?.show?.resource?.[0]);
		for (const { value } of options.filter(isChoice)) {
			const operation = String(value);
			const fields = properties.filter(({ displayOptions: { show, hide } = {} }) => {
				const shown = (name: string, one: string) => ((show?.[name] ?? []) as unknown[]).includes(one);
				// the editor never shows what only reads a saved chat
				return shown('resource', resource) && shown('operation', operation) && !show?.['@tool'] && !hide?.['/chatFrom'];
			});
			const base: INodeParameters = { resource, operation };
			for (const field of fields) {
				if (field.type === 'resourceLocator') base[field.name] = located(field.name, resource)[0];
				else if (field.required === true) base[field.name] = SAMPLES[field.name] ?? `my ${field.name}`;
			}
			Object.assign(base, REQUIRED[`${resource} ${operation}`]);
			cases.push({ name: `${resource}: ${operation}`, parameters: base });
			for (const field of fields) {
				for (const [index, one] of valuesOf(field, resource).entries()) {
					const parameters = { ...base, ...conditionsOf(field), [field.name]: one };
					cases.push({ name: `${resource}: ${operation}, ${field.name} ${index + 1}`, parameters });
				}
			}
		}
	}
	return cases;
}
