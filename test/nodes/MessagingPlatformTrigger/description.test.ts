import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { readSettings } from '../../../nodes/MessagingPlatformTrigger/settings/settings';
import { subtitleOn } from '../../helpers/engine';
import { MessagingPlatformTrigger } from '../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';

const { description } = new MessagingPlatformTrigger();
const COLLECTIONS = ['filters', 'options', 'security'];

function fieldsOf(...collections: string[]) {
	const fields = description.properties.filter(({ name }) => collections.includes(name));
	return fields.flatMap(({ options = [] }) => options.flatMap((one) => ('displayName' in one && 'default' in one ? [one] : [])));
}

test('makes n8n evaluate no expression on a delivery', () => {
	expect(description.version).toBe(2);
	expect(JSON.stringify(description.webhooks)).not.toContain('"=');
	const webhook = { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' };
	expect(description.webhooks).toEqual([expect.objectContaining(webhook)]);
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

test('has no field that turns verification off', () => {
	const names = COLLECTIONS.map((collection) => fieldsOf(collection).map(({ name }) => name));
	expect(names.map((one) => one.sort().join(' '))).toEqual([
		'buttonKeys channels chats content deliveryStatus direction excludedTags ignoreAnsweredPresses ignoreOwn maxAgeMinutes sentBy tags textBeginnings textContains textIs',
		'allowOtherAddresses deduplicate downloadAttachments downloadBudgetSeconds eachPart furtherEvents maxAttachmentMegabytes raw takeoverTag',
		'allowedAddresses clockToleranceSeconds maxEventMegabytes maxLifetimeHours webhookHost',
	]);
});

const OF_MESSAGES = ['content', 'direction', 'downloadAttachments', 'eachPart', 'textBeginnings', 'textContains', 'textIs'];
const OF_OUTGOING = ['ignoreOwn', 'sentBy'];
const OF_PRESSES = ['buttonKeys', 'ignoreAnsweredPresses'];

test.each<[events: string[] | string, filters: INodeParameters, of: string[]]>([
	[['new_message'], {}, OF_MESSAGES],
	[['new_message'], { direction: 'both' }, [...OF_MESSAGES, ...OF_OUTGOING]],
	[['new_message'], { direction: 'outbound' }, [...OF_MESSAGES, ...OF_OUTGOING]],
	[['EndUserActionCommand'], { direction: 'both' }, OF_PRESSES],
	[['MessageDeliveryCommand', 'WidgetEnableCommand'], {}, ['deliveryStatus', 'eachPart']],
	[['ChannelMessageReadCommand'], {}, ['eachPart']],
	[['WidgetEnableCommand'], {}, []],
	[['*'], {}, [...OF_MESSAGES, ...OF_PRESSES, 'deliveryStatus']],
	['={{ $vars.events }}', {}, [...OF_MESSAGES, ...OF_OUTGOING, ...OF_PRESSES, 'deliveryStatus']],
])('shows a filter or an option only if a selected event can use it: %j, %j', (events, filters, expected) => {
	const special = fieldsOf(...COLLECTIONS).filter(({ displayOptions }) => displayOptions?.show?.['/events'] !== undefined);
	const shown = special.filter((field) => NodeHelpers.displayParameter(filters, field, null, null, { events, filters }));
	expect(special).toHaveLength(12);
	expect(shown.map(({ name }) => name).sort()).toEqual([...expected].sort());
});
