import type { INode, INodeExecutionData, INodeProperties, IWorkflowDataProxyData } from 'n8n-workflow';
import { type JsonObject, type JsonValue, type Printable, isJsonObject, parseExact } from '../../shared/json';
import { type ApiRequest, isRepeatable } from '../../shared/api/apiRequest';
import { valueOf } from '../../shared/api/envelope';
import { Failure } from '../../shared/failure';
import type { Platform } from '../../shared/api/platform';
import { Field } from '../../shared/field';
import type { Parameter } from '../../shared/parameter';
import type { Functions } from './caller';
import type { Execution } from './execution';
import { type ItemJournal, type Made, changeOf } from './journal';

/** Several parameters that together make one value of an item, such as a recipient. */
export interface Composite<Value = unknown> {
	readonly parts: readonly Parameter[];
	readItem(item: Item): Value;
}

/** A part of an operation's form. */
export type Part<Value = unknown> = Parameter<Value> | Composite<Value>;

/** n8n throws for a parameter that the node does not have, unless there is a fallback other than undefined. */
const NONE = null;

/** One input item. n8n resolves each field slowly, so once an item, and one without an expression once an execution. */
export class Item {
	readonly node: INode;

	readonly platform: Platform;

	private readonly resolved = new Map<string, unknown>();

	constructor(
		readonly functions: Functions,
		readonly execution: Execution,
		readonly index: number,
		/** Only in a node that n8n runs again if it fails. */
		private readonly journal?: ItemJournal,
	) {
		this.node = execution.node;
		this.platform = execution.platform;
	}

	/** True if an AI model calls the node as its tool. */
	get isTool(): boolean {
		return this.execution.caller !== 'person';
	}

	get data(): INodeExecutionData {
		const input = this.functions.getInputData();
		return (Array.isArray(input) ? input[this.index] : input) ?? { json: {} };
	}

	/** n8n's `$`, `$json` and so on for this item. */
	proxy(): IWorkflowDataProxyData {
		return this.functions.getWorkflowDataProxy(this.index);
	}

	/** A parameter as n8n resolved it, not to be changed; undefined if it is null or not shown. */
	private valueOf(property: INodeProperties): unknown {
		const { functions, execution, index } = this;
		const { name, type } = property;
		const isFixed = execution.isFixed(name);
		const known = isFixed ? execution.fixed : this.resolved;
		if (known.has(name)) return known.get(name);
		const options = { extractValue: type === 'resourceLocator' };
		const byN8n = (): unknown =>
			'getItemIndex' in functions
				? functions.getNodeParameter(name, NONE, options)
				: functions.getNodeParameter(name, index, NONE, options);
		const value = (isFixed ? byN8n() : execution.plainFields.resolve(property, index, byN8n)) ?? undefined;
		known.set(name, value);
		return value;
	}

	/** The field of a parameter, which has no value if the editor doesn't show it. */
	field(property: INodeProperties): Field {
		const { name, displayName: label, options: inside } = property;
		const saved = this.node.parameters[name];
		return new Field({ label, read: () => this.valueOf(property), saved, inside, zone: () => this.functions.getTimezone() });
	}

	read<Value>(part: Part<Value>): Value {
		return 'property' in part ? part.read(this.field(part.property)) : part.readItem(this);
	}

	/** Calls the platform; gives the parsed body, undefined when it is empty. */
	async call(request: ApiRequest): Promise<JsonValue | undefined> {
		return (await this.responseTo(request)).json;
	}

	/** Calls the platform. In all tries of the node, a change is made once: it's known by its content, or by `kind`. */
	async responseTo(request: ApiRequest, kind?: string): Promise<Made> {
		const ask = async () => await this.platform.call(request, { itemIndex: this.index });
		if (this.journal === undefined || request.method === 'GET') return await ask();
		return await this.once(kind ?? changeOf(request), ask, { repeatable: isRepeatable(request) });
	}

	/** Makes a change that an earlier try of the node has not made, see {@link ItemJournal.once}. */
	async once(kind: string, make: () => Promise<Made>, how?: { repeatable: boolean }): Promise<Made> {
		return await (this.journal === undefined ? make() : this.journal.once(kind, make, how));
	}

	/** Makes the failure of an item that was changed all the same, which n8n must not try again. */
	inDoubt(error: unknown, advice = Failure.of(error).advice): Failure {
		this.journal?.doubt();
		return Failure.of(error).with({ outcome: 'unknown', advice });
	}

	/** The record (`$value`) in the response to a change (specification, "Response envelope"): an empty response confirms nothing. */
	recordOf(body: JsonValue | undefined): JsonObject {
		if (isJsonObject(body)) return valueOf(body);
		const advice = 'Check on the platform whether the change was made before you run the node again.';
		throw this.inDoubt(Failure.forOperator("The platform's response was empty, so nothing confirms the change", advice));
	}

	/** Reads a record that goes back to the platform: integers beyond 2^53 stay exact numbers. */
	async readExact(path: string): Promise<Printable> {
		const { json, text } = await this.platform.call({ method: 'GET', path }, { itemIndex: this.index });
		return json === undefined ? undefined : parseExact(text);
	}
}
