import { byId } from '../../../helpers/runAction';
import { type INodeParameters, type INodeProperties, NodeHelpers, type INodeType } from 'n8n-workflow';
import { DirectoryLoader } from 'n8n-core';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { subtitleOn } from '../../../helpers/engine';

describe('the properties of the node', () => {
	const { properties } = new MessagingPlatform().description;

	test('include separate chat properties for messages, notes and numbers, and one more that reads what is saved: each costs an evaluation of its expression for every item', () => {
		expect(properties.filter(({ name }) => name === 'chat')).toHaveLength(4);
		// Request Options is n8n's, and what only a model reads costs nothing
		const costly = properties.filter(({ name }) => name !== 'requestOptions' && name !== 'toolDescription');
		expect(costly.length).toBeLessThanOrEqual(119);
	});

	test('never show a name twice for one operation with one set of values', () => {
		for (const { displayOptions, options = [] } of properties.filter(({ name }) => name === 'operation')) {
			for (const option of options) {
				if (!('value' in option)) continue;
				const values: INodeParameters = { resource: String(displayOptions?.show?.resource?.[0]), operation: option.value };
				const names = properties
					.filter(({ name }) => name !== 'operation' && name !== 'resource')
					.flatMap((property) => (NodeHelpers.displayParameter(values, property, null, null) ? [property.name] : []));
				expect(new Set(names).size).toBe(names.length);
			}
		}
	});

	test('have one type for each name: n8n would show the value of one operation in the form of another', () => {
		const types = new Map<string, Set<string>>();
		for (const { name, type } of properties) types.set(name, (types.get(name) ?? new Set()).add(type));
		expect([...types].filter(([, of]) => of.size > 1).map(([name]) => name)).toEqual([]);
	});

	test('switch on what is added to a collection: adding it is the decision', () => {
		const all = [...properties, ...new MessagingPlatformTrigger().description.properties];
		const switches = all
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options = [] }) => options.filter((one) => 'type' in one && one.type === 'boolean'));
		expect(switches.length).toBeGreaterThan(20);
		const off = switches.filter((one) => 'default' in one && one.default !== true);
		// n8n's own
		expect(off.map(({ name }) => name)).toEqual(['allowUnauthorizedCerts']);
	});
});

describe('subtitle', () => {
	const node = new MessagingPlatform();

	const ZOE = { __rl: true, mode: 'list', value: 'tg_4100_1', cachedResultName: 'Zoë "Z" Müller – Telegram, Shop bot' };

	test.each<[string, INodeParameters]>([
		['Dry run: nothing is sent', { operation: 'send', sendTo: 'reply', additionalFields: { dryRun: true } }],
		['to Zoë "Z" Müller', { operation: 'send', sendTo: 'chat', chat: ZOE }],
		['to a chat', { operation: 'send', sendTo: 'chat', chat: byId('={{ $json.chatRef }}') }],
		['Reply', { operation: 'sendAndWait', sendTo: 'reply' }],
		['Send message', { operation: 'send', sendTo: '={{ $json.way }}' }],
	])('says whom a message goes to if the workflow says it: %s', async (subtitle, parameters) => {
		expect(await subtitleOn(node, { resource: 'message', ...parameters })).toBe(subtitle);
	});

	test.each([
		['where a press arrives', { operation: 'sendAndWait', responseType: 'approval', options: {} }, /Trigger is published/],
		['where a chosen link leads', { operation: 'sendAndWait', responseType: 'choice', answerWith: 'page' }, /link/],
	])('says while the node waits: %s', async (_case, parameters, text) => {
		expect(await subtitleOn(node, parameters, node.description.waitingNodeTooltip)).toMatch(text);
	});
});

test.each<[string, INodeParameters, string[]]>([
	['WhatsApp Business, free text', { chat: byId('whatsappb_1_2') }, ['WhatsApp Business']],
	['WhatsApp', { chat: byId('whatsapp_1_2') }, ['WhatsApp reports']],
	['a dry run', { sendTo: 'reply', additionalFields: { dryRun: true } }, ['Dry Run']],
	['a question, which has no dry run', { operation: 'sendAndWait', additionalFields: { dryRun: true } }, []],
])('the editor shows the right hints for %s', async (_name, parameters, hints) => {
	const node = new MessagingPlatform();
	const shown: string[] = [];
	for (const { message, displayCondition } of node.description.hints ?? []) {
		const sending = { resource: 'message', operation: 'send', sendTo: 'chat', ...parameters };
		if ((await subtitleOn(node, sending, displayCondition)) === true) shown.push(message.split(' ').slice(0, 2).join(' '));
	}
	expect(shown).toEqual(hints);
});

describe('requestOptions', () => {
	/** A field as workflows save it: names, types and defaults, without the texts. */
	function shapeOf({ name, type, default: value, options, typeOptions }: INodeProperties): unknown {
		const inside = (options ?? []).map((option) => {
			if ('values' in option) return { name: option.name, values: option.values.map(shapeOf) };
			return 'type' in option ? shapeOf(option) : option;
		});
		return { name, type, value, typeOptions, inside };
	}

	const fieldOf = ({ description }: INodeType) => description.properties.filter(({ name }) => name === 'requestOptions');

	/** The default of the time-out aside: the platform itself processes for up to 10 s (specification, client requirement 5). */
	const withoutTimeout = (shape: unknown) =>
		JSON.parse(JSON.stringify(shape).replace('"value":12000', '"value":10000')) as object;

	test('offers the Request Options that n8n gives to a declarative node without a webhook', () => {
		const plain: INodeType = new MessagingPlatform();
		plain.webhook = undefined;
		plain.description = { ...plain.description, properties: [] };
		DirectoryLoader.applyDeclarativeNodeOptionParameters(plain);
		const node: INodeType = new MessagingPlatform();
		DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
		expect(fieldOf(plain)).toHaveLength(1);
		expect(fieldOf(node).map(shapeOf).map(withoutTimeout)).toEqual(fieldOf(plain).map(shapeOf));
		expect(fieldOf(node)[0]?.options).toContainEqual(expect.objectContaining({ name: 'timeout', default: 12_000 }));
	});
});
