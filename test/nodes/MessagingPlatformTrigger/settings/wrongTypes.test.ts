import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { options, security } from '../../../../nodes/MessagingPlatformTrigger/settings/properties';
import { filters } from '../../../../nodes/MessagingPlatformTrigger/settings/filters';
import { deliveryOf, newMessage } from '../../../helpers/deliveries';
import { useNewWorkflow } from '../../../helpers/publishTrigger';
import { useTriggers } from '../../../helpers/useTriggers';

/** What an expression can give, by the types of fields that take it. */
const VALUES: Array<[expression: string, takenBy: string[]]> = [
	['={{ 70001 }}', ['number', 'string', 'resourceLocator', 'multiOptions']],
	['={{ -5 }}', ['string', 'resourceLocator', 'multiOptions']],
	['={{ NaN }}', []],
	['={{ true }}', ['boolean']],
	['={{ new Date(0) }}', []],
	['={{ ({ other: 1 }) }}', []],
	['={{ [{ other: 1 }] }}', []],
	['={{ [["x"]] }}', []],
	['={{ [null] }}', []],
	['={{ null }}', []],
	['={{ undefined }}', []],
	['={{ $vars?.none }}', []],
	['={{ "" }}', []],
	['={{ [] }}', []],
	['={{ "5 min" }}', ['string', 'resourceLocator', 'multiOptions']],
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

describe('a value that a field cannot have', () => {
	const stage = useTriggers();

	test.each(WITH_EXPRESSION)(
		'in %s refuses each delivery, and the log names the field',
		async (label, collection, { name, type }) => {
			const trigger = await stage.start();
			for (const [expression, takenBy] of VALUES.filter(([, types]) => !types.includes(type))) {
				trigger.setParameters(parametersWith(collection, { [name]: expression }));
				const answer = await trigger.send(deliveryOf(newMessage(), stage.platform.token()));
				expect([expression, takenBy, answer.status, answer.code]).toEqual([expression, takenBy, 503, 'setting']);
			}
			expect(trigger.executions).toEqual([]);
			expect([trigger.requested, trigger.credentialReads]).toEqual([[], 0]);
			expect(trigger.logs[0]).toContain(`(${label} `);
		},
	);

	test.each<[string, NodeParameterValueType]>([
		['Other Events', true],
		['Other Events', [['x']] as unknown as string[]],
		['Other Events', { other: 1 }],
		['Ignore Events Older Than (Minutes)', '5 min'],
		['Ignore Events Older Than (Minutes)', ''],
	])('in %s refuses each delivery without an expression, too: %j', async (label, value) => {
		const [, collection = '', field] = ALL.find(([name]) => name === label) ?? [];
		const parameters = parametersWith(collection, { [String(field?.name)]: value });
		const trigger = await stage.start({ parameters });
		expect(await trigger.send(deliveryOf(newMessage(), stage.platform.token()))).toMatchObject({ status: 503, code: 'setting' });
		expect(trigger.logs[0]).toContain(`(${label} `);
	});

	test('in Takeover Tag is not made of spaces by an expression', async () => {
		const trigger = await stage.start({ parameters: parametersWith('options', { takeoverTag: '={{ " " }}' }) });
		expect(await trigger.send(deliveryOf(newMessage(), stage.platform.token()))).toMatchObject({ status: 503, code: 'setting' });
	});

	test('in Events refuses each delivery', async () => {
		const trigger = await stage.start({ parameters: { events: [{ name: ['*'] }] as unknown as string[] } });
		expect(await trigger.send(deliveryOf(newMessage(), stage.platform.token()))).toMatchObject({ status: 503, code: 'setting' });
	});

	test.each([
		['direction', 'Both'],
		['direction', 'both '],
		['content', '={{ "Text" }}'],
		['deliveryStatus', 'Failed'],
		['deliveryStatus', ''],
	])('counts letter for letter: %s %j', async (name, value) => {
		const trigger = await stage.start({ parameters: { events: ['*'], filters: { [name]: value } } });
		expect(await trigger.send(deliveryOf(newMessage(), stage.platform.token()))).toMatchObject({ status: 503, code: 'setting' });
	});
});

describe('text, numbers and lists of both', () => {
	const stage = useTriggers();

	test.each<[INodeParameters, reason: string | undefined]>([
		[{ chats: '={{ 70001 }}' }, undefined],
		[{ chats: '={{ 70002 }}' }, 'chat'],
		[{ chats: '={{ [70002, "70003"] }}' }, 'chat'],
		[{ channels: '={{ 4100 }}' }, 'channel'],
		[{ tags: '={{ 5 }}' }, 'tag'],
		[{ textIs: '={{ 5 }}' }, 'text'],
		[{ textBeginnings: '={{ [5] }}' }, 'text'],
		[{ textBeginnings: '={{ ["\u200e"] }}' }, 'text'],
		[{ sentBy: '={{ 5 }}', direction: 'outbound' }, 'direction'],
		[{ tags: '={{ [{ name: "VIP", id: 7 }] }}' }, undefined],
		[{ tags: '={{ ({ name: "other" }) }}' }, 'tag'],
		[{ excludedTags: '={{ [{ name: "VIP", createdTs: "2026-01-01" }] }}' }, 'excluded_tag'],
		[{ excludedTags: '={{ [{ name: "other" }] }}' }, undefined],
		[{ chats: [], tags: [], textIs: '', excludedTags: [] }, undefined],
	])('filter by what they say: %j: %s', async (given, reason) => {
		const trigger = await stage.start({ parameters: { events: ['*'], filters: given } });
		const body = newMessage({ chat: { tags: ['VIP'] }, text: 'Hello' });
		const answer = await trigger.send(deliveryOf(body, stage.platform.token()));
		expect(answer.status).toBe(200);
		expect(reason === undefined ? trigger.executions.length : JSON.parse(answer.text)).toEqual(
			reason === undefined ? 1 : { status: 'filtered', reason },
		);
	});
});

describe('publishing', () => {
	const stage = useNewWorkflow();

	test.each(WITH_EXPRESSION)('is refused for %s, which is named', async (label, collection, { name }) => {
		stage.workflow.parameters = parametersWith(collection, { [name]: '={{ [["x"]] }}' });
		await expect(stage.workflow.publish()).rejects.toThrow(new RegExp(`^${label.replace(/[()]/g, '\\$&')} (?:must|can't) be `));
		expect(stage.registered()).toEqual([]);
	});

	test('is refused for an event whose filters n8n leaves out', async () => {
		for (const further of ['new_message', 'Other, EndUserActionCommand', '*']) {
			stage.workflow.parameters = {
				events: ['ChannelConnected'],
				filters: { textIs: 'stop' },
				options: { furtherEvents: further },
			};
			await expect(stage.workflow.publish()).rejects.toThrow(/^Other Events has .*, which is in the list of events\. Select it/);
		}
	});

	test('is refused for several events in one text, which n8n takes for another event', async () => {
		stage.workflow.parameters = { events: 'new_message,EndUserActionCommand', filters: { textIs: 'stop' } };
		await expect(stage.workflow.publish()).rejects.toThrow(/isn't the name of an event/);
	});

	test('can be undone, and n8n can start, when a setting can no longer be read', async () => {
		stage.workflow.parameters = { events: ['new_message'] };
		await stage.workflow.publish();
		const [before] = stage.sandbox.state.webhooks;
		stage.workflow.parameters = { events: ['new_message'], filters: { tags: '={{ $vars?.none }}' } };
		await stage.workflow.restart();
		expect(stage.sandbox.state.webhooks).toEqual([before]);
		await stage.workflow.unpublish();
		expect(stage.registered()).toEqual([]);
	});
});
