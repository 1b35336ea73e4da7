import { isLocalHost } from '../../shared/http/localHost';

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
