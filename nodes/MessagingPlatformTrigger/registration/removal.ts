import type { IHookFunctions } from 'n8n-workflow';
import { Failure } from '../../shared/failure';
import { pathPart } from '../../shared/api/apiRequest';
import type { Platform } from '../../shared/api/platform';
import { oneLine } from '../../shared/texts';
import { placeOf } from '../settings/settings';
import { MAX_LEFTOVERS, type Registration, type RegistrationStore } from './store';

/** The trigger now: decides which webhooks are its own to remove, and what a response proves. */
interface Remover {
	url: string;
	/** The fingerprint of the API token. */
	token: string;
	/** The account of the credential; '' if it is not known. */
	accountId: string;
}

/** Two webhook addresses are of one n8n if everything before the webhook's own part is the same. */
function isSameServer(one: string, other: string): boolean {
	const baseOf = (url: string) => new URL(url).href.split('/').slice(0, -3).join('/');
	return baseOf(one) === baseOf(other);
}

/** Removes a webhook. Returns why it could not be removed and what to do; undefined once it is removed. */
async function removeRemote(platform: Platform, registration: Registration, remover: Remover): Promise<string | undefined> {
	if (!isSameServer(registration.url, remover.url)) {
		return `it delivers to ${new URL(registration.url).origin}, which isn't this n8n. If another n8n uses it, leave it alone`;
	}
	try {
		// the URL it was registered at may no longer be the credential's Notification URL
		const base = { url: registration.notificationUrl };
		await platform.call({ method: 'DELETE', path: `/webhooks/${pathPart(registration.id)}`, base });
		return undefined;
	} catch (error) {
		const { message, response } = Failure.of(error);
		if (response?.status !== 404) return oneLine(message).replace(/\.$/, '');
		// it proves that a webhook is gone only to those who could have seen it
		const { token, accountId } = remover;
		if (registration.token === token || (accountId !== '' && registration.accountId === accountId)) return undefined;
		return "the platform doesn't know it under the current API token, which isn't the one that registered it. If the two tokens belong to different accounts, only a token of the first account can remove it";
	}
}

/**
 * Removes every known webhook of a trigger's mode, including those that earlier attempts left behind. A webhook that cannot be removed is
 * logged, kept, and tried again at the next publish and unpublish. A webhook of another n8n (the database was copied, or this one has
 * moved) is left alone.
 */
export async function removeAll(
	context: IHookFunctions,
	platform: Platform,
	store: RegistrationStore,
	remover: Remover,
): Promise<void> {
	const kept: Registration[] = [];
	for (const registration of store.all) {
		const reason = await removeRemote(platform, registration, remover);
		if (reason === undefined) continue;
		kept.push(registration);
		context.logger.warn(
			`The webhook ${registration.id} at ${registration.notificationUrl} couldn't be removed: ${reason}. Until it's removed, the platform keeps sending events to ${registration.url}. n8n tries again whenever this workflow is published or unpublished. To remove it yourself, run the Messaging Platform node once with the operation Webhook: Delete and this ID.`,
			placeOf(context),
		);
	}
	store.current = undefined;
	store.leftovers = kept;
	for (const { id, notificationUrl } of kept.slice(0, -MAX_LEFTOVERS)) {
		context.logger.warn(
			`n8n won't try again to remove the webhook ${id} at ${notificationUrl}: too many webhooks couldn't be removed.`,
			placeOf(context),
		);
	}
}
