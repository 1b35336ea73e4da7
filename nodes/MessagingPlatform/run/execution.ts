import type { INode } from 'n8n-workflow';
import { Platform } from '../../shared/api/platform';
import { isObject } from '../../shared/json';
import { type Caller, type Functions, callerOf } from './caller';
import { ChannelBook } from './channelBook';
import { Lanes } from './lanes';
import type { NodeMemory } from './memory';
import { PlainFields } from './plainFields';

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (Array.isArray(value)) return (value as unknown[]).some(hasExpression);
	return isObject(value) && Object.values(value).some(hasExpression);
}

/** One execution of the node: what its items share. */
export class Execution {
	readonly node: INode;

	readonly caller: Caller;

	/** The platform as this execution reaches it: the credential is read once. */
	readonly platform: Platform;

	readonly channels: ChannelBook;

	/** Aborted when a user stops the execution. */
	readonly signal: AbortSignal | undefined;

	readonly lanes: Lanes;

	/** Values of the parameters that are the same for every item. */
	readonly fixed = new Map<string, unknown>();

	readonly plainFields: PlainFields;

	/** Names of the parameters with an expression in them. */
	private readonly varying: ReadonlySet<string>;

	private readonly failure = new AbortController();

	private anyEnd?: AbortSignal;

	constructor(
		readonly functions: Functions,
		readonly memory: NodeMemory,
	) {
		this.node = functions.getNode();
		this.caller = callerOf(functions);
		this.platform = new Platform(functions);
		this.signal = functions.getExecutionCancelSignal();
		this.channels = new ChannelBook(this.platform, memory.channels, this.signal);
		this.lanes = new Lanes(this, memory.paces);
		this.plainFields = new PlainFields(functions, this.caller, memory.confirmed);
		const { parameters } = this.node;
		this.varying = new Set(Object.keys(parameters).filter((name) => hasExpression(parameters[name])));
	}

	/** True if nothing new is to start: the execution was stopped, or an item failed in a node that stops at a failure. */
	get isOver(): boolean {
		return this.failure.signal.aborted || this.signal?.aborted === true;
	}

	/** Aborted as soon as it's over. Most executions don't wait, and it costs much. */
	get over(): AbortSignal {
		this.anyEnd ??= AbortSignal.any([this.failure.signal, ...(this.signal ? [this.signal] : [])]);
		return this.anyEnd;
	}

	end(): void {
		this.failure.abort();
	}

	/** Checks whether a parameter has no expression. It's then resolved once: n8n prepares its whole expression data for each one. */
	isFixed(name: string): boolean {
		return !this.varying.has(name);
	}
}
