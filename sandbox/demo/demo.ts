/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
import { createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ReceiverLog } from '../events/receiverLog';
import { startSandbox, type Sandbox, type SandboxOptions } from '../server';
import { bootN8n, lastLines, RestartableN8n } from './boot';
import { DemoFailure, VARIABLES, type DemoSettings } from './settings';
import { ensureN8n } from './install';
import { tryLock } from './lock';
import { ensureTarball, installPackage } from './pack';
import { Lookout } from './lookout';
import { ROOT } from './paths';
import { assertPortFree } from './ports';
import { type Report, withProgress, sayPeriod } from './terminal';
import { newOwner, ownerOf, passwordFile } from './owner';
import { findCredential, provision } from './provision';
import { checkRecipe, importRecipe } from './recipes';
import { N8nRest, type Owner } from './rest';
import { together } from './together';

interface Running {
	n8nOrigin: string;
	sandbox: Sandbox;
	owner: Owner;
	workflowId: string;
	published: boolean;
	folder: string;
	/** The page on which you play the person, if the sandbox has one. */
	simulator?: string;
	/** Milliseconds that it took until now. */
	took: number;
}

/** Writes the text for the person at the terminal once everything runs: how to open n8n, write and find the reply. */
export function welcome({ n8nOrigin, sandbox, owner, workflowId, published, folder, simulator, took }: Running): string {
	const messages = `${sandbox.origin}/sandbox/chats/${sandbox.state.chats[0]?.tbChatId ?? ''}/messages`;
	const lines = [
		'',
		published
			? `The echo bot is running in a real n8n. Try this first: ${simulator ? 'open the page and write' : 'write'} as a customer.`
			: 'n8n is running. The workflow "Echo bot" isn\'t published: publish it in the editor to make it answer.',
		'',
		'1. Write as a customer, and see the reply',
		...(simulator ? [`   in the browser     ${simulator}`] : []),
		`   in a terminal      curl -H 'content-type: application/json' -d '{"text":"Hello"}' ${messages}`,
		`   and the reply      curl ${messages}`,
		'',
		'2. See the workflow that replied',
		`   the editor         ${n8nOrigin}/workflow/${workflowId}`,
		`   its executions     ${n8nOrigin}/workflow/${workflowId}/executions`,
		`   log in with        ${owner.email}   password  ${owner.password}`,
		'',
		'Four more examples are in the editor: "Button menu", "Files in and out", "Order approval in Telegram" and "Ask for the phone',
		'number". To try one, unpublish "Echo bot" and publish the example: two published bots both answer. A note in each explains it.',
		'In another terminal, npm start -- --recipes lists all examples, and npm start -- --recipe ai-agent imports one.',
		...(simulator ? ['On the page, "Scenes" plays an example with one click.'] : []),
		`State and logs are in ${folder}. Delete it to start over.`,
		`Ready after ${sayPeriod(took)}. Stop with Ctrl-C.`,
	];
	return lines.join('\n');
}

/** Pauses before a delivery is sent again that a person can watch, in ms. The last is longer than a restart of n8n may take. */
const RESEND_DELAYS_MS = [1_000, 3_000, 9_000, 120_000];

/**
 * The whole demo: builds and packs the package while n8n is installed when needed, starts the sandbox and n8n, prepares the
 * workflow, and then stays until the signal is aborted. Ends everything that it started, however it ends.
 */
export async function runDemo(settings: DemoSettings, print: Report, signal: AbortSignal): Promise<void> {
	const { recipe } = settings;
	if (recipe !== undefined) await checkRecipe(recipe);
	await mkdir(settings.folder, { recursive: true });
	const lockFile = path.join(settings.folder, 'demo.pid');
	const unlock = await tryLock(lockFile);
	if (typeof unlock === 'number' && recipe !== undefined) return print(await importIntoRunning(settings, recipe));
	if (typeof unlock === 'number') {
		throw new DemoFailure(
			`The sandbox is already running with ${settings.folder} (process ${unlock}).`,
			'Stop that one first (Ctrl-C in its terminal), or give this one its own folder and ports with\n' +
				`${Object.values(VARIABLES).join(', ')}. If that process is something else, delete ${lockFile}.`,
		);
	}
	const stops: Array<() => Promise<void>> = [unlock];
	try {
		const n8n = await start(settings, print, signal, stops);
		await untilAbortedOrEnded(n8n, settings, signal);
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}

async function start(
	settings: DemoSettings,
	print: Report,
	signal: AbortSignal,
	stops: Array<() => Promise<void>>,
): Promise<RestartableN8n> {
	const { n8nPort, sandboxPort, filePort, folder } = settings;
	await assertPortFree(n8nPort, 'n8n', VARIABLES.n8nPort);
	for (const port of [sandboxPort, filePort]) await assertPortFree(port, 'the sandbox', VARIABLES.sandboxPort);
	const [installed, tarball] = await together(
		signal,
		async (stopping) => await ensureN8n({ onProgress: print, signal: stopping }),
		async (stopping) => await ensureTarball({ onProgress: print, signal: stopping }),
	);
	const refusals = new ReceiverLog();
	const lookout = new Lookout();
	const sandbox = await openSandbox({
		port: sandboxPort,
		filePort,
		stateFile: path.join(folder, 'sandbox.json'),
		n8nUrl: `http://127.0.0.1:${n8nPort}/home/workflows`,
		n8nLogin: `Log in as ${newOwner().email} with the password in ${path.relative(ROOT, passwordFile(folder))}.`,
		findReason: refusals.find,
		n8n: lookout,
	});
	stops.push(async () => await sandbox.close());
	const userFolder = path.join(folder, 'n8n');
	await mkdir(userFolder, { recursive: true });
	// Its database and its keys are worth as much as the password.
	await chmod(userFolder, 0o700);
	await installPackage(userFolder, tarball, { onProgress: print, signal });
	const log = createWriteStream(path.join(folder, 'n8n.log'));
	// The page is bundled at its first request: meanwhile.
	const bundled = simulatorOf(sandbox);
	bundled.catch(() => undefined);
	const isFirst = !existsSync(path.join(userFolder, '.n8n/database.sqlite'));
	const title = isFirst ? 'Starting n8n and creating its database' : 'Starting n8n';
	print(title);
	const boot = async () =>
		await bootN8n({
			installed,
			userFolder,
			port: n8nPort,
			// No one installs, updates or removes packages while it runs, in the editor or over REST.
			env: { N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true' },
			onLine: (line) => {
				log.write(`${line}\n`);
				refusals.read(line);
			},
			signal,
		});
	const n8n = await withProgress({ title, onProgress: print }, async () => await RestartableN8n.start(boot));
	lookout.restart = n8n.restart;
	stops.push(async () => {
		await n8n.stop();
		log.end();
	});
	const owner = await ownerOf(folder);
	const rest = new N8nRest(n8n.origin);
	const { workflowId, published, credential } = await provision(rest, sandbox, owner, folder);
	lookout.connect(rest);
	signal.throwIfAborted();
	const simulator = await bundled;
	if (settings.recipe !== undefined) print(await importRecipe(rest, settings.recipe, credential));
	print(welcome({ n8nOrigin: n8n.origin, sandbox, owner, workflowId, published, folder, simulator, took: performance.now() }));
	return n8n;
}

/** Imports a recipe into the demo that runs in another terminal. */
async function importIntoRunning({ n8nPort, folder }: DemoSettings, recipe: string): Promise<string> {
	const rest = new N8nRest(`http://127.0.0.1:${n8nPort}`);
	return await importRecipe(rest, recipe, await findCredential(rest, await ownerOf(folder), folder));
}

async function openSandbox(options: SandboxOptions & { stateFile: string }): Promise<Sandbox> {
	try {
		return await startSandbox({ ...options, resendDelaysMs: RESEND_DELAYS_MS });
	} catch (error) {
		throw new DemoFailure(
			`The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`,
			`If its saved state is damaged, delete ${options.stateFile} and run the same command again.`,
		);
	}
}

async function simulatorOf({ origin }: Sandbox): Promise<string | undefined> {
	const page = `${origin}/`;
	return (await fetch(page, { method: 'HEAD' })).ok ? page : undefined;
}

async function untilAbortedOrEnded(n8n: RestartableN8n, { folder }: DemoSettings, signal: AbortSignal): Promise<void> {
	const aborted = new Promise<undefined>((resolve) => {
		if (signal.aborted) resolve(undefined);
		signal.addEventListener('abort', () => resolve(undefined), { once: true });
	});
	const ended = await Promise.race([n8n.ended(), aborted]);
	if (ended === undefined || signal.aborted) return;
	throw new DemoFailure(
		`n8n stopped unexpectedly (${ended}). Its last lines:\n${lastLines(n8n.lines)}`,
		`Its full log: ${path.join(folder, 'n8n.log')}. Run npm start again to continue from here.`,
	);
}
