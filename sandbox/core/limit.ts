/** Runs work as soon as fewer than a number of others run, in the order in which it came. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function limitTo(atOnce: number): Limit {
	const waiting: Array<() => void> = [];
	let running = 0;
	return async (work) => {
		if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
		else running += 1;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running -= 1;
		}
	};
}
