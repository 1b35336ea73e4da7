import type { INodeProperties } from 'n8n-workflow';

/** By this the editor knows a field that the model fills; its own button "Let the model define this parameter" writes it so. */
const MARK = '/*n8n-auto-generated-fromAI-override*/';

/** What a model is asked for. */
interface Asked {
	/** Name of the argument: letters, digits, underscores. */
	key: string;
	/** What the model reads about it; no backticks. */
	description: string;
	type: 'string';
	/** What it is when the model leaves it out; without it the model has to give one. */
	fallback?: string;
}

/**
 * The default of a field that a model fills unless the author writes something else into it.
 *
 * @param asked the argument
 * @returns an expression, as the editor's button would write it
 */
export function askModel({ key, description, type, fallback }: Asked): string {
	const last = fallback === undefined ? '' : `, '${fallback}'`;
	return `={{ ${MARK} $fromAI('${key}', \`${description}\`, '${type}'${last}) }}`;
}

/**
 * A field that is something else in a tool of an AI agent.
 *
 * @param field the field as it is in a node
 * @param inTool what differs in a tool
 * @returns the field for nodes and the one for tools
 */
export function forTools(field: INodeProperties, inTool: Partial<INodeProperties>): INodeProperties[] {
	const { show, hide } = field.displayOptions ?? {};
	return [
		{ ...field, displayOptions: { ...field.displayOptions, hide: { ...hide, '@tool': [true] } } },
		{ ...field, ...inTool, displayOptions: { ...field.displayOptions, show: { '@tool': [true], ...show } } },
	];
}
