import { type INodeParameters, NodeHelpers, type INodeType } from 'n8n-workflow';
import { subtitleOn, inEditor, TRIGGER_TYPE } from '../../helpers/engine';
import { MessagingPlatformTrigger } from '../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { runSandbox } from '../../helpers/sandbox';
import { credentialOf } from '../../helpers/publishTrigger';

const { description } = new MessagingPlatformTrigger();
const COLLECTIONS = ['filters', 'options', 'security'];

function fieldsOf(...collections: string[]) {
	const fields = description.properties.filter(({ name }) => collections.includes(name));
	return fields.flatMap(({ options = [] }) => options.flatMap((one) => ('displayName' in one && 'default' in one ? [one] : [])));
}

test.each([
	[['new_message'], 'Message: Received'],
	[['new_message', 'EndUserActionCommand'], 'Message: Received, Message: Button Pressed'],
	[['*'], 'All Events'],
	[['new_message', 'LaterEvent'], 'Message: Received, LaterEvent'],
	[[], ''],
])('says on the canvas which events it starts with: %j', async (events, words) => {
	expect(await subtitleOn(new MessagingPlatformTrigger(), { events })).toBe(words);
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

describe('a dropdown of the filters', () => {
	const running = runSandbox();
	async function load(method: string, currentNodeParameters: INodeParameters = {}) {
		const type: INodeType = new MessagingPlatformTrigger();
		const options = type.methods?.loadOptions?.[method];
		if (!options) throw new Error(`the trigger has no ${method}`);
		return await options.call(inEditor(type, TRIGGER_TYPE, credentialOf(running.sandbox), currentNodeParameters));
	}

	test("offers the account's channels, those beyond 2^53 too, by the value that the filter compares", async () => {
		const values = (await load('getChannels')).map(({ value }) => value);
		expect([...values].sort()).toEqual(
			running.sandbox.state.channels.map(({ channel, channelId }) => `${channel}_${channelId}`).sort(),
		);
		expect(values.some((value) => /_\d{16,}$/.test(String(value)))).toBe(true);
	});

	/** So many copies of the sandbox's first channel, tag or chat, with what distinguishes them. */
	const manyOf = <Kind>(count: number, [first]: Kind[], change: (index: number) => Partial<Kind>): Kind[] =>
		Array.from({ length: count }, (_, index) => ({ ...first!, ...change(index) }));

	test('offers every channel and every tag of a large account, since the filters have no search', async () => {
		const { channels, tags } = running.sandbox.state;
		running.sandbox.state.channels = manyOf(450, channels, (index) => ({ channelId: BigInt(index + 1) }));
		running.sandbox.state.tags = manyOf(450, tags, (index) => ({ id: index, name: `tag ${index}` }));
		expect(await load('getChannels')).toHaveLength(450);
		const allTags = await load('getTags', { filters: { tags: ['tag 449'] } });
		expect(new Set(allTags.map(({ value }) => value)).size).toBe(450);
		expect(allTags.find(({ value }) => value === 'tag 449')).not.toHaveProperty('description');
	});

	test('offers the tags that the filters name, each once, even if the account has none of that name', async () => {
		const known = running.sandbox.state.tags.map(({ name }) => name);
		const tags = await load('getTags', { filters: { tags: ['human', 'urgent'], excludedTags: ['urgent', ''] } });
		expect(tags.map(({ value }) => value).sort()).toEqual([...known, 'urgent'].sort());
		const missing = { name: 'urgent', description: "This tag doesn't exist yet" };
		expect(tags.find(({ value }) => value === 'urgent')).toMatchObject(missing);
		const byExpression = await load('getTags', { filters: { tags: "={{ ['other'] }}" } });
		expect(byExpression.map(({ value }) => value).sort()).toEqual(known.sort());
	});

	test("offers chats by the person's name; the value is the chatRef that the filter compares", async () => {
		const refs = running.sandbox.state.chats.map(({ channel, channelId, chatId }) => `${channel}_${channelId}_${chatId}`);
		const offered = await load('getChats');
		// the platform lists the chats of 3 months only
		expect(refs).toEqual(expect.arrayContaining(offered.map(({ value }) => value)));
		expect(offered.length).toBeGreaterThan(10);
		expect(offered.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^Zoë Müller – Telegram, /));
	});

	test("offers the chats that the filter names, even if they aren't in the list", async () => {
		const [listed] = await load('getChats');
		const chats = ['tg_1_gone', String(listed?.value), '70001'];
		const offered = await load('getChats', { filters: { chats } });
		expect(offered.filter(({ value }) => value === listed?.value)).toEqual([listed]);
		const description = "This chat isn't in the list";
		const missing = ['tg_1_gone', '70001'].map((value) => ({ name: value, value, description }));
		expect(offered.filter((one) => 'description' in one)).toEqual(missing);
	});

	test('lists 500 chats of a large account, and says that there are more', async () => {
		const { chats } = running.sandbox.state;
		running.sandbox.state.chats = manyOf(600, chats, (index) => ({ chatId: `c${index}`, tbChatId: BigInt(index + 1) }));
		const offered = await load('getChats');
		const refs = offered.flatMap(({ value }) => (value === '' ? [] : [value]));
		expect(new Set(refs).size).toBe(500);
		expect(offered).toHaveLength(501);
		const name = 'Only 500 chats are listed: for others, use an expression';
		expect(offered.at(-1)).toEqual({ name, value: '', disabled: true });
	});
});
