import { type INode, type INodeType, Workflow } from 'n8n-workflow';
import { nodeTypesOf } from './runInEngine';

/**
 * What stands below a node's name on the canvas, as n8n evaluates it.
 *
 * @param type the node's type
 * @param parameters the node's parameters
 */
export async function subtitleOn(type: INodeType, parameters: INode['parameters']): Promise<unknown> {
	const node: INode = { id: 'n', name: 'Node', type: 'test.node', typeVersion: 1, position: [0, 0], parameters };
	const nodeTypes = nodeTypesOf({ 'test.node': { ...type, description: { ...type.description, properties: [] } } });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	// without its properties n8n would drop what the node has
	node.parameters = parameters;
	await workflow.expression.acquireIsolate();
	try {
		return workflow.expression.getSimpleParameterValue(node, type.description.subtitle, 'internal', {});
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
