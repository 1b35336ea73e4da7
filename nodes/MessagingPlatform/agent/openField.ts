import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Resource } from '../run/operation';

const unique = (values: string[]) => [...new Set(values)];

const isOpened = ({ reach }: Operation) => reach === 'account';

const openedIn = ({ operations }: Resource) => operations.filter(isOpened).map(({ option }) => option.value);

/** n8n combines the resources and operations of a condition, so no combination may be an operation that isn't opened. */
function isExact(group: Resource[]): boolean {
	const opened = group.flatMap(openedIn);
	return group.every(({ operations }) => operations.every((one) => isOpened(one) || !opened.includes(one.option.value)));
}

const openField = (group: Resource[]): INodeProperties => ({
	displayName: 'Allow Beyond This Chat',
	name: 'allowBeyondConversation',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	displayOptions: {
		show: {
			'@tool': [true],
			resource: group.map(({ option }) => option.value),
			operation: unique(group.flatMap(openedIn)),
		},
	},
	description:
		'Whether the AI model may reach beyond the chat that started the workflow. Anyone who writes in that chat could trick the model into it. When off, the tool refuses.',
});

/**
 * The field that opens an operation to a model, in tools. It takes no expression, so only the workflow's author decides.
 * @returns as few properties as the operations allow
 */
export function openFieldsOf(resources: Resource[]): INodeProperties[] {
	const groups: Resource[][] = [];
	for (const resource of resources.filter((one) => openedIn(one).length > 0)) {
		const group = groups.find((one) => isExact([...one, resource]));
		if (group) group.push(resource);
		else groups.push([resource]);
	}
	return groups.map(openField);
}
