import {
	type IHookFunctions,
	type INodeParameters,
	type INodeProperties,
	type IWebhookFunctions,
	isExpression,
} from 'n8n-workflow';
import { ALL_EVENTS, isListed } from '../../shared/catalogue';
import { Field } from '../../shared/field';
import { EMPTY } from '../../shared/fieldValue';
import { objectOf } from '../../shared/json';
import { filters } from './filters';
import { options } from './properties';

/** What separates the IDs in a list that is one text. */
const BETWEEN = /[\s,;]+/;

/**
 * Keeps anything but text as a wrong entry, and an expression that gives nothing (a variable that is gone, a misspelt name) as an empty
 * one: they must not become an empty list, which lets everyone in.
 */
function readAddresses(value: unknown, saved: unknown): string[] {
	const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(BETWEEN) : [value ?? ''];
	const entries = given.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
	return entries.length === 0 && isExpression(saved) ? [''] : entries;
}

/** Reads filters or options, whose defaults and limits in the editor count here, too. */
function readerOf(collection: Field) {
	const field = (name: string) => collection.member(name);
	const described = (name: string): Partial<INodeProperties> => collection.choices.find((one) => one.name === name) ?? {};
	const isNumber = (value: number) => value >= 0 && Number.isFinite(value);
	return {
		field,
		flag: (name: string) => field(name).flag() ?? described(name).default === true,
		/** A number within the field's limits. */
		number: (name: string) => {
			const { default: usual, typeOptions: { minValue = 0, maxValue = Infinity } = {} } = described(name);
			const number = field(name).number(isNumber, 'a number of 0 or more', Number(usual));
			return Math.min(maxValue, Math.max(minValue, number));
		},
		/** A name that may be left empty, but not by an expression. */
		name: (name: string) => {
			const one = field(name);
			const text = one.isGiven ? one.whole().trim() : '';
			if (text === '' && isExpression(one.saved)) throw one.refuse('is empty', EMPTY);
			return text;
		},
	};
}

/** Names that n8n must know as chosen: it drops the filters of an event that isn't. */
function readEvents(events: unknown, saved: unknown, further: Field): string[] {
	const field = new Field({ label: 'Events', read: () => (typeof events === 'string' ? [events] : events), saved });
	const chosen = field.names();
	const names = further.texts();
	const hidden = chosen.includes(ALL_EVENTS) ? undefined : names.find((name) => isListed(name) && !chosen.includes(name));
	if (hidden === undefined) return [...chosen, ...names];
	throw further.refuse(
		`has ${hidden}, which is in the list of events`,
		'Select it in the Events field: then its filters apply, too.',
	);
}

/**
 * Reads the trigger's parameters. An empty list means that there is no such filter. A value that can't be read is refused: without it,
 * events would start the workflow that must not.
 * @param saved the saved parameters, with their expressions
 * @throws Failure that names the field
 */
export function readSettings(events: unknown, givenFilters?: unknown, givenOptions?: unknown, saved: INodeParameters = {}) {
	const only = readerOf(new Field({ label: 'Filters', read: () => givenFilters, saved: saved.filters, inside: filters }));
	const from = readerOf(new Field({ label: 'Options', read: () => givenOptions, saved: saved.options, inside: options }));
	return {
		/** Values of the Events parameter, and the names in Further Events. */
		events: readEvents(events, saved.events, from.field('furtherEvents')),
		direction: only.field('direction').oneOf(['inbound', 'outbound', 'both'], 'inbound'),
		/** Leaves out messages that the API itself sent (senderInfo.endpointType REST_API), while `sentBy` is empty. */
		ignoreOwn: only.flag('ignoreOwn'),
		sentBy: only.field('sentBy').texts(BETWEEN),
		content: only.field('content').oneOf(['any', 'text', 'attachments'], 'any'),
		textBeginnings: only.field('textBeginnings').names(),
		textIs: only.field('textIs').names(),
		ignoreAnsweredPresses: only.flag('ignoreAnsweredPresses'),
		buttonKeys: only.field('buttonKeys').names(),
		deliveryStatus: only.field('deliveryStatus').oneOf(['all', 'final', 'failed'], 'all'),
		eachPart: from.flag('eachPart'),
		/** Each is channel or channel_channelId. */
		channels: only.field('channels').texts(BETWEEN),
		/** Each is a composite address or a tbChatId. */
		chats: only.field('chats').texts(BETWEEN),
		tags: only.field('tags').names(),
		excludedTags: only.field('excludedTags').names(),
		/** Empty if operators take nothing over. */
		takeoverTag: from.name('takeoverTag'),
		/** 0 for no limit. */
		maxAgeMs: only.number('maxAgeMinutes') * 60_000,
		raw: from.flag('raw'),
		maxEventBytes: from.number('maxEventMegabytes') * 1_048_576,
		deduplicate: from.flag('deduplicate'),
		downloadAttachments: from.flag('downloadAttachments'),
		allowOtherAddresses: from.flag('allowOtherAddresses'),
		maxAttachmentBytes: from.number('maxAttachmentMegabytes') * 1_048_576,
		/** For all files of an event together. */
		downloadBudgetMs: from.number('downloadBudgetSeconds') * 1_000,
		/** Empty for the webhook's own host. */
		webhookHost: from.name('webhookHost'),
		toleranceMs: from.number('clockToleranceSeconds') * 1_000,
		/** Infinity for no limit. */
		maxLifetimeMs: (from.number('maxLifetimeHours') || Infinity) * 3_600_000,
		/** IP addresses and CIDR ranges. */
		allowedAddresses: readAddresses(from.field('allowedAddresses').value, objectOf(saved.options).allowedAddresses),
	};
}

/** The trigger's parameters, each with a value. */
export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings of the trigger that n8n runs; see {@link readSettings}. */
export function settingsOf(context: IHookFunctions | IWebhookFunctions): Settings {
	const collection = (name: string): unknown => context.getNodeParameter(name, {});
	const events: unknown = context.getNodeParameter('events', []);
	return readSettings(events, collection('filters'), collection('options'), context.getNode().parameters);
}

/** Says for a line of n8n's log which workflow and node it is about. */
export function placeOf(context: IHookFunctions | IWebhookFunctions) {
	const { id, name } = context.getWorkflow();
	return { workflowId: id, workflowName: name, nodeName: context.getNode().name };
}
