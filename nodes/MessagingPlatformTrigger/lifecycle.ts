import { createHash } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection, type Connection } from '../MessagingPlatform/shared/connection';
import {
	apiCall,
	pathPart,
	readAnswer,
	sendHttp,
	toHttpOptions,
	valueOf,
} from '../MessagingPlatform/shared/transport';
import { findWrongEntry } from './allowedAddresses';
import { registeredNames } from './events';
import { findUnreachableHost } from './reachability';
import { Registrations, type Registration } from './registrations';
import { readSettings } from './settings';

function fail(context: IHookFunctions, message: string, description: string): never {
	throw new NodeOperationError(context.getNode(), message, { description });
}

function readUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		return fail(context, 'n8n gave this trigger no webhook address', 'Remove the trigger and add it again.');
	}
	return url;
}

async function connect(context: IHookFunctions): Promise<Connection> {
	return readConnection(await context.getCredentials(CREDENTIAL_NAME));
}

/** What should be registered, all but its id. */
function plan(context: IHookFunctions, url: string, connection: Connection): Omit<Registration, 'id'> {
	const { events } = readSettings(context.getNodeParameter('events', []), {});
	return {
		url,
		events: registeredNames(events),
		notificationUrl: connection.notificationUrl,
		account: createHash('sha256').update(connection.apiToken).digest('hex').slice(0, 16),
	};
}

function isUpToDate(current: Registration, wanted: Omit<Registration, 'id'>): boolean {
	return (
		current.url === wanted.url &&
		current.notificationUrl === wanted.notificationUrl &&
		current.account === wanted.account &&
		current.events.join() === wanted.events.join()
	);
}

/** Refuses to publish what could never receive a delivery, with the way to fix it. */
function checkPlan(context: IHookFunctions, wanted: Omit<Registration, 'id'>, connection: Connection): void {
	if (wanted.events.length === 0)
		fail(context, 'No event is chosen', 'Choose at least one event in the Events field.');
	if (connection.issuer === '') {
		fail(
			context,
			"The credential's Issuer is empty, so no delivery could be verified",
			"Fill in the name that the platform puts into its tokens (the iss claim). The platform's support can tell it.",
		);
	}
	const { allowedAddresses } = readSettings([], context.getNodeParameter('options', {}));
	const wrong = findWrongEntry(allowedAddresses);
	if (wrong !== undefined) {
		fail(
			context,
			`"${wrong}" in the Allowed IP Addresses option is not an IP address or range`,
			'Enter addresses like 192.0.2.10 or 2001:db8::1, or ranges like 192.0.2.0/24, separated by commas.',
		);
	}
	const host =
		connection.notificationUrl === ''
			? undefined
			: findUnreachableHost(wanted.url, connection.notificationUrl);
	if (host !== undefined) {
		fail(
			context,
			`The platform cannot reach this webhook: its address is on "${host}", which is not public`,
			"Set n8n's environment variable WEBHOOK_URL to the public https address of this server (for tests, that of a tunnel), restart n8n and publish again.",
		);
	}
}

/** Removes a webhook from the service. One that is gone already is as good as removed. */
async function removeRemote(context: IHookFunctions, registration: Registration): Promise<boolean> {
	try {
		const options = toHttpOptions({ method: 'DELETE', path: `/webhooks/${pathPart(registration.id)}` });
		// It is removed where it was registered, which may not be the credential's Notification URL any more.
		options.baseURL = registration.notificationUrl;
		await readAnswer(context, 0, await sendHttp(context, options));
		return true;
	} catch (error) {
		if (error instanceof NodeApiError && error.httpCode === '404') return true;
		context.logger.warn(
			`The webhook ${registration.id} at ${registration.notificationUrl} could not be removed: ${error instanceof Error ? error.message : 'unknown error'}. It is tried again at the next publish or unpublish; to remove it by hand, use the action node's Webhook: Delete operation.`,
			{ workflowId: context.getWorkflow().id, nodeName: context.getNode().name },
		);
		return false;
	}
}

/** Removes the current webhook of this mode and what earlier attempts left behind; what fails is kept for later. */
async function removeAll(context: IHookFunctions, registrations: Registrations): Promise<void> {
	const { current, leftovers } = registrations;
	const kept: Registration[] = [];
	for (const registration of current === undefined ? leftovers : [...leftovers, current]) {
		if (!(await removeRemote(context, registration))) kept.push(registration);
	}
	registrations.current = undefined;
	registrations.leftovers = kept;
}

/**
 * Tells n8n whether the webhook that the user wants is registered: same address, events, notification URL and account.
 * The service cannot list webhooks (specification, Webhook management), so this is told from what was stored.
 *
 * @returns false when {@link create} has to be called
 * @throws UserError when the credential is incomplete
 */
async function checkExists(this: IHookFunctions): Promise<boolean> {
	const url = readUrl(this);
	const { stored } = new Registrations(this, url);
	return stored !== undefined && isUpToDate(stored, plan(this, url, await connect(this)));
}

/**
 * Registers the webhook: POST {notification_url}/webhooks. Removes first what this trigger registered before in the same
 * mode, so that there is never more than one.
 *
 * @returns true
 * @throws NodeOperationError when the trigger is configured so that nothing could arrive, NodeApiError when the service
 * refuses
 */
async function create(this: IHookFunctions): Promise<boolean> {
	const url = readUrl(this);
	const connection = await connect(this);
	const wanted = plan(this, url, connection);
	checkPlan(this, wanted, connection);
	const registrations = new Registrations(this, url);
	await removeAll(this, registrations);
	const answer = await apiCall(this, {
		method: 'POST',
		path: '/webhooks',
		body: { url: wanted.url, events: wanted.events },
		base: 'notification',
	});
	const { id } = valueOf(answer);
	if ((typeof id !== 'string' && typeof id !== 'number') || id === '') {
		return fail(
			this,
			'The service registered the webhook but did not tell its id',
			'Check that the Notification URL in the credential is the address for webhook management.',
		);
	}
	registrations.current = { id: String(id), ...wanted };
	return true;
}

/**
 * Removes the webhook: DELETE {notification_url}/webhooks/{id}. It never stops the user: a webhook that is gone counts as
 * removed, any other failure is logged and tried again later.
 *
 * @returns true
 */
async function remove(this: IHookFunctions): Promise<boolean> {
	await removeAll(this, new Registrations(this, readUrl(this)));
	return true;
}

/** What n8n calls on publishing (checkExists, then create when that is false) and on unpublishing (delete). */
export const lifecycle = { checkExists, create, delete: remove };
