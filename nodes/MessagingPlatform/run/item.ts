import type { IGetNodeParameterOptions, INode, INodeExecutionData, INodeProperties, IWorkflowDataProxyData } from 'n8n-workflow';
import { type JsonObject, type JsonValue, type Printable, isJsonObject, parseExact } from '../../shared/json';
import { type ApiRequest, isRepeatable } from '../../shared/api/apiRequest';
import { valueOf } from '../../shared/api/envelope';
import { Failure } from '../../shared/failure';
import type { Platform } from '../../shared/api/platform';
import { Field } from '../../shared/field';
import type { Functions } from './caller';
import type { Execution } from './execution';
import { type ItemJournal, type Made, changeOf } from './journal';

/** n8n throws for a parameter that the node does not have, unless there is a fallback other than undefined. */
const NONE = null;

/**
 * One input item with the node's parameters resolved for it. Resolving a field costs n8n more than most of what an operation
 * does itself, so each is resolved once an item, and one without an expression once an execution.
 */
export class Item {
	readonly node: INode;

	/** The platform as this execution reaches it. */
	readonly platform: Platform;

	private readonly resolved = new Map<string, unknown>();

	constructor(
		readonly functions: Functions,
		readonly execution: Execution,
		private readonly fields: readonly INodeProperties[],
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

	/** The item itself: its json and binary fields. */
	get data(): INodeExecutionData {
		const input = this.functions.getInputData();
		return (Array.isArray(input) ? input[this.index] : input) ?? { json: {} };
	}

	/** n8n's `$`, `$json` and so on for this item. */
	proxy(): IWorkflowDataProxyData {
		return this.functions.getWorkflowDataProxy(this.index);
	}

	/** A parameter as n8n resolved it, not to be changed; undefined if it is null or the node has none of this name. */
	parameter(name: string): unknown {
		const memory = this.execution.isFixed(name) ? this.execution.fixed : this.resolved;
		if (!memory.has(name)) memory.set(name, this.resolve(name) ?? undefined);
		return memory.get(name);
	}

	private resolve(name: string): unknown {
		const property = this.propertyOf(name);
		const byN8n = () => this.resolveByN8n(name, { extractValue: property?.type === 'resourceLocator' });
		if (property === undefined || this.execution.isFixed(name)) return byN8n();
		return this.execution.plainFields.resolve(property, this.index, byN8n);
	}

	private resolveByN8n(name: string, options: IGetNodeParameterOptions): unknown {
		return 'getItemIndex' in this.functions
			? this.functions.getNodeParameter(name, NONE, options)
			: this.functions.getNodeParameter(name, this.index, NONE, options);
	}

	/** A field of the operation. */
	field(name: string): Field {
		const property = this.propertyOf(name);
		const read = () => this.parameter(name);
		const saved = this.node.parameters[name];
		const zone = () => this.functions.getTimezone();
		return new Field({ label: property?.displayName ?? name, read, saved, inside: property?.options, zone });
	}

	/** A field that the node has for this item: one that is not shown has no value. */
	find(name: string): Field | undefined {
		return this.parameter(name) === undefined ? undefined : this.field(name);
	}

	private propertyOf(name: string): INodeProperties | undefined {
		return this.fields.find((one) => one.name === name);
	}

	/** Calls the platform; gives the parsed body, undefined when it is empty. */
	async call(request: ApiRequest): Promise<JsonValue | undefined> {
		return (await this.answerTo(request)).json;
	}

	/** Calls the platform. A request that changes something is made once: `kind` names it if that isn't by its content. */
	async answerTo(request: ApiRequest, kind?: string): Promise<Made> {
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
