import { type IExecuteFunctions, type IExecuteSingleFunctions, type INode, sleep } from 'n8n-workflow';
import { isObject } from '../../shared/json';
import { Platform } from '../../shared/api/platform';
import type { NodeMemory } from './memory';
import { Paces } from './paces';
import { Turns } from './turns';

/** n8n's context of an operation: of all items, or where it is called directly (`directCalls.ts`) of one. */
export type Functions = IExecuteFunctions | IExecuteSingleFunctions;

/** Makes the part of an execution that its operations share, for example what it knows of the account's channels. */
export type Part<Shared extends object> = new (execution: Execution) => Shared;

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (Array.isArray(value)) return (value as unknown[]).some(hasExpression);
	return isObject(value) && Object.values(value).some(hasExpression);
}

/** One execution of the node, which is handed along with every item: whose turn it is, and what its items share. */
export class Execution {
	readonly node: INode;

	/** The platform as this execution reaches it: the credential is read once. */
	readonly platform: Platform;

	/** Aborted when a user stops the execution. */
	readonly signal: AbortSignal | undefined;

	/** Values of the parameters that are the same for every item. */
	readonly fixed = new Map<string, unknown>();

	/** Names of the parameters with an expression in them. */
	private readonly varying: ReadonlySet<string>;

	/** Its items, each in its turn. */
	readonly turns: Turns;

	private readonly parts = new Map<Part<object>, object>();

	private hasFailed = false;

	/**
	 * @param functions n8n's context
	 * @param memory what outlasts the execution
	 */
	constructor(
		readonly functions: Functions,
		readonly memory: NodeMemory,
	) {
		this.node = functions.getNode();
		this.platform = new Platform(functions);
		this.signal = functions.getExecutionCancelSignal();
		this.turns = new Turns(this, memory.part(Paces));
		const { parameters } = this.node;
		this.varying = new Set(Object.keys(parameters).filter((name) => hasExpression(parameters[name])));
	}

	/** Whether nothing new is to start: the execution was stopped, or an item failed in a node that stops at a failure. */
	get isOver(): boolean {
		return this.hasFailed || this.signal?.aborted === true;
	}

	/** Lets nothing new start. */
	end(): void {
		this.hasFailed = true;
	}

	/**
	 * Tells whether a parameter has no expression: n8n prepares its whole expression data for each parameter that is asked for,
	 * so such a one is resolved for the first item that asks and then remembered.
	 *
	 * @param name name of the parameter
	 */
	isFixed(name: string): boolean {
		return !this.varying.has(name);
	}

	/**
	 * What the items of this execution share.
	 *
	 * @param Shared the class of it
	 * @returns the one object of this class, made for the first that asks
	 */
	part<Kind extends object>(Shared: Part<Kind>): Kind {
		const known = this.parts.get(Shared);
		if (known instanceof Shared) return known;
		const part = new Shared(this);
		this.parts.set(Shared, part);
		return part;
	}

	/**
	 * Waits until a time, or until the execution is stopped.
	 *
	 * @param due ms of the monotonic clock
	 */
	async wait(due: number): Promise<void> {
		try {
			// a timer may fire a fraction of a millisecond early
			for (let left = due - performance.now(); left > 0; left = due - performance.now())
				await sleep(Math.ceil(left), this.signal);
		} catch {
			// the execution was stopped: whoever waits sees that it is over
		}
	}

	/**
	 * Waits for something, or until the execution is stopped.
	 *
	 * @param event resolves when it happens
	 */
	async waitFor(event: Promise<void>): Promise<void> {
		const { signal } = this;
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			const end = () => {
				signal?.removeEventListener('abort', end);
				resolve();
			};
			signal?.addEventListener('abort', end);
			void event.then(end);
		});
	}
}
