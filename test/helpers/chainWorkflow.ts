import { randomUUID } from 'node:crypto';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';

/** A node of a chain. */
export interface ChainNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	/** The credentials that it uses. */
	credentials?: ReturnType<typeof referenceTo>;
	/** The webhook of a first node; one of its own otherwise. */
	webhookId?: string;
}

/** A credential as a node names it. */
export const referenceTo = ({ id, name, type }: Credential): Record<string, { id: string; name: string }> => ({
	[type]: { id, name },
});

/**
 * A workflow of nodes that run one after the other, the first of them a trigger.
 *
 * @param name the workflow's name
 * @param nodes its nodes, in their order
 * @param settings the workflow's settings
 */
export function chainWorkflow(name: string, nodes: ChainNode[], settings: Record<string, unknown> = {}): WorkflowDefinition {
	return {
		name,
		nodes: nodes.map((node, index) => ({
			id: randomUUID(),
			position: [index * 240, 0],
			...(index === 0 && { webhookId: randomUUID() }),
			...node,
		})),
		connections: Object.fromEntries(
			nodes.slice(1).map((node, index) => [nodes[index]?.name ?? '', { main: [[{ node: node.name, type: 'main', index: 0 }]] }]),
		),
		settings,
	};
}
