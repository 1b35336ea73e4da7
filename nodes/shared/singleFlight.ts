/** Does a job once for all who ask for it at the same time, and remembers nothing of it. */
export class SingleFlight<Value> {
	private readonly running = new Map<string, Promise<Value>>();

	async run(key: string, job: () => Promise<Value>): Promise<Value> {
		const running = this.running.get(key) ?? job().finally(() => this.running.delete(key));
		this.running.set(key, running);
		return await running;
	}
}
