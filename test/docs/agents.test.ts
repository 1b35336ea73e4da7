import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { resources } from '../../nodes/MessagingPlatform/resources';
import { documentText, tableBelow } from './tables';

const { properties, hints = [] } = new MessagingPlatform().description;
const agents = documentText('docs/agents.md');

const IN_WORDS = {
	account: 'closed',
	closed: 'never',
	conversation: 'conversation',
	useless: 'never works',
	waiting: 'never works',
};

test('lists every operation and its reach in the table of what a stranger can do', () => {
	const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, 'en');
	const offered = resources.flatMap(({ option, operations }) =>
		operations
			.map((operation) => ({ name: operation.option.name, reach: operation.reach }))
			.sort(byName)
			.map(({ name, reach }) => [option.name, name, IN_WORDS[reach]]),
	);
	const table = tableBelow(agents, "What a stranger's message can make each tool do");
	expect(table.map((row) => row.slice(0, 3))).toEqual(offered);
	for (const [resource, operation, , effect] of table) {
		expect({ resource, operation, says: (effect ?? '').length > 5 }).toEqual({ resource, operation, says: true });
	}
});

test('names the switch as the node does', () => {
	expect(agents).toContain(`*${properties.find(({ name }) => name === 'allowBeyondConversation')?.displayName}*`);
});

test("recommends the tool's own item in no field, hint or error of the node", () => {
	expect(JSON.stringify([properties, hints])).not.toMatch(/\$json|\$input/);
});

test.each(['README.md', 'SECURITY.md'])('links from %s to the page', (name) => {
	expect(documentText(name)).toContain('(docs/agents.md)');
});
