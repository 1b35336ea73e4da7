import type { FastifyInstance } from 'fastify';
import { addressesOf } from './core/addresses';
import { startAutosave } from './core/autosave';
import { Context } from './core/context';
import { cabinetControls } from './control/cabinet';
import { endUserControls } from './control/endUser';
import { inspectionControls } from './control/inspection';
import { operatorControls } from './control/operator';
import { settingControls } from './control/settings';
import { DeliveryService, type Delivery } from './events/delivery';
import { faultHooks } from './faults/faultHooks';
import { createHttpServer, logRequests, requireLoopback, requireToken } from './http/routing';
import type { SandboxState } from './core/model';
import { resolveOptions, type SandboxOptions } from './core/options';
import { chainActionRoutes } from './routes/chainActions';
import { channelRoutes } from './routes/channels';
import { chatRoutes } from './routes/chats';
import { fileRoutes, uploadRoutes } from './routes/files';
import { keyRoutes } from './routes/keys';
import { memoRoutes } from './routes/memos';
import { messageRoutes } from './routes/messages';
import { preparedMessageRoutes } from './routes/preparedMessages';
import { tagRoutes } from './routes/tags';
import { webhookRoutes } from './routes/webhooks';
import { widgetRoutes } from './routes/widgets';
import { simulatorRoutes } from './simulator/routes';
import { loadState } from './core/state';

export type { SandboxOptions } from './core/options';

/** A running sandbox. */
export type Sandbox = {
	/** Scheme, host and port. */
	origin: string;
	/** {base_url} of the specification. */
	baseUrl: string;
	/** {notification_url} of the specification. */
	notificationUrl: string;
	/** A valid API token. */
	apiToken: string;
	/** The claim iss of deliveries. */
	issuer: string;
	/** The claim sub of deliveries and the accountId of events. */
	accountId: string;
	/** What the sandbox knows, live. */
	state: SandboxState;
	/** The deliveries so far with their attempts, oldest first, as many as the log keeps. */
	deliveries(): readonly Delivery[];
	/** What the sandbox itself has sent against the contract: empty as long as it is right. */
	violations: readonly string[];
	/** Waits until no status is still to come and no delivery is on its way. */
	settled(): Promise<void>;
	/** Ends the sandbox, its deliveries and its connections; saves the state when there is a file for it. */
	close(): Promise<void>;
};

const API_ROUTES = [
	channelRoutes,
	chatRoutes,
	messageRoutes,
	uploadRoutes,
	preparedMessageRoutes,
	chainActionRoutes,
	tagRoutes,
	memoRoutes,
	widgetRoutes,
];

const CONTROL_ROUTES = [endUserControls, operatorControls, cabinetControls, settingControls, inspectionControls];

/** Registers every route of the sandbox. */
function registerRoutes(app: FastifyInstance, context: Context): void {
	const protectedGroup = (prefix: string, routes: ((group: FastifyInstance, context: Context) => void)[]) => {
		const register = async (group: FastifyInstance) => {
			logRequests(group, context);
			requireToken(group, context);
			faultHooks(group, context);
			for (const one of routes) one(group, context);
		};
		void app.register(register, { prefix });
	};
	keyRoutes(app, context);
	protectedGroup('/api', API_ROUTES);
	protectedGroup('/notifications', [webhookRoutes]);
	protectedGroup('', [fileRoutes]);
	const control = async (group: FastifyInstance) => {
		requireLoopback(group, context);
		for (const routes of CONTROL_ROUTES) routes(group, context);
	};
	void app.register(control, { prefix: '/sandbox' });
	const page = async (group: FastifyInstance) => {
		requireLoopback(group, context);
		simulatorRoutes(group);
	};
	void app.register(page);
}

/**
 * Starts a stand-in of the service on 127.0.0.1.
 *
 * @param options port, state file, delays ...; see SandboxOptions
 * @returns its addresses, token and state, and how to end it
 * @throws Error when the port is busy or the state file is not a saved state
 */
export async function startSandbox(options?: SandboxOptions): Promise<Sandbox> {
	const resolved = resolveOptions(options);
	const context = new Context(resolved, await loadState(resolved.stateFile, resolved.clock()));
	context.deliveries = new DeliveryService(context);
	const app = createHttpServer();
	registerRoutes(app, context);
	// Room for 1,000 callers at once on a busy machine: beyond Node's own 511 the system resets the others.
	await app.listen({ host: '127.0.0.1', port: resolved.port, backlog: 2_048 });
	context.origin = `http://127.0.0.1:${app.addresses()[0]?.port ?? resolved.port}`;
	const stopSaving = startAutosave(context);
	return {
		...addressesOf(context),
		state: context.state,
		deliveries: () => context.deliveries.list(),
		violations: context.violations,
		settled: async () => await context.settled(),
		close: async () => {
			context.closing.abort();
			await context.deliveries.close();
			await app.close();
			stopSaving();
			context.files.close();
		},
	};
}
