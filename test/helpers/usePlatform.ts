import type { INodeParameters } from 'n8n-workflow';
import { type Run, runOperation } from './runAction';
import { type PlatformOptions, RICH, type ScriptedPlatform, startScriptedPlatform, toChat } from './scriptedPlatform';

/** Starts a scripted platform for each test of a file or a describe block; by default with the channel tg_7. */
export function usePlatform(usual: PlatformOptions = { channels: { tg_7: RICH } }) {
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
		to: (path: string) => platform.to(path),
		bodies: (path: string) => platform.bodies(path),
		/** Starts another one in its place, with some other options. */
		start: async (options: PlatformOptions) => {
			await platform.close();
			platform = await startScriptedPlatform({ ...usual, ...options });
		},
		run,
		/** Runs Message: Send to the chat tg_7_1. */
		send: async (parameters: object, more?: Partial<Run>) => await run(toChat('tg_7', parameters), more),
		sent: () => platform.bodies('/messages'),
		calls: () => platform.requests.map(({ method, url }) => `${method} ${url}`),
	};
}
