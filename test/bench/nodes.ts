import type { BenchNode } from './n8n';

/** HTTP Request as a user sets it up against the service: the same credential, the body as JSON. */
export function httpRequest(method: string, url: string, body?: string, options: Record<string, unknown> = {}): BenchNode {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		authenticated: true,
		parameters: {
			method,
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingPlatformApi',
			...(body !== undefined && { sendBody: true, specifyBody: 'json', jsonBody: body }),
			options,
		},
	};
}

/** This package's action node. */
export function platform(resource: string, operation: string, parameters: Record<string, unknown>): BenchNode {
	return {
		type: 'n8n-nodes-messaging-platform.messagingPlatform',
		typeVersion: 1,
		authenticated: true,
		parameters: { resource, operation, ...parameters },
	};
}

/** The least that a node can do for the same requests (extensions/Floor.node.js). */
export function floor(operation: 'pages' | 'requests' | 'upload', parameters: Record<string, unknown> = {}): BenchNode {
	return { type: 'CUSTOM.floor', typeVersion: 1, authenticated: true, parameters: { operation, ...parameters } };
}

/** A GET without a credential. */
function plainGet(url: string): BenchNode {
	return { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url, options: {} } };
}

/** The node that fetches the requests that {@link floor} makes, complete except for the token. */
export function ready(origin: string): BenchNode {
	return plainGet(`${origin}/ready`);
}

/** The node that fetches the items: `count` of them for `channels` channels. */
export function list(origin: string, count: number, channels: number): BenchNode {
	return plainGet(`${origin}/list?count=${count}&channels=${channels}`);
}

/** A resource locator's value, given as an id or an expression. */
export function located(value: string): Record<string, unknown> {
	return { __rl: true, mode: 'id', value };
}
