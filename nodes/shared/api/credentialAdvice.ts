import type { IHttpRequestOptions } from 'n8n-workflow';
import { isLocalHost } from './addresses';
import type { Connection } from './connection';
import { Limit } from './deadline';
import { Failure } from '../failure';
import { adviceWithCode, noAnswer } from './noAnswer';
import { OPEN_OPTIONS, readOpened } from './request';

/** Time for the Notification URL to show that a server is there, in ms. */
const NOTIFICATION_MS = 5_000;

/**
 * The paths that the nodes add to the Base URL and the Notification URL, in case a user pasted one along (specification,
 * "Endpoints"); not a host of that name.
 */
const ENDING =
	/(?<!:\/)(?:\/v1|(?:\/v1)?\/(?:channels|chats|messages|upload|tags|widgets|preparedMessages|endUserNotifications|webhooks))$/i;

/** Finds such an ending of a URL, which may still be right: a platform can be served anywhere. */
export function findAddressEnding(address: string): { ending: string; without: string } | undefined {
	const ending = ENDING.exec(address)?.[0];
	return ending === undefined ? undefined : { ending, without: address.slice(0, -ending.length) };
}

/** Warns of a Notification URL that ends with what the nodes add to it: it cannot be tried without registering a webhook. */
export function notificationUrlWarning({ notificationUrl }: Pick<Connection, 'notificationUrl'>): string | undefined {
	const found = findAddressEnding(notificationUrl);
	if (found === undefined) return undefined;
	return `Warning: the credential's Notification URL ends with "${found.ending}". The nodes add "/webhooks" themselves. If webhooks can't be registered, enter ${found.without} instead.`;
}

/** Warns of plain http on a public host: everyone on the way can read the API token (specification, client requirement 4). */
export function plainHttpWarning({ baseUrl, notificationUrl }: Connection): string | undefined {
	const fields = Object.entries({ 'Base URL': baseUrl, 'Notification URL': notificationUrl })
		.filter(([, address]) => address.startsWith('http:') && !isLocalHost(new URL(address).hostname))
		.map(([field]) => field);
	if (fields.length === 0) return undefined;
	const one = fields.length === 1;
	return `Warning: the credential's ${fields.join(' and ')} ${one ? 'is' : 'are'} not encrypted (http), so others can read the API token and every message on the way. Enter ${one ? 'a URL that starts' : 'URLs that start'} with https://.`;
}

/** Finds the field that the trigger lacks when the other one is filled in; someone who only sends needs neither. */
export function findMissingField({ notificationUrl, issuer }: Connection): Failure | undefined {
	if ((notificationUrl === '') === (issuer === '')) return undefined;
	const adviceOf = (given: string) =>
		`The trigger needs both this and the ${given}. Enter it, or clear the ${given} if you only send messages.`;
	return issuer === ''
		? Failure.ofPlatform('The Issuer is empty', adviceOf('Notification URL'))
		: Failure.ofPlatform('The Notification URL is empty', adviceOf('Issuer'));
}

/**
 * Checks that a server responds at the host of the Notification URL, without the token: the platform publishes no call that reads
 * webhooks (specification, "Webhook management"). The host of the Base URL isn't asked, because it is known to respond.
 * @returns why no server responds; undefined when one does, or the field is empty
 */
export async function findSilence(
	{ baseUrl, notificationUrl }: Connection,
	send: (options: IHttpRequestOptions, limit: Limit) => Promise<unknown>,
): Promise<Failure | undefined> {
	if (notificationUrl === '') return undefined;
	const url = new URL('/', notificationUrl);
	if (url.origin === new URL(baseUrl).origin) return undefined;
	const limit = new Limit(AbortSignal.timeout(NOTIFICATION_MS));
	try {
		readOpened(await send({ method: 'GET', url: url.href, ...OPEN_OPTIONS }, limit), url).body.destroy();
		return undefined;
	} catch (error) {
		const failure = noAnswer(error, url.host, limit);
		return Failure.ofPlatform(`The Notification URL doesn't work: ${failure.message}`, adviceWithCode(failure));
	}
}
