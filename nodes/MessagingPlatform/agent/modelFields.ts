import type { INodeProperties } from 'n8n-workflow';
import type { Parameter } from '../../shared/parameter';
import type { Composite } from '../run/item';

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

/** A parameter whose variant for tools of an AI agent differs. */
export function forTools<Value>(one: Parameter<Value>, inTool: Partial<INodeProperties>): Composite<Value> {
	const { show, hide } = one.property.displayOptions ?? {};
	return {
		parts: [
			one.with({ displayOptions: { ...one.property.displayOptions, hide: { ...hide, '@tool': [true] } } }),
			one.with({ ...inTool, displayOptions: { ...one.property.displayOptions, show: { '@tool': [true], ...show } } }),
		],
		readItem: (item) => item.read(one),
	};
}
