import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { withRows } from './operationRows';
import { documentText } from './tables';

const { properties, hints = [] } = new MessagingPlatform().description;
const agents = documentText('docs/guides/agents.md');

test('the table of what a stranger can do has every operation, as far as it reaches', () => {
	// out of date? npm run schemas
	expect(withRows('docs/guides/agents.md', agents)).toBe(agents);
});

test("no field, hint or error of the node recommends the tool's own item", () => {
	expect(JSON.stringify([properties, hints])).not.toMatch(/\$json|\$input/);
});
