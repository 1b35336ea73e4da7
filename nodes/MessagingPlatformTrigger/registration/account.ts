import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import type { Connection } from '../../shared/api/connection';
import type { JsonValue } from '../../shared/json';
import { itemsOf } from '../../shared/api/envelope';
import type { Platform } from '../../shared/api/platform';
import { Refusal } from '../verify/refusals';
import type { RegistrationStore } from './store';

/** Longer than any id: it is stored with the registration and compared with each delivery. */
const MAX_LENGTH = 200;

const isAccountId = (value: JsonValue | undefined): value is string =>
	typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;

/**
 * Learns which account the credential is of: from its field Account ID, else from the channels, each of which names the
 * account (specification, "Channel").
 *
 * @param context the hook's context
 * @param platform the platform
 * @returns the account's id
 * @throws NodeOperationError when the channels name no account or several, NodeApiError when they cannot be listed
 */
export async function learnAccountId(context: IHookFunctions, platform: Platform): Promise<string> {
	const { accountId: known } = await platform.connection();
	if (known !== '') return known;
	const channels = itemsOf(await platform.call({ method: 'GET', path: '/channels' }));
	const named = new Set(channels.map(({ accountId }) => accountId).filter(isAccountId));
	const [accountId] = named;
	if (accountId !== undefined && named.size === 1) return accountId;
	throw new NodeOperationError(
		context.getNode(),
		named.size === 0
			? 'The account of the credential is not known, because it has no channels yet'
			: `The account of the credential is not known: its channels belong to ${named.size} accounts`,
		{
			description:
				"Only events from your own account are accepted. Connect a channel in the platform, or enter your account's ID in the credential's Account ID field, then publish again.",
		},
	);
}

/**
 * The only account whose events are let in: the one that the webhook was registered for.
 *
 * @param store the trigger's webhooks
 * @param connection the credential's connection, whose Account ID may have been changed since
 * @returns the account's id
 * @throws Refusal not_registered when there is no registration, it is one of a time before accounts were stored, or the
 * credential names another account now
 */
export function expectedAccount(store: RegistrationStore, connection: Pick<Connection, 'accountId'>): string {
	const { accountId = '' } = store.current ?? {};
	if (accountId === '') throw new Refusal('not_registered');
	if (connection.accountId !== '' && connection.accountId !== accountId) {
		throw new Refusal('not_registered', 'the credential now has another Account ID');
	}
	return accountId;
}
