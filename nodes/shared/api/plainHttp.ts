import type { Connection } from './connection';
import { isLocalHost } from './localHost';

/**
 * Warns of an address of the credential that is plain http on a public host: then everybody on the way can read and change
 * what goes through, the API token included (specification, client requirement 4).
 *
 * @param connection the credential's connection
 * @returns a sentence that names the fields and what to do; undefined when there is nothing to warn of
 */
export function plainHttpWarning({ baseUrl, notificationUrl }: Connection): string | undefined {
	const fields = Object.entries({ 'Base URL': baseUrl, 'Notification URL': notificationUrl })
		.filter(([, address]) => address.startsWith('http:') && !isLocalHost(new URL(address).hostname))
		.map(([field]) => field);
	if (fields.length === 0) return undefined;
	const one = fields.length === 1;
	return `Warning: the credential's ${fields.join(' and ')} ${one ? 'is' : 'are'} not encrypted (http), so others can read the API token and every message on the way. Enter ${one ? 'an address that starts' : 'addresses that start'} with https://.`;
}
