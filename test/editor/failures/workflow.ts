import { randomUUID } from 'node:crypto';
import type { WorkflowDefinition } from '../../../sandbox/demo/rest';
import type { Credential } from '../../../sandbox/demo/restSchemas';
import { referenceTo } from '../../helpers/realN8n';
import type { Failure, Source } from './failures';

const COLUMNS = 8;

/** The output of the nodes before the failing ones, pinned, so that only the failing node runs. */
const HANDED_ON: Record<Source, unknown[]> = {
	'One Item': [{ json: {} }],
	Orders: ['Your tulips are here', '', 'Your roses are here'].map((text) => ({ json: { text } })),
	File: [
		{
			json: {},
			binary: { data: { data: Buffer.from('tulips,2').toString('base64'), mimeType: 'text/csv', fileName: 'prices.csv' } },
		},
	],
};

/** A workflow in which each failing node is one click away: it comes right after a node that hands on its items. */
export function failureWorkflow(failures: readonly Failure[], credentials: Map<string, Credential>): WorkflowDefinition {
	const at = (column: number, row: number) => ({ id: randomUUID(), position: [column * 220, row * 180] });
	const to = (names: string[]) => ({ main: [names.map((node) => ({ node, type: 'main', index: 0 }))] });
	const sources = Object.keys(HANDED_ON).map((name, index) => ({
		...at(1, index),
		name,
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		parameters: {},
	}));
	const nodes = failures.map(({ name, node, parameters, continues, credential = 'right' }, index) => {
		const used = credentials.get(credential);
		if (!used) throw new Error(`There is no credential "${credential}"`);
		return {
			...at(2 + (index % COLUMNS), Math.floor(index / COLUMNS)),
			name,
			type: `n8n-nodes-messaging-platform.messagingPlatform${node === 'trigger' ? 'Trigger' : ''}`,
			typeVersion: node === 'trigger' ? 2 : 1,
			...(node === 'trigger' && { webhookId: randomUUID() }),
			...(continues && { onError: 'continueRegularOutput' }),
			parameters,
			credentials: referenceTo(used),
		};
	});
	const behind = (source: string) =>
		failures.filter(({ node, from = 'One Item' }) => !node && from === source).map(({ name }) => name);
	return {
		name: 'Failures',
		nodes: [
			{ ...at(0, 0), name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
			...sources,
			...nodes,
		],
		connections: {
			Start: to(sources.map(({ name }) => name)),
			...Object.fromEntries(sources.map(({ name }) => [name, to(behind(name))])),
		},
		settings: { executionOrder: 'v1' },
		pinData: HANDED_ON,
	};
}
