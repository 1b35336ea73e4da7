import type { INodeParameters } from 'n8n-workflow';
import { type Outcome, type Run, runOperation } from './runAction';
import { type PlatformOptions, RICH, type ScriptedPlatform, startScriptedPlatform, toChat } from './scriptedPlatform';

/** A scripted platform that each test of a file finds new, with the action node that calls it. */
interface UsedPlatform extends Omit<ScriptedPlatform, 'close'> {
	/** Starts another one in its place, with some other options. */
	start(options: PlatformOptions): Promise<void>;
	run(parameters: object, more?: Partial<Run>): Promise<Outcome>;
	/** Runs Message: Send to the chat tg_7_1. */
	send(parameters: object, more?: Partial<Run>): Promise<Outcome>;
	sent(): Array<Record<string, unknown>>;
	calls(): string[];
}

/**
 * Starts a scripted platform before each test of a file or a describe block, and closes it afterwards.
 *
 * @param usual its options; it has the channel tg_7 by default
 */
export function usePlatform(usual: PlatformOptions = { channels: { tg_7: RICH } }): UsedPlatform {
	let platform: ScriptedPlatform;
	beforeEach(async () => (platform = await startScriptedPlatform(usual)));
	afterEach(async () => await platform.close());
	const run = async (parameters: object, more: Partial<Run> = {}) =>
		await runOperation({ credential: platform.credential, ...more, parameters: parameters as INodeParameters });
	return {
		get origin() {
			return platform.origin;
		},
		get credential() {
			return platform.credential;
		},
		get requests() {
			return platform.requests;
		},
		get actions() {
			return platform.actions;
		},
		to: (path) => platform.to(path),
		bodies: (path) => platform.bodies(path),
		start: async (options) => {
			await platform.close();
			platform = await startScriptedPlatform({ ...usual, ...options });
		},
		run,
		send: async (parameters, more) => await run(toChat('tg_7', parameters), more),
		sent: () => platform.bodies('/messages'),
		calls: () => platform.requests.map(({ method, url }) => `${method} ${url}`),
	};
}
