import { createHash, randomBytes } from 'crypto';
import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection, type Connection } from '../../shared/platform/connection';
import type { JsonValue } from '../../shared/json';
import { plainHttpWarning } from '../../shared/platform/plainHttp';
import { apiCall, valueOf } from '../../shared/platform/api';
import { findWrongEntry, isLeftEmpty } from '../delivery/allowedAddresses';
import { registeredNames } from '../../shared/platform/events';
import { learnAccountId } from './learnAccount';
import { findUnreachableHost } from './reachability';
import { MARK, type RegistrationMemory, Registrations, slotOf, type Registration } from './registrations';
import { removeAll, whereOf } from './removal';
import { readSettings } from '../settings';

/** n8n's modes of activation in which it has not just removed the webhook. */
const AT_START = ['init', 'leadershipChange'];

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
	if (wanted.events.length === 0) fail(context, 'No event is chosen', 'Choose at least one event in the Events field.');
	if (connection.issuer === '') {
		fail(
			context,
			"The credential's Issuer is empty, so no delivery could be verified",
			"Fill in the name that the platform puts into its tokens (the iss claim). The platform's support can tell it.",
		);
	}
	const { allowedAddresses } = readSettings([], context.getNodeParameter('options', {}));
	if (allowedAddresses.length === 0 && isLeftEmpty(context.getNodeParameter('options', {}, { rawExpressions: true }))) {
		fail(
			context,
			'The expression in the Allowed IP Addresses option gives no address, so no delivery could be let in',
			'Correct the expression, or remove the option to let every address in.',
		);
	}
	const wrong = findWrongEntry(allowedAddresses);
	if (wrong !== undefined) {
		fail(
			context,
			`"${wrong}" in the Allowed IP Addresses option is not an IP address or range`,
			'Enter addresses like 192.0.2.10 or 2001:db8::1, or ranges like 192.0.2.0/24, separated by commas.',
		);
	}
	const host = connection.notificationUrl === '' ? undefined : findUnreachableHost(wanted.url, connection.notificationUrl);
	if (host !== undefined) {
		fail(
			context,
			`The platform cannot reach this webhook: its address is on "${host}", which is not public`,
			"Set n8n's environment variable WEBHOOK_URL to the public https address of this server (for tests, that of a tunnel), restart n8n and publish again.",
		);
	}
}

/** An id goes into a path, n8n's database and its log; one that could not stand there is none. */
function readId(value: JsonValue | undefined): string | undefined {
	const id = typeof value === 'number' ? String(value) : value;
	return typeof id === 'string' && /^[^\p{Cc}\p{Zl}\p{Zp}]{1,500}$/u.test(id) ? id : undefined;
}

/** The address that the platform is to call: by its mark a delivery shows through which registration it came. */
function markedUrl(url: string, mark: string): string {
	const marked = new URL(url);
	marked.searchParams.set(MARK, mark);
	return marked.href;
}

/**
 * Registers the webhook: POST {notification_url}/webhooks. Removes first what this trigger registered before in the same
 * mode, so that there is never more than one.
 *
 * @throws NodeOperationError when the trigger is configured so that nothing could arrive or the account is not known,
 * NodeApiError when the platform refuses
 */
async function create(context: IHookFunctions, memory: RegistrationMemory): Promise<void> {
	const url = readUrl(context);
	const connection = await connect(context);
	const wanted = plan(context, url, connection);
	checkPlan(context, wanted, connection);
	const warning = plainHttpWarning(connection);
	if (warning !== undefined) context.logger.warn(warning, whereOf(context));
	const accountId = await learnAccountId(context, connection);
	const registrations = new Registrations(context, slotOf(url), memory);
	await removeAll(context, registrations, { url, token: wanted.token, accountId });
	const mark = randomBytes(8).toString('hex');
	const marked = markedUrl(url, mark);
	const answer = await apiCall(context, {
		method: 'POST',
		path: '/webhooks',
		body: { url: marked, events: wanted.events },
		base: 'notification',
	});
	const id = readId(valueOf(answer).id);
	if (id === undefined) {
		return fail(
			context,
			'The platform registered the webhook but did not tell its ID',
			'Check that the Notification URL in the credential is the address for webhook management.',
		);
	}
	registrations.current = { id, ...wanted, mark, accountId, registeredAt: Date.now() };
	// Should n8n end before it has stored the ID, this line is the only place that has it.
	context.logger.info(`Registered webhook ${id} at ${wanted.notificationUrl} for ${marked}`, whereOf(context));
}

/** Whether what is stored is what the user wants: same address, events, notification URL, token and account. */
async function isRegistered(context: IHookFunctions, memory: RegistrationMemory): Promise<boolean> {
	if (!AT_START.includes(context.getActivationMode())) return false;
	const url = readUrl(context);
	const { current } = new Registrations(context, slotOf(url), memory);
	if (current === undefined) return false;
	const connection = await connect(context);
	return isUpToDate(current, plan(context, url, connection), connection.accountId);
}

/** Removes the webhook, also when the credential cannot be read any more: then it is kept for later. */
async function remove(context: IHookFunctions, memory: RegistrationMemory): Promise<void> {
	const url = readUrl(context);
	const connection = await connect(context).catch(() => undefined);
	const token = connection === undefined ? '' : plan(context, url, connection).token;
	const remover = { url, token, accountId: connection?.accountId ?? '' };
	await removeAll(context, new Registrations(context, slotOf(url), memory), remover);
}

/**
 * Makes what n8n calls on publishing (checkExists, then create when that is false) and on unpublishing (delete).
 *
 * - `checkExists`: the platform cannot list webhooks (specification, Webhook management), so this is told from what was
 *   stored, and only when n8n starts. On publishing n8n has removed the webhook before: what is stored then is not to be
 *   believed, because another write of the workflow's static data may have brought it back.
 * - `create`: POST {notification_url}/webhooks; throws NodeOperationError when nothing could arrive, NodeApiError when the
 *   platform refuses.
 * - `delete`: DELETE {notification_url}/webhooks/{id}. It never stops the user: a webhook that is gone counts as removed, any
 *   other failure is logged and tried again later.
 *
 * @param memory what this process registered
 */
export function createLifecycle(memory: RegistrationMemory) {
	return {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return await isRegistered(this, memory);
		},
		async create(this: IHookFunctions): Promise<boolean> {
			await create(this, memory);
			return true;
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			await remove(this, memory);
			return true;
		},
	};
}
