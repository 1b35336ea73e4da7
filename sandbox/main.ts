/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readRules } from './core/rules';
import { startSandbox } from './server';

/** Starts a sandbox for a person: pauses between resends that can be watched, the port, state file, rules and report of the environment. */
async function main(): Promise<void> {
	const port = Number(process.env.SANDBOX_PORT ?? 0);
	const sandbox = await startSandbox({
		port,
		filePort: port && port + 1,
		stateFile: process.env.SANDBOX_STATE_FILE,
		resendDelaysMs: [1000, 3000, 9000, 27_000],
		statusDelayMs: 400,
		rules: readRules(process.env.SANDBOX_RULES),
		replay: process.env.SANDBOX_REPLAY,
	});
	process.stdout.write(
		[
			`Sandbox          ${sandbox.origin}`,
			`Base URL         ${sandbox.baseUrl}`,
			`Notification URL ${sandbox.notificationUrl}`,
			`File origin      ${sandbox.fileOrigin}`,
			`Issuer           ${sandbox.issuer}`,
			`API token        ${sandbox.apiToken}`,
			'',
			'Write as a person in a chat:',
			`curl -H 'content-type: application/json' -d '{"text":"Hello"}' ${sandbox.origin}/sandbox/chats/70001/messages`,
			'',
		].join('\n'),
	);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

main().catch((error: unknown) => {
	process.stderr.write(`The sandbox could not start: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
