import { parse } from 'yaml';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { FILES } from './repository';
import { documentText, labelsOf, tableBelow } from './tables';

/** The fields of a request body, as far as the contract names them; patterns without their optional suffix. */
interface Schema {
	properties: Record<string, unknown>;
	patternProperties?: Record<string, unknown>;
}

const DOCUMENT = 'sandbox/contract/README.md';
const contract = parse(documentText('sandbox/contract/openapi.yaml')) as {
	paths: Record<string, Record<string, unknown>>;
	components: { schemas: Record<string, Schema> };
};

test('lists every call of the contract and no other', () => {
	const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
		Object.keys(methods)
			.filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
			.map((method) => `${method.toUpperCase()} ${path}`),
	);
	const listed = tableBelow(documentText('docs/platform-api.md'), 'Calls').flatMap(([cell = '']) => cell.split(', '));
	const missing = calls.filter((call) => !listed.includes(call));
	expect(missing.map((call) => `docs/platform-api.md: add ${call} to the table Calls`)).toEqual([]);
	expect(listed.sort()).toEqual(calls.sort());
});

/** Each title that comments cite, with its counterpart. */
const [, section = ''] = documentText(DOCUMENT).split(/^## Comments in the code$|^# Request fields$/m);
const counterparts = [...section.matchAll(/^\|(.*?`.*)\|(.*)\|$/gm)].map(([, titles = '', place = '']) => ({ titles, place }));
const namesIn = (text: string, name: RegExp) => [...text.matchAll(name)].map(([, one = '']) => one);

test('names schemas that the contract has', () => {
	const named = counterparts.flatMap(({ place }) => namesIn(place, /`(\w+)`/g));
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter((name) => !(name in contract.components.schemas) && !(name in contract))).toEqual([]);
});

test('has a counterpart for every title that a comment in the nodes cites', () => {
	const cited = FILES.filter((file) => /^(nodes|credentials)\/.*\.ts$/.test(file))
		.map((file) => documentText(file).replace(/\n\s*(\*|\/\/) ?/g, ' '))
		.flatMap((text) => text.match(/[Ss]pecification,(?:,?(?: and)? "[^"]+")+/g) ?? [])
		.flatMap((citation) => namesIn(citation, /"([^"]+)"/g));
	const titles = counterparts.flatMap((one) => namesIn(one.titles, /`([^`]+)`/g));
	const isListed = (title: string) =>
		title.endsWith('…') ? titles.some((one) => one.startsWith(title.slice(0, -1))) : titles.includes(title);
	expect(cited.length).toBeGreaterThan(50);
	expect([...new Set(cited)].filter((title) => !isListed(title))).toEqual([]);
});

function documented(schema: string): string[] {
	const { properties, patternProperties = {} } = contract.components.schemas[schema] ?? { properties: {} };
	return [...Object.keys(properties), ...Object.keys(patternProperties).map((one) => one.replace(/^\^|1\?\$$/g, ''))];
}

/** Reads the table below a heading: each field, and its place, with its signs. */
function rowsBelow(heading: string): Array<[field: string, place: string]> {
	const [, section = ''] = documentText(DOCUMENT).split(`\n## ${heading}\n`);
	const [text = ''] = section.split('\n## ');
	return [...text.matchAll(/^\| `([^`]+)` *\| (.*?) *\|$/gm)].map(([, field = '', place = '']) => [field, place]);
}

test.each([
	['POST /messages', 'SendMessage'],
	['POST and PUT /preparedMessages', 'PreparedMessageInput'],
	['POST and PUT /endUserNotifications/chainActions', 'ChainActionInput'],
	['Attachments', 'SendAttachment'],
	['Buttons', 'SendButton'],
	['PATCH /chats', 'ChatUpdate'],
	['POST memo', 'MemoUpdate'],
	['POST and PUT /widgets', 'WidgetInput'],
	['POST /webhooks', 'WebhookInput'],
])('lists every field of the contract for %s, and no other', (heading, schema) => {
	const fields = rowsBelow(heading).map(([field]) => field);
	expect(fields.length).toBeGreaterThan(0);
	expect([...fields].sort()).toEqual(documented(schema).sort());
});

test('lists more fields of a message as the node and the description of a message do', () => {
	const fields = rowsBelow('More fields of a message').map(([field]) => field);
	const more = new MessagingPlatform().description.properties.find(
		({ name, displayOptions: { show } = {} }) => name === 'additionalFields' && show?.operation?.includes('send'),
	);
	const known = ['dryRun', 'excludedTags', 'ifTextTooLong', 'ifTooManyFiles', 'furtherFields', ...fields];
	const unlisted = more?.options?.flatMap(({ name }) => (known.includes(name) ? [] : [name])) ?? ['additionalFields'];
	const unknown = fields.filter((name) => !documented('Message').includes(name));
	expect([
		...unlisted.map((name) => `${DOCUMENT}: add ${name} to "More fields of a message"`),
		...unknown.map((name) => `sandbox/contract/source/schemas/message.yaml: add ${name} to Message`),
	]).toEqual([]);
});

test('names every place as the editor does', () => {
	const labels = new Set(labelsOf(new MessagingPlatform().description.properties));
	const named = [...documentText(DOCUMENT).matchAll(/\*([^*\n]+)\*/g)].map(([, label = '']) => label);
	expect(named.length).toBeGreaterThan(50);
	expect(named.filter((label) => !labels.has(label))).toEqual([]);
});
