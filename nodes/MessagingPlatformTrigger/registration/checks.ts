import type { IHookFunctions } from 'n8n-workflow';
import type { Connection } from '../../shared/api/connection';
import { pathPart } from '../../shared/api/apiRequest';
import { itemsOf } from '../../shared/api/envelope';
import { isLocalHost } from '../../shared/api/addresses';
import type { Platform } from '../../shared/api/platform';
import { findSilence } from '../../shared/api/credentialAdvice';
import { findNameFault } from '../../shared/catalogue';
import { Failure } from '../../shared/failure';
import type { JsonValue } from '../../shared/json';
import { findWrongEntry } from '../settings/allowedAddresses';
import type { Settings } from '../settings/settings';

/** Longer than any ID: the account is stored with the registration and compared with each delivery. */
const MAX_LENGTH = 200;

const isAccountId = (value: JsonValue | undefined): value is string =>
	typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;

/** Learns the credential's account: from its field Account ID, or else from the channels, each of which names it (specification, "Channel"). */
export async function learnAccountId(platform: Platform): Promise<string> {
	const { accountId: known } = await platform.connection();
	if (known !== '') return known;
	const channels = itemsOf((await platform.call({ method: 'GET', path: '/channels' })).json);
	const named = [...new Set(channels.map(({ accountId }) => accountId).filter(isAccountId))];
	if (named.length === 1 && named[0] !== undefined) return named[0];
	throw Failure.forOperator(
		named.length === 0
			? "The credential's account isn't known, because it has no channels yet"
			: `The credential's account isn't known: its channels belong to ${named.length} accounts`,
		"Only events from your own account are accepted. Connect a channel on the platform, or enter your account's ID in the credential's Account ID field, then publish again.",
	);
}

function checkAllowedAddresses({ allowedAddresses }: Settings): void {
	const wrong = findWrongEntry(allowedAddresses);
	if (wrong === '') {
		throw Failure.forOperator(
			'The expression in the Allowed IP Addresses option returns no address, so every event would be rejected',
			'Correct the expression, or remove the option to allow every address.',
		);
	}
	if (wrong !== undefined) {
		throw Failure.forOperator(
			`"${wrong}" in the Allowed IP Addresses option isn't an IP address or range`,
			'Enter addresses like 192.0.2.10 or 2001:db8::1, or ranges like 192.0.2.0/24, separated by commas.',
		);
	}
}

/** The platform can't reach a local host, unless it is local too (the sandbox, a test installation). */
function checkReachable(context: IHookFunctions, url: string, { notificationUrl }: Connection): void {
	const { hostname } = new URL(url);
	if (!isLocalHost(hostname) || isLocalHost(new URL(notificationUrl).hostname)) return;
	throw Failure.forOperator(
		`The platform can't reach this webhook: its URL is on "${hostname}", which isn't public`,
		`Set n8n's environment variable N8N_WEBHOOK_URL (in older versions WEBHOOK_URL) to this server's public https URL, or, for tests, to a tunnel's. ${
			context.getActivationMode() === 'manual' ? 'While the editor listens, WEBHOOK_URL gives way to N8N_EDITOR_BASE_URL. ' : ''
		}Then restart n8n and publish again.`,
	);
}

function checkTakeoverTag({ takeoverTag }: Settings): void {
	try {
		pathPart(takeoverTag);
	} catch {
		throw Failure.forOperator(
			`"${takeoverTag}" in the Takeover Tag option can't be the name of a tag`,
			'Enter another name, such as human.',
		);
	}
}

/** Refuses to publish a trigger that could never receive a delivery. */
export function checkPlan(context: IHookFunctions, url: string, settings: Settings, connection: Connection): void {
	if (settings.events.length === 0) {
		throw Failure.forOperator('No event is selected', 'Select at least one event in the Events field.');
	}
	const fault = findNameFault(settings.events);
	if (fault !== undefined) throw Failure.forOperator(`The Other Events option ${fault.problem}`, fault.advice);
	if (connection.notificationUrl === '') {
		throw Failure.forOperator(
			"The credential's Notification URL is empty, so the trigger can't register for events",
			"Enter the URL where webhooks are registered. You can find it in the platform's API documentation: the part before /webhooks.",
		);
	}
	if (connection.issuer === '') {
		throw Failure.forOperator(
			"The credential's Issuer is empty, so no event could be verified",
			"Enter the name or URL the platform signs its webhooks with (the iss claim), exactly, with a slash at its end if it has one. You can find it in the platform's webhook documentation, or ask its support.",
		);
	}
	checkTakeoverTag(settings);
	checkAllowedAddresses(settings);
	checkReachable(context, url, connection);
}

/** Refuses to publish if no server answers at the host of the Notification URL: within seconds, while a registration may take longer. */
export async function checkNotificationUrl(platform: Platform): Promise<void> {
	const silence = await findSilence(await platform.connection(), platform.send);
	if (silence !== undefined) throw silence;
}
