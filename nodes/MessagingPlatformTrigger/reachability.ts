import ipaddr from 'ipaddr.js';

const LOCAL_SUFFIX = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)$/;

/**
 * Tells whether a host can only be reached from the same machine or network: localhost, a private, link-local or
 * otherwise special address (RFC 6890), a name without a dot, or a name of a local domain.
 *
 * @param hostname as URL.hostname gives it: lower case, IPv6 in brackets, numeric IPv4 forms already resolved
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast';
	return !host.includes('.') || LOCAL_SUFFIX.test(host);
}

/**
 * Decides whether the service can reach a webhook. It cannot when the webhook's host is local, unless the service is
 * local too (the sandbox, a test installation).
 *
 * @param webhookUrl the webhook's own address
 * @param notificationUrl the address at which webhooks are managed
 * @returns the host that cannot be reached, or undefined when nothing speaks against it
 */
export function findUnreachableHost(webhookUrl: string, notificationUrl: string): string | undefined {
	const { hostname } = new URL(webhookUrl);
	if (!isLocalHost(hostname)) return undefined;
	return isLocalHost(new URL(notificationUrl).hostname) ? undefined : hostname;
}
