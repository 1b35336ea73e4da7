import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { readSettings } from '../../../nodes/MessagingPlatformTrigger/settings/settings';
import { subtitleOn } from '../../helpers/engine';
import { REFUSALS } from '../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { MessagingPlatformTrigger } from '../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';

const { description, webhookMethods } = new MessagingPlatformTrigger();

function optionFields() {
	const options = description.properties.find(({ name }) => name === 'options')?.options ?? [];
	return options.flatMap((option) => ('displayName' in option && 'default' in option ? [option] : []));
}

test('makes n8n evaluate no expression on a delivery', () => {
	expect(description.version).toBe(2);
	expect(JSON.stringify(description.webhooks)).not.toContain('"=');
	expect(description.webhooks).toEqual([
		expect.objectContaining({
			name: 'default',
			httpMethod: 'POST',
			responseMode: 'onReceived',
			path: 'webhook',
		}),
	]);
});

test.each([
	[['new_message'], 'Message: Received'],
	[['new_message', 'EndUserActionCommand'], 'Message: Received, Message: Button Pressed'],
	[['*'], 'All Events'],
	[['new_message', 'LaterEvent'], 'Message: Received, LaterEvent'],
	[[], ''],
])('says on the canvas which events it starts with: %j', async (events, words) => {
	expect(await subtitleOn(new MessagingPlatformTrigger(), { events })).toBe(words);
});

test('says in its own words what it waits for, and names the channels', () => {
	const { triggerPanel, eventTriggerDescription, activationMessage } = description;
	const said = [description.description, JSON.stringify(triggerPanel), eventTriggerDescription, activationMessage];
	for (const text of said) expect(text).toMatch(/channels|Telegram, WhatsApp/);
});

test('has a life cycle of three', () => {
	expect(Object.keys(webhookMethods.default).sort()).toEqual(['checkExists', 'create', 'delete']);
});

test('shows in the editor the defaults that it works with', () => {
	const shown = Object.fromEntries(optionFields().map((field) => [field.name, field.default]));
	expect(readSettings(['new_message'], shown)).toEqual(readSettings(['new_message'], {}));
});

test('lists its options in alphabetical order, each with a description', () => {
	const names = optionFields().map(({ displayName }) => displayName);
	expect(names).toEqual([...names].sort((left, right) => left.localeCompare(right)));
	for (const field of optionFields()) expect(field.description?.length).toBeGreaterThan(20);
});

test('has no option that turns verification off', () => {
	expect(
		optionFields()
			.map(({ name }) => name)
			.sort(),
	).toEqual([
		'allowOtherAddresses',
		'allowedAddresses',
		'buttonKeys',
		'channels',
		'chats',
		'clockToleranceSeconds',
		'content',
		'deduplicate',
		'deliveryStatus',
		'direction',
		'downloadAttachments',
		'downloadBudgetSeconds',
		'eachPart',
		'excludedTags',
		'furtherEvents',
		'ignoreAnsweredPresses',
		'ignoreOwn',
		'maxAgeMinutes',
		'maxAttachmentMegabytes',
		'maxEventMegabytes',
		'maxLifetimeHours',
		'raw',
		'sentBy',
		'tags',
		'takeoverTag',
		'textBeginnings',
		'textIs',
		'webhookHost',
	]);
});

test.each<[string, unknown, unknown]>([
	['nothing', undefined, undefined],
	['text for lists', 'new_message', 'options'],
	['lists for options', [1, null, 'x'], []],
	[
		'wrong types',
		{ a: 1 },
		{
			clockToleranceSeconds: '30',
			direction: 7,
			channels: 5,
			tags: [{}],
			deduplicate: 'no',
			maxAttachmentMegabytes: null,
		},
	],
	[
		'out of range',
		['*'],
		{ clockToleranceSeconds: 1e9, maxLifetimeHours: -5, downloadBudgetSeconds: Infinity, maxAgeMinutes: NaN },
	],
])('keeps its settings within limits, given %s', (_what, events, options) => {
	const settings = readSettings(events, options);
	expect(settings.events.every((name) => typeof name === 'string')).toBe(true);
	expect(settings.toleranceMs).toBeLessThanOrEqual(600_000);
	expect(settings.maxLifetimeMs).toBe(Infinity);
	expect(settings.downloadBudgetMs).toBeLessThanOrEqual(60_000);
	expect(settings.maxAgeMs).toBe(0);
	expect(['inbound', 'outbound', 'both']).toContain(settings.direction);
	expect(settings.deduplicate).toBe(true);
});

test.each([
	['A,B', ['A', 'B']],
	[' A ,\n\tB\r\n, ,A', ['A', 'B', 'A']],
	[
		['A', ' B '],
		['A', 'B'],
	],
	['', []],
	[7, []],
	[{ a: 1 }, []],
	[null, []],
])('reads the names in Further Events: %j', (furtherEvents, names) => {
	expect(readSettings(['new_message'], { furtherEvents }).events).toEqual(['new_message', ...names]);
});

test('says for every refusal what happened and what to do', () => {
	for (const [code, { message, advice, status }] of Object.entries(REFUSALS)) {
		expect(code).toMatch(/^[a-z][a-z0-9_]+$/);
		expect(message.length).toBeGreaterThan(20);
		expect(message).not.toMatch(/\.$/);
		expect(advice).toMatch(/\.$/);
		expect([400, 401, 403, 503]).toContain(status);
	}
});

describe('shows an option only if a selected event can use it', () => {
	const OF_MESSAGES = ['content', 'direction', 'downloadAttachments', 'eachPart', 'textBeginnings', 'textIs'];
	const OF_OUTGOING = ['ignoreOwn', 'sentBy'];

	test.each<[events: string[] | string, options: INodeParameters, of: string[]]>([
		[['new_message'], {}, OF_MESSAGES],
		[['new_message'], { direction: 'both' }, [...OF_MESSAGES, ...OF_OUTGOING]],
		[['new_message'], { direction: 'outbound' }, [...OF_MESSAGES, ...OF_OUTGOING]],
		[['EndUserActionCommand'], { direction: 'both' }, ['buttonKeys', 'ignoreAnsweredPresses']],
		[['MessageDeliveryCommand', 'WidgetEnableCommand'], {}, ['deliveryStatus', 'eachPart']],
		[['ChannelMessageReadCommand'], {}, ['eachPart']],
		[['WidgetEnableCommand'], {}, []],
		[['*'], {}, [...OF_MESSAGES, 'buttonKeys', 'ignoreAnsweredPresses', 'deliveryStatus']],
		['={{ $vars.events }}', {}, [...OF_MESSAGES, ...OF_OUTGOING, 'buttonKeys', 'ignoreAnsweredPresses', 'deliveryStatus']],
	])('%j, %j', (events, options, expected) => {
		const special = optionFields().filter(({ displayOptions }) => displayOptions?.show?.['/events'] !== undefined);
		const shown = special.filter((field) => NodeHelpers.displayParameter(options, field, null, null, { events, options }));
		expect(shown.map(({ name }) => name).sort()).toEqual([...expected].sort());
		expect(special).toHaveLength(11);
	});
});
