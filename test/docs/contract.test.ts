import { parse } from 'yaml';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
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
