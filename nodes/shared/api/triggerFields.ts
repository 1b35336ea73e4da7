import type { IHttpRequestOptions } from 'n8n-workflow';
import { Limit } from './deadline';
import { noAnswer } from './noAnswer';
import { OPEN_OPTIONS, readOpened } from './request';
import type { Connection } from './connection';
import { explainFailure, withCode } from './explain';
import type { Explanation } from './explanation';

/** How long the Notification URL may take to show that somebody is there, in ms. */
export const NOTIFICATION_MS = 5_000;

/** Sends one request without the token and without following anything, and returns what n8n's HTTP helper gives. */
export type SendPlain = (options: IHttpRequestOptions, limit: Limit) => Promise<unknown>;

const adviceBeside = (given: string) =>
	`The trigger needs it as well as the ${given}. Enter it, or empty the ${given} if you only send messages.`;

/**
 * Finds the field that the trigger lacks where the other one is filled in: it needs the Notification URL and the Issuer, and somebody
 * who only sends needs neither.
 *
 * @param connection the credential's connection
 * @returns what is missing and what to do; undefined when both are filled in or both are empty
 */
export function findMissingField({ notificationUrl, issuer }: Connection): Explanation | undefined {
	if ((notificationUrl === '') === (issuer === '')) return undefined;
	return issuer === ''
		? { message: 'The Issuer is empty', description: adviceBeside('Notification URL') }
		: { message: 'The Notification URL is empty', description: adviceBeside('Issuer') };
}

/**
 * Checks that a server answers at the host of the Notification URL. It asks for the host's first page, without the token, and ignores
 * the answer: the platform publishes no call that reads webhooks (specification, "Webhook management"), so only registering one shows
 * that the address is right. The host of the Base URL isn't asked, because it is known to answer.
 *
 * @param connection the credential's connection
 * @param send sends a request as it is, under a limit
 * @returns why no server answers and what to do; undefined when one does, or the field is empty
 */
export async function findSilence({ baseUrl, notificationUrl }: Connection, send: SendPlain): Promise<Explanation | undefined> {
	if (notificationUrl === '') return undefined;
	const url = new URL('/', notificationUrl);
	if (url.origin === new URL(baseUrl).origin) return undefined;
	const limit = new Limit(AbortSignal.timeout(NOTIFICATION_MS));
	try {
		readOpened(await send({ method: 'GET', url: url.href, ...OPEN_OPTIONS }, limit), url).body.destroy();
		return undefined;
	} catch (error) {
		const { message, description } = withCode(explainFailure(noAnswer(error, url.host, limit), url.host));
		return { message: `The Notification URL does not work: ${message}`, description };
	}
}
