/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import path from 'node:path';
import type { InstalledN8n } from './install';

export interface EnvironmentOptions {
	installed: InstalledN8n;
	userFolder: string;
	port: number;
	/** The port of n8n's task broker; two instances on one machine need two. */
	brokerPort: number;
	/** Added last: wins over everything else. An undefined value removes a variable. */
	env?: Record<string, string | undefined>;
}

/** Variables through which the user's own settings for n8n, npm or jest would reach into this n8n. */
const NOT_INHERITED =
	/^(N8N_|DB_|QUEUE_|EXECUTIONS_|CREDENTIALS_|GENERIC_|NODES_|NODE_FUNCTION_|NODE_(OPTIONS|ENV)$|WEBHOOK_URL$|JEST_|npm_)/i;

/**
 * The environment of an n8n that keeps to itself: loopback only, no telemetry, no update checks, no license server, no template
 * or package lists from outside, the database in its user folder.
 */
export function n8nEnvironment(options: EnvironmentOptions): NodeJS.ProcessEnv {
	const { installed, userFolder, port, brokerPort, env = {} } = options;
	const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
	const off = ['DIAGNOSTICS', 'VERSION_NOTIFICATIONS', 'TEMPLATES', 'PERSONALIZATION', 'HIRING_BANNER', 'DYNAMIC_BANNERS'];
	const local = ['127.0.0.1', 'localhost', process.env.NO_PROXY ?? process.env.no_proxy].filter(Boolean).join(',');
	return {
		...Object.fromEntries(inherited),
		...Object.fromEntries(off.map((name) => [`N8N_${name}_ENABLED`, 'false'])),
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_USER_FOLDER: userFolder,
		// The host in the webhooks' addresses is what the platform signs deliveries for ("aud").
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_LOG_LEVEL: 'info',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		// as docs/operate/queue-mode.md recommends: n8n accepts about three times as many events
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		// asks a server outside for its list
		N8N_DISABLED_MODULES: 'mcp-registry',
		// n8n starts its task runner as "node".
		PATH: [path.dirname(installed.node), process.env.PATH].filter(Boolean).join(path.delimiter),
		NO_PROXY: local,
		no_proxy: local,
		NO_COLOR: '1',
		...env,
	};
}
