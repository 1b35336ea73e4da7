import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Reach, Resource } from '../run/operation';

const unique = (values: string[]) => [...new Set(values)];

/** The values of a resource's operations of a reach. */
const valuesIn = ({ operations }: Resource, reach: Reach) =>
	operations.filter((operation) => operation.reach === reach).map(({ option }) => option.value);

/** n8n combines the resources and operations of a condition, so no combination may be an operation of another reach. */
function isExact(group: Resource[], reach: Reach): boolean {
	const meant = group.flatMap((resource) => valuesIn(resource, reach));
	return group.every(({ operations }) =>
		operations.every((operation) => operation.reach === reach || !meant.includes(operation.option.value)),
	);
}

/** Conditions for all operations of a reach, in tools; as few as they allow. */
function conditionsOf(resources: Resource[], reach: Reach) {
	const groups: Resource[][] = [];
	for (const resource of resources.filter((one) => valuesIn(one, reach).length > 0)) {
		const group = groups.find((one) => isExact([...one, resource], reach));
		if (group) group.push(resource);
		else groups.push([resource]);
	}
	return groups.map((group) => ({
		'@tool': [true],
		resource: group.map(({ option }) => option.value),
		operation: unique(group.flatMap((resource) => valuesIn(resource, reach))),
	}));
}

const notice = (name: string, displayName: string, show: IDisplayOptions['show']): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	displayOptions: { show },
});

/**
 * The field that opens an operation to a model, in tools. It takes no expression, so only the workflow's author decides. Notices
 * say which tools are closed: n8n can't leave an operation out of a tool's list.
 */
export function openFieldsOf(resources: Resource[]): INodeProperties[] {
	const opened = conditionsOf(resources, 'account').flatMap((show): INodeProperties[] => [
		{
			displayName: 'Allow Beyond This Chat',
			name: 'allowBeyondConversation',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			displayOptions: { show },
			description:
				'Whether the AI model may reach beyond the chat that started the workflow. Anyone who writes in that chat could trick the model into it. When off, the tool refuses.',
		},
		notice('closedNotice', 'This tool is closed. It refuses every call until you turn this on.', {
			...show,
			allowBeyondConversation: [false],
		}),
	]);
	const useless = conditionsOf(resources, 'useless').map((show) =>
		notice('uselessNotice', "This doesn't work as a tool, because n8n takes no file from a tool.", show),
	);
	return [...opened, ...useless];
}
