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
		displayName: 'Allow Beyond This Chat',
		name: 'allowBeyondConversation',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		displayOptions: {
			show: {
				'@tool': [true],
				// n8n combines the two lists; a test checks that they name no other operation
				resource: unique(opened.map(({ resource }) => resource)),
				operation: unique(opened.map(({ operation }) => operation)),
			},
		},
		description:
			'Whether the AI model may reach beyond the chat that started the workflow. Anyone who writes in that chat could trick the model into it. When off, the tool refuses.',
	};
}
