import type { INodeProperties } from 'n8n-workflow';
import type { Resource } from '../run/operation';

const unique = (values: string[]) => [...new Set(values)];

/** The field that opens an operation to a model, in tools. It takes no expression, so only the workflow's author decides. */
export function openFieldOf(resources: Resource[]): INodeProperties {
	const opened = resources.flatMap(({ option, operations }) =>
		operations
			.filter(({ reach }) => reach === 'account')
			.map((operation) => ({ resource: option.value, operation: operation.option.value })),
	);
	return {
		displayName: 'Allow Beyond This Conversation',
		name: 'allowBeyondConversation',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		displayOptions: {
			show: {
				'@tool': [true],
				// n8n crosses the two lists; a test sees that they name no other operation
				resource: unique(opened.map(({ resource }) => resource)),
				operation: unique(opened.map(({ operation }) => operation)),
			},
		},
		description:
			'Whether the AI model may do this. It reaches beyond the conversation that started the workflow, and whoever writes in that conversation can talk the model into it. When off, the tool refuses.',
	};
}
