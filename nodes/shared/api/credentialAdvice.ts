import { isLocalHost, showPlace } from './addresses';
import type { Connection } from './connection';
import { Limit } from './deadline';
import { Failure } from '../failure';
import { adviceWithCode, noResponse } from './noResponse';
import { type OpenResponse, drop } from './byteStream';
import { OPEN_OPTIONS, type Send, readOpened } from './request';

/** Time for a host to show that a server is there, in ms. */
const GLANCE_MS = 5_000;

/** The paths that the nodes add to the URLs, in case a user pasted one along (specification, "Endpoints"). */
const ENDING =
	/(?<!:\/)(?:\/v1|(?:\/v1)?\/(?:channels|chats|messages|upload|tags|widgets|preparedMessages|endUserNotifications|webhooks))$/i;

/** A URL without such an ending, which may still be right: a platform can be served anywhere. */
export const withoutEnding = (address: string): string => address.replace(ENDING, '');

/** Warns of plain http on a public host: everyone on the way can read the API token (specification, client requirement 4). */
export function plainHttpWarning({ baseUrl, notificationUrl }: Connection): string | undefined {
	const isOpen = (address: string) => address.startsWith('http:') && !isLocalHost(new URL(address).hostname);
	if (![baseUrl, notificationUrl].some(isOpen)) return undefined;
	return "Warning: the credential's Base URL or Notification URL isn't encrypted (http), so others can read the API token and every message on the way. Enter a URL that starts with https:// if there is one.";
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
 * Asks for a URL without the token, for a few seconds. The body isn't read.
 * @throws Failure when no response comes
 */
async function look(url: URL, send: Send): Promise<OpenResponse> {
	const limit = new Limit(AbortSignal.timeout(GLANCE_MS));
	try {
		const response = readOpened(await send({ method: 'GET', url: url.href, ...OPEN_OPTIONS }, false, limit), url);
		drop(response.body);
		return response;
	} catch (error) {
		throw noResponse(error, url.host, limit);
	}
}

function silence(error: unknown): Failure {
	const failure = Failure.of(error);
	return Failure.ofPlatform(`The Notification URL doesn't work: ${failure.message}`, adviceWithCode(failure));
}

/**
 * Checks that a server responds at the host of the Notification URL, without the token. The host of the Base URL isn't asked, because
 * it is known to respond.
 * @returns why no server responds; undefined when one does, or the field is empty
 */
export async function findSilence({ baseUrl, notificationUrl }: Connection, send: Send): Promise<Failure | undefined> {
	if (notificationUrl === '') return undefined;
	const url = new URL('/', notificationUrl);
	if (url.origin === new URL(baseUrl).origin) return undefined;
	return await look(url, send).then(() => undefined, silence);
}

/** Finds a Notification URL that can't be right. No published call reads webhooks, so a 404 alone says nothing. */
export async function findWrongNotificationUrl({ notificationUrl }: Connection, send: Send): Promise<Failure | undefined> {
	if (notificationUrl === '') return undefined;
	const right = notificationUrl.replace(/\/webhooks$/i, '');
	const added = 'The Notification URL ends with "/webhooks", which the nodes add themselves';
	if (right !== notificationUrl) return Failure.ofPlatform(added, `Enter ${right} instead.`);
	const lookBelow = async (address: string) => await look(new URL(`${address}/webhooks`), send);
	const response = await lookBelow(notificationUrl).catch(silence);
	if (response instanceof Failure) return response;
	const isPage = response.statusCode === 200 && /html/i.test(String(response.headers['content-type']));
	if (!isPage && response.statusCode !== 404) return undefined;
	const usual = `${response.url.origin}/notification`;
	const isThere = await lookBelow(usual).then(
		({ statusCode }) => [401, 403, 405].includes(statusCode),
		() => false,
	);
	if (!isPage && !isThere) return undefined;
	const advice = isThere
		? `Enter ${usual} instead.`
		: "Copy it from the platform's API documentation. The nodes add /webhooks to it themselves.";
	return Failure.ofPlatform(`The platform's webhooks aren't at ${notificationUrl}`, advice);
}

/** Finds a URL on http whose host also answers on https. It's asked without the token. */
export async function findNeedlessHttp(connection: Connection, send: Send): Promise<Failure | undefined> {
	const { baseUrl, notificationUrl, keyPlaces, addresses } = connection;
	const given = { 'Base URL': [baseUrl], 'Notification URL': [notificationUrl], 'Key Origins': keyPlaces.map(showPlace) };
	const fields = Object.entries({ ...given, 'File Origins': addresses.filePlaces.map(showPlace) });
	const asked = fields.flatMap(([field, urls]) =>
		urls.map(async (url) => {
			if (!url.startsWith('http:')) return undefined;
			const secure = url.replace('http:', 'https:');
			const response = await look(new URL('/', secure), send).catch(() => undefined);
			if (response === undefined || /^http:/i.test(String(response.headers.location))) return undefined;
			const message = `The ${field} isn't encrypted (http), and its host also answers on https`;
			return Failure.ofPlatform(message, `Enter ${secure} instead.`);
		}),
	);
	return (await Promise.all(asked)).find((one) => one !== undefined);
}
