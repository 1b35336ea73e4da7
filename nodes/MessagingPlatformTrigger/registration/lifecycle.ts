import { randomBytes } from 'crypto';
import { type IHookFunctions, type INode, NodeOperationError, UserError, WebhookPathTakenError } from 'n8n-workflow';
import { Failure, nodeError } from '../../shared/failure';
import type { Connection } from '../../shared/api/connection';
import { valueOf } from '../../shared/api/envelope';
import { plainHttpWarning } from '../../shared/api/credentialAdvice';
import { Platform } from '../../shared/api/platform';
import { registeredNames } from '../../shared/catalogue';
import type { JsonValue } from '../../shared/json';
import { inOneParagraph } from '../../shared/texts';
import { placeOf, type Settings, settingsOf } from '../settings/settings';
import { checkNotificationUrl, checkPlan, learnAccountId } from './checks';
import { removeAll } from './removal';
import { MARK, type Registration, type RegistrationMemory, RegistrationStore } from './store';

/** n8n's activation modes in which it hasn't just removed the webhook. */
const AT_START = ['init', 'leadershipChange'];

/** n8n's activation modes in which a person waits for the outcome: publishing, which n8n retries, and listening in the editor. */
const BY_A_PERSON = ['activate', 'create', 'update', 'manual'];

/** The platform's statuses that may change in a moment. */
const PASSING = [408, 425, 429];

/** A failed publish that n8n 2 shows at once, by its message alone; others it tries four times over 15 s first. */
class NotPublished extends WebhookPathTakenError {
	constructor(node: INode, { message, advice }: Failure) {
		super(node.name);
		this.message = advice === '' ? message : `${message.replace(/\.$/, '')}. ${advice}`;
		this.node = node;
	}
}

/** Checks whether another attempt in a few seconds would fail the same way, because something has to be corrected first. */
function isLasting(error: unknown): boolean {
	if (!(error instanceof Failure)) return error instanceof NodeOperationError || error instanceof UserError;
	const { response, outcome } = error;
	// each attempt may register one more webhook
	if (response === undefined || outcome === 'unknown') return true;
	// no response: the host doesn't exist, refuses or can't prove its identity
	if (response.status === undefined) return true;
	return response.status >= 400 && response.status < 500 && !PASSING.includes(response.status);
}

/** Turns a failed publish into the error that n8n shows at once, if waiting wouldn't help. */
function shownAtOnce(context: IHookFunctions, error: unknown): unknown {
	const isFinal = BY_A_PERSON.includes(context.getActivationMode()) && isLasting(error);
	if (isFinal) return new NotPublished(context.getNode(), Failure.of(error));
	return error instanceof Failure ? nodeError(context.getNode(), error) : error;
}

function readUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	const description = 'Remove the trigger and add it again.';
	throw new NodeOperationError(context.getNode(), 'n8n gave this trigger no webhook URL', { description });
}

/** Distinguishes the registrations of one API token from those of another. */
const tokenOf = (connection: Connection): string => connection.deriveKey('registration').toString('hex').slice(0, 16);

/** A registration as the parameters and the credential define it. */
type Plan = Pick<Registration, 'url' | 'events' | 'notificationUrl' | 'token'>;

function plan(url: string, { events }: Settings, connection: Connection): Plan {
	return { url, events: registeredNames(events), notificationUrl: connection.notificationUrl, token: tokenOf(connection) };
}

function isUpToDate(current: Registration, wanted: Plan, accountId: string): boolean {
	const isSame = (['url', 'notificationUrl', 'token'] as const).every((name) => current[name] === wanted[name]);
	const isSameAccount = accountId === '' || current.accountId === accountId;
	return isSame && isSameAccount && current.events.join() === wanted.events.join();
}

/** An ID goes into a path, n8n's database and its log. */
function readId(value: JsonValue | undefined): string | undefined {
	const id = typeof value === 'number' ? String(value) : value;
	return typeof id === 'string' && /^[^\p{Cc}\p{Zl}\p{Zp}]{1,500}$/u.test(id) ? id : undefined;
}

function inDoubt(mark: string): string {
	return `The platform may keep a webhook that n8n can't remove. If n8n's log later says that events come through ${MARK}=${mark}, ask the platform's support to remove the webhook whose URL ends with it.`;
}

/** Adds to an outcome that isn't known what to look for: the platform can't list webhooks. */
function withMark(error: unknown, mark: string): unknown {
	if (!(error instanceof Failure) || error.outcome !== 'unknown') return error;
	return error.with({ advice: inOneParagraph([error.advice, inDoubt(mark)]) });
}

/** Registers the webhook (POST {notification_url}/webhooks), after removing what this trigger registered before in the same mode. */
async function create(context: IHookFunctions, memory: RegistrationMemory): Promise<void> {
	const url = readUrl(context);
	const platform = new Platform(context);
	const connection = await platform.connection();
	const settings = settingsOf(context);
	checkPlan(context, url, settings, connection);
	const warning = plainHttpWarning(connection);
	if (warning !== undefined) context.logger.warn(warning, placeOf(context));
	const wanted = plan(url, settings, connection);
	const [accountId] = await Promise.all([learnAccountId(platform), checkNotificationUrl(platform)]);
	const store = RegistrationStore.ofHook(context, url, memory);
	await removeAll(context, platform, store, { url, token: wanted.token, accountId });
	const mark = randomBytes(8).toString('hex');
	const marked = new URL(url);
	marked.searchParams.set(MARK, mark);
	const body = { url: marked.href, events: wanted.events };
	// if the response gets lost, this line alone names the webhook
	context.logger.info(`Registering a webhook at ${wanted.notificationUrl} for ${marked.href}`, placeOf(context));
	const { json } = await platform
		.call({ method: 'POST', path: '/webhooks', body, base: 'notification' })
		.catch((error: unknown) => {
			throw withMark(error, mark);
		});
	const id = readId(valueOf(json).id);
	if (id === undefined) {
		throw Failure.forOperator(
			"The platform registered the webhook but didn't return its ID",
			`Check that the Notification URL in the credential is the URL where webhooks are registered. ${inDoubt(mark)}`,
		);
	}
	store.current = { id, ...wanted, mark, accountId, registeredAt: Date.now() };
	store.publish(connection);
	// if n8n ends before it has stored the ID, this line alone has it
	context.logger.info(`Registered webhook ${id} at ${wanted.notificationUrl} for ${marked.href}`, placeOf(context));
}

async function isRegistered(context: IHookFunctions, memory: RegistrationMemory): Promise<boolean> {
	if (!AT_START.includes(context.getActivationMode())) return false;
	const url = readUrl(context);
	const store = RegistrationStore.ofHook(context, url, memory);
	const { current } = store;
	if (current === undefined) return false;
	const connection = await new Platform(context).connection();
	store.publish(connection);
	try {
		return isUpToDate(current, plan(url, settingsOf(context), connection), connection.accountId);
	} catch {
		// a setting can't be read: until it's corrected, each delivery is refused, and the platform sends it again
		return true;
	}
}

/** Removes the webhook. Without a readable credential it is kept for later. */
async function remove(context: IHookFunctions, memory: RegistrationMemory): Promise<void> {
	const url = readUrl(context);
	const platform = new Platform(context);
	const connection = await platform.connection().catch(() => undefined);
	const token = connection === undefined ? '' : tokenOf(connection);
	const remover = { url, token, accountId: connection?.accountId ?? '' };
	await removeAll(context, platform, RegistrationStore.ofHook(context, url, memory), remover);
}

/**
 * Makes what n8n calls on publishing (checkExists, then create if that is false) and on unpublishing (delete).
 *
 * - `checkExists`: the platform cannot list webhooks (specification, Webhook management), so the store decides, and only when n8n starts.
 *   On publishing n8n has removed the webhook before, and another write of the workflow's static data may have brought it back there.
 * - `delete` never stops the user: a failed removal is logged and tried again later.
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
				throw shownAtOnce(this, error);
			});
			return true;
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			await remove(this, memory);
			return true;
		},
	};
}
