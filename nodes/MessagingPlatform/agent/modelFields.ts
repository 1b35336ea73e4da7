import type { INodeProperties } from 'n8n-workflow';

/** The editor's button "Let the model define this parameter" marks a field so. */
const MARK = '/*n8n-auto-generated-fromAI-override*/';

interface Asked {
	/** Name of the argument: letters, digits, underscores. */
	key: string;
	/** What the model reads about it; no backticks. */
	description: string;
	type: 'string';
	/** Its value when the model leaves it out; without it the model has to give one. */
	fallback?: string;
}

/** The default of a field that a model fills: an expression, as the editor's button would write it. */
export function askModel({ key, description, type, fallback }: Asked): string {
	const last = fallback === undefined ? '' : `, '${fallback}'`;
	return `={{ ${MARK} $fromAI('${key}', \`${description}\`, '${type}'${last}) }}`;
}

/** The field for nodes, and the one that differs from it in tools of an AI agent. */
export function forTools(field: INodeProperties, inTool: Partial<INodeProperties>): INodeProperties[] {
	const { show, hide } = field.displayOptions ?? {};
	return [
		{ ...field, displayOptions: { ...field.displayOptions, hide: { ...hide, '@tool': [true] } } },
		{ ...field, ...inTool, displayOptions: { ...field.displayOptions, show: { '@tool': [true], ...show } } },
	];
}
