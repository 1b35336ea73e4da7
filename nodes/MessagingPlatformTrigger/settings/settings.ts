import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { Field } from '../../shared/field';
import { filters } from './filters';
import { options } from './properties';

function entriesOf(value: unknown, separator: RegExp): string[] {
	const entries = Array.isArray(value) ? value : typeof value === 'string' ? value.split(separator) : [];
	return entries.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
}

function readList(value: unknown): string[] {
	return entriesOf(value, /[\s,;]+/);
}

/** A space may be part of a tag's name, and in an event's name it is a mistake to report. */
function readNames(value: unknown): string[] {
	return entriesOf(value, /[,\n]+/);
}

/** Each entry of a list is one name, with its commas and spaces. */
function readValues(value: unknown): string[] {
	return Array.isArray(value) ? value.map(String).filter((entry) => entry !== '') : readNames(value);
}

function readTexts(value: unknown): string[] {
	return readValues(value).filter((one) => one.trim() !== '');
}

/** Keeps anything but text as a wrong entry: it must not become an empty list, which lets everyone in. */
function readAddresses(value: unknown): string[] {
	return readList(typeof value === 'string' || Array.isArray(value) ? value : [value ?? '']);
}

/**
 * Reads filters or options: their defaults and limits in the editor count here, too. A value that a field can't have, from an expression
 * or an import, counts as left out: no event is lost for it.
 */
class Collection {
	private readonly collection: Field;

	constructor(value: unknown, inside: INodeProperties[]) {
		this.collection = new Field({ label: '', read: () => value, inside });
	}

	value(name: string): unknown {
		return this.collection.member(name).value;
	}

	flag(name: string): boolean {
		return this.read(name, (field) => field.flag(), this.described(name).default === true);
	}

	/** A number within the field's limits. */
	number(name: string): number {
		const { default: usual, typeOptions: { minValue = 0, maxValue = Infinity } = {} } = this.described(name);
		const number = this.read(name, (field) => field.number(Number.isFinite, 'a number'), Number(usual));
		return Math.min(maxValue, Math.max(minValue, number));
	}

	/** One of several; the first is the default. */
	choice<Choice extends string>(name: string, ...choices: [Choice, ...Choice[]]): Choice {
		return this.read(name, (field) => field.oneOf(choices, choices[0]), choices[0]);
	}

	text(name: string): string {
		return this.read(name, (field) => field.text().trim(), '');
	}

	private described(name: string): Partial<INodeProperties> {
		return this.collection.choices.find((field) => field.name === name) ?? {};
	}

	private read<Value>(name: string, how: (field: Field) => Value | undefined, fallback: Value): Value {
		try {
			return how(this.collection.member(name)) ?? fallback;
		} catch {
			return fallback;
		}
	}
}

/** Reads the trigger's parameters. An empty list means that there is no such filter. */
export function readSettings(events: unknown, givenFilters?: unknown, givenOptions?: unknown) {
	const only = new Collection(givenFilters, filters);
	const from = new Collection(givenOptions, options);
	return {
		/** Values of the Events parameter, and the names in Further Events. */
		events: [...readList(events), ...readNames(from.value('furtherEvents'))],
		direction: only.choice('direction', 'inbound', 'outbound', 'both'),
		/** Leaves out messages that the API itself sent (senderInfo.endpointType REST_API), while `sentBy` is empty. */
		ignoreOwn: only.flag('ignoreOwn'),
		sentBy: readList(only.value('sentBy')),
		content: only.choice('content', 'any', 'text', 'attachments'),
		textBeginnings: readTexts(only.value('textBeginnings')),
		textIs: readTexts(only.value('textIs')),
		ignoreAnsweredPresses: only.flag('ignoreAnsweredPresses'),
		buttonKeys: readValues(only.value('buttonKeys')),
		deliveryStatus: only.choice('deliveryStatus', 'all', 'final', 'failed'),
		eachPart: from.flag('eachPart'),
		/** Each is channel or channel_channelId. */
		channels: readList(only.value('channels')),
		/** Each is a composite address or a tbChatId. */
		chats: readList(only.value('chats')),
		tags: readValues(only.value('tags')),
		excludedTags: readValues(only.value('excludedTags')),
		/** Empty if operators take nothing over. */
		takeoverTag: from.text('takeoverTag'),
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
		webhookHost: from.text('webhookHost'),
		toleranceMs: from.number('clockToleranceSeconds') * 1_000,
		/** Infinity for no limit. */
		maxLifetimeMs: (from.number('maxLifetimeHours') || Infinity) * 3_600_000,
		/** IP addresses and CIDR ranges. */
		allowedAddresses: readAddresses(from.value('allowedAddresses')),
	};
}

/** The trigger's parameters, each with a value. */
export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings of the trigger that n8n runs. */
export function settingsOf(context: IHookFunctions | IWebhookFunctions): Settings {
	const collection = (name: string): unknown => context.getNodeParameter(name, {});
	return readSettings(context.getNodeParameter('events', []), collection('filters'), collection('options'));
}

/** Says for a line of n8n's log which workflow and node it is about. */
export function placeOf(context: IHookFunctions | IWebhookFunctions) {
	const { id, name } = context.getWorkflow();
	return { workflowId: id, workflowName: name, nodeName: context.getNode().name };
}
