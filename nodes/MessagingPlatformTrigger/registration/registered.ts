import type { IWebhookFunctions } from 'n8n-workflow';
import type { Connection } from '../../shared/platform/connection';
import { type RegistrationMemory, Registrations, slotOfDelivery } from './registrations';
import { Refusal } from '../refusal';

/** A proven key that moves within its folder is saved anew at most once in this time, in ms. */
export const SAVE_PAUSE_MS = 60 * 60_000;

/**
 * Opens what is stored of the trigger that a delivery came to.
 *
 * @param context the webhook's context
 * @param url the webhook's address as this context gives it
 * @param memory what this process did before
 */
export function openRegistration(context: IWebhookFunctions, url: string, memory: RegistrationMemory): Registrations {
	const registrations = new Registrations(context, slotOfDelivery(context, url), memory);
	registrations.mend();
	return registrations;
}

/**
 * The only account whose events are let in: the one that the webhook was registered for.
 *
 * @param registrations the trigger's webhooks
 * @param connection the credential's connection, whose Account ID may have been changed since
 * @returns the account's id
 * @throws Refusal not_registered when there is no registration, it is one of a time before accounts were stored, or the
 * credential names another account now
 */
export function expectedAccount(registrations: Registrations, connection: Pick<Connection, 'accountId'>): string {
	const { accountId = '' } = registrations.current ?? {};
	if (accountId === '') throw new Refusal('not_registered');
	if (connection.accountId !== '' && connection.accountId !== accountId) {
		throw new Refusal('not_registered', "the credential's Account ID is another one now");
	}
	return accountId;
}

/**
 * Remembers the key that verified a delivery, and saves it in n8n's database, so that it is known after a restart.
 *
 * n8n writes static data whole, and what a delivery saves may undo what was published while the delivery was handled. So the
 * delivery that proves a key, which may have waited for it for seconds, saves nothing; a later one does, that was verified
 * at once.
 *
 * @param registrations the trigger's webhooks
 * @param accountId the account that the key signed for
 * @param address where the key is (x5u)
 * @param now the time in ms since 1970
 */
export function rememberKey(registrations: Registrations, accountId: string, address: string, now: number): void {
	const key = { accountId, address, savedAt: now };
	if (registrations.rememberProven(key)) return;
	const saved = registrations.storedProven;
	if (saved?.accountId === accountId && (saved.address === address || now - saved.savedAt < SAVE_PAUSE_MS)) return;
	registrations.saveProven(key);
}
