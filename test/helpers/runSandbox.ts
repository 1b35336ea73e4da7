import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server';
import { call, type Answer, type CallOptions } from './callSandbox';

/** A sandbox of a test file and the calls to it. */
export type Running = {
	/** The sandbox, once the tests run. */
	readonly sandbox: Sandbox;
	/** Calls {base_url} with the token: 'GET /channels'. */
	api(request: string, body?: unknown, options?: CallOptions): Promise<Answer>;
	/** Calls a control endpoint: 'POST /clock'. */
	control(request: string, body?: unknown): Promise<Answer>;
};

/**
 * Starts a sandbox for the tests of a file, puts it back to its seeds before each, ends it after them, and fails a test in
 * which the sandbox itself broke its contract.
 *
 * @param options as for startSandbox
 */
export function runSandbox(options: SandboxOptions = {}): Running {
	let sandbox: Sandbox | undefined;
	const running = () => {
		if (!sandbox) throw new Error('The sandbox runs only while the tests of the file do.');
		return sandbox;
	};
	beforeAll(async () => {
		sandbox = await startSandbox({ resendDelaysMs: [1, 1, 1, 1], statusDelayMs: 0, ...options });
	});
	beforeEach(async () => {
		await call(running(), 'POST /sandbox/reset');
		running().state.webhooks = [];
	});
	afterEach(async () => {
		await running().settled();
		expect(running().violations).toEqual([]);
	});
	afterAll(async () => await running().close());
	const prefixed = (prefix: string) => async (request: string, body?: unknown, more?: CallOptions) =>
		await call(running(), request.replace(' ', ` ${prefix}`), { body, ...more });
	return {
		get sandbox() {
			return running();
		},
		api: prefixed('/api'),
		control: prefixed('/sandbox'),
	};
}

/** What an error answer says: status, sc, scn, and the paths of its violations. */
export function failure({ status, body }: Answer): unknown[] {
	const error = body.$error;
	if (typeof error !== 'object' || error === null || Array.isArray(error)) return [status, 'no $error'];
	const violations = Array.isArray(error.violations) ? error.violations : [];
	return [status, error.sc, error.scn, ...violations.map((one) => (one as { propertyPath: string }).propertyPath)];
}
