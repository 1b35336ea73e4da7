import { parse } from 'yaml';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { documentText } from './tables';

const DOCUMENT = 'sandbox/contract/README.md';

/** The fields of a request body, as far as the contract names them; patterns without their optional suffix. */
interface Schema {
	properties: Record<string, unknown>;
	patternProperties?: Record<string, unknown>;
}

const { components } = parse(documentText('sandbox/contract/openapi.yaml')) as {
	components: { schemas: Record<string, Schema> };
};

function documented(schema: string): string[] {
	const { properties, patternProperties = {} } = components.schemas[schema] ?? { properties: {} };
	return [...Object.keys(properties), ...Object.keys(patternProperties).map((one) => one.replace(/^\^|1\?\$$/g, ''))];
}

/** Reads the table below a heading: each field, and its place, with its signs. */
function rowsBelow(heading: string): Array<[field: string, place: string]> {
	const [, section = ''] = documentText(DOCUMENT).split(`\n## ${heading}\n`);
	const [text = ''] = section.split('\n## ');
	return [...text.matchAll(/^\| `([^`]+)` *\| (.*?) *\|$/gm)].map(([, field = '', place = '']) => [field, place]);
}

/** Every label that the editor shows: of fields, choices and buttons that add something. */
function labelsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(labelsOf);
	if (typeof value !== 'object' || value === null) return [];
	const shown = Object.entries(value).filter(
		([key]) => ['displayName', 'multipleValueButtonText'].includes(key) || (key === 'name' && 'value' in value),
	);
	return [...shown.map(([, label]) => String(label)), ...Object.values(value).flatMap(labelsOf)];
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
