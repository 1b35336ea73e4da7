import { createHash, randomBytes } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';
import type { JsonValue } from '../../shared/json';
import type { Connection } from '../../shared/api/connection';
import { registeredNames } from '../../shared/catalogue';
import { valueOf } from '../../shared/api/envelope';
import { plainHttpWarning } from '../../shared/api/credentialAdvice';
import { Platform } from '../../shared/api/platform';
import { placeOf } from '../settings/logPlace';
import { readSettings } from '../settings/settings';
import { learnAccountId } from './account';
import { checkNotificationUrl, checkPlan, fail } from './checks';
import { MARK, type Registration } from './records';
import { toldAtOnce } from './notRetried';
import { removeAll } from './removal';
import { type RegistrationMemory, RegistrationStore } from './store';

/** n8n's modes of activation in which it has not just removed the webhook. */
const AT_START = ['init', 'leadershipChange'];

function readUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		return fail(context, 'n8n gave this trigger no webhook address', 'Remove the trigger and add it again.');
	}
	return url;
}

/** What is to be registered, as far as the parameters and the credential tell. */
type Plan = Pick<Registration, 'url' | 'events' | 'notificationUrl' | 'token'>;

function plan(context: IHookFunctions, url: string, connection: Connection): Plan {
	const { events } = readSettings(context.getNodeParameter('events', []), context.getNodeParameter('options', {}));
	return {
		url,
		events: registeredNames(events),
		notificationUrl: connection.notificationUrl,
		token: createHash('sha256').update(connection.apiToken).digest('hex').slice(0, 16),
	};
}

function isUpToDate(current: Registration, wanted: Plan, accountId: string): boolean {
	const isSame = (['url', 'notificationUrl', 'token'] as const).every((name) => current[name] === wanted[name]);
	const isSameAccount = current.accountId !== '' && (accountId === '' || current.accountId === accountId);
	return isSame && isSameAccount && current.events.join() === wanted.events.join();
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
	const platform = new Platform(context);
	const connection = await platform.connection();
	const wanted = plan(context, url, connection);
	checkPlan(context, wanted, connection);
	const warning = plainHttpWarning(connection);
	if (warning !== undefined) context.logger.warn(warning, placeOf(context));
	const [accountId] = await Promise.all([learnAccountId(context, platform), checkNotificationUrl(context, platform)]);
	const store = RegistrationStore.ofHook(context, url, memory);
	await removeAll(context, platform, store, { url, token: wanted.token, accountId });
	const mark = randomBytes(8).toString('hex');
	const marked = markedUrl(url, mark);
	const answer = await platform.call({
		method: 'POST',
		path: '/webhooks',
		body: { url: marked, events: wanted.events },
		base: 'notification',
	});
	const id = readId(valueOf(answer).id);
	if (id === undefined) {
		return fail(
			context,
			'The platform registered the webhook but did not return its ID',
			'Check that the Notification URL in the credential is the address where webhooks are registered.',
		);
	}
	store.current = { id, ...wanted, mark, accountId, registeredAt: Date.now() };
	// Should n8n end before it has stored the ID, this line is the only place that has it.
	context.logger.info(`Registered webhook ${id} at ${wanted.notificationUrl} for ${marked}`, placeOf(context));
}

/** Whether what is stored is what the user wants: same address, events, notification URL, token and account. */
async function isRegistered(context: IHookFunctions, memory: RegistrationMemory): Promise<boolean> {
	if (!AT_START.includes(context.getActivationMode())) return false;
	const url = readUrl(context);
	const { current } = RegistrationStore.ofHook(context, url, memory);
	if (current === undefined) return false;
	const connection = await new Platform(context).connection();
	return isUpToDate(current, plan(context, url, connection), connection.accountId);
}

/** Removes the webhook, also when the credential cannot be read any more: then it is kept for later. */
async function remove(context: IHookFunctions, memory: RegistrationMemory): Promise<void> {
	const url = readUrl(context);
	const platform = new Platform(context);
	const connection = await platform.connection().catch(() => undefined);
	const token = connection === undefined ? '' : plan(context, url, connection).token;
	const remover = { url, token, accountId: connection?.accountId ?? '' };
	await removeAll(context, platform, RegistrationStore.ofHook(context, url, memory), remover);
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
			await create(this, memory).catch((error: unknown) => {
				throw toldAtOnce(this, error);
			});
			return true;
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			await remove(this, memory);
			return true;
		},
	};
}
