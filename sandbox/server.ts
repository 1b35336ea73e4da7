import type { FastifyInstance } from 'fastify';
import { addressesOf } from './http/requests';
import { startAutosave, loadState } from './state/stateFile';
import { Context } from './core/context';
import { accountSettingControls } from './control/accountSettings';
import { personControls } from './control/person';
import { inspectionControls } from './control/inspection';
import { operatorControls } from './control/operator';
import { sandboxSettingControls } from './control/sandboxSettings';
import type { Delivery } from './core/records';
import { Deliveries } from './events/deliveries';
import { followN8n } from './events/origins';
import { FileStore } from './files/fileStore';
import { faultHooks } from './faults/faultHooks';
import { requireLoopback, requireToken, replay, limitRate, logRequests } from './http/guards';
import { createHttpServer } from './http/httpServer';
import type { SandboxState } from './core/model';
import { resolveOptions, type SandboxOptions } from './core/options';
import { chainActionRoutes } from './routes/chainActions';
import { preparedMessageRoutes } from './routes/preparedMessages';
import { channelRoutes } from './routes/channels';
import { chatRoutes } from './routes/chats';
import { fileRoutes, receivedFileRoutes, uploadRoutes } from './routes/files';
import { keyRoutes } from './routes/keys';
import { memoRoutes } from './routes/memos';
import { messageRoutes } from './routes/messages';
import { tagRoutes } from './routes/tags';
import { webhookRoutes } from './routes/webhooks';
import { widgetRoutes } from './routes/widgets';
import { simulatorRoutes } from './simulator/routes';

export type { SandboxOptions } from './core/options';

export type Sandbox = {
	origin: string;
	baseUrl: string;
	notificationUrl: string;
	fileOrigin: string;
	apiToken: string;
	issuer: string;
	/** The claim sub of deliveries and the accountId of events. */
	accountId: string;
	state: SandboxState;
	/** The deliveries so far with their attempts, oldest first, as many as the log keeps. */
	deliveries(): readonly Delivery[];
	/** The sandbox's own violations of the contract: empty unless it has a bug. */
	violations: readonly string[];
	/** Waits until no status is still to come and no delivery is on its way. */
	settled(): Promise<void>;
	/** Ends the sandbox, its deliveries and its connections; saves the state when there is a file for it. */
	close(): Promise<void>;
};

type Parts = { context: Context; deliveries: Deliveries; files: FileStore };

function apiRoutes(app: FastifyInstance, { context, files }: Parts): void {
	const withoutFiles = [channelRoutes, chatRoutes, messageRoutes, preparedMessageRoutes, chainActionRoutes];
	for (const routes of [...withoutFiles, tagRoutes, memoRoutes, widgetRoutes]) routes(app, context);
	uploadRoutes(app, context, files);
}

function controlRoutes(app: FastifyInstance, { context, files, deliveries }: Parts): void {
	requireLoopback(app, context);
	personControls(app, context, files);
	operatorControls(app, context);
	accountSettingControls(app, context);
	sandboxSettingControls(app, context, deliveries);
	inspectionControls(app, context, { deliveries, files });
}

function registerRoutes(app: FastifyInstance, parts: Parts): void {
	const { context, files } = parts;
	const group = (prefix: string, routes: (app: FastifyInstance) => void) =>
		void app.register(async (inner) => routes(inner), { prefix });
	const protectedGroup = (prefix: string, routes: (app: FastifyInstance) => void) =>
		group(prefix, (inner) => {
			for (const guard of [logRequests, limitRate, requireToken, faultHooks, replay]) guard(inner, context);
			routes(inner);
		});
	keyRoutes(app, context);
	protectedGroup('/api', (inner) => apiRoutes(inner, parts));
	protectedGroup('/notifications', (inner) => webhookRoutes(inner, context));
	protectedGroup('', (inner) => fileRoutes(inner, context, files));
	group('/sandbox', (inner) => controlRoutes(inner, parts));
	group('', (inner) => {
		requireLoopback(inner, context);
		simulatorRoutes(inner);
	});
}

/** Starts a sandbox on 127.0.0.1. */
export async function startSandbox(options?: SandboxOptions): Promise<Sandbox> {
	const resolved = resolveOptions(options);
	const context = new Context(resolved, await loadState(resolved));
	const deliveries = new Deliveries(context);
	const files = new FileStore(context);
	const app = createHttpServer(context);
	registerRoutes(app, { context, deliveries, files });
	// Room for 1,000 callers at once on a busy machine: beyond Node's own 511 the system resets the others.
	await app.listen({ host: '127.0.0.1', port: resolved.port, backlog: 2_048 });
	context.origin = `http://127.0.0.1:${app.addresses()[0]?.port ?? resolved.port}`;
	const fileServer = createHttpServer(context);
	logRequests(fileServer, context);
	receivedFileRoutes(fileServer, context, files);
	await fileServer.listen({ host: '127.0.0.1', port: resolved.filePort });
	context.fileOrigin = `http://127.0.0.1:${fileServer.addresses()[0]?.port ?? resolved.filePort}`;
	const stopSaving = startAutosave(context);
	followN8n(context);
	return {
		...addressesOf(context),
		state: context.state,
		deliveries: () => deliveries.list(),
		violations: context.violations,
		settled: async () => {
			await context.settled();
			await deliveries.settled();
		},
		close: async () => {
			context.closing.abort();
			await deliveries.close();
			await app.close();
			await fileServer.close();
			stopSaving();
			files.close();
		},
	};
}
