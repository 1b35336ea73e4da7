import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { isLocalHost } from '../../shared/api/addresses';
import type { Connection } from '../../shared/api/connection';
import { findNameFault } from '../../shared/catalogue';
import type { Platform } from '../../shared/api/platform';
import { findSilence } from '../../shared/api/credentialAdvice';
import { findListFault } from '../settings/allowedAddresses';
import { readSettings } from '../settings/settings';
import type { Registration } from './records';

/**
 * Stops a publish.
 *
 * @param context the hook's context
 * @param message what is wrong
 * @param description what to do
 * @throws NodeOperationError always
 */
export function fail(context: IHookFunctions, message: string, description: string): never {
	throw new NodeOperationError(context.getNode(), message, { description });
}

/**
 * Decides whether the platform can reach a webhook. It cannot when the webhook's host is local, unless the platform is
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

function checkAllowedAddresses(context: IHookFunctions): void {
	const { allowedAddresses } = readSettings([], context.getNodeParameter('options', {}));
	const fault = findListFault(context, allowedAddresses);
	if (fault?.code === 'address_list_empty') {
		fail(
			context,
			'The expression in the Allowed IP Addresses option returns no address, so every delivery would be refused',
			'Correct the expression, or remove the option to allow every address.',
		);
	}
	if (fault !== undefined) {
		fail(
			context,
			`"${fault.entry}" in the Allowed IP Addresses option is not an IP address or range`,
			'Enter addresses like 192.0.2.10 or 2001:db8::1, or ranges like 192.0.2.0/24, separated by commas.',
		);
	}
}

/**
 * Refuses to publish what could never receive a delivery, with the way to fix it.
 *
 * @param context the hook's context
 * @param wanted the webhook's address and the events to register
 * @param connection the credential's connection
 * @throws NodeOperationError when no event is chosen or a typed name can be none, the Notification URL or the Issuer is empty, the list of allowed addresses cannot be used, or
 * the platform cannot reach this n8n
 */
export function checkPlan(context: IHookFunctions, wanted: Pick<Registration, 'url' | 'events'>, connection: Connection): void {
	if (wanted.events.length === 0) fail(context, 'No event is selected', 'Select at least one event in the Events field.');
	const fault = findNameFault(wanted.events);
	if (fault !== undefined) fail(context, `The option Further Events ${fault.problem}`, fault.advice);
	if (connection.notificationUrl === '') {
		fail(
			context,
			"The credential's Notification URL is empty, so no event can be asked for",
			"Enter the address where webhooks are registered. You can find it in the platform's API documentation: what stands there before /webhooks.",
		);
	}
	if (connection.issuer === '') {
		fail(
			context,
			"The credential's Issuer is empty, so no delivery could be verified",
			"Enter the name the platform signs its webhooks with (the iss claim). You can find it in the platform's webhook documentation, or ask its support.",
		);
	}
	checkAllowedAddresses(context);
	const host = findUnreachableHost(wanted.url, connection.notificationUrl);
	if (host !== undefined) {
		fail(
			context,
			`The platform cannot reach this webhook: its address is on "${host}", which is not public`,
			"Set n8n's environment variable WEBHOOK_URL to the public https address of this server (for tests, that of a tunnel), restart n8n and publish again.",
		);
	}
}

/**
 * Refuses to publish if no server answers at the host of the Notification URL: in a few seconds, when a registration may take longer.
 *
 * @param context the hook's context
 * @param platform the platform
 * @throws NodeOperationError that names the field
 */
export async function checkNotificationUrl(context: IHookFunctions, platform: Platform): Promise<void> {
	const silence = await findSilence(await platform.connection(), async (...request) => await platform.sendPlain(...request));
	if (silence !== undefined) fail(context, silence.message, silence.description);
}
