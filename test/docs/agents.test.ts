import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { type Reach, openField, REACH } from '../../nodes/MessagingPlatform/tool/agentReach';
import { documentText, tableBelow } from './tables';

const { properties, hints = [] } = new MessagingPlatform().description;
const agents = documentText('docs/agents.md');

const choices = (property: INodeProperties | undefined) =>
	(property?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

const IN_WORDS: Record<Reach, string> = {
	account: 'closed',
	closed: 'never',
	conversation: 'conversation',
	useless: 'never works',
};

test('the table of what a stranger can do has every operation, as far as it reaches', () => {
	const offered = choices(properties.find(({ name }) => name === 'resource')).flatMap(({ name: resource, value }) => {
		const selector = properties.find(
			({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(String(value)),
		);
		return choices(selector).map((option) => [
			resource,
			option.name,
			IN_WORDS[REACH[String(value)]?.[String(option.value)] ?? 'closed'],
		]);
	});
	const table = tableBelow(agents, "What a stranger's message can make each tool do");
	expect(table.map((row) => row.slice(0, 3))).toEqual(offered);
	for (const [resource, operation, , effect] of table) {
		expect({ resource, operation, says: (effect ?? '').length > 5 }).toEqual({ resource, operation, says: true });
	}
});

test('the page names the switch as the node does', () => {
	expect(agents).toContain(`*${openField.displayName}*`);
});

test("no field, hint or error of the node recommends the tool's own item", () => {
	expect(JSON.stringify([properties, hints])).not.toMatch(/\$json|\$input/);
});

test.each(['README.md', 'SECURITY.md'])('%s leads to the page', (name) => {
	expect(documentText(name)).toContain('(docs/agents.md)');
});
