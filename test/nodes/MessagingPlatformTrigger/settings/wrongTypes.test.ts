import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { options, security } from '../../../../nodes/MessagingPlatformTrigger/settings/properties';
import { filters } from '../../../../nodes/MessagingPlatformTrigger/settings/filters';
import { newMessage } from '../../../helpers/deliveries';
import { useNewWorkflow } from '../../../helpers/publishTrigger';
import { useTriggers } from '../../../helpers/useTriggers';

const TEXTS = ['string', 'resourceLocator', 'multiOptions'];

/** What an expression can give, by the types of fields that take it. */
const VALUES: Array<[expression: string, takenBy: string[]]> = [
	['={{ 70001 }}', ['number', ...TEXTS]],
	['={{ -5 }}', TEXTS],
	['={{ "5 min" }}', TEXTS],
	['={{ true }}', ['boolean']],
	...['NaN', 'new Date(0)', '({ other: 1 })', '[{ other: 1 }]', '[["x"]]', '[null]', 'null', '$vars?.none', '""', '[]'].map(
		(value): [string, string[]] => [`={{ ${value} }}`, []],
	),
];

/** Every field, so that a new one is not forgotten. Allowed IP Addresses has refusals of its own. */
const ALL = [filters, options, security].flatMap(({ property }) =>
	(property.options ?? [])
		.filter((one): one is INodeProperties => 'type' in one && one.name !== 'allowedAddresses')
		.map((field): [string, string, INodeProperties] => [field.displayName, property.name, field]),
);

const WITH_EXPRESSION = ALL.filter(([, , { noDataExpression }]) => noDataExpression !== true);

/** Everything is shown, so that n8n leaves out nothing. */
const parametersWith = (collection: string, more: INodeParameters): INodeParameters => ({
	events: ['*'],
	filters: { direction: 'both', ...(collection === 'filters' ? more : {}) },
	options: { downloadAttachments: true, ...(collection === 'options' ? more : {}) },
	security: collection === 'security' ? more : {},
});

const stage = useTriggers();

async function deliverTo(parameters: INodeParameters): Promise<unknown[]> {
	stage.trigger.setParameters(parameters);
	return await stage.outcome(newMessage({ chat: { tags: ['VIP'] }, text: 'Hello' }));
}

describe('a value that a field cannot have', () => {
	test.each(WITH_EXPRESSION)(
		'in %s refuses each delivery, and publishing, and names the field',
		async (label, collection, { name, type }) => {
			for (const [expression] of VALUES.filter(([, types]) => !types.includes(type))) {
				const outcome = await deliverTo(parametersWith(collection, { [name]: expression }));
				expect([expression, ...outcome]).toEqual([expression, 503, 'setting']);
			}
			const { trigger } = stage;
			expect(trigger.executions).toEqual([]);
			expect([trigger.requested, trigger.credentialReads]).toEqual([[], 0]);
			expect(trigger.logs[0]).toContain(`(${label} `);
			trigger.setParameters(parametersWith(collection, { [name]: '={{ [["x"]] }}' }));
			await expect(trigger.publish()).rejects.toThrow(new RegExp(`^${label.replace(/[()]/g, '\\$&')} (?:must|can't) be `));
		},
	);

	test.each<[collection: string, name: string, value: NodeParameterValueType]>([
		['options', 'furtherEvents', true],
		['options', 'furtherEvents', [['x']] as unknown as string[]],
		['options', 'furtherEvents', { other: 1 }],
		['options', 'takeoverTag', '={{ " " }}'],
		['filters', 'maxAgeMinutes', '5 min'],
		['filters', 'maxAgeMinutes', ''],
		// they count letter for letter
		['filters', 'direction', 'Both'],
		['filters', 'direction', 'both '],
		['filters', 'content', '={{ "Text" }}'],
		['filters', 'deliveryStatus', 'Failed'],
		['filters', 'deliveryStatus', ''],
	])('in %s: %s refuses each delivery: %j', async (collection, name, value) => {
		expect(await deliverTo(parametersWith(collection, { [name]: value }))).toEqual([503, 'setting']);
		const [label] = ALL.find(([, , field]) => field.name === name) ?? [];
		expect(stage.trigger.logs[0]).toContain(`(${label} `);
	});
});

test.each<[INodeParameters, reason: string | undefined]>([
	[{ chats: '={{ 70001 }}' }, undefined],
	[{ chats: '={{ [70002, "70003"] }}' }, 'chat'],
	[{ channels: '={{ 4100 }}' }, 'channel'],
	[{ tags: '={{ 5 }}' }, 'tag'],
	[{ textIs: '={{ 5 }}' }, 'text'],
	[{ textBeginnings: '={{ ["\u200e"] }}' }, 'text'],
	[{ sentBy: '={{ 5 }}', direction: 'outbound' }, 'direction'],
	[{ tags: '={{ [{ name: "VIP", id: 7 }] }}' }, undefined],
	[{ tags: '={{ ({ name: "other" }) }}' }, 'tag'],
	[{ excludedTags: '={{ [{ name: "VIP", createdTs: "2026-01-01" }] }}' }, 'excluded_tag'],
	[{ chats: [], tags: [], textIs: '', excludedTags: [] }, undefined],
])('text, numbers and lists of both filter by what they say: %j: %s', async (filters, reason) => {
	expect(await deliverTo({ events: ['*'], filters })).toEqual([200, reason]);
	expect(stage.trigger.executions).toHaveLength(reason === undefined ? 1 : 0);
});

describe('publishing', () => {
	const published = useNewWorkflow();

	test.each<[INodeParameters, RegExp]>([
		...['new_message', 'Other, EndUserActionCommand', '*'].map((furtherEvents): [INodeParameters, RegExp] => [
			{ events: ['ChannelConnected'], filters: { textIs: 'stop' }, options: { furtherEvents } },
			/^Other Events has .*, which is in the list of events\. Select it/,
		]),
		[{ events: 'new_message,EndUserActionCommand', filters: { textIs: 'stop' } }, /isn't the name of an event/],
	])('is refused for an event whose filters n8n leaves out: %j', async (parameters, reason) => {
		published.workflow.parameters = parameters;
		await expect(published.workflow.publish()).rejects.toThrow(reason);
	});

	test('can be undone, and n8n can start, when a setting can no longer be read', async () => {
		const { workflow, sandbox } = published;
		workflow.parameters = { events: ['new_message'] };
		await workflow.publish();
		const [before] = sandbox.state.webhooks;
		workflow.parameters = { events: ['new_message'], filters: { tags: '={{ $vars?.none }}' } };
		await workflow.restart();
		expect(sandbox.state.webhooks).toEqual([before]);
		await workflow.unpublish();
		expect(published.registered()).toEqual([]);
	});
});
