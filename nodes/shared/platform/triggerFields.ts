import { Limit } from '../http/deadline';
import { AddressError, type OpenAnswer } from '../http/request';
import type { Connection } from './connection';
import { explainFailure, withCode } from './explain';
import type { Explanation } from './explanation';

/** How long the Notification URL may take to show that somebody is there, in ms. */
export const NOTIFICATION_MS = 5_000;

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
 * Looks whether anybody answers at the Notification URL. It changes nothing there and does not matter what is answered: whether the
 * address is right shows only when a webhook is registered (specification, "Webhook management"). An address on the host of the Base
 * URL is not tried, because that host is known to answer.
 *
 * @param connection the credential's connection
 * @param open sends a GET to an address, under a limit
 * @returns why nobody does and what to do; undefined when somebody answers, or the field is empty
 */
export async function findSilence(
	{ baseUrl, notificationUrl }: Connection,
	open: (url: string, limit: Limit) => Promise<OpenAnswer>,
): Promise<Explanation | undefined> {
	if (notificationUrl === '') return undefined;
	const { host, origin } = new URL(notificationUrl);
	if (origin === new URL(baseUrl).origin) return undefined;
	const limit = new Limit(AbortSignal.timeout(NOTIFICATION_MS));
	try {
		(await open(`${notificationUrl}/webhooks`, limit)).body.destroy();
		return undefined;
	} catch (error) {
		// a redirect to another origin is an answer as well
		if (error instanceof AddressError) return undefined;
		const { message, description } = withCode(explainFailure(error, host));
		return { message: `The Notification URL does not work: ${message}`, description };
	}
}
