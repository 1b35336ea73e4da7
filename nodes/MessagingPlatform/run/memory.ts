import { Cache } from '../../shared/cache';
import { type Channels, channelCache } from './channelBook';
import { Paces } from './lanes';

/** Everything the node remembers beyond one execution: n8n makes one object of the node, which lives as long as the process. */
export class NodeMemory {
	readonly paces = new Paces();

	/** The channels of each connection. */
	readonly channels: Cache<string, Channels>;

	/** Parameters that n8n and this package were seen to resolve alike. */
	readonly confirmed = new Cache<string, true>({ max: 500 });

	/** @param now the clock: ms since 1970 */
	constructor(readonly now: () => number = () => Date.now()) {
		this.channels = channelCache(now);
	}
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
