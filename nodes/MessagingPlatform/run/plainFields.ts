import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Cache } from '../../shared/cache';
import { isObject, isSame } from '../../shared/json';
import type { Caller, Functions } from './caller';
import { plainParameter, type PlainParameter } from './plainPath';

/** A parameter with more characters of expressions is left to n8n. */
const MAX_LENGTH = 5_000;

/** A parameter and the key it is remembered by. */
interface KnownParameter extends PlainParameter {
	key: string;
}

/** Checks whether n8n does more to a value of this field than resolve its expressions: it may extract a part of it, or convert it. */
function isConverted(property: INodeProperties): boolean {
	const inside = (property.options ?? []).flatMap((one) => ('values' in one ? one.values : [one]));
	return (
		[property, ...inside].some((one) => 'validateType' in one && one.validateType !== undefined) ||
		'extractValue' in property ||
		(property.modes ?? []).some((mode) => 'extractValue' in mode)
	);
}

/**
 * The parameters of an execution that are read from the item instead of being resolved by n8n, whose engine would take most of a
 * send's time for two of them. Only what is certainly the same is read (docs/develop/decisions/plain-paths.md): the first value of each
 * parameter is n8n's own, and compared.
 */
export class PlainFields {
	private readonly known = new Map<string, KnownParameter | undefined>();

	private readonly input: INodeExecutionData[];

	/** True if n8n's `$json` reads from these items; not known before the first one is read. */
	private isInput?: boolean;

	constructor(
		private readonly functions: Functions,
		caller: Caller,
		private readonly confirmed: Cache<string, true>,
	) {
		// a model can write into a tool's item, and if n8n calls the node directly, each item has a context of its own
		const input = caller !== 'person' || 'getItemIndex' in functions ? [] : functions.getInputData();
		this.input = Array.isArray(input) ? input : [];
	}

	/** Reads a parameter from the item if n8n would certainly resolve it alike, and lets n8n resolve any other. */
	resolve(property: INodeProperties, index: number, byN8n: () => unknown): unknown {
		const parameter = this.find(property);
		const json = this.input[index]?.json;
		const value = json && this.isInputOf(index) ? parameter?.read(json) : undefined;
		if (parameter === undefined || value === undefined) return byN8n();
		const { key } = parameter;
		if (this.confirmed.has(key)) return value;
		const theirs = byN8n();
		if (isSame(value, theirs)) this.confirmed.set(key, true);
		else this.known.set(property.name, undefined);
		return theirs;
	}

	private find(property: INodeProperties): KnownParameter | undefined {
		const { name } = property;
		if (!this.known.has(name)) this.known.set(name, isConverted(property) ? undefined : this.parse(property));
		return this.known.get(name);
	}

	private parse({ name, type }: INodeProperties): KnownParameter | undefined {
		const saved = this.functions.getNode().parameters[name];
		// for a resource locator n8n gives the value
		const isLocator = isObject(saved) && 'mode' in saved && 'value' in saved;
		const whole = plainParameter(saved);
		const parameter = type === 'resourceLocator' && isLocator ? whole && plainParameter(saved.value) : whole;
		if (parameter === undefined || parameter.expressions.join('').length > MAX_LENGTH) return undefined;
		return { ...parameter, key: this.keyOf(name, parameter) };
	}

	private isInputOf(index: number): boolean {
		this.isInput ??= this.jsonByN8n(index) === this.input[index]?.json;
		return this.isInput;
	}

	private jsonByN8n(index: number): unknown {
		try {
			return this.functions.getWorkflowDataProxy(index).$json;
		} catch {
			// n8n throws the same, with advice, when it resolves the parameter
			return undefined;
		}
	}

	private keyOf(name: string, { expressions }: PlainParameter): string {
		const { type, typeVersion, parameters } = this.functions.getNode();
		// n8n's engines refuse everything if they don't know the workflow's time zone
		const zone = this.functions.getTimezone();
		return [zone, type, typeVersion, parameters.resource, parameters.operation, name, ...expressions].map(String).join('\0');
	}
}
