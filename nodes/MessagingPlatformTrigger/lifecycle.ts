import { createHash, randomBytes } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection, type Connection } from '../MessagingPlatform/shared/connection';
import { apiCall, valueOf } from '../MessagingPlatform/shared/transport';
import { findWrongEntry } from './allowedAddresses';
import { registeredNames } from './events';
import { learnAccountId } from './learnAccount';
import { findUnreachableHost } from './reachability';
import { Registrations, type Registration } from './registrations';
import { removeAll, whereOf } from './removal';
import { readSettings } from './settings';

/** The query parameter of the registered address that holds the registration's mark. */
export const MARK = 'registration';

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

/** What is to be registered, as far as the parameters and the credential tell. */
type Plan = Pick<Registration, 'url' | 'events' | 'notificationUrl' | 'token'>;

function plan(context: IHookFunctions, url: string, connection: Connection): Plan {
	const { events } = readSettings(context.getNodeParameter('events', []), {});
	return {
		url,
		events: registeredNames(events),
		notificationUrl: connection.notificationUrl,
		token: createHash('sha256').update(connection.apiToken).digest('hex').slice(0, 16),
	};
}

function isUpToDate(current: Registration, wanted: Plan, accountId: string): boolean {
	return (
		current.url === wanted.url &&
		current.notificationUrl === wanted.notificationUrl &&
		current.token === wanted.token &&
		current.accountId !== '' &&
		(accountId === '' || current.accountId === accountId) &&
		current.events.join() === wanted.events.join()
	);
}

/** Refuses to publish what could never receive a delivery, with the way to fix it. */
function checkPlan(context: IHookFunctions, wanted: Plan, connection: Connection): void {
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

/** The address that the platform is to call: by its mark a delivery shows through which registration it came. */
function markedUrl({ url, mark }: Pick<Registration, 'url' | 'mark'>): string {
	const marked = new URL(url);
	marked.searchParams.set(MARK, mark);
	return marked.href;
}

/**
 * Registers the webhook: POST {notification_url}/webhooks. Removes first what this trigger registered before in the same
 * mode, so that there is never more than one.
 *
 * @returns true
 * @throws NodeOperationError when the trigger is configured so that nothing could arrive or the account is not known,
 * NodeApiError when the platform refuses
 */
async function create(this: IHookFunctions): Promise<boolean> {
	const url = readUrl(this);
	const connection = await connect(this);
	const wanted = plan(this, url, connection);
	checkPlan(this, wanted, connection);
	const accountId = await learnAccountId(this, connection);
	const registrations = new Registrations(this, url);
	await removeAll(this, registrations, { url, token: wanted.token, accountId });
	const mark = randomBytes(8).toString('hex');
	const answer = await apiCall(this, {
		method: 'POST',
		path: '/webhooks',
		body: { url: markedUrl({ url, mark }), events: wanted.events },
		base: 'notification',
	});
	const { id } = valueOf(answer);
	if ((typeof id !== 'string' && typeof id !== 'number') || id === '') {
		return fail(
			this,
			'The platform registered the webhook but did not tell its ID',
			'Check that the Notification URL in the credential is the address for webhook management.',
		);
	}
	const now = Date.now();
	registrations.set({ id: String(id), ...wanted, mark, accountId, registeredAt: now }, now);
	// Should n8n end before it has stored the ID, this line is the only place that has it.
	this.logger.info(
		`Registered webhook ${id} at ${connection.notificationUrl} for ${markedUrl({ url, mark })}`,
		whereOf(this),
	);
	return true;
}

/**
 * Tells n8n whether the webhook that the user wants is registered: same address, events, notification URL, token and account.
 * The platform cannot list webhooks (specification, Webhook management), so this is told from what was stored, and only when
 * n8n starts. On publishing it has removed the webhook before: what is stored then is not to be believed, because another
 * write of the workflow's static data may have brought it back.
 *
 * @returns false when {@link create} has to be called
 * @throws UserError when the credential is incomplete
 */
async function checkExists(this: IHookFunctions): Promise<boolean> {
	if (!['init', 'leadershipChange'].includes(this.getActivationMode())) return false;
	const url = readUrl(this);
	const { current } = new Registrations(this, url);
	if (current === undefined) return false;
	const connection = await connect(this);
	return isUpToDate(current, plan(this, url, connection), connection.accountId);
}

/**
 * Removes the webhook: DELETE {notification_url}/webhooks/{id}. It never stops the user: a webhook that is gone counts as
 * removed, any other failure is logged and tried again later.
 *
 * @returns true
 */
async function remove(this: IHookFunctions): Promise<boolean> {
	const url = readUrl(this);
	const connection = await connect(this).catch(() => undefined);
	const registrations = new Registrations(this, url);
	const token = connection === undefined ? '' : plan(this, url, connection).token;
	await removeAll(this, registrations, { url, token, accountId: connection?.accountId ?? '' });
	return true;
}

/** What n8n calls on publishing (checkExists, then create when that is false) and on unpublishing (delete). */
export const lifecycle = { checkExists, create, delete: remove };
