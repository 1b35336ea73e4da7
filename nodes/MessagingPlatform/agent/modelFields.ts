import type { INodeProperties } from 'n8n-workflow';

/** The mark that the editor's button "Let the model define this parameter" puts into a field. */
const MARK = '/*n8n-auto-generated-fromAI-override*/';

interface Asked {
	/** Name of the argument: letters, digits, underscores. */
	key: string;
	/** Description for the model; no backticks. */
	description: string;
	type: 'string';
	/** Value to use if the model leaves it out; without a fallback the model must give one. */
	fallback?: string;
}

/** Writes the default of a field that a model fills: the same expression as the editor's button. */
export function askModel({ key, description, type, fallback }: Asked): string {
	const last = fallback === undefined ? '' : `, '${fallback}'`;
	return `={{ ${MARK} $fromAI('${key}', \`${description}\`, '${type}'${last}) }}`;
}

/** Returns a field for nodes, and its variant for tools of an AI agent. */
export function forTools(field: INodeProperties, inTool: Partial<INodeProperties>): INodeProperties[] {
	const { show, hide } = field.displayOptions ?? {};
	return [
		{ ...field, displayOptions: { ...field.displayOptions, hide: { ...hide, '@tool': [true] } } },
		{ ...field, ...inTool, displayOptions: { ...field.displayOptions, show: { '@tool': [true], ...show } } },
	];
}
