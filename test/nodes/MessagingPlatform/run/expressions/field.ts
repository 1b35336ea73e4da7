import 'reflect-metadata';
import {
	createRunExecutionData,
	type IExecuteData,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyMode,
	type INodeType,
	type ITaskData,
	NodeConnectionTypes,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';
import { additionalDataFor, described, nodeTypesOf } from '../../../../helpers/engine';

export type Engine = 'legacy' | 'quickjs' | 'vm';

/** As n8n's own defaults are. */
export const ENGINE_OPTIONS = { bridgeTimeout: 5_000, bridgeMemoryLimit: 128, maxCodeCacheSize: 1_024, poolSize: 1 };

const field = (name: string, type: INodeProperties['type'], more: Partial<INodeProperties> = {}): INodeProperties => ({
	...{ displayName: name, name, type, default: '' },
	...more,
});

const inside = (name: string, more: Partial<INodeProperties> = {}) => field(name, 'string', more);

const mode = (name: string, more: Partial<INodePropertyMode> = {}): INodePropertyMode => ({
	...{ displayName: name, name, type: 'string' },
	...more,
});
const MODES = [mode('id'), mode('url', { extractValue: { type: 'regex', regex: '^(\\w)' } })];

/** A field of every kind that n8n treats in a way of its own. */
export const FIELDS = {
	text: field('text', 'string'),
	number: field('number', 'number'),
	flag: field('flag', 'boolean'),
	choice: field('choice', 'options', { options: [{ name: 'One', value: 'one' }] }),
	many: field('many', 'multiOptions', { options: [{ name: 'One', value: 'one' }] }),
	code: field('code', 'json'),
	list: field('list', 'string', { typeOptions: { multipleValues: true } }),
	validated: field('validated', 'string', { validateType: 'number' }),
	chat: field('chat', 'resourceLocator', { modes: [mode('id')] }),
	link: field('link', 'resourceLocator', { modes: MODES }),
	extra: field('extra', 'collection', { options: [inside('a'), inside('b')] }),
	checked: field('checked', 'collection', { options: [inside('a', { validateType: 'number' }), inside('b')] }),
	rows: field('rows', 'fixedCollection', {
		typeOptions: { multipleValues: true },
		options: [{ displayName: 'Row', name: 'row', values: [inside('a'), inside('b')] }],
	}),
};

export type FieldName = keyof typeof FIELDS;

/** A field as the editor saves it, with two expressions in it if it has room. */
export function savedAs(name: FieldName, first: string, second: string): INodeParameters[string] {
	switch (name) {
		case 'chat':
			return { __rl: true, mode: 'id', value: first, cachedResultName: 'A chat' };
		case 'link':
			return { __rl: true, mode: 'url', value: first };
		case 'extra':
		case 'checked':
			return { a: first, b: second };
		case 'rows':
			return { row: [{ a: first, b: 'same' }, { a: second }] };
		case 'list':
			return [first, 'same', second];
		default:
			return first;
	}
}

const nodeType = (properties: INodeProperties[]): INodeType => ({
	description: described('test', { properties }),
	execute: async () => [[]],
});

const node = (name: string): INode => ({
	...{ id: name, name, type: `test.${name}`, typeVersion: 1, parameters: {} },
	position: [0, 0],
});

/** A workflow of a start and the node whose fields are resolved. */
export function newWorkflow(timezone?: string): Workflow {
	const types = { 'test.start': nodeType([]), 'test.fields': nodeType(Object.values(FIELDS)) };
	return new Workflow({
		id: 'test',
		nodes: [node('start'), node('fields')],
		connections: { start: { main: [[{ node: 'fields', type: NodeConnectionTypes.Main, index: 0 }]] } },
		active: false,
		nodeTypes: nodeTypesOf(types),
		settings: { executionOrder: 'v1', timezone },
	});
}

export interface FieldRun {
	field: FieldName;
	saved: INodeParameters[string];
	items: unknown[];
	/** It runs for the so manieth time, counted from 0; other runs had other items. */
	runIndex: number;
	/** The pairing of the items with those before. */
	paired: number;
	mode: WorkflowExecuteMode;
}

const PAIRS: Array<INodeExecutionData['pairedItem']> = [undefined, 0, { item: 7, input: 1 }, [{ item: 1 }, { item: 0 }]];

const ONE_RUN: FieldRun = { field: 'text', saved: '', items: [{}], runIndex: 0, paired: 0, mode: 'manual' };

/**
 * n8n's own context of a run, which counts how often a parameter is asked for.
 *
 * @param workflow of {@link newWorkflow}
 * @param given what differs from one item and an empty field
 */
export function contextOf(
	workflow: Workflow,
	given: Partial<FieldRun> = {},
): { functions: IExecuteFunctions; calls: () => number } {
	const run = { ...ONE_RUN, ...given };
	const active = workflow.getNode('fields');
	if (active === null) throw new Error('The workflow has no such node');
	active.parameters = { [run.field]: run.saved };
	const pairedItem = PAIRS[run.paired];
	const itemsOf = (values: unknown[]) =>
		values.map((json) => ({ json, ...(pairedItem !== undefined && { pairedItem }) }) as INodeExecutionData);
	const input = itemsOf(run.items);
	const runs = [0, 1, 2].map((index): ITaskData => {
		const items = index === run.runIndex ? input : itemsOf([{ text: `run ${index}`, a: index }, { b: true }]);
		return { startTime: 0, executionTime: 0, executionIndex: index, source: [], data: { main: [items] } };
	});
	const data = createRunExecutionData({ resultData: { runData: { start: runs } } });
	const source = { main: [{ previousNode: 'start', previousNodeRun: run.runIndex }] };
	const executeData: IExecuteData = { node: active, data: { main: [input] }, source };
	const [n8n, { runIndex, mode }] = [additionalDataFor({}), run];
	const functions = new ExecuteContext(workflow, active, n8n, mode, data, runIndex, input, { main: [input] }, executeData, []);
	let count = 0;
	const original = functions.getNodeParameter;
	const counted = (...given: Parameters<typeof original>) => ((count += 1), original(...given));
	Object.assign(functions, { getNodeParameter: counted });
	return { functions, calls: () => count };
}

/** Copies n8n's context and replaces some of its members; the original stays unchanged. */
export function replacedIn<Members extends object>(functions: IExecuteFunctions, members: Members): IExecuteFunctions & Members {
	return Object.create(functions, Object.getOwnPropertyDescriptors(members)) as IExecuteFunctions & Members;
}
