import { type INode, NodeConnectionTypes } from 'n8n-workflow';
import { Cache } from '../../shared/cache';
import type { Functions } from './caller';
import { type Channels, channelCache } from './channelBook';
import { Journal } from './journal';
import { Paces } from './lanes';

/** Everything the node remembers beyond one execution: n8n makes one object of the node, which lives as long as the process. */
export class NodeMemory {
	readonly paces = new Paces();

	readonly channels: Cache<string, Channels>;

	/** Parameters that n8n and this package were seen to resolve alike. */
	readonly confirmed = new Cache<string, true>({ max: 500 });

	/** By what all tries of a run have in common; they end with it. */
	private readonly journals = onceFor<object, Journal>(() => new Journal());

	/** @param now the clock: ms since 1970 */
	constructor(readonly now: () => number = () => Date.now()) {
		this.channels = channelCache(now);
	}

	/** The journal of a run that n8n repeats if it fails; undefined if it doesn't. */
	journalOf(functions: Functions, node: INode): Journal | undefined {
		return node.retryOnFail === true ? this.journals(runOf(functions, node)) : undefined;
	}
}

/** What all tries of a run have in common, and nothing else has: the engine's data, or the arguments of a direct call of a tool. */
function runOf(functions: Functions, { name }: INode): object {
	const executing = functions.getExecuteData();
	if (executing.node.name === name) return executing;
	const [call] = [functions.getInputData(0, NodeConnectionTypes.AiTool)].flat();
	return call?.json ?? {};
}

/** Makes a value for each owner, an execution or the node's memory, when it is asked for first. */
export function onceFor<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
	const made = new WeakMap<Owner, { value: Value }>();
	return (owner) => {
		const known = made.get(owner) ?? { value: make(owner) };
		made.set(owner, known);
		return known.value;
	};
}
