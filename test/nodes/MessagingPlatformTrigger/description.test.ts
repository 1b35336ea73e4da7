import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { readSettings } from '../../../nodes/MessagingPlatformTrigger/settings/settings';
import { subtitleOn } from '../../helpers/engine';
import { REFUSALS } from '../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { MessagingPlatformTrigger } from '../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';

const { description, webhookMethods } = new MessagingPlatformTrigger();

const COLLECTIONS = ['filters', 'options', 'security'];

function fieldsOf(...collections: string[]) {
	const fields = description.properties.filter(({ name }) => collections.includes(name));
	return fields.flatMap(({ options = [] }) => options.flatMap((one) => ('displayName' in one && 'default' in one ? [one] : [])));
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

// a switch is on as soon as it's added
test('shows in the editor the defaults that it works with', () => {
	const shown = COLLECTIONS.map((name) =>
		Object.fromEntries(
			fieldsOf(name).flatMap(({ name: field, type, default: usual }) => (type === 'boolean' ? [] : [[field, usual]])),
		),
	);
	expect(readSettings(['new_message'], ...shown)).toEqual(readSettings(['new_message']));
});

test.each(COLLECTIONS)('lists its %s in alphabetical order, each with a description', (collection) => {
	const fields = fieldsOf(collection);
	const names = fields.map(({ displayName }) => displayName);
	expect(names).toEqual([...names].sort((left, right) => left.localeCompare(right)));
	for (const field of fields) expect(field.description?.length).toBeGreaterThan(20);
});

test('has filters apart from options, and before them', () => {
	expect(description.properties.map(({ name }) => name)).toEqual(['events', ...COLLECTIONS]);
	expect(new Set(fieldsOf(...COLLECTIONS).map(({ name }) => name)).size).toBe(fieldsOf(...COLLECTIONS).length);
	const settings = readSettings(['new_message'], { raw: true, takeoverTag: 'human' }, { direction: 'both', tags: ['VIP'] });
	expect(settings).toEqual(readSettings(['new_message']));
});

test.each([
	[
		'filters',
		[
			'buttonKeys',
			'channels',
			'chats',
			'content',
			'deliveryStatus',
			'direction',
			'excludedTags',
			'ignoreAnsweredPresses',
			'ignoreOwn',
			'maxAgeMinutes',
			'sentBy',
			'tags',
			'textBeginnings',
			'textContains',
			'textIs',
		],
	],
	[
		'options',
		[
			'allowOtherAddresses',
			'deduplicate',
			'downloadAttachments',
			'downloadBudgetSeconds',
			'eachPart',
			'furtherEvents',
			'maxAttachmentMegabytes',
			'raw',
			'takeoverTag',
		],
	],
	['security', ['allowedAddresses', 'clockToleranceSeconds', 'maxEventMegabytes', 'maxLifetimeHours', 'webhookHost']],
])('has no field in its %s that turns verification off', (collection, names) => {
	expect(
		fieldsOf(collection)
			.map(({ name }) => name)
			.sort(),
	).toEqual(names);
});

test.each<[string, unknown, ...unknown[]]>([
	['nothing', undefined],
	['text for lists and numbers', 'new_message', { channels: 5 }, {}, { clockToleranceSeconds: '30' }],
	['out of range', ['*'], {}, { downloadBudgetSeconds: 1e300 }, { clockToleranceSeconds: 1e9 }],
])('keeps its settings within limits, given %s', (_what, events, ...collections) => {
	const settings = readSettings(events, ...collections);
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
	[' A ,\n\tB\r\n, ,A', ['A', 'B']],
	[
		['A', ' B '],
		['A', 'B'],
	],
	['', []],
	[7, ['7']],
])('reads the names in Other Events: %j', (furtherEvents, names) => {
	expect(readSettings(['new_message'], {}, { furtherEvents }).events).toEqual(['new_message', ...names]);
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

describe('shows a filter or an option only if a selected event can use it', () => {
	const OF_MESSAGES = ['content', 'direction', 'downloadAttachments', 'eachPart', 'textBeginnings', 'textContains', 'textIs'];
	const OF_OUTGOING = ['ignoreOwn', 'sentBy'];

	test.each<[events: string[] | string, filters: INodeParameters, of: string[]]>([
		[['new_message'], {}, OF_MESSAGES],
		[['new_message'], { direction: 'both' }, [...OF_MESSAGES, ...OF_OUTGOING]],
		[['new_message'], { direction: 'outbound' }, [...OF_MESSAGES, ...OF_OUTGOING]],
		[['EndUserActionCommand'], { direction: 'both' }, ['buttonKeys', 'ignoreAnsweredPresses']],
		[['MessageDeliveryCommand', 'WidgetEnableCommand'], {}, ['deliveryStatus', 'eachPart']],
		[['ChannelMessageReadCommand'], {}, ['eachPart']],
		[['WidgetEnableCommand'], {}, []],
		[['*'], {}, [...OF_MESSAGES, 'buttonKeys', 'ignoreAnsweredPresses', 'deliveryStatus']],
		['={{ $vars.events }}', {}, [...OF_MESSAGES, ...OF_OUTGOING, 'buttonKeys', 'ignoreAnsweredPresses', 'deliveryStatus']],
	])('%j, %j', (events, filters, expected) => {
		const special = fieldsOf(...COLLECTIONS).filter(({ displayOptions }) => displayOptions?.show?.['/events'] !== undefined);
		const shown = special.filter((field) => NodeHelpers.displayParameter(filters, field, null, null, { events, filters }));
		expect(special).toHaveLength(12);
		expect(shown.map(({ name }) => name).sort()).toEqual([...expected].sort());
	});
});
