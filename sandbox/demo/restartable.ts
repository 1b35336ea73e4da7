import type { N8n } from './boot';

/** An n8n that may be restarted while it is used. */
export class RestartableN8n {
	private restarting?: Promise<void>;

	private constructor(
		private current: N8n,
		private readonly boot: () => Promise<N8n>,
	) {}

	static async start(boot: () => Promise<N8n>): Promise<RestartableN8n> {
		return new RestartableN8n(await boot(), boot);
	}

	get origin(): string {
		return this.current.origin;
	}

	/** The lines that it has printed since its last start. */
	get lines(): string[] {
		return this.current.lines;
	}

	/** Resolves when it has ended and isn't being restarted, with its exit code or the signal's name. */
	async ended(): Promise<number | string> {
		for (;;) {
			const ended = await this.current.exited;
			if (!this.restarting) return ended;
			await this.restarting;
		}
	}

	/** Ends it and starts it again, once for all who ask meanwhile. */
	readonly restart = async (): Promise<void> => {
		const again = async () => {
			await this.current.stop();
			this.current = await this.boot();
		};
		await (this.restarting ??= again().finally(() => (this.restarting = undefined)));
	};

	/** Ends it, even while it restarts. */
	async stop(): Promise<void> {
		await this.restarting?.catch(() => undefined);
		await this.current.stop();
	}
}
