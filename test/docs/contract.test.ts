import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { contract } from '../../sandbox/contract/validator';
import { documentText, labelsOf, tableBelow } from './tables';

const DOCUMENT = 'sandbox/contract/README.md';
const { operations, document } = contract();

test('lists every call of the contract and no other', () => {
	const calls = [...operations.values()].map(({ method, path }) => `${method.toUpperCase()} ${path}`);
	const listed = tableBelow(documentText('docs/platform-api.md'), 'Calls').flatMap(([cell = '']) => cell.split(', '));
	const missing = calls.filter((call) => !listed.includes(call));
	expect(missing.map((call) => `docs/platform-api.md: add ${call} to the table Calls`)).toEqual([]);
	expect(listed.sort()).toEqual(calls.sort());
});

/** The fields that the contract names; patterns without their optional suffix. */
function documented(schema: string): string[] {
	const { schemas } = document.components as { schemas: Record<string, { properties: object; patternProperties?: object }> };
	const { properties, patternProperties = {} } = schemas[schema] ?? { properties: {} };
	return [...Object.keys(properties), ...Object.keys(patternProperties).map((one) => one.replace(/^\^|1\?\$$/g, ''))];
}

/** Reads the fields in the table below a heading. */
function fieldsBelow(heading: string): string[] {
	const [, section = ''] = documentText(DOCUMENT).split(`\n## ${heading}\n`);
	const [text = ''] = section.split('\n## ');
	return [...text.matchAll(/^\| `([^`]+)` *\|/gm)].map(([, field = '']) => field);
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
	const fields = fieldsBelow(heading);
	expect(fields.length).toBeGreaterThan(0);
	expect([...fields].sort()).toEqual(documented(schema).sort());
});

test('lists more fields of a message as the node and the description of a message do', () => {
	const fields = fieldsBelow('More fields of a message');
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
