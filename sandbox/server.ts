import { addressesOf } from './addresses';
import { startAutosave } from './autosave';
import { Context } from './context';
import { conversationControls } from './control/conversation';
import { inspectionControls } from './control/inspection';
import { DeliveryService } from './events/delivery';
import { createHttpServer, logRequests, requireLoopback, requireToken } from './http';
import type { SandboxState } from './model';
import { resolveOptions, type SandboxOptions } from './options';
import { channelRoutes } from './routes/channels';
import { chatRoutes } from './routes/chats';
import { keyRoutes } from './routes/keys';
import { messageRoutes } from './routes/messages';
import { webhookRoutes } from './routes/webhooks';
import { loadState } from './state';

export type { SandboxOptions } from './options';

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
	/** Waits until no delivery is on its way. */
	settled(): Promise<void>;
	/** Ends the sandbox, its deliveries and its connections; saves the state when there is a file for it. */
	close(): Promise<void>;
};

const API_ROUTES = [channelRoutes, chatRoutes, messageRoutes];

const CONTROL_ROUTES = [conversationControls, inspectionControls];

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
	keyRoutes(app, context);
	void app.register(
		async (api) => {
			logRequests(api, context);
			requireToken(api, context);
			for (const routes of API_ROUTES) routes(api, context);
		},
		{ prefix: '/api' },
	);
	void app.register(
		async (notifications) => {
			logRequests(notifications, context);
			requireToken(notifications, context);
			webhookRoutes(notifications, context);
		},
		{ prefix: '/notifications' },
	);
	void app.register(
		async (control) => {
			requireLoopback(control, context);
			for (const routes of CONTROL_ROUTES) routes(control, context);
		},
		{ prefix: '/sandbox' },
	);
	await app.listen({ host: '127.0.0.1', port: resolved.port });
	context.origin = `http://127.0.0.1:${app.addresses()[0]?.port ?? resolved.port}`;
	const stopSaving = startAutosave(context);
	return {
		...addressesOf(context),
		state: context.state,
		settled: async () => await context.deliveries.settled(),
		close: async () => {
			await context.deliveries.close();
			await app.close();
			stopSaving();
		},
	};
}
